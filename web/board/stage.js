/** What every board is drawn on: an SVG with layers in a world that can be zoomed, cells for keys and ears, and gestures. */

import { Cells } from "./cells.js";
import { listen } from "./gestures.js";
import { Loupe } from "./loupe.js";
import { el, group, set, short, unique } from "./svg.js";
import { Viewport } from "./viewport.js";

export class Stage {
  /** @param {HTMLElement} element @param {import("./types.js").Plan} plan */
  constructor(element, plan) {
    const { box } = plan;
    const window = plan.zoom?.window ?? box;
    this.ended = new AbortController();
    this.defs = el("defs");
    this.world = el("g");
    this.cells = new Cells(plan, (place) => this.focused(place));
    this.under = group("under"); // outside the world: what does not move
    this.svg = /** @type {SVGSVGElement} */ (
      el("svg", { class: `board ${plan.name}`, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` })
    );
    set(this.svg, { role: "grid", "aria-label": plan.label });
    this.svg.style.setProperty("--ratio", String(short(box.width / box.height)));
    set(this.under, { "aria-hidden": "true" });
    this.clip = el("g");
    if (plan.zoom) {
      const id = unique("window");
      this.defs.append(el("clipPath", { id }, el("rect", { ...window, rx: window.width / 100 })));
      set(this.clip, { "clip-path": `url(#${id})` });
      this.svg.classList.add("zooms");
    }
    this.drawing = el("g", { "aria-hidden": "true" });
    this.world.append(this.drawing, this.cells.ring, this.cells.node);
    this.clip.append(this.world);
    this.svg.append(this.defs, this.under, this.clip);
    this.plan = plan;
    this.pixel = 1;
    this.viewport = new Viewport(this.world, window, plan.zoom?.most ?? 1, () => {
      element.classList.toggle("zoomed", this.viewport.scale > 1);
      plan.moved?.();
    });
    element.classList.remove("zoomed");
    this.loupe = plan.zoom ? new Loupe(this.svg, this.drawing, box) : null;
    element.append(this.svg);
    this.cells.listen(element, this.ended.signal);
    listen(this.svg, this.hand(), this.ended.signal);
    this.sized = new ResizeObserver(() => this.measure());
    this.sized.observe(this.svg);
    this.measure();
  }

  /** Adds a layer on top of those there are. @param {string} name */
  layer(name) {
    const node = group(name);
    this.drawing.append(node);
    return node;
  }

  /** @returns {import("./gestures.js").Hand} */
  hand() {
    const { plan } = this;
    const cell = (/** @type {import("./types.js").Point} */ point) => plan.at(point.x, point.y);
    return {
      viewport: this.viewport,
      loupe: this.loupe,
      pixel: () => this.pixel,
      locate: ({ clientX, clientY }) => {
        const drawn = this.svg.getScreenCTM();
        return drawn ? new DOMPoint(clientX, clientY).matrixTransform(drawn.inverse()) : { x: 0, y: 0 };
      },
      tap: (point) => {
        const inside = this.viewport.inside(point);
        const id = cell(inside);
        if (id) this.cells.choose(id);
        if (id) plan.tap(id, inside);
      },
      hover: (point) => {
        const inside = point && this.viewport.inside(point);
        const id = inside && cell(inside);
        this.svg.classList.toggle("can", id !== null && this.cells.offered.has(id));
        plan.hover(id, inside);
      },
    };
  }

  measure() {
    const drawn = this.svg.getScreenCTM();
    if (!drawn?.a || !this.svg.clientWidth) return;
    this.pixel = 1 / drawn.a;
    this.svg.style.setProperty("--px", `${short(this.pixel)}px`); // one css pixel in the drawing's units
    this.plan.moved?.();
  }

  /** @param {import("./types.js").Place | null} place */
  focused(place) {
    if (place) {
      const { x, y, width, height } = place;
      const around = (4 * this.pixel) / this.viewport.scale;
      const size = { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around };
      for (const rect of this.cells.ring.children) set(rect, { ...size, rx: Math.min(width, height) / 5 + around });
      if (this.viewport.scale > 1) this.viewport.reveal({ x: x + width / 2, y: y + height / 2 }, width * 2);
    }
    set(this.cells.ring, { visibility: place ? "visible" : "hidden" });
    this.plan.hover(place && place.id, null);
  }

  destroy() {
    this.ended.abort();
    this.sized.disconnect();
    this.svg.remove();
  }
}
