/** Animations of a board. People who asked for reduced motion see none. */

import type { Point } from "./types.js";

const LANDING_MS = 200;
const EASE_OUT = "cubic-bezier(.3, .9, .4, 1)";
const EASE_LAND = "cubic-bezier(.34, 1.3, .64, 1)"; // about 6 % overshoot
const FALL = "cubic-bezier(.5, 0, .9, .6)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export interface PlayOptions {
  duration?: number; // ms
  delay?: number; // ms; the element stays in its first frame until then
  easing?: string;
  contact?: number; // ms after the delay when the piece touches the board, if it does
}

/** The animations of one board. Every animation ends with the element as it is drawn. */
export class Motion {
  private readonly running = new Set<Promise<void>>();
  private contacts: number[] = [];

  /** False if motion is reduced or the page is not visible: then nothing is animated. */
  get enabled(): boolean {
    return !reduced.matches && !document.hidden;
  }

  /** Plays an animation. The promise resolves when it has ended, at once without motion. */
  play(node: Element, frames: Keyframe[], options: PlayOptions = {}): Promise<void> {
    const { duration = LANDING_MS, delay = 0, easing = EASE_OUT, contact } = options;
    if (contact !== undefined) this.contacts.push(delay + contact);
    if (!this.enabled) return Promise.resolve();
    const animation = node.animate(frames, {
      duration,
      delay,
      easing,
      fill: "backwards",
    });
    // A page in the background has no frames: the timer ends the wait there.
    const ended = Promise.race([animation.finished.then(nothing, nothing), sleep(delay + duration + 250)]);
    return this.track(ended);
  }

  /** A piece falls onto the board from `height` units above it, and bounces once a little. */
  drop(node: Element, height: number, options: PlayOptions = {}): Promise<void> {
    const { duration = LANDING_MS } = options;
    const at = (y: number): string => `translate(0, ${-y}px)`;
    const frames = [
      { transform: at(height), opacity: 0.4, easing: FALL },
      { transform: at(0), opacity: 1, offset: 0.62, easing: "ease-out" },
      { transform: at(height * 0.06), offset: 0.81, easing: "ease-in" },
      { transform: at(0) },
    ];
    return this.play(node, frames, {
      ...options,
      duration,
      easing: "linear",
      contact: duration * 0.62,
    });
  }

  /** A piece seen from above is pressed onto the board around a point. */
  press(node: SVGElement, middle: Point, options: PlayOptions = {}): Promise<void> {
    const { duration = LANDING_MS } = options;
    node.style.transformOrigin = `${middle.x}px ${middle.y}px`;
    const frames = [
      { transform: "scale(1.6)", opacity: 0.3, easing: FALL },
      { transform: "scale(.94)", opacity: 1, offset: 0.65, easing: "ease-out" },
      { transform: "scale(1)" },
    ];
    return this.play(node, frames, {
      ...options,
      duration,
      easing: "linear",
      contact: duration * 0.65,
    });
  }

  /** A piece comes from somewhere else, given as an offset in the units of the drawing, and lands. */
  arrive(node: Element, x: number, y: number, options: PlayOptions = {}): Promise<void> {
    const { duration = 320 } = options;
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
    return this.play(node, frames, {
      easing: EASE_LAND,
      ...options,
      duration,
      contact: duration * 0.62,
    });
  }

  /** The element fades in. */
  appear(node: Element, options: PlayOptions = {}): Promise<void> {
    return this.play(node, [{ opacity: 0 }, {}], { duration: 220, ...options });
  }

  /** A piece walks through offsets, `stepMs` for each, and ends where it is drawn. */
  walk(node: Element, offsets: readonly Point[], stepMs = 260): Promise<void> {
    const duration = stepMs * offsets.length;
    const frames = [...offsets, { x: 0, y: 0 }].map(({ x, y }) => ({
      transform: `translate(${x}px, ${y}px)`,
      easing: "ease-in-out",
    }));
    return this.play(node, frames, {
      duration,
      easing: "linear",
      contact: duration,
    });
  }

  /**
   * After `delay`, a part of a drawing leaves it: a copy flies over the page to another element and becomes smaller. If that
   * is not visible, the part fades. Without motion it is removed at once.
   */
  fly(node: SVGGraphicsElement, findTarget: () => Element | null, options: PlayOptions = {}): Promise<void> {
    return this.track(this.flyNow(node, findTarget, options));
  }

  private async flyNow(
    node: SVGGraphicsElement,
    findTarget: () => Element | null,
    { delay = 0, duration = 520 }: PlayOptions,
  ): Promise<void> {
    if (!this.enabled) {
      node.remove();
      return;
    }
    await sleep(delay);
    const to = findTarget()?.getBoundingClientRect();
    const from = node.getBoundingClientRect();
    const overlay = to?.width && from.width ? flyingCopy(node) : null;
    if (!to || !overlay) {
      await this.play(node, [{}, { opacity: 0, transform: "translate(0, -40px)" }], { duration: 300 });
      node.remove();
      return;
    }
    node.remove();
    const scale = Math.min(1, Math.max(0.15, to.height / from.height));
    const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    overlay.style.transformOrigin = `${middle.x}px ${middle.y}px`;
    const [x, y] = [to.x + to.width / 2 - middle.x, to.y + to.height / 2 - middle.y];
    const frames = [
      { transform: "none" },
      { transform: `translate(${x * 0.35}px, ${y * 0.35 - 30}px) scale(${(1 + scale) / 2})`, offset: 0.45 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    ];
    await this.play(overlay, frames, { duration, easing: "ease-in-out" });
    overlay.remove();
  }

  /** Resolves when nothing moves any more, including animations that begin meanwhile. */
  async finished(): Promise<void> {
    while (this.running.size) await Promise.all(this.running);
  }

  get idle(): boolean {
    return this.running.size === 0;
  }

  /** Calls `land` when the last piece that has begun to move touches the board; at once if none does. */
  whenLanded(land: () => void): void {
    const latest = Math.max(0, ...this.contacts);
    this.contacts = [];
    if (this.enabled && latest > 0) setTimeout(land, latest);
    else land();
  }

  /** Makes `finished`, and so the `update` of the board, wait for a sequence of animations. */
  track(sequence: Promise<void>): Promise<void> {
    const ended: Promise<void> = sequence.then(nothing, nothing).then(() => void this.running.delete(ended));
    this.running.add(ended);
    return sequence;
  }
}

/** Puts a copy of a part of a drawing over the page, at the same place and in the same size. Null if it is not visible. */
function flyingCopy(node: SVGGraphicsElement): SVGSVGElement | null {
  const matrix = node.getScreenCTM();
  if (!matrix || !node.ownerSVGElement) return null;
  const overlay = node.ownerSVGElement.cloneNode(false) as SVGSVGElement;
  for (const name of ["role", "aria-label", "viewBox"]) overlay.removeAttribute(name);
  overlay.setAttribute("aria-hidden", "true");
  overlay.classList.add("flying");
  const copy = node.cloneNode(true) as SVGGraphicsElement;
  const { a, b, c, d, e, f } = matrix;
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  overlay.append(copy);
  document.body.append(overlay);
  return overlay;
}

const nothing = (): void => undefined;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
