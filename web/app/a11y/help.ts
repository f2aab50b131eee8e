/** The keys of the board: as a page, and as a dialog over a game. */

import { html, nothing, render, type TemplateResult } from "../lit.js";
import { Page, type PageContext } from "../page.js";
import { t } from "../texts.js";
import { setTitle } from "../title.js";
import { loadStyle } from "../urls.js";

/** A line of the list: key combinations, each of some keys together, and the key of the text about them. */
type HelpLine = readonly [combinations: readonly (readonly string[])[], effect: string];

/** Names of keys are keys of texts; a single character stands for itself in every language. */
const GROUPS: readonly (readonly [name: string, lines: readonly HelpLine[]])[] = [
  [
    "go",
    [
      [[["arrows"]], "steps"],
      [[["home"], ["end"]], "row"],
      [[["page_up"], ["page_down"]], "column"],
      [
        [
          ["ctrl", "home"],
          ["ctrl", "end"],
        ],
        "corners",
      ],
    ],
  ],
  [
    "do",
    [
      [[["enter"], ["space"]], "act"],
      [[["shift", "enter"]], "play"],
      [[["escape"], ["backspace"]], "back"],
      [[["T"]], "t"],
      [[["A"]], "a"],
      [[["D"]], "d"],
    ],
  ],
  [
    "jump",
    [
      [[["N"]], "n"],
      [[["O"]], "o"],
      [[["P"]], "p"],
      [[["L"]], "l"],
    ],
  ],
  [
    "ask",
    [
      [[["H"]], "h"],
      [[["W"]], "w"],
      [[["S"]], "s"],
      [[["B"]], "b"],
      [[["C"]], "c"],
      [[["R"]], "r"],
      [[["?"]], "help"],
    ],
  ],
  [
    "page",
    [
      [[["←"], ["→"]], "page_step"],
      [[["home"], ["end"]], "page_ends"],
      [[["escape"]], "page_back"],
      [[["↑"], ["↓"]], "page_siblings"],
      [[["space"]], "page_best"],
    ],
  ],
];

const key = (name: string): TemplateResult =>
  name.length > 1 ? html`<kbd>${t(`press_${name}`)}</kbd>` : html`<kbd translate="no">${name}</kbd>`;

const combination = (names: readonly string[]): TemplateResult =>
  html`<span class="combination">${names.map((name, index) => html`${index ? "+" : nothing}${key(name)}`)}</span>`;

function groupView(name: string, lines: readonly HelpLine[], heading: (text: string) => TemplateResult): TemplateResult {
  const line = ([combinations, effect]: HelpLine): TemplateResult =>
    html`<div>
      <dt>${combinations.map((names, index) => html`${index ? " " : nothing}${combination(names)}`)}</dt>
      <dd>${t(`key_${effect}`)}</dd>
    </div>`;
  return html`<section>
    ${heading(t(`keys_group_${name}`))}
    <dl class="keys">${lines.map(line)}</dl>
  </section>`;
}

const groups = (heading: (text: string) => TemplateResult): TemplateResult[] =>
  GROUPS.map(([name, lines]) => groupView(name, lines, heading));

class HelpPage extends Page {
  open(): void {
    setTitle(t("keys_title"));
    this.session.settings.onChange(this.update, this.signal);
    this.render();
  }

  protected view(): TemplateResult {
    const { settings } = this.session;
    const { text } = settings.values;
    return html`<div class="help">
      <h1>${t("keys_title")}</h1>
      <p>${t("keys_words")}</p>
      <p>${t("keys_text")}</p>
      <p>
        <button type="button" aria-pressed=${text ? "true" : "false"} @click=${() => settings.update({ text: !text })}>
          ${t("text_board")}
        </button>
      </p>
      ${groups((heading) => html`<h2>${heading}</h2>`)}
      <p>${t("keys_type")}</p>
      <p>${t("keys_telling")}</p>
    </div>`;
  }
}

export const createPage = (context: PageContext): Page => new HelpPage(context);

/** Shows the list over a game. When it is closed, the focus returns to where it was. */
export async function openHelp(): Promise<void> {
  await loadStyle("text_board");
  const dialog = Object.assign(document.createElement("dialog"), { className: "card help" });
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.addEventListener("close", () => dialog.remove());
  const content = html`<h2 id="keys-title" tabindex="-1" autofocus>${t("keys_title")}</h2>
    ${groups((heading) => html`<h3>${heading}</h3>`)}
    <p class="buttons">
      <button type="button" class="main" @click=${() => dialog.close()}>${t("close")}</button>
    </p>`;
  render(content, dialog);
  document.body.append(dialog);
  dialog.showModal();
}
