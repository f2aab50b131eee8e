/** Requests of a study. The server stores nothing of it: every request contains the whole line. */

import { api, awayError, toRequestError, type ErrorFields } from "../api.js";
import { language } from "../language.js";
import type { AnalysisUpdate, PositionView, StudyBody, StudyLine, TryBody } from "../protocol.js";

const MAX_CACHED = 400; // positions

/** A line of play. Without `start`, the setup of the edition and the options is used, which may be random. */
export interface Line {
  readonly edition: string;
  readonly options?: Record<string, string>;
  readonly start?: string;
  readonly actions: readonly string[];
}

export class StudyApi {
  readonly #positions = new Map<string, Promise<StudyBody>>();

  /** The position after a line. Rejects with the fact `turn` if a move is illegal: its 1-based index. */
  position(line: Line): Promise<StudyBody> {
    if (!line.start) return api<StudyBody>("study", { body: line }); // a random setup is another one every time
    const key = [line.edition, line.start, ...line.actions].join(" ");
    let body = this.#positions.get(key);
    if (!body) {
      body = api<StudyBody>("study", { body: line });
      this.#positions.set(key, body);
      body.catch(() => this.#positions.delete(key));
      const oldest = this.#positions.size > MAX_CACHED ? this.#positions.keys().next().value : undefined;
      if (oldest !== undefined) this.#positions.delete(oldest);
    }
    return body;
  }

  /** The position after a line and one more action. Nothing is played. */
  async tryAction(line: Line, action: string): Promise<PositionView> {
    return (await api<TryBody>("study/try", { body: { ...line, action } })).state;
  }

  /** The line in a record or a position text. */
  importText(text: string): Promise<StudyLine> {
    return api<StudyLine>("study/import", { body: { text } });
  }

  /** The line of a match. Rejects while it is being played. */
  lineOfMatch(matchId: string): Promise<StudyLine> {
    return api<StudyLine>(`study/of/${matchId}`);
  }

  /** A line as a file, with the name that the server gives it. */
  async exportFile(line: Line, format: string): Promise<File> {
    const response = await post("study/record", { ...line, format });
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "study";
    return new File([await response.blob()], name);
  }

  /** The updates of an analysis as they come, until the search has ended or `signal` is aborted. */
  async *analyse(line: Line, seconds: number, signal: AbortSignal): AsyncGenerator<AnalysisUpdate> {
    const response = await post("study/analyse", { ...line, time_limit_s: seconds }, signal);
    if (!response.body) throw awayError();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw awayError(); // the connection was lost
      });
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) {
        const message = JSON.parse(text) as AnalysisUpdate | { error: ErrorFields };
        if ("error" in message) throw toRequestError(message.error);
        yield message;
      }
    }
  }
}

/** Posts JSON and returns a response that is not JSON. Rejects with the server's message. */
async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json", "accept-language": language };
  const request: RequestInit = { method: "POST", headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) };
  const response = await fetch(`/api/${path}`, request).catch(() => null);
  if (!response) throw awayError();
  if (response.ok) return response;
  const content = (await response.json().catch(() => null)) as {
    error?: ErrorFields;
  } | null;
  throw content?.error ? toRequestError(content.error) : awayError();
}
