/** Opening a game or a position that is pasted or in a file. */

import { RequestError } from "../api.js";
import { createRef, html, nothing, ref, type Ref, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";
import type { Line, StudyApi } from "./study_api.js";

/** Why a line cannot be opened, with the number of the move that is wrong. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof RequestError)) return t("went_wrong");
  const { facts, message } = error;
  const turn = [facts.turn, facts.action].find(Number.isInteger); // of a line, of a record
  return turn ? t("study_wrong", { turn, words: message }) : message;
}

export interface TextFormOptions {
  readonly api: StudyApi;
  /** The line to which moves without a beginning are added; null where no game is open. */
  readonly origin: (() => Line) | null;
  /** Opens a line. A rejection is shown in the form. */
  readonly open: (line: Line) => Promise<void>;
  readonly update: () => void; // renders the page
}

/** A field for a record, a position or moves. */
export class TextForm {
  readonly #options: TextFormOptions;
  readonly #field: Ref<HTMLTextAreaElement> = createRef();
  readonly #file: Ref<HTMLInputElement> = createRef();
  #error = "";

  constructor(options: TextFormOptions) {
    this.#options = options;
  }

  view(): TemplateResult {
    const submit = (event: Event): void => {
      event.preventDefault();
      void this.#open(this.#field.value?.value ?? "");
    };
    return html`<form class="study-text" novalidate @submit=${submit}>
      <label for="study-text">${t("study_text")}</label>
      <p class="hint" id="study-text-words">${t(this.#options.origin ? "study_turns_words" : "study_text_words")}</p>
      <textarea
        ${ref(this.#field)}
        id="study-text"
        rows="4"
        spellcheck="false"
        autocapitalize="off"
        aria-describedby="study-text-words study-text-error"
        aria-invalid=${this.#error ? "true" : nothing}
      ></textarea>
      <p class="error" id="study-text-error" role="alert">${this.#error}</p>
      <p class="buttons">
        <button class="main">${t("study_open")}</button>
        <button type="button" @click=${() => this.#file.value?.click()}>${t("study_file")}</button>
        <input
          ${ref(this.#file)}
          type="file"
          class="visually-hidden"
          tabindex="-1"
          aria-hidden="true"
          @change=${() => this.#openFile()}
        />
      </p>
    </form>`;
  }

  async #openFile(): Promise<void> {
    const [field, input] = [this.#field.value, this.#file.value];
    const file = input?.files?.[0];
    if (!file || !field || !input) return;
    field.value = await file.text();
    input.value = "";
    await this.#open(field.value);
  }

  async #open(text: string): Promise<void> {
    this.#setError("");
    try {
      await this.#options.open(await this.#parse(text));
    } catch (error) {
      this.#setError(describeProblem(error));
      this.#field.value?.focus();
    }
  }

  #setError(message: string): void {
    this.#error = message;
    this.#options.update();
  }

  /** The line of a text. In the study of a game, it may consist of moves only. */
  async #parse(text: string): Promise<Line> {
    const { api, origin } = this.#options;
    try {
      return await api.importText(text);
    } catch (error) {
      if (!origin) throw error;
      const actions = text
        .replace(/(^|\s)\d+\.+/g, " ") // numbers of moves
        .split(/\s+/)
        .filter(Boolean);
      const line = { ...origin(), actions };
      try {
        await api.position(line);
      } catch (problem) {
        const turn = problem instanceof RequestError ? Number(problem.facts.turn) : 0;
        throw turn > 1 ? problem : error; // a text whose first word is no move is something else
      }
      return line;
    }
  }
}

let stashedLine: Line | null = null;

/** Keeps a line for the page of another game. */
export function stashLine(line: Line): void {
  stashedLine = line;
}

/** The line that was kept for this page, once. */
export function takeStashedLine(): Line | null {
  const line = stashedLine;
  stashedLine = null;
  return line;
}
