/** Choosing the language. */

import { h } from "./dom.js";
import { choose, language, languages, nameOf } from "./language.js";
import { t } from "./texts.js";

const LATER = 1500; // milliseconds: names wait until the page is there, since the first one takes its time

/** Every language by its own name. @param {Record<string, any>} attributes @param {(code: string) => string} [named] */
export function languageSelect(attributes, named = nameOf) {
  const select = h("select", { ...attributes, translate: "no", change: () => choose(select.value) });
  for (const code of languages) select.append(h("option", { value: code, lang: code, selected: code === language }, named(code)));
  return select;
}

/** In a corner: the code is seen, the names unfold. */
export function languageMenu() {
  const select = languageSelect({ "aria-label": t("language") }, (code) => code);
  setTimeout(() => {
    for (const option of select.options) option.textContent = nameOf(option.value);
  }, LATER);
  return h("span", { class: "language" }, h("span", { "aria-hidden": "true", translate: "no" }, language), select);
}
