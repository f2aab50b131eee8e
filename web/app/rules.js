/** The rules of a game in our own words, with diagrams drawn by its own board. */

import { api, game as find } from "./api.js";
import { fileUrl } from "./urls.js";
import { title } from "./attention.js";
import { picture } from "./board_host.js";
import { fill, h } from "./dom.js";
import { missing } from "./plain.js";
import { settings } from "./settings.js";
import { speakerOf, t } from "./texts.js";

/** @type {import("./router.js").Show} */
export async function show(main, [name, wanted], signal) {
  const game = await find(name);
  if (!game) return missing(main);
  const [speak, page] = await Promise.all([speakerOf(name), fetch(fileUrl(`games/${name}/rules/${document.documentElement.lang}.html`)).then((answer) => answer.text())]);
  title(t("rules_of", { game: game.title }));
  const names = game.editions.map((/** @type {{edition: string}} */ { edition }) => edition.split(":")[1]);
  const edition = names.includes(wanted) ? wanted : names[0];
  const tabs = names.map((/** @type {string} */ one) => h("a", { href: `/rules/${name}/${one}`, "aria-current": one === edition ? "page" : null }, speak(`edition_${one}`)));
  const article = h("article", { class: "rules" });
  fill(article, ...written(page, edition));
  main.append(
    h("div", { class: "rules-page" }, h("h1", {}, t("rules_of", { game: game.title })), h("nav", { class: "editions", "aria-label": t("rules_edition") }, ...tabs), article),
    h("p", { class: "buttons" }, h("a", { class: "button main", href: `/play/${name}` }, t("play_this", { game: game.title }))),
  );
  const figures = [...article.querySelectorAll("figure[data-position]")];
  await Promise.all(figures.map((figure) => draw(/** @type {HTMLElement} */ (figure), `${name}:${edition}`, speak, signal))); // all there before it is seen: nothing moves
  return undefined;
}

/** What a page says of an edition: everything but what is for others only. @param {string} page @param {string} edition */
function written(page, edition) {
  const read = new DOMParser().parseFromString(page, "text/html");
  for (const part of read.querySelectorAll("[data-only]")) if (!part.getAttribute("data-only")?.split(" ").includes(edition)) part.remove();
  return [...read.body.children];
}

/**
 * A position without an edition is one of the edition of the page. Where turns are given, the board shows what a person sees who taps.
 * @param {HTMLElement} figure @param {string} edition @param {import("./texts.js").Speaker} speak @param {AbortSignal} signal
 */
async function draw(figure, edition, speak, signal) {
  const place = h("div", { class: "diagram", inert: true });
  figure.prepend(h("div", { role: "img", "aria-label": figure.querySelector("figcaption")?.textContent ?? t("diagram") }, place));
  const { position = "", legal, taps, aside } = figure.dataset;
  const start = position.startsWith("|") ? edition + position : position;
  const [{ state }, board] = await Promise.all([api("setup", { body: { edition: start.split("|")[0], start } }), picture(edition.split(":")[0], place, speak)]);
  if (signal.aborted) return;
  board.update({ ...state, legal: legal?.split(" ") ?? [] }, { seat: legal ? state.to_act : null });
  for (const cell of taps?.split(" ") ?? []) board.touch(cell, null);
  if (board.aside && aside !== undefined) figure.append(board.aside);
  if (settings.text) figure.append(h("p", { class: "diagram-words" }, (await board.ears()).everything()));
  signal.addEventListener("abort", () => board.destroy());
}
