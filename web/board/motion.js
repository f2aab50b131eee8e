/** Movement, which nobody sees who asked for none. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = "cubic-bezier(.3, .9, .4, 1)";

/**
 * Plays an animation of an element that ends as the element is drawn anyway.
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {number} milliseconds
 * @param {number} [delay]
 */
export function play(node, frames, milliseconds, delay = 0) {
  if (still.matches) return;
  node.animate(frames, { duration: milliseconds, delay, easing: EASE, fill: "backwards" });
}

/**
 * The element comes from somewhere else, given as an offset in the drawing's units.
 * @param {Element} node
 * @param {number} x
 * @param {number} y
 * @param {number} [milliseconds]
 */
export function arrive(node, x, y, milliseconds = 320) {
  play(node, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], milliseconds);
}

/** The element fades in. @param {Element} node @param {number} [milliseconds] @param {number} [delay] */
export function appear(node, milliseconds = 220, delay = 0) {
  play(node, [{ opacity: 0 }, {}], milliseconds, delay);
}

/**
 * The element walks through offsets and ends where it is drawn.
 * @param {Element} node
 * @param {{x: number, y: number}[]} offsets
 */
export function walk(node, offsets) {
  const frames = [...offsets, { x: 0, y: 0 }].map(({ x, y }) => ({
    transform: `translate(${x}px, ${y}px)`,
    easing: "ease-in-out",
  }));
  if (!still.matches) node.animate(frames, { duration: 260 * offsets.length });
}
