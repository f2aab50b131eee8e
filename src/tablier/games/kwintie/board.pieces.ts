/** How Kwintie's pieces and frame look. Light falls from the upper left. */

import { el, gradient, group, unique, type Box, type PieceSymbol } from "tablier/board";
import { CUBE, type Wall } from "./board.geometry.js";

export const POST = 30; // width of the frame's posts
const BEAM = 16; // height of its upper beam
const SILL = 38; // height of its lower beam, which carries the letters
const ROUND = 7;

/** One rounded block of two cubes, from the upper left corner. */
function block(side: number, standing: boolean): string {
  const [width, height] = standing ? [CUBE, 2 * CUBE] : [2 * CUBE, CUBE];
  const seam = standing ? `M7 ${CUBE}h${CUBE - 14}` : `M${CUBE} 7v${CUBE - 14}`;
  return `
    <linearGradient id="{id}-paint" x1="0" y1="0" x2="1" y2="${standing ? 0.6 : 0.35}">
      <stop offset="0" class="kwi-lit kwi-${side}"/><stop offset="0.4" class="kwi-mid kwi-${side}"/><stop offset="1" class="kwi-low kwi-${side}"/>
    </linearGradient>
    <rect class="kwi-body kwi-edge-${side}" x="0.8" y="0.8" width="${width - 1.6}" height="${height - 1.6}" rx="${ROUND}" fill="url(#{id}-paint)"/>
    <path class="kwi-texture-${side}" d="${side ? sheen(width, height) : grain(width, height, standing)}"/>
    <path class="kwi-seam-${side}" d="${seam}"/>
    <path class="kwi-edge-lit-${side}" d="M4 ${height - 9}V9Q4 4 9 4H${width - 10}"/>`;
}

function grain(width: number, height: number, standing: boolean): string {
  return [0.26, 0.48, 0.7, 0.86]
    .map((part, index) => {
      const bend = index % 2 ? 2.5 : -2;
      return standing
        ? `M${width * part} 9q${bend} ${height / 2 - 9} 0 ${height - 18}`
        : `M9 ${height * part}q${width / 2 - 9} ${bend} ${width - 18} 0`;
    })
    .join("");
}

const sheen = (width: number, height: number): string => `M9 ${Math.min(height, 62) - 12}Q10 10 ${Math.min(width, 62) - 12} 9`;

const shade = (width: number, height: number): string =>
  `<rect class="kwi-shade" x="3" y="4" width="${width + 1}" height="${height + 1}" rx="${ROUND}"/>`;

/** The pieces by side, standing and lying, and their shadows on the wall. */
export const SYMBOLS = [
  { name: "standing0", markup: block(0, true) },
  { name: "standing1", markup: block(1, true) },
  { name: "lying0", markup: block(0, false) },
  { name: "lying1", markup: block(1, false) },
  { name: "standingShade", markup: shade(CUBE, 2 * CUBE) },
  { name: "lyingShade", markup: shade(2 * CUBE, CUBE) },
] as const satisfies readonly PieceSymbol[];

export type SymbolName = (typeof SYMBOLS)[number]["name"];

/** The box of the drawing around a wall. */
export function wallBox({ first, columns, rows }: Wall): Box {
  const margin = 6; // for the shadow of the frame
  return {
    x: first * CUBE - POST - margin,
    y: -rows * CUBE - BEAM - margin,
    width: columns * CUBE + 2 * (POST + margin),
    height: rows * CUBE + BEAM + SILL + 2 * margin,
  };
}

/** A pattern of niches, one for each cell. Returns its id. */
export function defineNiches(defs: SVGElement): { niche: string; beam: string } {
  const [niche, beam] = [unique("niche"), unique("beam")];
  const [inset, size] = [3.5, CUBE - 7];
  defs.append(
    el(
      "pattern",
      { id: niche, width: CUBE, height: CUBE, patternUnits: "userSpaceOnUse" },
      el("rect", { class: "kwi-wall", width: CUBE, height: CUBE }),
      // the edges at the lower right catch the light, those at the upper left are in the shadow
      el("rect", { class: "kwi-niche-light", x: inset + 1.2, y: inset + 1.2, width: size, height: size, rx: 6 }),
      el("rect", { class: "kwi-niche-dark", x: inset, y: inset, width: size, height: size, rx: 6 }),
      el("rect", { class: "kwi-niche", x: inset + 2.4, y: inset + 2.4, width: size - 2.4, height: size - 2.4, rx: 5 }),
    ),
    gradient(beam, "linear", { x1: 0, y1: 0, x2: 1, y2: 1 }, [
      [0, "kwi-beam-light"],
      [1, "kwi-beam-dark"],
    ]),
  );
  return { niche, beam };
}

/** The frame around a wall, with its niches, the letters of the columns and the numbers of the rows. */
export function drawFrame(wall: Wall, letters: string, { niche, beam }: { niche: string; beam: string }): SVGElement[] {
  const { first, columns, rows } = wall;
  const [left, top] = [first * CUBE, -rows * CUBE];
  const [wide, high] = [columns * CUBE, rows * CUBE];
  const outer = { x: left - POST, y: top - BEAM, width: wide + 2 * POST, height: high + BEAM + SILL };
  const grainLines = [
    `M${left - 7} ${top - 4}V${SILL - 8}M${left - POST + 6} ${top - 8}V${SILL - 6}`,
    `M${left + wide + 8} ${top - 6}V${SILL - 8}M${left + wide + POST - 7} ${top - 4}V${SILL - 6}`,
    `M${left + 4} ${top - 9}q${wide / 2} -4 ${wide - 8} 1M${left + 4} 9q${wide / 3} 3 ${wide - 8} -1M${left + 4} ${SILL - 7}q${wide / 2} 4 ${wide - 8} 0`,
  ];
  const nodes: SVGElement[] = [
    el("rect", { class: "frame-shadow", ...outer, y: outer.y + 4, rx: 10 }),
    el("rect", { class: "frame", ...outer, rx: 10, fill: `url(#${beam})` }),
    el("path", { class: "frame-grain", d: grainLines.join("") }),
    el("rect", {
      class: "frame-bevel",
      x: outer.x + 1.5,
      y: outer.y + 1.5,
      width: outer.width - 3,
      height: outer.height - 3,
      rx: 9,
    }),
    el("rect", { class: "back", x: left, y: top, width: wide, height: high, fill: `url(#${niche})` }),
    el("path", { class: "frame-inner-dark", d: `M${left} 0V${top}H${left + wide}` }),
    el("path", { class: "frame-inner-light", d: `M${left + wide} ${top}V0H${left}` }),
  ];
  for (let column = first; column < first + columns; column++) {
    nodes.push(el("text", { class: "letter", x: (column + 0.5) * CUBE, y: SILL / 2 + 1 }, letters[column]));
  }
  for (let row = 0; row < rows; row++) {
    nodes.push(el("text", { class: "number", x: left - POST / 2, y: -(row + 0.5) * CUBE }, String(row + 1)));
  }
  return nodes;
}

/** The button that plays the draft. */
export const tick = (): SVGGElement => group("tick", el("circle", { r: 15 }), el("path", { d: "M-6.5 0.5l4.5 4.5 8-9" }));

/** The sign that a tap turns a piece. */
export const turnSign = (x: number, y: number): SVGGElement => {
  const node = group("turn", el("circle", { r: 12 }), el("path", { d: "M5.5-3.2A6.4 6.4 0 1 0 6.2 1.8M6.4-7v4.2h-4.2" }));
  node.setAttribute("transform", `translate(${x} ${y})`);
  return node;
};

/** The sign that nothing can be placed on a column. */
export const barredSign = (x: number, y: number): SVGGElement => {
  const node = group("barred-sign", el("circle", { r: 10 }), el("path", { d: "M-7-7L7 7" }));
  node.setAttribute("transform", `translate(${x} ${y})`);
  return node;
};
