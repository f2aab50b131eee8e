/** What a board tells ears and keys beyond the names of its cells. A game's own says it better, in `board.ears.js`. */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {{cell: string, side: number}} Piece
 */

/** @template {import("./board.js").Board} [B=import("./board.js").Board] */
export class Ears {
  /** @param {B} board */
  constructor(board) {
    this.board = board;
    this.t = board.t;
  }

  /** @returns {View} */
  get view() {
    return this.board.view;
  }

  /** The pieces on the board and whose they are. @returns {Piece[]} */
  pieces() {
    return [];
  }

  /** The cells that the last turn touched, the one it ended on first. @returns {string[]} */
  last() {
    return this.board.last ? this.concerns(this.board.last).reverse() : [];
  }

  /** The cells an action is about. @param {string} action @returns {string[]} */
  concerns(action) {
    return action.match(/[a-z]{1,2}\d{1,2}/g) ?? [];
  }

  /** An action in words that can stand behind a name. @param {string} action @returns {string} */
  spell(action) {
    return action;
  }

  /** The turn that has just been played, with what came of it. @param {string} action @param {View | null} _before @returns {string} */
  told(action, _before) {
    return this.spell(action);
  }

  /** What stands on a cell, in a letter or a word; empty when nothing does. @param {string} _cell @returns {string} */
  brief(_cell) {
    return "";
  }

  /** Every cell that holds something, by name. @returns {string} */
  everything() {
    const cells = [...this.board.stage.cells.all.keys()].filter((cell) => this.brief(cell));
    return cells.map((cell) => this.board.describe(cell)).join("; ");
  }

  /** How it stands beside the board: scores, what is left. @returns {string[]} sentences */
  standing() {
    return [];
  }
}
