/** The cells of a board as a grid for keyboards and screen readers: one tab stop, arrows move, Enter acts. Only the focus is drawn. */

import { el, group, set } from "./svg.js";
import type { CellBox, Layout, StageHandlers } from "./types.js";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A cell of a grid for `nextCell`: `x` is its place in the row, in any unit. */
export interface GridCell {
  readonly id: string;
  readonly x: number;
}

/** The cell to which a key moves, or null if the key does not move. Rows may lack cells at their ends. */
export function nextCell(
  rows: readonly (readonly GridCell[])[],
  current: string,
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
): string | null {
  const row = rows.findIndex((cells) => cells.some(({ id }) => id === current));
  const cells = rows[row];
  if (!cells) return null;
  const column = cells.findIndex(({ id }) => id === current);
  const vertical = (to: number): string => {
    const line = rows[to];
    if (!line) return current;
    const distance = (cell: GridCell): number => Math.abs(cell.x - cells[column].x);
    return line.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best)).id;
  };
  if (ctrlKey) {
    if (key === "Home") return rows[0]?.[0]?.id ?? null;
    return key === "End" ? (rows.at(-1)?.at(-1)?.id ?? null) : null;
  }
  const step = STEPS[key];
  if (step) return step[1] ? (cells[column + step[1]]?.id ?? current) : vertical(row + step[0]);
  if (key === "Home") return cells[0]?.id ?? null;
  if (key === "End") return cells.at(-1)?.id ?? null;
  if (key === "PageUp") return vertical(0);
  if (key === "PageDown") return vertical(rows.length - 1);
  return null;
}

export interface Cell {
  box: CellBox;
  readonly node: SVGElement;
}

export class Cells {
  readonly node = group("cells");
  readonly ring = group("focus-ring", el("rect", { class: "focus-gap" }), el("rect", { class: "focus-line" }));
  readonly all = new Map<string, Cell>();
  current = ""; // the cell with the tab stop
  offered: ReadonlySet<string> = new Set(); // the cells where something can be done now
  private rows: CellBox[][] = [];
  private readonly lines = new Map<string, SVGElement>(); // rows by the id of their first cell

  /** @param focused called when the keyboard focus moves to a cell, or away from the cells */
  constructor(
    layout: Layout,
    private readonly handlers: StageHandlers,
    private readonly focused: (box: CellBox | null) => void,
  ) {
    set(this.ring, { "aria-hidden": "true", visibility: "hidden" });
    this.setRows(layout.rows);
  }

  /** Changes the cells. Those that stay keep their elements, so that the focus is kept. */
  setRows(rows: CellBox[][]): void {
    const kept = new Set(rows.flat().map(({ id }) => id));
    const focusLost =
      this.all.has(this.current) && !kept.has(this.current) && this.all.get(this.current)?.node === document.activeElement;
    for (const [id, { node }] of this.all) {
      if (kept.has(id)) continue;
      node.remove();
      this.all.delete(id);
    }
    const firsts = new Set(rows.map((row) => row[0]?.id));
    for (const [first, line] of this.lines) {
      if (firsts.has(first)) continue;
      line.remove();
      this.lines.delete(first);
    }
    rows.forEach((boxes, index) => {
      const first = boxes[0]?.id ?? "";
      const line = this.lines.get(first) ?? el("g", { role: "row" });
      this.lines.set(first, line);
      boxes.forEach((box, column) => insertAt(line, this.cell(box), column));
      insertAt(this.node, line, index);
    });
    this.rows = rows;
    if (!this.all.has(this.current)) this.choose(this.nearest());
    if (focusLost) this.focus(this.current);
  }

  private cell(box: CellBox): SVGElement {
    const known = this.all.get(box.id);
    const node =
      known?.node ??
      el("rect", {
        class: "cell",
        role: "gridcell",
        tabindex: -1,
        "data-cell": box.id,
      });
    const { x, y, width, height } = box;
    set(node, { x, y, width, height });
    if (known) known.box = box;
    else this.all.set(box.id, { box, node });
    return node;
  }

  /** The cell in the middle, where the tab stop is at first. */
  private nearest(): string {
    const row = this.rows[this.rows.length >> 1];
    return row?.[(this.rows[0]?.length ?? 0) >> 1]?.id ?? "";
  }

  /** Makes a cell the tab stop. */
  choose(id: string): void {
    const next = this.all.get(id);
    if (!next) return;
    this.all.get(this.current)?.node.setAttribute("tabindex", "-1");
    next.node.setAttribute("tabindex", "0");
    this.current = id;
  }

  focus(id: string): void {
    this.choose(id);
    this.all.get(id)?.node.focus({ preventScroll: true });
  }

  /** Names the cells for screen readers. */
  setLabels(describe: (id: string) => string): void {
    for (const [id, { node }] of this.all) {
      const label = describe(id);
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
    }
  }

  /** Marks the cells where something can be done. */
  setOffered(offered: ReadonlySet<string>): void {
    this.offered = offered;
    for (const [id, { node }] of this.all) node.toggleAttribute("data-can", offered.has(id));
  }

  /** @param element around the drawing: a part of a drawing that listens for the focus would be a tab stop itself */
  listen(element: HTMLElement, signal: AbortSignal): void {
    const cellOf = ({ target }: Event): string | null => (target instanceof Element ? target.getAttribute("data-cell") : null);
    element.addEventListener("keydown", (event) => cellOf(event) && this.onKey(event), { signal });
    element.addEventListener("focusin", (event) => this.onFocus(event.target as Element), { signal });
    element.addEventListener("focusout", () => this.focused(null), { signal });
    // Assistive technology clicks without a pointer. Real pointers are handled by the gestures.
    element.addEventListener(
      "click",
      (event) => {
        const id = cellOf(event);
        if (id && event.detail === 0) this.handlers.tap(id, null);
      },
      { signal },
    );
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || !this.all.has(this.current)) return;
    const next = nextCell(this.rows, this.current, event);
    if (next !== null) this.focus(next);
    else if (event.ctrlKey) return;
    else if (event.key === "Enter" && event.shiftKey) this.handlers.play();
    else if (event.key === "Enter" || event.key === " ") this.handlers.tap(this.current, null);
    else if (event.key === "Escape" || event.key === "Backspace")
      this.handlers.back(); // some screen readers keep Escape for themselves
    else return;
    event.preventDefault();
  }

  private onFocus(target: Element): void {
    const cell = this.all.get(target.getAttribute("data-cell") ?? "");
    if (!cell) return;
    this.choose(cell.box.id);
    if (target.matches(":focus-visible")) this.focused(cell.box);
  }
}

/** Puts a child at an index unless it is there: an element that is moved loses the focus. */
function insertAt(parent: Element, child: Element, index: number): void {
  if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
}
