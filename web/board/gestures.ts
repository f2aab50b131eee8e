/** Mouse, pen and touch: taps, hovering, dragging, panning, pinching, the wheel, and aiming with the loupe. */

import type { Loupe } from "./loupe.js";
import type { Point } from "./types.js";
import type { Viewport } from "./viewport.js";

const SLOP = 8; // css pixels that a pointer may wander and still tap
const LONG_PRESS_MS = 240; // until a resting finger aims

/** What gestures act on. Points are of the drawing. */
export interface GestureTarget {
  readonly viewport: Viewport;
  readonly loupe: Loupe | null;
  pixel(): number; // the length of a css pixel in the units of the drawing
  locate(event: { clientX: number; clientY: number }): Point;
  tap(point: Point): void;
  hover(point: Point | null): void;
  inSameCell(one: Point, two: Point): boolean;
  /** Starts to drag what lies at a point. False if nothing can be dragged from there. */
  startDrag(point: Point, touch: boolean): boolean;
  drag(point: Point): void;
  endDrag(point: Point | null): void; // null if the drag was cancelled
}

type Gesture = "none" | "tap" | "slide" | "drag" | "pan" | "aim" | "pinch" | "ignored";

/** Listens on the drawing until the signal is aborted. */
export function listenToGestures(svg: SVGSVGElement, target: GestureTarget, signal: AbortSignal): void {
  const down = new Map<number, PointerEvent>();
  let gesture: Gesture = "none";
  let start: PointerEvent | null = null;
  let timer = 0;
  const { viewport, loupe } = target;

  function aim(event: PointerEvent): void {
    gesture = "aim";
    const point = target.locate(event);
    target.hover(point);
    loupe?.show(point, target.pixel(), viewport);
  }

  function stop(): void {
    clearTimeout(timer);
    loupe?.hide();
    gesture = "none";
    start = null;
  }

  function onDown(event: PointerEvent): void {
    if (event.button > 0) return;
    down.set(event.pointerId, event);
    if (viewport.max > 1) svg.setPointerCapture(event.pointerId);
    if (down.size === 1) {
      start = event;
      gesture = "tap";
      if (event.pointerType === "touch" && loupe)
        timer = window.setTimeout(() => gesture === "tap" && aim(down.values().next().value ?? event), LONG_PRESS_MS);
      return;
    }
    if (gesture === "drag") target.endDrag(null);
    if (viewport.max > 1) {
      stop();
      target.hover(null);
      gesture = "pinch";
    } else if (gesture === "drag") gesture = "ignored";
  }

  function onMove(event: PointerEvent): void {
    const before = down.get(event.pointerId);
    if (!before || !start) {
      if (gesture === "pinch" && before) pinch(event, before);
      else if (event.pointerType !== "touch") target.hover(target.locate(event));
      return;
    }
    down.set(event.pointerId, event);
    if (gesture === "tap" && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP) {
      clearTimeout(timer);
      gesture = recognise(event, start);
    }
    if (gesture === "pan")
      viewport.pan((event.clientX - before.clientX) * target.pixel(), (event.clientY - before.clientY) * target.pixel());
    else if (gesture === "aim") aim(event);
    else if (gesture === "drag") target.drag(target.locate(event));
    else if (gesture === "slide") target.hover(target.locate(event));
  }

  /** What a pointer that has left its place is doing. */
  function recognise(event: PointerEvent, start: PointerEvent): Gesture {
    const touch = event.pointerType === "touch";
    if (!(touch && loupe) && target.startDrag(target.locate(start), touch)) {
      svg.setPointerCapture(event.pointerId);
      return "drag";
    }
    if (viewport.scale > 1) return "pan";
    if (!touch) return "slide";
    return loupe && !isVertical(event, start) ? "aim" : "ignored"; // up and down scrolls the page
  }

  function pinch(event: PointerEvent, before: PointerEvent): void {
    const other = [...down.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    if (!other) return;
    const apart = (one: PointerEvent): number => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = (one: PointerEvent): Point =>
      target.locate({
        clientX: (one.clientX + other.clientX) / 2,
        clientY: (one.clientY + other.clientY) / 2,
      });
    const [from, to] = [middle(before), middle(event)];
    viewport.zoom(from, apart(event) / Math.max(1, apart(before)));
    viewport.pan(to.x - from.x, to.y - from.y);
    down.set(event.pointerId, event);
  }

  function onUp(event: PointerEvent): void {
    if (!down.delete(event.pointerId) || down.size) return;
    const point = target.locate(event);
    const lifted = event.type === "pointerup";
    const slid = gesture === "slide" && start !== null && target.inSameCell(target.locate(start), point);
    const taps = lifted && (gesture === "tap" || gesture === "aim" || slid);
    const dragged = gesture === "drag";
    stop();
    if (dragged) target.endDrag(lifted ? point : null);
    else if (taps) target.tap(point);
    if (event.pointerType === "touch") target.hover(null);
  }

  function onWheel(event: WheelEvent): void {
    if (event.deltaY > 0 && viewport.scale === 1) return; // nothing to zoom out of: the page may scroll
    event.preventDefault();
    viewport.zoom(target.locate(event), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)));
  }

  svg.addEventListener("pointerdown", onDown, { signal });
  svg.addEventListener("pointermove", onMove, { signal });
  svg.addEventListener("pointerup", onUp, { signal });
  svg.addEventListener("pointercancel", onUp, { signal });
  svg.addEventListener("pointerleave", () => down.size || target.hover(null), {
    signal,
  });
  // A finger that aims or drags, and two that pinch, must not scroll the page.
  const holdsPage = (): boolean => gesture === "aim" || gesture === "pan" || gesture === "pinch" || gesture === "drag";
  svg.addEventListener("touchmove", (event) => holdsPage() && event.cancelable && event.preventDefault(), {
    signal,
    passive: false,
  });
  svg.addEventListener("contextmenu", (event) => (gesture === "aim" || gesture === "drag") && event.preventDefault(), {
    signal,
  });
  if (viewport.max > 1) svg.addEventListener("wheel", onWheel, { signal, passive: false });
  // Escape puts back what is being dragged.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || gesture !== "drag") return;
      event.preventDefault();
      event.stopPropagation();
      gesture = "ignored";
      target.endDrag(null);
    },
    { signal, capture: true },
  );
}

const isVertical = (event: PointerEvent, start: PointerEvent): boolean =>
  Math.abs(event.clientY - start.clientY) > Math.abs(event.clientX - start.clientX);
