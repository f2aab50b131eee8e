/** Everybody's row of seven cards, beside the board. */

import { el, set } from "tablier/board";
import { lock, mark, symbol } from "./board.pieces.js";

export const SYMBOLS = ["star", "square", "triangle", "circle"]; // of the seats

/**
 * @param {import("tablier/board").View} view
 * @param {number | null} seat who looks
 * @param {(key: string, facts?: Record<string, any>) => string} t
 * @returns {HTMLElement[]} a row for each seat
 */
export function rows(view, seat, t) {
  const { cards, taken, saved, left } = view.position;
  return cards.map((/** @type {string[]} */ row, /** @type {number} */ owner) => {
    const line = document.createElement("div");
    const gone = left.includes(owner);
    line.className = ["row", view.to_act === owner ? "acts" : "", seat === owner ? "own" : "", gone ? "gone" : ""].join(" ");
    const name = Object.assign(document.createElement("span"), { className: "name", textContent: t(SYMBOLS[owner]) });
    name.prepend(el("svg", { viewBox: "-12 -12 24 24", class: `twi-seat${owner}`, "aria-hidden": "true" }, symbol(owner)));
    const list = document.createElement("ol");
    const next = gone ? -1 : taken[owner];
    list.append(
      ...row.map((letter, index) => card(letter, index < taken[owner], saved[owner].includes(letter), index === next, t)),
    );
    line.append(name, list);
    return line;
  });
}

/**
 * @param {string} letter
 * @param {boolean} taken
 * @param {boolean} saved
 * @param {boolean} next
 * @param {(key: string, facts?: Record<string, any>) => string} t
 */
function card(letter, taken, saved, next, t) {
  const item = document.createElement("li");
  item.className = ["card", taken ? "taken" : "", saved ? "saved" : "", next ? "next" : ""].join(" ");
  const state = saved ? "card_saved" : taken ? "card_taken" : next ? "card_next" : "card_later";
  const drawn = el("svg", {
    viewBox: "-16 -20 32 40",
    class: `twi-${letter}`,
    role: "img",
    "aria-label": t(state, { colour: t(`colour_${letter}`) }),
  });
  drawn.append(el("rect", { class: "card-edge", x: -15.8, y: -19.8, width: 31.6, height: 39.6, rx: 6.5 }));
  drawn.append(el("rect", { class: "card-face", x: -14, y: -18, width: 28, height: 36, rx: 5 }), mark(letter));
  if (saved) {
    const lid = el("g", { class: "lid" }, el("path", { d: "M-16-13Q-16-20-9-20H9Q16-20 16-13V-7H-16z" }));
    lid.append(set(lock(), { transform: "translate(0 -14) scale(.62)" }));
    drawn.append(lid);
  }
  item.append(drawn);
  return item;
}
