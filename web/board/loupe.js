/** A magnifying glass above the finger, so that small cells can be aimed at. */

import { el, group, set, short, unique } from "./svg.js";

const RADIUS = 52; // css pixels
const ENLARGED = 2.4;

export class Loupe {
  /** @param {SVGElement} svg @param {SVGElement} drawing what is enlarged @param {import("./types.js").Box} box of the whole */
  constructor(svg, drawing, box) {
    const clip = unique("loupe");
    this.box = box;
    this.shown = false;
    this.drawing = drawing;
    this.glass = el("g");
    this.round = el("circle");
    this.ground = el("circle", { class: "loupe-ground" });
    this.rim = el("circle", { class: "loupe-rim" });
    this.aim = el("path", { class: "loupe-aim" });
    this.node = group("loupe", el("clipPath", { id: clip }, this.round), this.ground);
    this.node.append(el("g", { "clip-path": `url(#${clip})` }, this.glass), this.aim, this.rim);
    set(this.node, { "aria-hidden": "true", visibility: "hidden" });
    svg.append(this.node);
  }

  /**
   * @param {import("./types.js").Point} point
   * @param {number} pixel how many units a css pixel is
   * @param {import("./viewport.js").Viewport} viewport
   */
  show(point, pixel, viewport) {
    const radius = RADIUS * pixel;
    const above = point.y - radius * 1.7;
    const y = above - radius < this.box.y ? point.y + radius * 1.9 : above; // below the finger where there is no room above
    const x = Math.min(this.box.x + this.box.width - radius, Math.max(this.box.x + radius, point.x));
    for (const circle of [this.round, this.ground, this.rim]) set(circle, { cx: short(x), cy: short(y), r: short(radius) });
    const tick = radius / 6;
    set(this.aim, { d: `M${x - tick} ${y}h${2 * tick}M${x} ${y - tick}v${2 * tick}` });
    const inside = viewport.inside(point);
    const scale = ENLARGED * viewport.scale;
    set(this.glass, {
      transform: `translate(${short(x - inside.x * scale)} ${short(y - inside.y * scale)}) scale(${short(scale)})`,
    });
    this.shown = true;
    this.refresh();
    set(this.node, { visibility: "visible" });
  }

  /** Shows what the drawing has become. */
  refresh() {
    // a copy and no <use>: style sheets do not see what is around a used element
    if (this.shown) this.glass.replaceChildren(this.drawing.cloneNode(true));
  }

  hide() {
    this.shown = false;
    this.glass.replaceChildren();
    set(this.node, { visibility: "hidden" });
  }
}
