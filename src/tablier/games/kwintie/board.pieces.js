/** How Kwintie's pieces and base look: light falls from the left. */

import { el, gradient, group, unique } from "tablier/board";

export const CUBE = 44;

/** The paints of both sides. @param {SVGElement} defs @returns {string[]} */
export function paints(defs) {
  return [0, 1].map((side) => {
    const id = unique("paint");
    const stops = /** @type {[number, string][]} */ ([
      [0, `kwi-lit kwi-${side}`],
      [0.4, `kwi-mid kwi-${side}`],
      [1, `kwi-low kwi-${side}`],
    ]);
    defs.append(gradient(id, "linear", { x1: 0, y1: 0, x2: 1, y2: 0.35 }, stops));
    return id;
  });
}

/**
 * One rounded block of two cubes.
 * @param {number} x
 * @param {number} y its upper left corner
 * @param {boolean} standing
 * @param {number} side
 * @param {string[]} fills
 * @param {string} className
 */
export function block(x, y, standing, side, fills, className) {
  const [width, height] = standing ? [CUBE, 2 * CUBE] : [2 * CUBE, CUBE];
  const node = group(`piece side${side} ${className}`);
  node.append(
    el("rect", {
      class: "body",
      x: x + 0.8,
      y: y + 0.8,
      width: width - 1.6,
      height: height - 1.6,
      rx: 7,
      fill: `url(#${fills[side]})`,
    }),
  );
  node.append(el("path", { class: "grain", d: side ? sheen(x, y, width, height) : grain(x, y, width, height, standing) }));
  const seam = standing ? `M${x + 7} ${y + CUBE}h${CUBE - 14}` : `M${x + CUBE} ${y + 7}v${CUBE - 14}`;
  node.append(el("path", { class: "seam", d: seam }));
  node.append(
    el("path", {
      class: "lit-edge",
      d: `M${x + 4} ${y + height - 9}V${y + 9}Q${x + 4} ${y + 4} ${x + 9} ${y + 4}H${x + width - 10}`,
    }),
  );
  return node;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {boolean} standing */
function grain(x, y, width, height, standing) {
  const lines = [0.26, 0.48, 0.7, 0.86];
  const line = (/** @type {number} */ part, /** @type {number} */ index) => {
    const bend = index % 2 ? 2.5 : -2;
    return standing
      ? `M${x + width * part} ${y + 9}q${bend} ${height / 2 - 9} 0 ${height - 18}`
      : `M${x + 9} ${y + height * part}q${width / 2 - 9} ${bend} ${width - 18} 0`;
  };
  return lines.map(line).join("");
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const sheen = (x, y, width, height) =>
  `M${x + 9} ${y + Math.min(height, 62) - 12}Q${x + 10} ${y + 10} ${x + Math.min(width, 62) - 12} ${y + 9}`;

/** The board of squares, or the table's top. @param {number} columns @param {boolean} board */
export function base(columns, board) {
  const wide = columns * CUBE;
  const node = group("base");
  node.append(el("path", { class: "base-top", d: `M-6 0H${wide + 6}L${wide + 14} 14H-14z` }));
  if (board) {
    const stretch = (wide + 28) / wide;
    for (let column = 0; column <= columns; column++) {
      const [x, near] = [column * CUBE, column * CUBE * stretch - 14];
      node.append(el("path", { class: "base-line", d: `M${x} 0L${near} 14` }));
    }
  }
  node.append(
    el("path", { class: "base-front", d: `M-14 14H${wide + 14}V46Q${wide + 14} 54 ${wide + 6} 54H-6Q-14 54 -14 46z` }),
  );
  node.append(
    el("path", { class: "base-grain", d: `M-8 22Q${wide / 2} 18 ${wide + 8} 23M-8 47Q${wide / 3} 51 ${wide + 8} 46` }),
  );
  return node;
}

/** The button that plays the ghost. */
export function tick() {
  return group("tick", el("circle", { r: 15 }), el("path", { d: "M-6.5 0.5l4.5 4.5 8-9" }));
}
