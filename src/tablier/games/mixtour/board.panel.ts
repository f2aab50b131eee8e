/** What belongs to a player of Mixtour: the pieces left, and the points as small towers. */

import { defineSymbols, el, set, use } from "tablier/board";
import { SYMBOLS, type SymbolIds } from "./board.pieces.js";

export interface PanelContent {
  side: number;
  name: string; // "white", "black" or "red"
  left: number;
  score: number;
  points: number; // that win
}

const symbols = new WeakMap<HTMLElement, { ids: SymbolIds; defs: SVGElement }>();

/** The symbols of a panel. It has its own: those of the board are not available while its drawing is hidden. */
function symbolsOf(panel: HTMLElement): { ids: SymbolIds; defs: SVGElement } {
  let known = symbols.get(panel);
  if (!known) {
    const defs = el("defs");
    known = { ids: defineSymbols(defs, SYMBOLS), defs };
    symbols.set(panel, known);
  }
  return known;
}

/** Fills the panel of a seat. Its name for screen readers is set by the board. */
export function fillSeatPanel(panel: HTMLElement, { side, name, left, score, points }: PanelContent): void {
  const { ids, defs } = symbolsOf(panel);
  const drawing = (className: string, viewBox: string, ...nodes: SVGElement[]): SVGElement =>
    el("svg", { class: `${className} mixtour mixtour-${name}`, viewBox, "aria-hidden": "true" }, ...nodes);
  const reserve = document.createElement("span");
  reserve.className = "reserve";
  reserve.append(drawing("piece", "-36 -25 72 60", defs, use(side ? ids.disc1 : ids.disc0, 0, 0, `side${side}`)), `×${left}`);
  const towers = Array.from({ length: points }, (_, index) => {
    const filled = index < score;
    return drawing(
      filled ? "tower filled" : "tower",
      "-13 -21 26 37",
      use(filled ? ids.tower : ids.outline, 0, 0, `side${side}`),
    );
  });
  set(panel, { role: "img" }).replaceChildren(reserve, ...towers);
}
