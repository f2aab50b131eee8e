/** Mouse and fingers: taps, hovering, panning, pinching, the wheel, and aiming with the loupe. */

const STILL = 8; // css pixels a finger may wander and still tap
const HOLD = 240; // milliseconds until a resting finger aims

/**
 * @typedef {object} Hand what gestures act on; points are of the drawing
 * @property {(point: import("./types.js").Point) => void} tap
 * @property {(point: import("./types.js").Point | null) => void} hover
 * @property {(event: {clientX: number, clientY: number}) => import("./types.js").Point} locate
 * @property {() => number} pixel how many units of the drawing a css pixel is
 * @property {import("./viewport.js").Viewport} viewport
 * @property {import("./loupe.js").Loupe | null} loupe
 */

/** Listens on the drawing until the signal ends it. @param {SVGElement} svg @param {Hand} hand @param {AbortSignal} signal */
export function listen(svg, hand, signal) {
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  /** @type {"none" | "tap" | "pan" | "aim" | "pinch" | "lost"} */
  let doing = "none";
  /** @type {PointerEvent | null} */
  let start = null;
  let timer = 0;
  const { viewport, loupe } = hand;

  /** @param {PointerEvent} event */
  function aim(event) {
    doing = "aim";
    const point = hand.locate(event);
    hand.hover(point);
    loupe?.show(point, hand.pixel(), viewport);
  }

  function stop() {
    clearTimeout(timer);
    loupe?.hide();
    doing = "none";
    start = null;
  }

  /** @param {PointerEvent} event */
  function pressed(event) {
    if (event.button > 0) return;
    down.set(event.pointerId, event);
    if (viewport.most > 1) svg.setPointerCapture(event.pointerId);
    if (down.size === 1) {
      start = event;
      doing = "tap";
      if (event.pointerType === "touch" && loupe)
        timer = window.setTimeout(() => doing === "tap" && aim(down.values().next().value ?? event), HOLD);
    } else if (viewport.most > 1) {
      stop();
      hand.hover(null);
      doing = "pinch";
    }
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    const before = down.get(event.pointerId);
    if (!before || !start) {
      if (doing === "pinch" && before) pinch(event, before);
      else if (event.pointerType !== "touch") hand.hover(hand.locate(event));
      return;
    }
    down.set(event.pointerId, event);
    if (doing === "tap" && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL) {
      clearTimeout(timer);
      if (viewport.scale > 1) doing = "pan";
      else if (event.pointerType === "touch" && loupe && !upOrDown(event, start)) aim(event); // up and down scrolls the page
      else doing = event.pointerType === "touch" ? "lost" : doing;
    }
    if (doing === "pan")
      viewport.pan((event.clientX - before.clientX) * hand.pixel(), (event.clientY - before.clientY) * hand.pixel());
    else if (doing === "aim") aim(event);
  }

  /** @param {PointerEvent} event @param {PointerEvent} before */
  function pinch(event, before) {
    const other = [...down.values()].find((one) => one.pointerId !== event.pointerId);
    if (!other) return;
    const apart = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = (/** @type {PointerEvent} */ one) =>
      hand.locate({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
    const [from, to] = [middle(before), middle(event)];
    viewport.zoom(from, apart(event) / Math.max(1, apart(before)));
    viewport.pan(to.x - from.x, to.y - from.y);
    down.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  function released(event) {
    if (!down.delete(event.pointerId)) return;
    const taps = event.type === "pointerup" && (doing === "tap" || doing === "aim");
    const touch = event.pointerType === "touch";
    if (down.size) return;
    stop();
    if (taps) hand.tap(hand.locate(event));
    if (touch) hand.hover(null);
  }

  svg.addEventListener("pointerdown", pressed, { signal });
  svg.addEventListener("pointermove", moved, { signal });
  svg.addEventListener("pointerup", released, { signal });
  svg.addEventListener("pointercancel", released, { signal });
  svg.addEventListener("pointerleave", () => down.size || hand.hover(null), { signal });
  // a finger that aims, and two that pinch, move nothing but what they are on
  svg.addEventListener("touchmove", (event) => ["aim", "pan", "pinch"].includes(doing) && event.cancelable && event.preventDefault(), { signal, passive: false });
  svg.addEventListener("contextmenu", (event) => doing === "aim" && event.preventDefault(), { signal });
  if (viewport.most > 1) svg.addEventListener("wheel", turned, { signal, passive: false });

  /** @param {WheelEvent} event */
  function turned(event) {
    if (event.deltaY > 0 && viewport.scale === 1) return; // nothing to zoom out of: the page may scroll
    event.preventDefault();
    viewport.zoom(hand.locate(event), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)));
  }
}

/** @param {PointerEvent} event @param {PointerEvent} start */
const upOrDown = (event, start) => Math.abs(event.clientY - start.clientY) > Math.abs(event.clientX - start.clientX);
