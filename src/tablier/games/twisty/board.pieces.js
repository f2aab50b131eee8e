/** How Twisty's cubes, counters and pawns look. Everything is drawn around (0, 0). */

import { el, gradient, group, unique } from "tablier/board";

export const WELL = 100; // from well to well
const HALF = 27; // half a cube's width
const SLANT = HALF * 0.56; // how far the top face falls towards its corners
const DEEP = 29; // how high its sides are

// the marks of the colours, on a plain of 20 by 20 that the top face tilts
const MARKS = /** @type {Record<string, string>} */ ({
  A: "M0-5.5A5.5 5.5 0 1 1 0 5.5A5.5 5.5 0 1 1 0-5.5z",
  B: "M-7-2.5H7V2.5H-7z",
  C: "M-2-7H2V-2H7V2H2V7H-2V2H-7V-2H-2z",
  D: "M0-7L7 5.5H-7z",
  E: "M0-7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0-7.5zM0-3.8A3.8 3.8 0 1 0 0 3.8A3.8 3.8 0 1 0 0-3.8z",
  F: "M-6-6H6V6H-6zM-2.6-2.6V2.6H2.6V-2.6z",
  G: "M-7-6.5L0-1L7-6.5V-1L0 4.5L-7-1zM-7 2L0 7.5L7 2V5L0 10L-7 5z",
});
const SIGNS = /** @type {Record<string, string[]>} */ ({
  step: ["M0-19V19M-19 0H19", "M-5-14L0-19L5-14M-5 14L0 19L5 14M-14-5L-19 0L-14 5M14-5L19 0L14 5"],
  diagonal: ["M-13-13L13 13M-13 13L13-13", "M-14-6V-14H-6M6-14H14V-6M14 6V14H6M-6 14H-14V6"],
  knight: ["M-8-18V10H12", "M5 3L12 10L5 17"],
  portal: ["M0 0C4-5 9 1 5 6C0 12-10 8-10-1C-10-11 3-15 11-9C19-2 17 11 8 17"],
  save: [],
});

/** Draws every token into the `defs`. @param {SVGElement} defs @returns {Map<string, string>} the name of each */
export function tokens(defs) {
  const wood = unique("counter");
  defs.append(
    gradient(wood, "radial", { cx: 0.38, cy: 0.3, r: 0.85 }, [
      [0, "twi-wood-lit"],
      [1, "twi-wood-low"],
    ]),
  );
  const drawn = [
    ...Object.keys(MARKS).map((letter) => [letter, cube(letter)]),
    ...Object.keys(SIGNS).map((kind) => [kind, counter(kind, wood)]),
  ];
  return new Map(
    drawn.map(([name, node]) => {
      const id = unique("token");
      /** @type {SVGElement} */ (node).id = id;
      defs.append(/** @type {SVGElement} */ (node));
      return /** @type {[string, string]} */ ([String(name), id]);
    }),
  );
}

/** A little cube seen from a corner, its mark on the top face. @param {string} letter */
export function cube(letter) {
  const top = -SLANT - 5;
  const faces = {
    top: `M0 ${top - SLANT}L${HALF} ${top}L0 ${top + SLANT}L${-HALF} ${top}z`,
    left: `M${-HALF} ${top}L0 ${top + SLANT}V${top + SLANT + DEEP}L${-HALF} ${top + DEEP}z`,
    right: `M${HALF} ${top}L0 ${top + SLANT}V${top + SLANT + DEEP}L${HALF} ${top + DEEP}z`,
  };
  const node = group(`twi-${letter}`, el("ellipse", { class: "twi-shade", cx: 3, cy: 17, rx: 29, ry: 14 }));
  for (const [name, d] of Object.entries(faces)) node.append(el("path", { class: `twi-face twi-${name}`, d }));
  node.append(
    el("path", {
      class: "twi-mark",
      "fill-rule": "evenodd",
      d: MARKS[letter],
      transform: `translate(0 ${top}) scale(1.2 .74)`,
    }),
  );
  return node;
}

/** A flat face with a colour's mark, for cards. @param {string} letter */
export const mark = (letter) => el("path", { class: "twi-mark", "fill-rule": "evenodd", d: MARKS[letter] });

/** A dark wooden counter with an ivory sign. @param {string} kind @param {string} wood */
function counter(kind, wood) {
  const node = group("twi-counter", el("ellipse", { class: "twi-shade", cx: 3, cy: 7, rx: 35, ry: 33 }));
  node.append(
    el("circle", { class: "twi-side", cy: 5, r: 33 }),
    el("circle", { class: "twi-disc", r: 33, fill: `url(#${wood})` }),
  );
  node.append(el("circle", { class: "twi-ring", r: 28 }));
  if (kind === "save") node.append(el("g", { transform: "scale(1.7)" }, lock()));
  for (const d of SIGNS[kind]) node.append(el("path", { class: "twi-sign", d }));
  return node;
}

/** A closed lock. */
export function lock() {
  const shackle = el("path", { class: "twi-shackle", d: "M-4.5-1V-5A4.5 4.5 0 0 1 4.5-5V-1" });
  return group(
    "twi-lock",
    shackle,
    el("path", { class: "twi-body", "fill-rule": "evenodd", d: "M-7-1.5H7V9H-7zM-1.4 2.2V5.8H1.4V2.2z" }),
  );
}

const SYMBOLS = [
  "M0-10L2.9-3.4L10-3.1L4.5 1.4L6.2 8.2L0 4.4L-6.2 8.2L-4.5 1.4L-10-3.1L-2.9-3.4z",
  "M-7.5-7.5H7.5V7.5H-7.5z",
  "M0-9.5L9.5 7H-9.5z",
  "M0-8.5A8.5 8.5 0 1 1 0 8.5A8.5 8.5 0 1 1 0-8.5z",
];

/** A seat's symbol. @param {number} seat */
export const symbol = (seat) => el("path", { class: "twi-symbol", d: SYMBOLS[seat] });

/** A pawn that carries its seat's symbol. @param {number} seat */
export function pawn(seat) {
  const node = group(`twi-pawn twi-seat${seat}`, el("ellipse", { class: "twi-shade", cx: 4, cy: 33, rx: 27, ry: 10 }));
  node.append(el("path", { class: "twi-cloak", d: "M-25 31C-25 17-10 12-9-6H9C10 12 25 17 25 31C25 38-25 38-25 31z" }));
  node.append(el("circle", { class: "twi-head", cy: -16, r: 17 }), el("g", { transform: "translate(0 -16)" }, symbol(seat)));
  return node;
}

/**
 * The wooden board with its wells and coordinates.
 * @param {SVGElement} defs
 * @param {SVGElement} layer
 * @param {string} columns
 * @param {string} rows
 * @param {(cell: string) => {x: number, y: number}} middle
 */
export function ground(defs, layer, columns, rows, middle) {
  const [wood, well] = [unique("wood"), unique("well")];
  defs.append(
    gradient(wood, "linear", { x1: 0, y1: 0, x2: 1, y2: 1 }, [
      [0, "twi-board-lit"],
      [1, "twi-board-low"],
    ]),
  );
  defs.append(
    gradient(well, "linear", { x1: 0, y1: 0, x2: 0, y2: 1 }, [
      [0, "twi-well-low"],
      [1, "twi-well-lit"],
    ]),
  );
  const wide = WELL * 7;
  layer.append(el("rect", { class: "board-front", x: -8, y: -4, width: wide + 16, height: wide + 20, rx: 16 }));
  layer.append(
    el("rect", { class: "board-wood", x: -8, y: -8, width: wide + 16, height: wide + 16, rx: 16, fill: `url(#${wood})` }),
  );
  for (const column of columns) {
    for (const row of rows) {
      const { x, y } = middle(column + row);
      layer.append(el("circle", { class: "well", cx: x, cy: y, r: 42, fill: `url(#${well})` }));
    }
    layer.append(el("text", { class: "coordinate", x: middle(`${column}1`).x, y: wide + 30 }, column));
  }
  for (const row of rows) layer.append(el("text", { class: "coordinate", x: -19, y: middle(`a${row}`).y }, row));
  const { x, y } = middle("d4");
  layer.append(
    el("path", {
      class: "centre",
      d: [26, 13].map((far) => `M${x} ${y - far}L${x + far} ${y}L${x} ${y + far}L${x - far} ${y}z`).join(""),
    }),
  );
}
