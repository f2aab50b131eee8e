/** The cells as a grid for keys and ears: one tab stop, arrows move, Enter acts. Only the focus is drawn. */

import { el, group, set } from "./svg.js";

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

export class Cells {
  /** @param {import("./types.js").Plan} plan @param {(place: import("./types.js").Place | null) => void} focused */
  constructor(plan, focused) {
    this.plan = plan;
    this.focused = focused;
    this.node = this.frame();
    this.ring = group("focus-ring", el("rect", { class: "focus-gap" }), el("rect", { class: "focus-line" }));
    set(this.ring, { "aria-hidden": "true", visibility: "hidden" });
    /** @type {Map<string, {place: import("./types.js").Place, node: HTMLElement | SVGElement, row: number, column: number}>} */
    this.all = new Map();
    plan.rows.forEach((places, row) => {
      const line = this.line();
      places.forEach((place, column) => {
        const node = set(this.cell(place), { role: "gridcell", tabindex: -1, "data-cell": place.id });
        this.all.set(place.id, { place, node, row, column });
        line.append(node);
      });
      this.node.append(line);
    });
    this.current = "";
    /** @type {Set<string>} the cells where something can be done now */
    this.offered = new Set();
    this.choose(plan.rows[plan.rows.length >> 1][plan.rows[0].length >> 1].id);
  }

  // what it is made of: shapes on a drawing here, other elements where there is none

  /** @returns {HTMLElement | SVGElement} */
  frame() {
    return group("cells");
  }

  /** @returns {HTMLElement | SVGElement} */
  line() {
    return el("g", { role: "row" });
  }

  /** @param {import("./types.js").Place} place @returns {HTMLElement | SVGElement} */
  cell({ x, y, width, height }) {
    return el("rect", { class: "cell", x, y, width, height });
  }

  /** Makes a cell the tab stop. @param {string} id */
  choose(id) {
    const next = this.all.get(id);
    if (!next) return;
    this.all.get(this.current)?.node.setAttribute("tabindex", "-1");
    next.node.setAttribute("tabindex", "0");
    this.current = id;
  }

  /** @param {string} id */
  focus(id) {
    this.choose(id);
    this.all.get(id)?.node.focus({ preventScroll: true });
  }

  /** Writes what ears hear of each cell. @param {(id: string) => string} describe */
  tell(describe) {
    for (const [id, { node }] of this.all) {
      const label = describe(id);
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
    }
  }

  /** Marks the cells where something can be done. @param {Set<string>} offered */
  offer(offered) {
    this.offered = offered;
    for (const [id, { node }] of this.all) node.toggleAttribute("data-can", offered.has(id));
  }

  /**
   * @param {HTMLElement} place around the cells: a part of a drawing that listens for the focus would be a tab stop itself
   * @param {AbortSignal} signal
   */
  listen(place, signal) {
    const cell = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).getAttribute("data-cell");
    place.addEventListener("keydown", (event) => cell(event) && this.pressed(event), { signal });
    place.addEventListener("focusin", (event) => this.entered(/** @type {Element} */ (event.target)), { signal });
    place.addEventListener("focusout", () => this.focused(null), { signal });
    // assistive technology clicks without a pointer; real pointers are the gestures' business
    place.addEventListener(
      "click",
      (event) => {
        const id = cell(event);
        if (id && event.detail === 0) this.plan.tap(id, null);
      },
      { signal },
    );
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const here = this.all.get(this.current);
    if (!here || event.altKey || event.metaKey) return;
    const { rows } = this.plan;
    const to = (/** @type {number} */ row, /** @type {number} */ column) => this.focus(/** @type {any} */ (rows.at(row)?.at(column)).id);
    if (event.ctrlKey) {
      if (event.key !== "Home" && event.key !== "End") return;
      to(event.key === "Home" ? 0 : -1, event.key === "Home" ? 0 : -1);
    } else if (event.key in STEPS) {
      const [down, right] = STEPS[event.key];
      this.step(here.row, here.column, down, right);
    } else if (event.key === "Home") to(here.row, 0);
    else if (event.key === "End") to(here.row, -1);
    else if (event.key === "PageUp") this.step(here.row, here.column, -here.row, 0);
    else if (event.key === "PageDown") this.step(here.row, here.column, rows.length - 1 - here.row, 0);
    else if (event.key === "Enter" && event.shiftKey) this.plan.play();
    else if (event.key === "Enter" || event.key === " ") this.plan.tap(this.current, null);
    else if (event.key === "Escape" || event.key === "Backspace") this.plan.back(); // some screen readers keep Escape
    else return;
    event.preventDefault();
  }

  /**
   * To the nearest cell that way; rows may lack cells at their ends.
   * @param {number} row
   * @param {number} column
   * @param {number} down
   * @param {number} right
   */
  step(row, column, down, right) {
    const { rows } = this.plan;
    const line = rows[row + down];
    if (!line) return;
    if (right) {
      if (line[column + right]) this.focus(line[column + right].id);
      return;
    }
    const from = rows[row][column];
    const distance = (/** @type {import("./types.js").Place} */ place) => Math.abs(place.x - from.x);
    this.focus(line.reduce((best, place) => (distance(place) < distance(best) ? place : best)).id);
  }

  /** @param {Element} target */
  entered(target) {
    const cell = this.all.get(target.getAttribute("data-cell") ?? "");
    if (!cell) return;
    this.choose(cell.place.id);
    if (target.matches(":focus-visible")) this.focused(cell.place);
  }
}
