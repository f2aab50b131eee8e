/** The entrance to studies: which game, or which text. */

import { html, type TemplateResult } from "../lit.js";
import { Page } from "../page.js";
import type { GameEntry } from "../protocol.js";
import { t } from "../texts.js";
import { setTitle } from "../title.js";
import { fileUrl, loadStyle } from "../urls.js";
import { stashLine, TextForm } from "./open_form.js";
import { StudyApi, type Line } from "./study_api.js";

/** The name of the game of a line. */
export const gameOf = ({ edition }: Line): string => edition.split(":")[0] ?? "";

export class ChoicePage extends Page {
  #games: readonly GameEntry[] = [];
  readonly #form = new TextForm({
    api: new StudyApi(),
    origin: null,
    open: (line) => {
      stashLine(line);
      return this.router.go(`/study/${gameOf(line)}`);
    },
    update: this.update,
  });

  async open(): Promise<void> {
    setTitle(t("study"));
    [this.#games] = await Promise.all([this.session.games(), loadStyle("screens"), loadStyle("study")]);
    this.render();
  }

  protected view(): TemplateResult {
    return html`
      <div class="welcome">
        <h1>${t("study")}</h1>
        <p>${t("study_words")}</p>
      </div>
      <ul class="boxes study-boxes">
        ${this.#games.map(
          ({ name, title }) =>
            html`<li class="box card">
              <a href="/study/${name}">
                <img class="cover" src=${fileUrl(`games/${name}/cover.svg`)} alt="" width="320" height="320" />
                <span class="study-game">${title}</span>
              </a>
            </li>`,
        )}
      </ul>
      <section class="card study-card">${this.#form.view()}</section>
    `;
  }
}
