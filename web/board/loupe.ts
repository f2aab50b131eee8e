/** A magnifying glass above the finger, for small cells. */

import { el, group, set, short, unique } from "./svg.js";
import type { Box, Point } from "./types.js";
import type { Viewport } from "./viewport.js";

const RADIUS = 52; // css pixels
const MAGNIFICATION = 2.4;

export class Loupe {
  private shown = false;
  private readonly glass = el("g");
  private readonly clip = el("circle");
  private readonly ground = el("circle", { class: "loupe-ground" });
  private readonly rim = el("circle", { class: "loupe-rim" });
  private readonly aim = el("path", { class: "loupe-aim" });
  private readonly node: SVGElement;

  /**
   * @param drawing what is magnified
   * @param box the whole drawing
   */
  constructor(
    svg: SVGElement,
    private readonly drawing: SVGElement,
    private readonly box: Box,
  ) {
    const id = unique("loupe");
    this.node = group("loupe", el("clipPath", { id }, this.clip), this.ground);
    this.node.append(el("g", { "clip-path": `url(#${id})` }, this.glass), this.aim, this.rim);
    set(this.node, { "aria-hidden": "true", visibility: "hidden" });
    svg.append(this.node);
  }

  /** @param pixel the length of a css pixel in the units of the drawing */
  show(point: Point, pixel: number, viewport: Viewport): void {
    const radius = RADIUS * pixel;
    const above = point.y - radius * 1.7;
    const y = above - radius < this.box.y ? point.y + radius * 1.9 : above; // below the finger where there is no room above
    const x = Math.min(this.box.x + this.box.width - radius, Math.max(this.box.x + radius, point.x));
    for (const circle of [this.clip, this.ground, this.rim]) set(circle, { cx: short(x), cy: short(y), r: short(radius) });
    const tick = radius / 6;
    set(this.aim, {
      d: `M${x - tick} ${y}h${2 * tick}M${x} ${y - tick}v${2 * tick}`,
    });
    const inside = viewport.inside(point);
    const scale = MAGNIFICATION * viewport.scale;
    set(this.glass, {
      transform: `translate(${short(x - inside.x * scale)} ${short(y - inside.y * scale)}) scale(${short(scale)})`,
    });
    this.shown = true;
    this.refresh();
    set(this.node, { visibility: "visible" });
  }

  /** Shows what the drawing has become. */
  refresh(): void {
    // A copy and not a <use>: rules with ancestors do not match in used elements.
    if (this.shown) this.glass.replaceChildren(this.drawing.cloneNode(true));
  }

  hide(): void {
    this.shown = false;
    this.glass.replaceChildren();
    set(this.node, { visibility: "hidden" });
  }
}
