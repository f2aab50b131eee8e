/** Twisty for screen readers: the way of a pawn, what it takes, and everybody's cards. */

import { A11y } from "tablier/board";
import { SEAT_NAMES } from "./board.cards.js";
import { cellsIn, isCornerPick, isProtecting } from "./board.paths.js";
import { isColour } from "./board.pieces.js";
import type { TwistyBoard } from "./board.js";

const SIGNS = "★■▲●"; // of the seats, where there is room for one sign only

export class TwistyA11y extends A11y<TwistyBoard> {
  override pieces(): { cell: string; side: number }[] {
    return this.view.position.pawns.flatMap((cell, side) => (cell ? [{ cell, side }] : []));
  }

  override cellsOf(action: string): string[] {
    return cellsIn(action).slice(-1);
  }

  override lastCells(): string[] {
    return this.board.last ? cellsIn(this.board.last).reverse() : [];
  }

  private colour(letter: string): string {
    return this.t(`colour_${letter}`);
  }

  private colours(letters: readonly string[]): string {
    return letters.map((letter) => this.colour(letter)).join(", ");
  }

  private seat(seat: number): string {
    return this.t(SEAT_NAMES[seat]);
  }

  private describePath(action: string): string {
    const cells = cellsIn(action);
    const cell = cells.pop();
    if (action === "pass") return this.t("told_pass");
    if (isCornerPick(action)) return this.t("told_place", { cell });
    return cells.length ? this.t("told_by", { cells: cells.join(", "), cell }) : this.t("told_to", { cell });
  }

  override describePossible(action: string): string {
    const { does, colour = "", colours = [], seat = 0 } = this.board.effectOf(action);
    const parts = [this.describePath(action)];
    if (does === "take") parts.push(this.t("told_take", { colour: this.colour(colour) }));
    else if (does === "rob") parts.push(this.t("told_rob", { seat: this.seat(seat), colour: this.colour(colour) }));
    else if (does === "save") parts.push(this.t("told_save", { colours: this.colours(colours) }));
    else if (does === "win") parts.push(this.t("told_win"));
    else if (isProtecting(action)) parts.push(this.t("told_protect"));
    return parts.join(", ");
  }

  override describePlayed(action: string, before: TwistyBoard["view"]): string {
    const parts = [this.describePath(action)];
    const [now, then] = [this.view.position, before.position];
    if (isProtecting(action)) parts.push(this.t("told_protect"));
    then.taken.forEach((count, seat) => {
      if (now.taken[seat] > count) parts.push(this.t("told_take", { colour: this.colour(then.cards[seat][count]) }));
      if (now.taken[seat] < count) {
        parts.push(this.t("told_rob", { seat: this.seat(seat), colour: this.colour(now.cards[seat][6]) }));
      }
    });
    return parts.join(", ");
  }

  override label(cell: string): string {
    const { tokens, pawns } = this.view.position;
    const token = tokens[cell];
    const seat = pawns.indexOf(cell);
    const parts: string[] = [];
    if (seat >= 0) parts.push(SIGNS[seat]);
    if (token) parts.push(isColour(token) ? this.colour(token) : this.t(`token_${token}`));
    return parts.join(" ");
  }

  override summarySentences(): string[] {
    const { cards, taken, saved, left } = this.view.position;
    return cards.flatMap((row, owner) => {
      if (left.includes(owner)) return [];
      const next = row[taken[owner]];
      const facts = { seat: this.seat(owner), count: taken[owner], colour: next && this.colour(next) };
      const sentences = [this.t(next ? "cards_next" : "cards_all", facts)];
      if (saved[owner].length) sentences.push(this.t("cards_safe", { colours: this.colours(saved[owner]) }));
      return sentences;
    });
  }
}
