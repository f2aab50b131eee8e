/** How Mixtour's discs and squares look. */

import { el, gradient, group, set, unique } from "tablier/board";

export const WIDE = 100; // a square, seen slightly from above
export const HIGH = 86;
export const DISC = 33; // half a disc's width
const FLAT = 21; // half its depth
export const RISE = 14; // its thickness: how much each piece adds to a stack

/** Where the bottom disc of a stack lies. @param {string} cell */
export function middle(cell) {
  return { x: (cell.charCodeAt(0) - 97 + 0.5) * WIDE, y: (5 - Number(cell[1]) + 0.5) * HIGH };
}

/**
 * A thick disc whose bottom lies at a point.
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {boolean} lowest whether it casts its shadow on the board
 */
export function disc(x, y, side, lowest) {
  const top = y + 12 - RISE;
  const low = y + 12;
  const node = group(`disc side${side}`);
  if (lowest) node.append(el("ellipse", { class: "shade", cx: x + 4, cy: low + 4, rx: DISC + 3, ry: FLAT + 2 }));
  const wall = `M${x - DISC} ${top}V${low}A${DISC} ${FLAT} 0 0 0 ${x + DISC} ${low}V${top}`;
  node.append(el("path", { class: "wall", d: wall }));
  node.append(el("path", { class: "glint", d: `M${x - DISC + 6} ${top + 13}V${low + 9}` }));
  node.append(el("ellipse", { class: "top", cx: x, cy: top, rx: DISC, ry: FLAT }));
  node.append(el("ellipse", { class: "rim", cx: x, cy: top, rx: DISC - 6, ry: FLAT - 4 }));
  if (side === 1) node.append(el("ellipse", { class: "dot", cx: x, cy: top, rx: 6, ry: 3.8 }));
  return node;
}

/** The beech board with its squares and coordinates. @param {SVGElement} defs @param {SVGElement} layer */
export function ground(defs, layer) {
  const [wide, high] = [WIDE * 5, HIGH * 5];
  const wood = unique("wood");
  defs.append(
    gradient(wood, "linear", { x1: 0, y1: 0, x2: 1, y2: 1 }, [
      [0, "mix-wood-light"],
      [1, "mix-wood-dark"],
    ]),
  );
  layer.append(el("rect", { class: "front", x: -12, y: -8, width: wide + 24, height: high + 32, rx: 12 }));
  layer.append(
    el("rect", { class: "wood", x: -12, y: -12, width: wide + 24, height: high + 24, rx: 12, fill: `url(#${wood})` }),
  );
  for (const column of "abcde") {
    for (const row of "12345") {
      const { x, y } = middle(column + row);
      layer.append(el("rect", { class: "square-edge", x: x - 44, y: y - 38, width: 88, height: 76, rx: 10 }));
      layer.append(el("rect", { class: "square", x: x - 43, y: y - 35.5, width: 86, height: 73, rx: 9 }));
    }
    layer.append(el("text", { class: "coordinate", x: middle(`${column}1`).x, y: high + 36 }, column));
  }
  for (const row of "12345") layer.append(el("text", { class: "coordinate", x: -23, y: middle(`a${row}`).y }, row));
}

/** How many pieces are lifted. @param {number} x @param {number} y @param {number} count */
export function lifted(x, y, count) {
  const ground = el("rect", { x: -19, y: -14, width: 38, height: 28, rx: 14 });
  const arrow = el("path", { d: "M0 7V-7M-5-2L0-7L5-2", transform: "translate(8 0)" });
  return set(group("count", ground, el("text", { x: -7, y: 1 }, String(count)), arrow), { transform: `translate(${x} ${y})` });
}
