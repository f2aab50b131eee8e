/** What belongs to a player of TwixT: the borders to join, and the pegs and links that are left if they are limited. */

import { defineSymbols, el, set, use } from "tablier/board";
import type { TwixtBoard } from "./board.js";
import { SYMBOLS, drawBar } from "./board.pieces.js";

/** Fills the panel of the seat that plays a side. */
export function fillSeatPanel(board: TwixtBoard, side: number, panel: HTMLElement): void {
  const { pegs_left: pegs, links_left: links } = board.view.scene;
  const picture = (viewBox: string, className: string): SVGElement =>
    el("svg", { viewBox, class: `${className} twixt twixt-${board.sideKeys()[0]}`, "aria-hidden": "true" });
  const parts = [drawBorders(picture("0 0 24 24", "panel-borders"), side)];
  const sentences = [board.t(`panel_joins_${side}`)];
  const count = (drawing: Element, number: number): HTMLElement => {
    const node = document.createElement("span");
    node.className = "panel-count";
    node.append(drawing, `×${number}`);
    return node;
  };
  const counts: HTMLElement[] = [];
  if (pegs) {
    const drawing = picture("-10 -10 20 20", "panel-peg");
    const defs = el("defs"); // its own symbols: they are seen also while the drawing of the board is hidden
    drawing.append(defs, use(defineSymbols(defs, [SYMBOLS[side]])[SYMBOLS[side].name], 0, 0, `side${side}`));
    counts.push(count(drawing, pegs[side]));
    sentences.push(board.t("panel_pegs", { pegs: pegs[side] }));
  }
  if (links) {
    const drawing = picture("-9 -12 18 24", "panel-link");
    drawing.append(drawBar({ x: -3.5, y: -7 }, { x: 3.5, y: 7 }, "link", side));
    counts.push(count(drawing, links[side]));
    sentences.push(board.t("panel_links", { links: links[side] }));
  }
  set(panel, { role: "img", "aria-label": sentences.join(" "), title: sentences.join(" ") });
  panel.replaceChildren(...parts, ...counts);
}

/** A small board with the border rows of a side. */
function drawBorders(drawing: SVGElement, side: number): SVGElement {
  drawing.append(
    el("rect", { class: "panel-wood", x: 1, y: 1, width: 22, height: 22, rx: 3 }),
    el("path", { class: `panel-border side${side}`, d: side ? "M4.5 6V18M19.5 6V18" : "M6 4.5H18M6 19.5H18" }),
    el("path", { class: "panel-arrow", d: side ? "M8 12H16" : "M12 8V16" }),
  );
  return drawing;
}
