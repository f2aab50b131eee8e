/** Single keys, which act only while the focus is on a cell: jumping, asking, going elsewhere. */

import { announce, connection, repeat } from "../house.js";
import { clockText, t } from "../texts.js";

const HERE = 12; // what is told of one cell, at most

export class Keys {
  /** @param {import("./listening.js").Listening} listening */
  constructor(listening) {
    this.listening = listening;
    /** @type {Record<string, (back: boolean) => unknown>} */
    this.keys = {
      n: (back) => this.jump(this.cells.offered, back),
      o: (back) => this.jump(this.owned(true), back),
      p: (back) => this.jump(this.owned(false), back),
      l: () => this.jumpLast(),
      h: () => this.tellHere(),
      w: () => this.lastTurn().then(announce),
      s: () => announce([this.question(), ...this.ears.standing()].join(" ")),
      b: () => announce(this.ears.everything() || t("told_empty")),
      c: () => announce(this.clocks()),
      r: () => repeat(),
      t: () => this.listening.typing().then((typing) => typing.field.focus()),
      a: () => this.listening.typing().then((typing) => /** @type {HTMLElement | null} */ (typing.list.querySelector("button"))?.focus()),
      d: () => this.toButtons(),
      "?": () => import("./help.js").then(({ helpDialog }) => helpDialog()),
    };
  }

  get ears() {
    return this.listening.ears;
  }

  get cells() {
    return this.listening.cells;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
    const key = event.key.length === 1 ? event.key.toLowerCase() : "";
    if (!cell || !(key in this.keys) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.keys[key](event.shiftKey);
  }

  /** To the next of some cells, round and round. @param {Set<string>} wanted @param {boolean} back */
  jump(wanted, back) {
    const all = [...this.cells.all.keys()];
    if (back) all.reverse();
    const at = all.indexOf(this.cells.current) + 1;
    const next = [...all.slice(at), ...all.slice(0, at)].find((cell) => wanted.has(cell));
    if (next) this.cells.focus(next);
    else announce(t("told_none"));
  }

  /** @param {boolean} mine */
  owned(mine) {
    const { view, seat } = this.ears.board;
    const side = seat === null ? 0 : view.sides[seat];
    return new Set(this.ears.pieces().filter((piece) => (piece.side === side) === mine).map(({ cell }) => cell));
  }

  jumpLast() {
    const last = this.ears.last();
    const next = last[(last.indexOf(this.cells.current) + 1) % last.length];
    if (next) this.cells.focus(next);
    else announce(t("told_none"));
  }

  tellHere() {
    const here = this.cells.current;
    const found = this.ears.board.view.legal.filter((/** @type {string} */ action) => this.ears.concerns(action).includes(here));
    const actions = found.slice(0, HERE).map((/** @type {string} */ action) => this.ears.spell(action)).join("; ");
    announce(found.length ? t("can_here", { actions }) : t("can_not_here"));
  }

  /** What is asked now, as a sentence. */
  question() {
    const { doing } = this.listening;
    return doing.turn === null ? doing.question() : `${doing.question()}.`;
  }

  /** The turn that led to what is shown, with what came of it. @returns {Promise<string>} */
  async lastTurn() {
    const { match, doing } = this.listening;
    const looked = doing.turn;
    const turn = looked ?? match.turns.length;
    const last = match.turns[turn - 1];
    if (!last) return looked === null ? t("no_turns") : this.question();
    const before = connection.condition === "open" && !last.left ? await doing.after(turn - 1) : null;
    if (doing.turn !== looked || match.turns[turn - 1] !== last) return this.lastTurn();
    const told = last.left ? t(`turn_${last.text}`) : this.ears.told(last.text, before?.state ?? null);
    const name = match.view.players[last.seat];
    return looked === null ? t("told_last", { name, turn: told }) : `${t("turn_by", { turn, name, text: told })}.`;
  }

  clocks() {
    const { view } = this.listening.match;
    if (!view.clock) return t("clock_none");
    return view.players
      .map((/** @type {string} */ name, /** @type {number} */ seat) => {
        const left = view.ticking === seat && view.deadline !== null ? view.deadline - connection.now() : view.remaining_ms[seat];
        return left === null ? "" : t("told_clock", { name, time: clockText(left) });
      })
      .join(" ");
  }

  toButtons() {
    const panel = this.listening.doing.panel;
    const first = /** @type {HTMLElement | null} */ (panel.querySelector("button, a[href]"));
    if (first) first.focus();
    else announce(t("can_do_nothing"));
  }
}
