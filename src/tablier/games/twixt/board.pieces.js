/** How TwixT's pegs, links and board look. */

import { el, gradient, group, unique } from "tablier/board";
import { PITCH, ends } from "./board.turns.js";

/** The holes row by row, without the corners. @param {number} size */
export function holes(size) {
  const all = Array.from({ length: size }, (_, number) => number);
  const edge = (/** @type {number} */ number) => number === 0 || number === size - 1;
  return all.map((row) =>
    all
      .filter((column) => !(edge(row) && edge(column)))
      .map((column) => ({ column, row, x: (column + 0.5) * PITCH, y: (row + 0.5) * PITCH })),
  );
}

/** Draws a peg of each side into the `defs`. @param {SVGElement} defs @returns {string[]} their names */
export function pieces(defs) {
  return [0, 1].map((side) => {
    const [peg, light] = [unique("peg"), unique("light")];
    const head = el("circle", { r: 6.6, class: "twixt-head", fill: `url(#${light})` });
    const whole = el("g", { id: peg }, el("ellipse", { cx: 0.9, cy: 1.6, rx: 7.2, ry: 7, class: "twixt-shadow" }), head);
    whole.append(el("circle", { r: 4.6, class: "twixt-rim" }));
    if (side === 1) whole.append(el("circle", { r: 1.8, class: "twixt-dot" }));
    defs.append(
      gradient(light, "radial", { cx: 0.36, cy: 0.3, r: 0.8 }, [
        [0, `peg-lit side${side}`],
        [0.55, `peg-mid side${side}`],
        [1, `peg-low side${side}`],
      ]),
    );
    defs.append(whole);
    return peg;
  });
}

/** A link: a rounded bar with a thin dark edge; the second side's has dots along it, as its pegs have one. @param {string} name @param {string} className */
export function between(name, className) {
  const [one, two] = ends(name);
  const bar = { x1: one.x, y1: one.y, x2: two.x, y2: two.y };
  const node = group(className, el("line", { class: "bar-edge", ...bar }), el("line", { class: "bar", ...bar }));
  if (/side1/.test(className)) node.append(el("line", { class: "dots", ...bar }));
  node.dataset.link = name;
  return node;
}

/**
 * The wood, the holes, and the lines of both sides.
 * @param {SVGElement} under
 * @param {SVGElement} ground
 * @param {number} size
 */
export function border(under, ground, size) {
  const wide = size * PITCH;
  const far = wide - PITCH;
  const inner = [PITCH + 5, far - 5];
  const deep = wide / 240; // the shadow is as deep on boards of every size
  under.append(
    el("rect", { class: "table-shadow", x: -deep, y: 0, width: wide + 2 * deep, height: wide + 2 * deep, rx: 4 * deep }),
  );
  ground.append(el("rect", { class: "wood", x: -2, y: -2, width: wide + 4, height: wide + 4 }));
  ground.append(el("path", { class: "grain", d: grain(wide) }));
  ground.append(
    el("path", { class: "home side0", d: `M${PITCH} 0H${far}V${PITCH}H${PITCH}zM${PITCH} ${far}H${far}V${wide}H${PITCH}z` }),
  );
  ground.append(
    el("path", { class: "home side1", d: `M0 ${PITCH}H${PITCH}V${far}H0zM${far} ${PITCH}H${wide}V${far}H${far}z` }),
  );
  // zero-length strokes with round ends: all holes in two elements, which keeps panning cheap
  const points = holes(size).flat();
  ground.append(el("path", { class: "hole-lip", d: points.map(({ x, y }) => `M${x} ${y + 0.7}h0`).join("") }));
  ground.append(el("path", { class: "hole", d: points.map(({ x, y }) => `M${x} ${y}h0`).join("") }));
  ground.append(el("path", { class: "border side0", d: `M${inner[0]} ${PITCH}H${inner[1]}M${inner[0]} ${far}H${inner[1]}` }));
  ground.append(el("path", { class: "border side1", d: `M${PITCH} ${inner[0]}V${inner[1]}M${far} ${inner[0]}V${inner[1]}` }));
}

/** Long quiet waves. @param {number} wide */
function grain(wide) {
  const lines = [];
  for (let y = 9, step = 0; y < wide; y += 13 + ((step * 7) % 11), step++) {
    const bend = 3 + ((step * 5) % 7);
    lines.push(`M0 ${y}C${wide * 0.3} ${y - bend} ${wide * 0.6} ${y + bend} ${wide} ${y - 2}`);
  }
  return lines.join("");
}

/** Lines a knight's step steep from corner to corner. @param {number} size */
export function guides(size) {
  const low = PITCH * 1.5;
  const high = size * PITCH - low;
  const reach = high - low;
  const rays = [
    [1, 2],
    [2, 1],
  ].flatMap(([x, y]) =>
    [
      [low, low, 1, 1],
      [high, low, -1, 1],
      [low, high, 1, -1],
      [high, high, -1, -1],
    ].map(([fromX, fromY, right, down]) => `M${fromX} ${fromY}l${(right * x * reach) / 2} ${(down * y * reach) / 2}`),
  );
  return el("path", { class: "guide", d: rays.join("") });
}
