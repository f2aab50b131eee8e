/** A player's row of seven cards: collected, protected, needed next, and later. */

import { defineSymbols, el, use, type View } from "tablier/board";
import { MARKS, SYMBOLS, isColour } from "./board.pieces.js";
import type { TwistyPosition } from "./board.js";

export const SEAT_NAMES = ["star", "square", "triangle", "circle"]; // keys of texts

type Translate = (key: string, facts?: Record<string, unknown>) => string;

/**
 * Fills the panel of a seat.
 * @param taken how many cubes the seat is shown to have collected; a cube may still be on its way
 */
export function fillCards(panel: HTMLElement, view: View<TwistyPosition>, seat: number, taken: number, t: Translate): void {
  const { cards, saved, left } = view.position;
  const isGone = left.includes(seat);
  panel.classList.toggle("gone", isGone);
  const list = document.createElement("ol");
  list.className = "cards";
  list.setAttribute("aria-label", t("cards_of", { seat: t(SEAT_NAMES[seat]) }));
  list.append(
    ...cards[seat].map((colour, index) => {
      const state =
        index < taken ? (saved[seat].includes(colour) ? "saved" : "taken") : index === taken && !isGone ? "next" : "later";
      return card(colour, state, t);
    }),
  );
  panel.replaceChildren(seatPicture(seat), list);
}

/** The symbol of a seat, seen where the panel has no player's bar around it. */
function seatPicture(seat: number): SVGElement {
  const drawing = el("svg", { class: `panel-seat twi-seat${seat}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  const defs = el("defs");
  const name = (["seat0", "seat1", "seat2", "seat3"] as const)[seat];
  const ids = defineSymbols(
    defs,
    SYMBOLS.filter((symbol) => symbol.name === name),
  );
  drawing.append(defs, use(ids[name], 0, 0));
  return drawing;
}

function card(colour: string, state: "saved" | "taken" | "next" | "later", t: Translate): HTMLElement {
  const item = document.createElement("li");
  item.className = `card ${state === "saved" ? "taken saved" : state}`;
  const label = t(`card_${state}`, { colour: t(`colour_${colour}`) });
  const drawing = el("svg", { viewBox: "-16 -20 32 40", class: `twi-${colour}`, role: "img", "aria-label": label });
  drawing.append(
    el("title", {}, label),
    el("rect", { class: "card-edge", x: -15.8, y: -19.8, width: 31.6, height: 39.6, rx: 6.5 }),
    el("rect", { class: "card-face", x: -14, y: -18, width: 28, height: 36, rx: 5 }),
  );
  if (isColour(colour)) drawing.append(el("path", { class: "twi-mark", "fill-rule": "evenodd", d: MARKS[colour] }));
  if (state === "saved") {
    const lock = SYMBOLS.filter(({ name }) => name === "lock");
    const lid = el("g", { class: "lid" }, el("path", { d: "M-16-13Q-16-20-9-20H9Q16-20 16-13V-7H-16z" }));
    const defs = el("defs");
    lid.append(defs, el("g", { transform: "translate(0 -14) scale(.62)" }, use(defineSymbols(defs, lock).lock, 0, 0)));
    drawing.append(lid);
  }
  item.append(drawing);
  return item;
}
