/** A page that has only something to say. */

import { title } from "./attention.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

/** @param {HTMLElement} main @param {string} heading @param {string} words */
export function plain(main, heading, words) {
  title(heading);
  main.append(h("section", { class: "plain" }, h("h1", {}, heading), h("p", {}, words), h("p", {}, h("a", { href: "/" }, t("to_shelf")))));
}

/** There is nothing at this address. @param {HTMLElement} main */
export const missing = (main) => plain(main, t("missing"), t("missing_words"));
