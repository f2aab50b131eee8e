/** Mixtour for screen readers: which stacks go where, and who scored. */

import { A11y } from "tablier/board";
import { MOVE, SIDES, type MixtourBoard } from "./board.js";

export class MixtourA11y extends A11y<MixtourBoard> {
  override pieces(): { cell: string; side: number }[] {
    return Object.entries(this.view.position.stacks).map(([cell, stack]) => ({
      cell,
      side: SIDES.indexOf(stack.at(-1) ?? ""),
    }));
  }

  override describePossible(action: string): string {
    if (action === "pass") return this.t("told_pass");
    const [, source, count, cell] = MOVE.exec(action) ?? [];
    if (!source) return this.t("told_add", { cell: action });
    return this.t(count ? "told_part" : "told_whole", { source, count, cell });
  }

  override describePlayed(action: string, before: MixtourBoard["view"]): string {
    const { score, stacks } = this.view.position;
    const side = score.findIndex((points, index) => points > before.position.score[index]);
    const cell = this.cellsOf(action).at(-1) ?? "";
    const parts = [this.describePossible(action)];
    if (side >= 0) parts.push(this.t("told_tower", { side: this.board.name(side) }));
    else if (MOVE.test(action) && stacks[cell]) parts.push(this.board.describe(cell));
    return parts.join("; ");
  }

  override label(cell: string): string {
    const stack = this.view.position.stacks[cell] ?? "";
    const pieces = Array.from(stack)
      .reverse()
      .map((piece) => this.board.name(SIDES.indexOf(piece))[0]);
    return pieces.join("");
  }

  override summarySentences(): string[] {
    return [0, 1].map((side) => `${this.board.standing(side)}.`);
  }
}
