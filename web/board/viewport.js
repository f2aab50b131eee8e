/** Which part of a drawing is seen, and how large: one transform of one group, applied once a frame. */

import { set, short } from "./svg.js";

export class Viewport {
  /**
   * @param {SVGElement} world what is moved
   * @param {import("./types.js").Box} window what it is seen through
   * @param {number} most the largest scale; 1 for a drawing that stays as it is
   * @param {() => void} moved called after each change
   */
  constructor(world, window, most, moved) {
    this.world = world;
    this.window = window;
    this.most = most;
    this.moved = moved;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.frame = 0;
  }

  /** @param {import("./types.js").Point} point of the drawing @returns {import("./types.js").Point} of the world */
  inside({ x, y }) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  /** @param {import("./types.js").Point} point of the world @returns {import("./types.js").Point} of the drawing */
  outside({ x, y }) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /**
   * Zooms so that a point of the drawing stays where it is.
   * @param {import("./types.js").Point} point
   * @param {number} factor
   */
  zoom(point, factor) {
    const scale = Math.min(this.most, Math.max(1, this.scale * factor));
    const fixed = this.inside(point);
    this.place(scale, point.x - fixed.x * scale, point.y - fixed.y * scale);
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    this.place(this.scale, this.x + x, this.y + y);
  }

  /**
   * Brings a point of the world into sight, where zooming has put it out.
   * @param {import("./types.js").Point} point
   * @param {number} margin
   */
  reveal(point, margin) {
    const { x, y, width, height } = this.window;
    const seen = this.outside(point);
    const pull = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at < low ? low - at : at > high ? high - at : 0;
    this.pan(pull(seen.x, x + margin, x + width - margin), pull(seen.y, y + margin, y + height - margin));
  }

  fit() {
    this.place(1, 0, 0);
  }

  /** @param {number} scale @param {number} x @param {number} y */
  place(scale, x, y) {
    const { window } = this;
    const held = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(start * (1 - scale), Math.max((start + length) * (1 - scale), at));
    this.scale = scale;
    this.x = held(x, window.x, window.width);
    this.y = held(y, window.y, window.height);
    this.frame ||= requestAnimationFrame(() => this.apply());
  }

  apply() {
    this.frame = 0;
    set(this.world, { transform: `translate(${short(this.x)} ${short(this.y)}) scale(${this.scale.toFixed(4)})` });
    this.moved();
  }
}
