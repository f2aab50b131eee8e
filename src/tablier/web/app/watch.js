/** What can be watched, and tables that wait for somebody. */

import { title } from "./attention.js";
import { h } from "./dom.js";
import { matchList } from "./lists.js";
import { t } from "./texts.js";

/** @type {import("./router.js").Show} */
export function show(main, _parts, signal) {
  title(t("watch"));
  const list = (/** @type {import("./lists.js").Kind} */ kind) => h("section", {}, h("h2", {}, t(`list_${kind}`)), matchList({ kind }, signal));
  main.append(h("h1", {}, t("watch")), h("div", { class: "going-on" }, list("live"), list("open"), list("past")));
}
