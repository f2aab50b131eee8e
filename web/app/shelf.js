/** The shelf: one box for each game, and what is going on. */

import { games } from "./api.js";
import { fileUrl } from "./urls.js";
import { call, title } from "./attention.js";
import { h } from "./dom.js";
import { connection } from "./house.js";
import { matchList } from "./lists.js";
import { speakerOf, t } from "./texts.js";

/** @type {import("./router.js").Show} */
export async function show(main, _parts, signal) {
  title("");
  const boxes = await Promise.all((await games()).map(box));
  const list = (/** @type {import("./lists.js").Kind} */ kind, changed = (/** @type {any[]} */ _rows) => {}) =>
    h("section", {}, h("h2", {}, t(`list_${kind}`)), matchList({ kind, most: 12, changed }, signal));
  main.append(
    h("div", { class: "welcome" }, h("h1", {}, t("welcome")), h("p", {}, t("welcome_words"))),
    without(signal),
    h("ul", { class: "boxes" }, ...boxes),
    h("div", { class: "going-on" }, list("mine", (rows) => call(rows.some((row) => row.my_turn))), list("open"), list("live")),
  );
}

/** A few words while the server cannot be reached. @param {AbortSignal} signal */
function without(signal) {
  const words = h("p", { class: "hint offline", hidden: true }, t("offline_words"));
  const show = () => (words.hidden = connection.condition !== "lost");
  connection.addEventListener("condition", show, { signal });
  show();
  return words;
}

/** @param {any} game */
async function box(game) {
  const speak = await speakerOf(game.name);
  return h(
    "li",
    { class: "box sheet" },
    h("a", { href: `/play/${game.name}`, class: "lid-picture", tabindex: -1, "aria-hidden": "true" }, h("img", { src: fileUrl(`games/${game.name}/cover.svg`), alt: "", width: 320, height: 320 })),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h("p", { class: "facts" }, h("span", {}, speak("players")), h("span", {}, speak("minutes")), h("span", {}, speak("age"))),
      h("p", { class: "sentence" }, speak("sentence")),
    ),
    h("a", { href: `/play/${game.name}`, class: "button main", "aria-label": t("play_game", { game: game.title }) }, t("play")),
  );
}
