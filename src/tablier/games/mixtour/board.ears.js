/** Mixtour for ears: which stacks go where, and whose point it was. */

import { Ears } from "tablier/board";

const SIDES = "WB"; // the letters of pieces in a stack
const MOVE = /^([a-e][1-5])(?::(\d))?-([a-e][1-5])$/;

/** @typedef {import("tablier/board").View} View */

/** @extends {Ears<any>} */
export default class MixtourEars extends Ears {
  pieces() {
    const stacks = /** @type {[string, string][]} */ (Object.entries(this.view.position.stacks));
    return stacks.map(([cell, stack]) => ({ cell, side: SIDES.indexOf(stack[stack.length - 1]) }));
  }

  /** @param {string} action */
  spell(action) {
    if (action === "pass") return this.t("told_pass");
    const [, source, count, cell] = MOVE.exec(action) ?? [];
    if (!source) return this.t("told_add", { cell: action });
    return this.t(count ? "told_part" : "told_whole", { source, count, cell });
  }

  /** @param {string} action @param {View | null} before */
  told(action, before) {
    const { score } = this.view.position;
    const side = before ? score.findIndex((/** @type {number} */ now, /** @type {number} */ one) => now > before.position.score[one]) : -1;
    const [cell] = this.concerns(action).slice(-1);
    const said = [this.spell(action)];
    if (side >= 0) said.push(this.t("told_tower", { side: this.board.name(side) }));
    else if (MOVE.test(action) && this.view.position.stacks[cell]) said.push(this.board.describe(cell));
    return said.join("; ");
  }

  /** @param {string} cell */
  brief(cell) {
    const stack = this.view.position.stacks[cell] ?? "";
    return [...stack].reverse().map((piece) => this.board.name(SIDES.indexOf(piece))[0]).join("");
  }

  standing() {
    const { score, reserve } = this.view.position;
    const { points } = this.view.options;
    return [0, 1].map((side) => `${this.t("standing", { side: this.board.name(side), score: score[side], points, reserve: reserve[side] })}.`);
  }
}
