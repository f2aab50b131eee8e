/** What an engine thinks of the cells, drawn over a board: the better, the larger; the best ones with their rank. */

import { el, set } from "./svg.js";

/** @typedef {{strength: number, rank: number | null}} Warmth from 0 to 1, and among the best from 1 */

/** @type {WeakMap<import("./stage.js").Stage, SVGElement>} */
const layers = new WeakMap();

/** Draws it, in the place of what was drawn before; nothing for an empty map. @param {import("./board.js").Board} board @param {Map<string, Warmth>} cells */
export function heat({ stage }, cells) {
  let layer = layers.get(stage);
  if (!layer) {
    layer = stage.layer("heat");
    layers.set(stage, layer);
  }
  const moved = stage.cells.node.getAttribute("transform"); // a wall that is kept in the middle
  if (moved) set(layer, { transform: moved });
  layer.replaceChildren(...[...cells].flatMap(([id, warmth]) => spot(stage, id, warmth)));
}

/** @param {import("./stage.js").Stage} stage @param {string} id @param {Warmth} warmth @returns {SVGElement[]} */
function spot(stage, id, { strength, rank }) {
  const place = stage.cells.all.get(id)?.place;
  if (!place) return [];
  const size = Math.min(place.width, place.height);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const disc = el("circle", { class: "warm", cx: x, cy: y, r: size * Math.max(0.14 + 0.26 * strength, rank === null ? 0 : 0.3) });
  disc.style.setProperty("--warmth", String(0.25 + 0.5 * strength));
  if (rank === null) return [disc];
  const words = set(el("text", { class: "warm-rank", x, y }), { style: `font-size: ${size * 0.5}px` });
  words.textContent = String(rank);
  return [disc, words];
}
