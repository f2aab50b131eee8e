/** The text board: the cells of a board as a grid of buttons that say what they hold. */

import { Cells } from "../../board/cells.js";
import { h } from "../dom.js";

export class TextCells extends Cells {
  /** @param {import("../../board/types.js").Plan} plan */
  constructor(plan) {
    super(plan, () => {});
    const across = [...new Set(plan.rows.flat().map(({ x }) => x))].sort((one, two) => one - two);
    this.node.setAttribute("aria-label", plan.label);
    this.node.style.setProperty("--columns", String(across.length));
    this.node.style.setProperty("--rows", String(plan.rows.length));
    this.node.classList.toggle("many", across.length > 12);
    // rows may lack cells: each stands in its own column
    for (const { place, node } of this.all.values()) node.style.setProperty("grid-column", String(across.indexOf(place.x) + 1));
  }

  frame() {
    return h("div", { class: "text-grid", role: "grid" });
  }

  line() {
    return h("div", { class: "text-row", role: "row" });
  }

  /**
   * A button that is the cell itself: screen readers leave the grid's keys alone only where the focus is on a cell, not on something in it.
   * @param {import("../../board/types.js").Place} place
   */
  cell({ id }) {
    return h("button", { type: "button" }, h("small", { translate: "no" }, id), h("b", {}));
  }

  /** @param {import("../../board/ears.js").Ears<any>} ears @param {Set<string>} offered @param {Set<string>} chosen */
  show(ears, offered, chosen) {
    this.tell((id) => ears.board.describe(id));
    this.offer(offered);
    for (const [id, { node }] of this.all) {
      const brief = /** @type {Element} */ (node.lastChild);
      const text = ears.brief(id);
      if (brief.textContent !== text) brief.textContent = text;
      node.setAttribute("aria-selected", String(chosen.has(id)));
    }
  }

  /** @param {HTMLElement} place @param {AbortSignal} signal */
  listen(place, signal) {
    place.addEventListener("keydown", (event) => this.pressed(event), { signal });
    place.addEventListener("focusin", (event) => this.choose(/** @type {HTMLElement} */ (event.target).dataset.cell ?? ""), { signal });
    place.addEventListener("click", (event) => this.clicked(/** @type {Element} */ (event.target).closest("[data-cell]")), { signal });
  }

  /** @param {Element | null} cell */
  clicked(cell) {
    const id = cell?.getAttribute("data-cell");
    if (!id) return;
    this.focus(id);
    this.plan.tap(id, null);
  }
}
