/** Which part of a drawing is visible, and how large: one transform of one group, applied once per frame. */

import { set, short } from "./svg.js";
import type { Box, Point } from "./types.js";

export class Viewport {
  scale = 1;
  x = 0;
  y = 0;
  private frame = 0;

  /**
   * @param world what is moved
   * @param window the part of the drawing through which it is seen
   * @param max the largest scale; 1 for a drawing without zoom
   * @param moved called after each change
   */
  constructor(
    private readonly world: SVGElement,
    private window: Box,
    readonly max: number,
    private readonly moved: () => void,
  ) {}

  /** A point of the drawing as a point of the world. */
  inside({ x, y }: Point): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  /** A point of the world as a point of the drawing. */
  outside({ x, y }: Point): Point {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /** Zooms so that a point of the drawing stays where it is. */
  zoom(point: Point, factor: number): void {
    const scale = Math.min(this.max, Math.max(1, this.scale * factor));
    const fixed = this.inside(point);
    this.place(scale, point.x - fixed.x * scale, point.y - fixed.y * scale);
  }

  pan(x: number, y: number): void {
    this.place(this.scale, this.x + x, this.y + y);
  }

  /** Pans so far that a point of the world is visible. */
  reveal(point: Point, margin: number): void {
    const { x, y, width, height } = this.window;
    const seen = this.outside(point);
    const pull = (at: number, low: number, high: number): number => (at < low ? low - at : at > high ? high - at : 0);
    this.pan(pull(seen.x, x + margin, x + width - margin), pull(seen.y, y + margin, y + height - margin));
  }

  /** Shows everything. */
  fit(): void {
    this.place(1, 0, 0);
  }

  private place(scale: number, x: number, y: number): void {
    const { window } = this;
    const clamp = (at: number, start: number, length: number): number =>
      Math.min(start * (1 - scale), Math.max((start + length) * (1 - scale), at));
    this.scale = scale;
    this.x = clamp(x, window.x, window.width);
    this.y = clamp(y, window.y, window.height);
    this.frame ||= requestAnimationFrame(() => this.apply());
  }

  private apply(): void {
    this.frame = 0;
    set(this.world, {
      transform: `translate(${short(this.x)} ${short(this.y)}) scale(${this.scale.toFixed(4)})`,
    });
    this.moved();
  }
}
