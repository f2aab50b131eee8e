/** Kwintie for screen readers: how a piece stands or lies, and what is left. */

import { A11y } from "tablier/board";
import type { KwintieBoard } from "./board.js";
import { isStanding } from "./board.geometry.js";

export class KwintieA11y extends A11y<KwintieBoard> {
  override pieces(): { cell: string; side: number }[] {
    return this.view.scene.pieces.flatMap((pieces, side) => pieces.flat().map((cell) => ({ cell, side })));
  }

  override lastCells(): string[] {
    return this.board.lastPiece() ?? [];
  }

  override describePossible(action: string): string {
    return action === "pass" ? this.t("told_pass") : this.describePlacement(action, this.cellsOf(action));
  }

  override describePlayed(action: string): string {
    return action === "pass" ? this.t("told_pass") : this.describePlacement(action, this.lastCells());
  }

  private describePlacement(action: string, cells: string[]): string {
    const [low, high] = cells.map((cell) => cell.slice(1));
    if (!low) return action;
    const [left, right] = action;
    return right ? this.t("told_lies", { left, right, row: low }) : this.t("told_stands", { column: left, low, high });
  }

  override label(cell: string): string {
    const { pieces } = this.view.scene;
    const side = pieces.findIndex((some) => some.flat().includes(cell));
    const cells = pieces[side]?.find((piece) => piece.includes(cell));
    return cells ? this.board.name(side)[0] + (isStanding(cells) ? "|" : "–") : "";
  }

  override summarySentences(): string[] {
    return [0, 1].map((side) => `${this.board.left(side)}.`);
  }
}
