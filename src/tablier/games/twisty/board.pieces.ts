/** How Twisty's cubes, counters, pawns and board look. Everything is drawn around the middle of its well. */

import { arrow, el, gradient, group, unique, type PieceSymbol, type Point } from "tablier/board";

export const WELL = 100; // from well to well
export const RING = 43; // the radius of a well with its rim
export const COLUMNS = "abcdefg";
export const ROWS = "7654321"; // as they are seen, from the top

const HALF = 27; // half the width of a cube
const SLANT = HALF * 0.56; // how far its top face falls towards the corners
const DEEP = 29; // the height of its sides
const TOP = -DEEP / 2; // the middle of the top face; the cube is centred

/** The marks of the colours, in a square of 20 units. */
export const MARKS = {
  A: "M0-5.5A5.5 5.5 0 1 1 0 5.5A5.5 5.5 0 1 1 0-5.5z",
  B: "M-7-2.5H7V2.5H-7z",
  C: "M-2-7H2V-2H7V2H2V7H-2V2H-7V-2H-2z",
  D: "M0-7L7 5.5H-7z",
  E: "M0-7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0-7.5zM0-3.8A3.8 3.8 0 1 0 0 3.8A3.8 3.8 0 1 0 0-3.8z",
  F: "M-6-6H6V6H-6zM-2.6-2.6V2.6H2.6V-2.6z",
  G: "M-7-6.5L0-1L7-6.5V-1L0 4.5L-7-1zM-7 2L0 7.5L7 2V5L0 10L-7 5z",
} as const;

export type Colour = keyof typeof MARKS;

export const isColour = (token: string): token is Colour => token in MARKS;

const LOCK = `
  <path class="twi-shackle" d="M-4.5-1V-5A4.5 4.5 0 0 1 4.5-5V-1"/>
  <path class="twi-lock" fill-rule="evenodd" d="M-7-1.5H7V9H-7zM-1.4 2.2V5.8H1.4V2.2z"/>`;

const sign = (d: string): string => `<path class="twi-sign" d="${d}"/>`;
const SIGNS = {
  step: sign("M0-19V19M-19 0H19M-5-14L0-19L5-14M-5 14L0 19L5 14M-14-5L-19 0L-14 5M14-5L19 0L14 5"),
  diagonal: sign("M-13-13L13 13M-13 13L13-13M-14-6V-14H-6M6-14H14V-6M14 6V14H6M-6 14H-14V6"),
  knight: sign("M-8-18V10H12M5 3L12 10L5 17"),
  portal: sign("M0 0C4-5 9 1 5 6C0 12-10 8-10-1C-10-11 3-15 11-9C19-2 17 11 8 17"),
  save: `<g transform="scale(1.7)">${LOCK}</g>`,
} as const;

/** The symbols of the seats. */
const SEATS = [
  "M0-10L2.9-3.4L10-3.1L4.5 1.4L6.2 8.2L0 4.4L-6.2 8.2L-4.5 1.4L-10-3.1L-2.9-3.4z",
  "M-7.5-7.5H7.5V7.5H-7.5z",
  "M0-9.5L9.5 7H-9.5z",
  "M0-8.5A8.5 8.5 0 1 1 0 8.5A8.5 8.5 0 1 1 0-8.5z",
];

/** A little cube seen from a corner, its mark on the top face. */
function cube(colour: Colour): string {
  const [low, foot] = [TOP + SLANT, TOP + SLANT + DEEP];
  const face = (name: string, d: string): string => `<path class="twi-face twi-${name}" d="${d}"/>`;
  return `<g class="twi-${colour}">
  <ellipse class="twi-shade" cx="4" cy="${TOP + DEEP + 4}" rx="29" ry="15"/>
  ${face("left", `M${-HALF} ${TOP}L0 ${low}V${foot}L${-HALF} ${TOP + DEEP}z`)}
  ${face("right", `M${HALF} ${TOP}L0 ${low}V${foot}L${HALF} ${TOP + DEEP}z`)}
  ${face("top", `M0 ${TOP - SLANT}L${HALF} ${TOP}L0 ${low}L${-HALF} ${TOP}z`)}
  <path class="twi-mark" fill-rule="evenodd" d="${MARKS[colour]}" transform="translate(0 ${TOP}) scale(1.2 .74)"/></g>`;
}

/** A dark counter with an ivory sign, tinted by its kind. */
function counter(kind: keyof typeof SIGNS): string {
  return `
  <radialGradient id="{id}-wood" cx=".38" cy=".3" r=".85">
    <stop offset="0" class="twi-lit twi-${kind}"/><stop offset="1" class="twi-low twi-${kind}"/>
  </radialGradient>
  <ellipse class="twi-shade" cx="4" cy="6" rx="35" ry="34"/>
  <circle class="twi-side" cy="2.5" r="33"/>
  <circle class="twi-disc" cy="-2.5" r="33" fill="url(#{id}-wood)"/>
  <circle class="twi-rim" cy="-2.5" r="28"/>
  <g transform="translate(0 -2.5)">${SIGNS[kind]}</g>`;
}

/** A pawn that carries the symbol of its seat. */
const pawn = (seat: number): string => `<g class="twi-seat${seat}">
  <ellipse class="twi-shade" cx="5" cy="32" rx="27" ry="10"/>
  <path class="twi-cloak" d="M-25 29C-25 15-10 10-9-8H9C10 10 25 15 25 29C25 36-25 36-25 29z"/>
  <path class="twi-fold" d="M-17 27C-15 17-7 13-5 0"/>
  <circle class="twi-head" cy="-18" r="17"/>
  <path class="twi-symbol" d="${SEATS[seat]}" transform="translate(0 -18)"/></g>`;

const seatSign = (seat: number): string => `<path class="twi-symbol twi-seat${seat}" d="${SEATS[seat]}"/>`;

export const SYMBOLS = [
  { name: "A", markup: cube("A") },
  { name: "B", markup: cube("B") },
  { name: "C", markup: cube("C") },
  { name: "D", markup: cube("D") },
  { name: "E", markup: cube("E") },
  { name: "F", markup: cube("F") },
  { name: "G", markup: cube("G") },
  { name: "step", markup: counter("step") },
  { name: "diagonal", markup: counter("diagonal") },
  { name: "knight", markup: counter("knight") },
  { name: "portal", markup: counter("portal") },
  { name: "save", markup: counter("save") },
  { name: "pawn0", markup: pawn(0) },
  { name: "pawn1", markup: pawn(1) },
  { name: "pawn2", markup: pawn(2) },
  { name: "pawn3", markup: pawn(3) },
  { name: "seat0", markup: seatSign(0) },
  { name: "seat1", markup: seatSign(1) },
  { name: "seat2", markup: seatSign(2) },
  { name: "seat3", markup: seatSign(3) },
  { name: "lock", markup: LOCK },
] as const satisfies readonly PieceSymbol[];

export type SymbolName = (typeof SYMBOLS)[number]["name"];
export type SymbolIds = Record<SymbolName, string>;

/** The middle of a well. */
export function middle(cell: string): Point {
  return { x: (COLUMNS.indexOf(cell[0]) + 0.5) * WELL, y: (7 - Number(cell[1]) + 0.5) * WELL };
}

/** The cell at a point; null outside the board. */
export function cellAt(x: number, y: number): string | null {
  const [column, row] = [Math.floor(x / WELL), Math.floor(y / WELL)];
  return column >= 0 && column < 7 && row >= 0 && row < 7 ? COLUMNS[column] + ROWS[row] : null;
}

/** Draws the wooden board with its wells and coordinates. */
export function drawBoard(defs: SVGElement, layer: SVGElement): void {
  const [wood, well] = [unique("wood"), unique("well")];
  const woodStops = [
    [0, "twi-board-light"],
    [1, "twi-board-dark"],
  ] as const;
  const wellStops = [
    [0, "twi-well-dark"],
    [1, "twi-well-light"],
  ] as const;
  defs.append(
    gradient(wood, "linear", { x1: 0, y1: 0, x2: 1, y2: 1 }, woodStops),
    gradient(well, "linear", { x1: 0.2, y1: 0, x2: 0.7, y2: 1 }, wellStops),
  );
  const wide = WELL * 7;
  const board = { x: -8, y: -8, width: wide + 16, height: wide + 16, rx: 16 };
  layer.append(
    el("rect", { class: "board-front", ...board, y: -4, height: wide + 20 }),
    el("rect", { class: "board-wood", ...board, fill: `url(#${wood})` }),
    el("path", { class: "grain", d: grain(wide) }),
    el("rect", { class: "bevel", x: -6.5, y: -6.5, width: wide + 13, height: wide + 13, rx: 15 }),
  );
  for (const column of COLUMNS) {
    for (const row of ROWS) {
      const { x, y } = middle(column + row);
      layer.append(
        el("circle", { class: "well-lip", cx: x, cy: y + 1.6, r: 43 }),
        el("circle", { class: "well", cx: x, cy: y, r: 42, fill: `url(#${well})` }),
      );
    }
    layer.append(el("text", { class: "coordinate", x: middle(`${column}1`).x, y: wide + 32 }, column));
  }
  for (const row of ROWS) layer.append(el("text", { class: "coordinate", x: -19, y: middle(`a${row}`).y }, row));
  const { x, y } = middle("d4");
  const diamond = (far: number): string => `M${x} ${y - far}L${x + far} ${y}L${x} ${y + far}L${x - far} ${y}z`;
  layer.append(el("path", { class: "centre", d: diamond(26) + diamond(13) }));
}

/** Long quiet waves in the wood. */
function grain(wide: number): string {
  const lines: string[] = [];
  for (let y = 2, step = 0; y < wide; y += 19 + ((step * 7) % 13), step++) {
    const bend = 5 + ((step * 5) % 9);
    lines.push(`M-7 ${y}C${wide * 0.3} ${y - bend} ${wide * 0.6} ${y + bend} ${wide + 7} ${y - 3}`);
  }
  return lines.join("");
}

/** A ring around a well, with an edge that shows it on any wood. */
export function ring(className: string, { x, y }: Point = { x: 0, y: 0 }): SVGElement {
  const circle = (part: string): SVGElement => el("circle", { class: part, cx: x, cy: y, r: RING });
  return group(className, circle("reach-edge"), circle("reach-line"));
}

/** The line of the last move. */
export function trail(points: readonly Point[]): SVGElement {
  const options = { head: 19, end: 36 };
  return group("trail", arrow("trail-edge", points, options), arrow("trail-line", points, options));
}

/** The way of a turn, with numbers at its cells if there are several. The first point is the start. */
export function drawPath(points: readonly Point[], className: string): SVGElement {
  const options = { head: 17, end: 30 };
  const node = group(className, arrow("path-edge", points, options), arrow("path-line", points, options));
  if (points.length < 3) return node;
  points.slice(1).forEach(({ x, y }, index) => {
    const badge = group("step", el("circle", { r: 13 }), el("text", { y: 0.5 }, String(index + 1)));
    badge.setAttribute("transform", `translate(${x - 29} ${y - 29})`);
    node.append(badge);
  });
  return node;
}
