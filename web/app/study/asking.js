/** What a study asks of the server, which keeps nothing of it: every question brings its whole line along. */

import { api, away, Refusal } from "../api.js";
import { language } from "../language.js";

const KEPT = 400; // positions that need not be asked for again

/** @typedef {{edition: string, options?: Record<string, string>, start?: string, actions: string[]}} Line */

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** How it stands at the end of a line. @param {Line} line @returns {Promise<any>} */
export function stand(line) {
  const key = JSON.stringify(line);
  let found = known.get(key);
  if (!found) {
    found = api("study", { body: line });
    if (line.start) known.set(key, found); // without one, chance may set it up anew
    found.catch(() => known.delete(key));
    if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
  }
  return found;
}

/** @param {unknown} body @returns {RequestInit} */
const posted = (body) => ({ method: "POST", headers: { "content-type": "application/json", "accept-language": language }, body: JSON.stringify(body) });

/** What an answer refuses; from something on the way that speaks otherwise it is none. @param {Response} answer */
const refusal = (answer) => answer.json().then(({ error }) => new Refusal(error), away);

/** What a text would lead to. @param {Line} line @param {string} action */
export const attempt = (line, action) => api("study/try", { body: { ...line, action } });

/** A line as a file. @param {Line} line @param {string} format */
export async function file(line, format) {
  const answer = await fetch("/api/study/record", posted({ ...line, format })).catch(() => null);
  if (!answer) throw away();
  if (!answer.ok) throw await refusal(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "study";
  return new File([await answer.blob()], name);
}

/** The line in a record or a position, as a text. @param {string} text @returns {Promise<Line>} */
export const read = (text) => api("study/import", { body: { text } });

/** The line of a match that is over. @param {string} match @returns {Promise<Line>} */
export const lineOf = (match) => api(`study/of/${match}`);

/**
 * What the engine thinks, as it comes; done when it has thought enough or the signal ends it.
 * @param {Line} line @param {number} seconds @param {AbortSignal} signal @param {(thought: any) => void} heard
 */
export async function analyse(line, seconds, signal, heard) {
  const answer = await fetch("/api/study/analyse", { ...posted({ ...line, time_limit_s: seconds }), signal }).catch(() => null);
  if (!answer?.body) throw away();
  if (!answer.ok) throw await refusal(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) {
      const thought = JSON.parse(one);
      if (thought.error) throw new Refusal(thought.error);
      heard(thought);
    }
  }
}
