/** Texts of a board for screen readers and the text board. A game extends this class in `board.a11y.ts`. */

import type { Board } from "./board.js";
import type { BoardA11y, TextCell, View } from "./types.js";

export class A11y<B extends Board = Board> implements BoardA11y {
  constructor(readonly board: B) {}

  get view(): B["view"] {
    return this.board.view;
  }

  t(key: string, facts?: Record<string, unknown>): string {
    return this.board.t(key, facts);
  }

  get gridLabel(): string {
    return this.board.stage.layout.label;
  }

  // What a game overrides

  pieces(): { cell: string; side: number }[] {
    return [];
  }

  /** What stands on a cell, in a letter or a word; empty if nothing does. */
  label(_cell: string): string {
    return "";
  }

  /** The state of the game beside the board in sentences: scores, what is left. */
  summarySentences(): string[] {
    return [];
  }

  /** An action that can be played now, in words that can follow a name. */
  describePossible(action: string): string {
    return action;
  }

  /** The action that has just led to the position on the board, with its effect. */
  describePlayed(action: string, _before: B["view"]): string {
    return this.describePossible(action);
  }

  cellsOf(action: string): string[] {
    return this.board.cellsOf(action);
  }

  lastCells(): string[] {
    return this.board.last ? this.cellsOf(this.board.last).reverse() : [];
  }

  // What pages call

  describeAction(action: string, before: View | null = null): string {
    return before ? this.describePlayed(action, before) : this.describePossible(action);
  }

  summary(): string {
    return this.summarySentences().join(" ");
  }

  describeAll(): string {
    const cells = [...this.board.stage.cells.all.keys()].filter((cell) => this.label(cell));
    return cells.map((cell) => this.board.describe(cell)).join("; ");
  }

  rows(): { label: string; cells: TextCell[] }[] {
    const { rows } = this.board.stage.layout;
    const columns = [...new Set(rows.flat().map(({ x }) => x))].sort((one, two) => one - two);
    return rows.map((boxes) => ({
      label: /\d+$/.exec(boxes[0]?.id ?? "")?.[0] ?? "",
      cells: boxes.map(({ id, x }) => ({
        id,
        label: this.label(id),
        description: this.board.describe(id),
        column: columns.indexOf(x) + 1,
      })),
    }));
  }
}
