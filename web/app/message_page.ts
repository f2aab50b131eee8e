/** A page with only a message. */

import { html, render } from "./lit.js";
import { t } from "./texts.js";
import { setTitle } from "./title.js";

/** Shows a heading, a text and a link to the shelf. */
export function showMessage(main: HTMLElement, heading: string, text: string): void {
  setTitle(heading);
  main.className = "";
  main.removeAttribute("aria-busy");
  render(html`<section class="message"><h1>${heading}</h1><p>${text}</p><p><a href="/" class="button">${t("to_shelf")}</a></p></section>`, main);
}

/** The page of an unknown address. */
export const showMissing = (main: HTMLElement): void => showMessage(main, t("missing"), t("missing_words"));
