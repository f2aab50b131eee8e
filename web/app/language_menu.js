/** Choosing the language. */

import { h } from "./dom.js";
import { choose, language, languages, nameOf } from "./language.js";
import { t } from "./texts.js";

const HELD = "tablier.held";
const LATER = 1500; // milliseconds: names wait until the page is there, since the first one takes its time

/** Every language by its own name. @param {Record<string, any>} attributes @param {(code: string) => string} [named] */
export function languageSelect(attributes, named = nameOf) {
  const select = h("select", { ...attributes, translate: "no", change: () => (hold(select.id), choose(select.value)) });
  for (const code of languages) select.append(h("option", { value: code, lang: code, selected: code === language }, named(code)));
  return select;
}

/** In a corner: the code is seen, the names unfold. */
export function languageMenu() {
  const select = languageSelect({ id: "language-here", "aria-label": t("language") }, (code) => code);
  setTimeout(() => {
    for (const option of select.options) option.textContent = nameOf(option.value);
  }, LATER);
  return h("span", { class: "language" }, h("span", { "aria-hidden": "true", translate: "no" }, language), select);
}

/** The page is loaded anew: whoever chose is on the same field again. @param {string} id */
function hold(id) {
  try {
    sessionStorage.setItem(HELD, id);
  } catch {
    // a browser that keeps nothing
  }
}

/** After that. */
export function regain() {
  try {
    const id = sessionStorage.getItem(HELD);
    sessionStorage.removeItem(HELD);
    if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
  } catch {
    // a browser that keeps nothing
  }
}
