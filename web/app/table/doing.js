/** The board, and what is being done on it: the question, the turn being built, sending it, looking back. */

import { nonce } from "../api.js";
import { mount } from "../board_host.js";
import { button, fill, h, keepFocus, say } from "../dom.js";
import { announce, connection } from "../house.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { sentences } from "./ending.js";
import { answers } from "./offers.js";
import { step, written } from "./turns.js";

/**
 * @typedef {object} Around the page around the board
 * @property {() => void} looked another turn is looked at
 * @property {() => Node} ending what is said when it is over
 * @property {(ask: any) => Promise<any>} ask something of the server that changes nothing
 * @property {(ask: any) => Promise<any>} submit a turn; done when it counts
 * @property {() => any} unsent a turn that was on its way when the page was closed; null when there is none
 * @property {() => void} drop forgets that turn
 */

const SLOW = 600; // milliseconds until a turn on its way is worth a word

export class Doing {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("../texts.js").Speaker} speak
   * @param {Around} around
   */
  constructor(match, speak, around) {
    this.match = match;
    this.speak = speak;
    this.around = around;
    this.board = h("div", { class: "board-here" });
    this.whole = button(icon("whole"), () => this.drawn?.zoom(), { class: "whole-board", title: t("whole_board"), "aria-label": t("whole_board") });
    this.aside = h("div", { class: "board-aside" });
    this.words = h("p", { class: "prompt" });
    this.draft = h("p", { class: "draft" });
    this.said = h("p", { class: "said" });
    this.buttons = h("p", { class: "buttons" });
    this.offers = h("div", { class: "offers" });
    this.panel = h("section", { class: "doing", "aria-label": t("your_turn_here") }, this.offers, this.words, this.draft, this.said, this.buttons);
    /** @type {import("../board_host.js").Board | null} */
    this.drawn = null;
    /** @type {number | null} the turn that is looked at; null is now */
    this.turn = null;
    /** @type {string | null} what is on its way */
    this.sending = null;
    this.slow = false;
    this.tried = false;
    this.asked = 0; // questions of the board that have no answer yet
    this.awaited = false; // whether somebody is to be at a text board that is not there yet
    /** @type {Map<number, any>} */
    this.past = new Map();
    /** @type {import("../ears/listening.js").Listening | null} */
    this.listening = null;
    this.held = false; // whether a finger is down on the panel
    this.late = false; // whether there is something to say once it is up
    this.panel.addEventListener("pointerdown", () => this.hold());
    this.settings = { oneTap: !settings.confirm, guides: settings.guides };
  }

  async lay() {
    this.drawn = await mount(this.match.game, {
      element: this.board,
      t: this.speak,
      settings: this.settings,
      say: (text) => this.say(text),
      onDraft: () => this.tell(),
      onAction: (text) => this.send(text),
      tryAction: (text) => this.attempt(text),
    });
  }

  destroy() {
    this.drawn?.destroy();
  }

  // the board

  /** Shows how it stands now, unless somebody looks back. @param {boolean} animate */
  show(animate) {
    Object.assign(this.settings, { oneTap: !settings.confirm, guides: settings.guides });
    const { match, drawn } = this;
    if (!drawn) return;
    if (this.turn !== null && this.turn >= match.turns.length) this.turn = null; // taken back, or there already
    if (this.turn === null) {
      this.say("");
      const last = match.turns.at(-1);
      drawn.update(match.boardView(), { seat: match.eye, last: last && !last.left ? last.text : null, animate });
      if (drawn.aside && drawn.aside.parentNode !== this.aside) this.aside.append(drawn.aside);
    }
    this.resend();
    this.tell();
  }

  /** Looks at the position after a turn; at the last one it is now again. @param {number} turn */
  async look(turn) {
    const { match } = this;
    const number = Math.min(Math.max(0, turn), match.turns.length);
    if (number === match.turns.length) {
      this.turn = null;
      this.show(false);
      this.around.looked();
      return;
    }
    this.turn = number;
    this.around.looked();
    const found = await this.after(number);
    if (!found || this.turn !== number) return;
    const left = match.turns[number - 1]?.left ?? true;
    this.drawn?.update({ ...found.state, legal: [] }, { seat: match.seats[0] ?? null, last: left ? null : found.text });
    this.tell();
  }

  /** How it stood after a turn; null when the server does not say. @param {number} turn @returns {Promise<any>} */
  async after(turn) {
    const { match, past } = this;
    const key = match.view.changes * 1e5 + turn;
    const found = past.get(key) ?? (await this.around.ask({ type: "show_turn", turn }).then(({ result }) => result, () => null));
    if (found) past.set(key, found);
    return found;
  }

  /** @param {string} text @returns {Promise<import("../../board/types.js").Answer>} */
  async attempt(text) {
    this.asked++;
    this.mark();
    try {
      const { result: ok } = await this.around.ask({ type: "try", action: text });
      return { view: ok.state };
    } catch (error) {
      return { error: /** @type {Error} */ (error).message };
    } finally {
      this.asked--;
      setTimeout(() => this.mark()); // once the board has drawn what came of it
    }
  }

  /** Says that the server has been asked something: what can be done is about to change. */
  mark() {
    this.panel.toggleAttribute("data-asking", this.asked > 0 || this.sending !== null);
  }

  // sending

  /** @param {string} text */
  send(text) {
    const { match } = this;
    if (this.turn !== null || !match.myTurn) return this.drawn?.cancel();
    const ask = { type: "play", action: text, seat: match.mine.to_act, changes_seen: match.view.changes, nonce: nonce() };
    return this.deliver(ask);
  }

  /** @param {any} ask */
  async deliver(ask) {
    this.sending = ask.action;
    this.slow = false;
    const timer = setTimeout(() => ((this.slow = true), this.tell()), SLOW);
    this.tell();
    try {
      await this.around.submit(ask);
      this.done();
    } catch (error) {
      this.done();
      this.drawn?.cancel();
      this.say(/** @type {Error} */ (error).message);
    }
    clearTimeout(timer);
    this.tell();
  }

  done() {
    this.sending = null;
    this.slow = false;
  }

  /** A turn that was on its way when the page was closed goes out again, unless the match has moved on. */
  resend() {
    if (this.tried) return;
    this.tried = true;
    const ask = this.around.unsent();
    if (!ask) return;
    if (ask.changes_seen === this.match.view.changes && this.match.seats.includes(ask.seat)) this.deliver(ask);
    else this.around.drop();
  }

  // words

  /** @param {string} text */
  say(text) {
    say(this.said, text);
    announce(text);
  }

  /** Says how it stands, and offers what can be done. Whoever was on a button that goes is not left in the void. */
  tell() {
    this.mark();
    this.late = this.held;
    if (this.held) return;
    const change = () => (this.write(), this.listening?.show());
    keepFocus(this.panel, change, () => this.toNext());
  }

  /** A button that is drawn anew between finger down and finger up would not be pressed: what is to be said waits. */
  hold() {
    this.held = true;
    const up = new AbortController();
    const release = () => {
      up.abort();
      this.held = false;
      setTimeout(() => this.late && this.tell()); // after the click
    };
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, { signal: up.signal });
  }

  /** To what can be done next: at the end one of its buttons, before it the board. */
  toNext() {
    const first = this.match.view.status === "over" ? /** @type {HTMLElement | null} */ (this.panel.querySelector("button:enabled, a[href]")) : null;
    if (first) first.focus({ preventScroll: true });
    else this.focus();
  }

  /** To the board, as it is shown; to one in words as soon as there is one. */
  focus() {
    this.awaited = settings.text && !this.listening;
    if (this.listening) this.listening.refocus();
    else this.drawn?.focus(this.drawn.stage.cells.current);
  }

  write() {
    const { match, drawn } = this;
    if (!drawn || !match.view) return;
    const over = match.view.status === "over";
    this.panel.classList.toggle("over", over && this.turn === null);
    fill(this.offers, ...answers(match));
    if (this.turn !== null) return this.tellPast();
    if (over) {
      say(this.words, "");
      say(this.draft, "");
      return fill(this.buttons, this.around.ending());
    }
    const draft = drawn.draft();
    say(this.words, this.question());
    say(this.draft, this.sending ? "" : (draft?.words ?? ""));
    fill(this.buttons, ...(this.sending ? [] : this.choices(draft)));
    return undefined;
  }

  question() {
    const { match, drawn } = this;
    const { view } = match;
    if (this.turn !== null) return t("looking_back", { turn: this.turn, turns: match.turns.length });
    if (view.result) return Object.values(sentences(match, this.speak)).join(" ").trim();
    if (this.sending) return this.slow ? t(connection.condition === "open" ? "sending" : "sending_later", { turn: written(this.speak, this.sending) }) : "";
    if (view.status === "waiting") return t("waiting_for_players");
    if (view.status === "adjourned") return t("adjourned");
    const asked = drawn?.prompt() ?? "";
    const name = view.players[view.to_act];
    if (match.myTurn) return match.alone ? `${t("turn_of", { name })} ${asked}` : `${t("your_turn")}. ${asked}`;
    if (match.queue) return t("engine_queue", { name, position: match.queue.position, seconds: match.queue.expected_wait_s });
    return asked || t(match.table.participants[view.to_act]?.level ? "thinking" : "turn_of", { name });
  }

  /** @param {import("../../board/types.js").Draft | null} draft */
  choices(draft) {
    const { drawn } = this;
    if (!drawn || !this.match.myTurn) return [];
    const found = drawn.extras().map(({ label, action, change }) => button(label, () => (action ? this.send(action) : change?.()), { "data-action": action }));
    if (draft?.whole) found.unshift(button(t("play_turn"), () => drawn.commit(), { class: "main", "data-play": draft.text }));
    if (draft) found.push(button(t("back"), () => drawn.undoPart()));
    return found;
  }

  tellPast() {
    const turn = /** @type {number} */ (this.turn);
    say(this.words, this.question());
    say(this.draft, "");
    fill(this.buttons, step("back", () => this.look(turn - 1)), step("on", () => this.look(turn + 1)), button(t("to_now"), () => this.look(this.match.turns.length), { class: "main" }));
  }
}
