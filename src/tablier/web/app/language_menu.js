/** Choosing the language. */

import { h } from "./dom.js";
import { choose, language, languages, nameOf } from "./language.js";
import { t } from "./texts.js";

/** Every language by its own name. @param {Record<string, any>} attributes */
export function languageSelect(attributes) {
  const select = h("select", { ...attributes, translate: "no", change: () => choose(select.value) });
  for (const code of languages) select.append(h("option", { value: code, lang: code, selected: code === language }, nameOf(code)));
  return select;
}

/** In a corner: the code is seen, the names unfold. */
export function languageMenu() {
  return h("span", { class: "language" }, h("span", { "aria-hidden": "true", translate: "no" }, language), languageSelect({ "aria-label": t("language") }));
}
