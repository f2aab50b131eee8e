/** Opening the beginning of a game, in any edition and with any options. Loaded on demand. */

import { RequestError } from "../api.js";
import { html, type TemplateResult } from "../lit.js";
import type { GameEntry } from "../protocol.js";
import { OptionForm } from "../screens/option_form.js";
import { t, type Translate } from "../texts.js";
import type { Line } from "./study_api.js";

export interface BeginFormOptions {
  readonly game: GameEntry;
  readonly t: Translate; // texts of the game
  readonly open: (line: Line) => Promise<void>;
  readonly update: () => void;
}

export class BeginForm {
  readonly #options: BeginFormOptions;
  readonly #optionForm: OptionForm;

  constructor(options: BeginFormOptions) {
    this.#options = options;
    const { game, t: gameText, update } = options;
    const onChange = (): void => {
      if (this.#optionForm.problem) this.#optionForm.problem = this.#optionForm.findProblem();
      update();
    };
    this.#optionForm = new OptionForm(game, gameText, update, onChange);
  }

  view(): TemplateResult {
    const submit = (event: Event): void => {
      event.preventDefault();
      void this.#submit();
    };
    return html`<form class="study-begin" novalidate @submit=${submit}>
      ${this.#optionForm.playersView()} ${this.#optionForm.view()}
      <p class="buttons"><button class="main">${t("study_begin")}</button></p>
    </form>`;
  }

  async #submit(): Promise<void> {
    const form = this.#optionForm;
    form.problem = form.findProblem();
    if (!form.problem) {
      try {
        await this.#options.open({ ...form.terms(), actions: [] });
        return;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        form.problem = form.describeRefusal(error);
      }
    }
    const id = form.revealProblem();
    this.#options.update();
    queueMicrotask(() => {
      if (id) document.getElementById(id)?.focus();
    });
  }
}
