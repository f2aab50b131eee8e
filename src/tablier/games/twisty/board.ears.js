/** Twisty for ears: the way a pawn goes, what it takes, and everybody's cards. */

import { Ears } from "tablier/board";
import { SYMBOLS } from "./board.cards.js";

const SIGNS = "★■▲●"; // of the seats, where there is room for one sign only

/** @typedef {import("tablier/board").View} View */

/** @extends {Ears<any>} */
export default class TwistyEars extends Ears {
  pieces() {
    return this.view.position.pawns.flatMap((/** @type {string | null} */ cell, /** @type {number} */ side) => (cell ? [{ cell, side }] : []));
  }

  /** @param {string} action */
  concerns(action) {
    return super.concerns(action).slice(-1);
  }

  last() {
    return this.board.last ? super.concerns(this.board.last).reverse() : [];
  }

  /** @param {string} letter */
  colour(letter) {
    return this.t(`colour_${letter}`);
  }

  /** @param {string} action */
  path(action) {
    const cells = super.concerns(action);
    const cell = cells.pop();
    if (action === "pass") return this.t("told_pass");
    if (action[0] === "@") return this.t("told_place", { cell });
    return cells.length ? this.t("told_by", { cells: cells.join(", "), cell }) : this.t("told_to", { cell });
  }

  /** @param {string} action */
  spell(action) {
    const { does, colour, colours, seat } = this.view.scene.effects?.[action] ?? {};
    const said = [this.path(action)];
    if (does === "take") said.push(this.t("told_take", { colour: this.colour(colour) }));
    else if (does === "rob") said.push(this.t("told_rob", { seat: this.t(SYMBOLS[seat]), colour: this.colour(colour) }));
    else if (does === "save") said.push(this.t("told_save", { colours: colours.map((/** @type {string} */ one) => this.colour(one)).join(", ") }));
    else if (does === "win") said.push(this.t("told_win"));
    else if (action.endsWith("!")) said.push(this.t("told_protect"));
    return said.join(", ");
  }

  /** @param {string} action @param {View | null} before */
  told(action, before) {
    const said = [this.path(action)];
    const [now, then] = [this.view.position, before?.position];
    if (action.endsWith("!")) said.push(this.t("told_protect"));
    then?.taken.forEach((/** @type {number} */ had, /** @type {number} */ seat) => {
      if (now.taken[seat] > had) said.push(this.t("told_take", { colour: this.colour(then.cards[seat][had]) }));
      if (now.taken[seat] < had) said.push(this.t("told_rob", { seat: this.t(SYMBOLS[seat]), colour: this.colour(now.cards[seat][6]) }));
    });
    return said.join(", ");
  }

  /** @param {string} cell */
  brief(cell) {
    const { tokens, pawns } = this.view.position;
    const token = tokens[cell];
    const seat = pawns.indexOf(cell);
    const said = [seat >= 0 && SIGNS[seat], token && (token.length === 1 ? this.colour(token) : this.t(`token_${token}`))];
    return said.filter(Boolean).join(" ");
  }

  standing() {
    const { cards, taken, saved, left } = this.view.position;
    return cards.flatMap((/** @type {string[]} */ row, /** @type {number} */ owner) => {
      if (left.includes(owner)) return [];
      const facts = { seat: this.t(SYMBOLS[owner]), count: taken[owner], colour: row[taken[owner]] && this.colour(row[taken[owner]]) };
      const safe = saved[owner].map((/** @type {string} */ one) => this.colour(one)).join(", ");
      return [this.t(facts.colour ? "cards_next" : "cards_all", facts), ...(safe ? [this.t("cards_safe", { colours: safe })] : [])];
    });
  }
}
