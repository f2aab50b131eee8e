/** Kwintie for ears: how a piece lies or stands, and what is left. */

import { Ears } from "tablier/board";

/** @extends {Ears<any>} */
export default class KwintieEars extends Ears {
  pieces() {
    return this.view.scene.pieces.flatMap((/** @type {string[][]} */ pieces, /** @type {number} */ side) =>
      pieces.flat().map((cell) => ({ cell, side })),
    );
  }

  last() {
    return this.board.lastPiece() ?? [];
  }

  /** @param {string} action @returns {string[]} */
  concerns(action) {
    return this.view.scene.rests[action] ?? [];
  }

  /** @param {string} action */
  spell(action) {
    if (action === "pass") return this.t("told_pass");
    return this.resting(action, this.concerns(action));
  }

  /** @param {string} action */
  told(action) {
    return action === "pass" ? this.spell(action) : this.resting(action, this.last());
  }

  /** @param {string} action @param {string[]} cells */
  resting(action, cells) {
    const [low, high] = cells.map((cell) => cell.slice(1));
    if (!low) return action;
    const [left, right] = action;
    return right ? this.t("told_lies", { left, right, row: low }) : this.t("told_stands", { column: left, low, high });
  }

  /** @param {string} cell */
  brief(cell) {
    const side = this.view.scene.pieces.findIndex((/** @type {string[][]} */ pieces) => pieces.flat().includes(cell));
    if (side < 0) return "";
    const [one, two] = this.view.scene.pieces[side].find((/** @type {string[]} */ cells) => cells.includes(cell));
    return this.t(side ? "black" : "white")[0] + (one[0] === two[0] ? "|" : "–");
  }

  standing() {
    return this.view.position.left.map((/** @type {number} */ count, /** @type {number} */ side) => `${this.t("left", { side: this.t(side ? "black" : "white"), count })}.`);
  }
}
