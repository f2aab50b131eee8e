/** The drawing of a board: an SVG with layers in a world that can be zoomed, cells for keyboards and screen readers, and gestures. */

import { Cells } from "./cells.js";
import { listenToGestures, type GestureTarget } from "./gestures.js";
import { Loupe } from "./loupe.js";
import { el, group, set, short, unique } from "./svg.js";
import type { Box, CellBox, Drag, Layout, Point, StageHandlers } from "./types.js";
import { Viewport } from "./viewport.js";

const TOUCH_LIFT = 22; // css pixels by which a dragged piece is above the finger

export class Stage {
  readonly svg: SVGSVGElement;
  readonly defs = el("defs");
  readonly under = group("under"); // outside the world: it is not zoomed
  readonly cells: Cells;
  readonly viewport: Viewport;
  readonly loupe: Loupe | null;
  pixel = 1; // the length of a css pixel in the units of the drawing
  private readonly world = el("g");
  private readonly drawing = el("g", { "aria-hidden": "true" });
  private readonly dragLayer = group("dragged");
  private readonly ended = new AbortController();
  private readonly resized: ResizeObserver;
  private dragging: { drag: Drag; from: Point } | null = null;

  constructor(
    element: HTMLElement,
    public layout: Layout,
    private readonly handlers: StageHandlers,
  ) {
    const { box, zoom } = layout;
    this.svg = el("svg", { class: `board ${layout.name}`, role: "grid" });
    this.cells = new Cells(layout, handlers, (cell) => this.onFocus(cell));
    set(this.under, { "aria-hidden": "true" });
    set(this.dragLayer, { "aria-hidden": "true" });
    const clip = el("g");
    if (zoom) {
      const id = unique("window");
      this.defs.append(el("clipPath", { id }, el("rect", { ...zoom.window, rx: zoom.window.width / 100 })));
      set(clip, { "clip-path": `url(#${id})` });
      this.svg.classList.add("zooms");
    }
    this.world.append(this.drawing, this.dragLayer, this.cells.ring, this.cells.node);
    clip.append(this.world);
    this.svg.append(this.defs, this.under, clip);
    this.viewport = new Viewport(this.world, zoom?.window ?? box, zoom?.max ?? 1, () => {
      element.classList.toggle("zoomed", this.viewport.scale > 1);
      handlers.moved();
    });
    element.classList.remove("zoomed");
    this.loupe = zoom ? new Loupe(this.svg, this.drawing, box) : null;
    this.setBox(layout);
    element.append(this.svg);
    this.cells.listen(element, this.ended.signal);
    listenToGestures(this.svg, this.gestureTarget(), this.ended.signal);
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(this.svg);
    this.measure();
  }

  /** Adds a layer on top of the others. */
  layer(name: string): SVGGElement {
    const node = group(name);
    this.drawing.append(node);
    return node;
  }

  /** Changes the size of the drawing and its cells, for a board that grows. Only for boards without zoom. */
  relayout(layout: Layout): void {
    this.layout = layout;
    this.setBox(layout);
    this.cells.setRows(layout.rows);
    this.measure();
  }

  private setBox({ box, label }: Layout): void {
    set(this.svg, {
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      "aria-label": label,
    });
    this.svg.style.setProperty("--ratio", String(short(box.width / box.height)));
  }

  private cellAt({ x, y }: Point): string | null {
    return this.layout.cellAt(x, y);
  }

  private gestureTarget(): GestureTarget {
    return {
      viewport: this.viewport,
      loupe: this.loupe,
      pixel: () => this.pixel,
      locate: ({ clientX, clientY }) => {
        const matrix = this.svg.getScreenCTM();
        return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
      },
      inSameCell: (one, two) => this.cellAt(this.viewport.inside(one)) === this.cellAt(this.viewport.inside(two)),
      tap: (point) => {
        const inside = this.viewport.inside(point);
        const id = this.cellAt(inside);
        if (id) this.cells.choose(id);
        if (id) this.handlers.tap(id, inside);
      },
      hover: (point) => {
        const inside = point && this.viewport.inside(point);
        const id = inside && this.cellAt(inside);
        this.svg.classList.toggle("can", id !== null && this.cells.offered.has(id));
        this.handlers.hover(id, inside);
      },
      startDrag: (point, touch) => this.startDrag(this.viewport.inside(point), touch),
      drag: (point) => this.drag(this.viewport.inside(point)),
      endDrag: (point) => this.endDrag(point && this.viewport.inside(point)),
    };
  }

  // Dragging. Points are of the world.

  private startDrag(point: Point, touch: boolean): boolean {
    const id = this.cellAt(point);
    const drag = id && this.handlers.startDrag(id, point);
    if (!drag) return false;
    this.cells.choose(drag.source);
    const lift = touch ? (TOUCH_LIFT * this.pixel) / this.viewport.scale : 0;
    this.dragging = { drag, from: { x: point.x, y: point.y + lift } };
    drag.ghost.classList.add("drag-ghost");
    this.dragLayer.replaceChildren(drag.ghost);
    this.svg.classList.add("dragging");
    return true;
  }

  private drag(point: Point): void {
    if (!this.dragging) return;
    const { drag, from } = this.dragging;
    drag.ghost.style.transform = `translate(${short(point.x - from.x)}px, ${short(point.y - from.y)}px)`;
    this.handlers.hover(this.cellAt(point), point);
  }

  private endDrag(point: Point | null): void {
    if (!this.dragging) return;
    const { drag, from } = this.dragging;
    this.dragging = null;
    this.svg.classList.remove("dragging");
    this.dragLayer.replaceChildren();
    const id = point && this.cellAt(point);
    const target = id !== null && drag.targets.has(id) ? id : null;
    if (target) this.cells.choose(target);
    this.handlers.endDrag(drag, target, point ?? from);
    this.handlers.hover(id, point);
  }

  /** Ends a drag whose position has changed meanwhile. */
  cancelDrag(): void {
    this.endDrag(null);
  }

  private measure(): void {
    const matrix = this.svg.getScreenCTM();
    if (!matrix?.a || !this.svg.clientWidth) return;
    this.pixel = 1 / matrix.a;
    this.svg.style.setProperty("--px", `${short(this.pixel)}px`); // a css pixel in the units of the drawing
    this.handlers.moved();
  }

  private onFocus(cell: CellBox | null): void {
    if (cell) {
      const { x, y, width, height } = cell;
      const around = (4 * this.pixel) / this.viewport.scale;
      const size: Box = {
        x: x - around,
        y: y - around,
        width: width + 2 * around,
        height: height + 2 * around,
      };
      for (const rect of this.cells.ring.children) set(rect, { ...size, rx: Math.min(width, height) / 5 + around });
      if (this.viewport.scale > 1) this.viewport.reveal({ x: x + width / 2, y: y + height / 2 }, width * 2);
    }
    set(this.cells.ring, { visibility: cell ? "visible" : "hidden" });
    this.handlers.hover(cell && cell.id, null);
  }

  destroy(): void {
    this.ended.abort();
    this.resized.disconnect();
    this.svg.remove();
  }
}
