/** The text board: every cell as a button that says what stands on it, in a grid with one tab stop. */

import { nextCell } from "../../board/cells.js";
import type { BoardA11y, TextCell } from "../../board/types.js";
import { html, repeat, type TemplateResult } from "../lit.js";
import type { BoardController } from "../match/board_controller.js";

const MANY_COLUMNS = 13; // from here on the cells are small

type Row = ReturnType<BoardA11y["rows"]>[number];

export class TextBoard {
  readonly #element: HTMLElement;
  readonly #controller: BoardController;
  readonly #a11y: BoardA11y;
  readonly #render: () => void;
  #rows: Row[] = [];
  #current = ""; // the cell with the tab stop

  /** `render` renders the text mode now. */
  constructor(element: HTMLElement, controller: BoardController, a11y: BoardA11y, render: () => void) {
    this.#element = element;
    this.#controller = controller;
    this.#a11y = a11y;
    this.#render = render;
  }

  get hasFocus(): boolean {
    return this.#element.contains(document.activeElement);
  }

  /** Moves the focus to a cell; without one, to the current cell. */
  focus(cell = this.#current): void {
    this.#choose(cell);
    this.#element.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`)?.focus();
  }

  #choose(cell: string): void {
    if (cell === this.#current || !this.#has(cell)) return;
    this.#current = cell;
    this.#render();
  }

  #has(cell: string): boolean {
    return this.#rows.some(({ cells }) => cells.some(({ id }) => id === cell));
  }

  /** The cell in the middle, where the tab stop is at first. */
  #middle(): string {
    const row = this.#rows[this.#rows.length >> 1];
    return row?.cells[(this.#rows[0]?.cells.length ?? 0) >> 1]?.id ?? "";
  }

  /** Reads the position on the board. */
  refresh(): void {
    this.#rows = this.#a11y.rows();
    if (!this.#has(this.#current)) this.#current = this.#middle();
  }

  view(): TemplateResult {
    const { board, draft } = this.#controller;
    const columns = Math.max(...this.#rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
    this.#element.style.setProperty("--columns", String(columns));
    this.#element.style.setProperty("--rows", String(this.#rows.length));
    const offered = board?.offered() ?? new Set<string>();
    const chosen = new Set(draft ? this.#a11y.cellsOf(draft.text) : []);
    const cell = (entry: TextCell): TemplateResult => this.#cellView(entry, offered.has(entry.id), chosen.has(entry.id));
    return html`<div class="text-board" @keydown=${this.#onKey} @focusin=${this.#onFocus} @click=${this.#onClick}>
      <div class="text-grid ${columns < MANY_COLUMNS ? "" : "many"}" role="grid" aria-label=${this.#a11y.gridLabel}>
        ${repeat(
          this.#rows,
          (row) => row.cells[0]?.id,
          (row) => html`<div class="text-row" role="row">${rowView(row, cell)}</div>`,
        )}
      </div>
    </div>`;
  }

  /** A button is the cell itself: screen readers leave the keys of a grid alone only while the focus is on a cell. */
  #cellView({ id, label, description }: TextCell, isOffered: boolean, isChosen: boolean): TemplateResult {
    return html`<button
      type="button"
      role="gridcell"
      data-cell=${id}
      ?data-can=${isOffered}
      aria-label=${description}
      aria-selected=${isChosen ? "true" : "false"}
      tabindex=${id === this.#current ? 0 : -1}
    >
      <small translate="no">${id}</small><b>${label}</b>
    </button>`;
  }

  /** Moves, and what a click does not do. Enter and Space click a button. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const rows = this.#rows.map(({ cells }) => cells.map(({ id, column }) => ({ id, x: column })));
    const next = nextCell(rows, this.#current, event);
    if (next !== null) this.focus(next);
    else if (event.ctrlKey) return;
    else if (event.key === "Enter" && event.shiftKey) this.#controller.commit();
    else if (event.key === "Escape" || event.key === "Backspace")
      this.#controller.undoPart(); // some screen readers keep Escape
    else return;
    event.preventDefault();
  };

  readonly #onFocus = (event: Event): void => this.#choose(cellOf(event));

  readonly #onClick = (event: Event): void => {
    const cell = cellOf(event);
    if (!cell) return;
    this.focus(cell); // not every browser focuses a button that is clicked
    this.#controller.board?.tap(cell);
  };
}

const cellOf = ({ target }: Event): string =>
  (target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset.cell : null) ?? "";

/** The cells of a row. Places without a cell are left empty, so that each cell stands in its column. */
function rowView({ cells }: Row, cellView: (cell: TextCell) => TemplateResult): unknown {
  const places: (TextCell | number)[] = [];
  for (const cell of cells) {
    while (places.length < cell.column - 1) places.push(places.length);
    places.push(cell);
  }
  return repeat(
    places,
    (place) => (typeof place === "number" ? place : place.id),
    (place) => (typeof place === "number" ? html`<span aria-hidden="true"></span>` : cellView(place)),
  );
}
