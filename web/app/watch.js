/** What can be watched, and tables that wait for somebody. */

import { away } from "./api.js";
import { title } from "./attention.js";
import { h } from "./dom.js";
import { connection, myself } from "./house.js";
import { matchList } from "./lists.js";
import { t } from "./texts.js";

/** @type {import("./router.js").Show} */
export async function show(main, _parts, signal) {
  await myself();
  if (connection.condition === "lost") throw away(); // three empty lists would not say why
  title(t("watch"));
  const list = (/** @type {import("./lists.js").Kind} */ kind) => h("section", {}, h("h2", {}, t(`list_${kind}`)), matchList({ kind }, signal));
  main.append(h("h1", {}, t("watch")), h("div", { class: "going-on" }, list("live"), list("open"), list("past")));
}
