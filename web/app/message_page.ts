/** A page with only a message. */

import { html, render, type TemplateResult } from "./lit.js";
import { t } from "./texts.js";
import { setTitle } from "./title.js";

/** Shows a heading, a text, and where to go from here. */
export function showMessage(main: HTMLElement, heading: string, text: string): void {
  setTitle(heading);
  main.className = "";
  main.removeAttribute("aria-busy");
  const page = html`<section class="message-page">
    ${emptyBoard()}
    <h1>${heading}</h1>
    <p>${text}</p>
    <p class="buttons">
      <a href="/" class="button main">${t("to_shelf")}</a><a href="/games" class="button">${t("my_games")}</a>
    </p>
  </section>`;
  render(page, main);
}

/** The page of an unknown address. */
export const showMissing = (main: HTMLElement): void => showMessage(main, t("missing"), t("missing_words"));

/** A board with one piece left on it. */
const emptyBoard = (): TemplateResult =>
  html`<svg viewBox="0 0 220 120" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round">
    <path d="M60 18h100l44 74H16z M16 92v9h188v-9" />
    <path d="M85 18L63 92M110 18v74M135 18l22 74M49 36.500h122M38 55h144M27 73.500h166" opacity=".45" />
    <path d="M118 62v-9a10 4.500 0 0 1 20 0v9" />
    <ellipse cx="128" cy="62" rx="10" ry="4.500" />
  </svg>`;
