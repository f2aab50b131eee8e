/** What the boards of all games have in common: whose turn it is, the turn being built, and what the host is told of it. */

import { Stage } from "./stage.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Draft} Draft
 * @typedef {import("./types.js").Answer} Answer
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Point} Point
 */

/** A board. A game's own says how it looks (`plan`, `paint`, `describe`) and what a tap means (`touch`). */
export class Board {
  /** @param {import("./types.js").Host} host */
  constructor(host) {
    this.host = host;
    this.t = host.t;
    /** @type {View} */
    this.view = /** @type {any} */ (null);
    /** @type {number | null} */
    this.seat = null;
    /** @type {string | null} */
    this.last = null;
    /** @type {Set<string>} what may be played now */
    this.legal = new Set();
    /** @type {Draft | null} */
    this.proposal = null;
    this.sent = false;
    /** @type {Stage} */
    this.stage = /** @type {any} */ (null);
    /** @type {Map<string, Promise<Answer>>} */
    this.answers = new Map();
    /** @type {string | null} */
    this.hovered = null;
    this.shape = "";
    /** @type {HTMLElement | null} what belongs beside the board, such as cards and reserves */
    this.aside = null;
  }

  // what the host calls

  /** Shows a position. @param {View} view @param {Shown} [shown] */
  update(view, { seat = null, last = null, animate = false } = {}) {
    const before = this.view;
    this.view = view;
    this.seat = seat;
    this.last = last;
    this.legal = new Set(view.legal);
    this.answers.clear();
    this.sent = false;
    this.proposal = null;
    this.forget();
    const shape = JSON.stringify([view.edition, view.options]);
    if (shape !== this.shape) {
      this.stage?.destroy();
      this.stage = new Stage(this.host.element, this.plan());
      this.shape = shape;
      this.build();
    }
    this.paint(animate ? before : null);
    this.stage.cells.tell((id) => this.describe(id));
    this.refresh();
    this.host.onDraft(null);
  }

  draft() {
    return this.proposal;
  }

  /** Plays the turn being built, if it is whole. */
  commit() {
    if (this.proposal?.whole && !this.sent) this.submit(this.proposal.text);
  }

  /** Takes back the last part of the turn being built. */
  undoPart() {
    this.cancel();
  }

  /** Takes back the whole turn being built, also when the host could not send it. */
  cancel() {
    this.sent = false;
    this.forget();
    this.propose(null);
  }

  /** What can be done beside tapping cells. @returns {import("./types.js").Extra[]} */
  extras() {
    return this.words()
      .filter((word) => this.legal.has(word))
      .map((action) => ({ action, label: this.t(action) }));
  }

  /** What the person who looks is asked to do; empty when it is nothing. */
  prompt() {
    return "";
  }

  /** A cell in words. @param {string} _id @returns {string} */
  describe(_id) {
    throw new Error("every board describes its cells");
  }

  /** What ears are told beyond the cells; loaded when somebody listens. @returns {Promise<import("./ears.js").Ears<any>>} */
  async ears() {
    return new (await import("./ears.js")).Ears(this);
  }

  /** Sets the keyboard's focus on a cell. @param {string} id */
  focus(id) {
    this.stage.cells.focus(id);
  }

  /** Zooms around the middle; without a factor the whole board is seen. @param {number} [factor] */
  zoom(factor) {
    const { viewport, plan } = this.stage;
    if (factor) viewport.zoom({ x: plan.box.x + plan.box.width / 2, y: plan.box.y + plan.box.height / 2 }, factor);
    else viewport.fit();
  }

  destroy() {
    this.stage?.destroy();
    this.aside?.remove();
  }

  // what a game's board says

  /** @returns {import("./types.js").Plan} */
  plan() {
    throw new Error("every board has a plan");
  }

  /** Draws what stays as long as the options do. */
  build() {}

  /** Draws the position. @param {View | null} _before what was seen before, when the step from there is to be animated */
  paint(_before) {}

  /** Draws what depends on the draft and the hovered cell. */
  sketch() {}

  /** A tap on a cell by somebody who may act. @param {string} _id @param {Point | null} _point */
  touch(_id, _point) {}

  /** Forgets the turn being built. */
  forget() {}

  /** The cells where a tap does something now. @returns {Set<string>} */
  offered() {
    return new Set();
  }

  /** Actions that are words and no cells. @returns {string[]} */
  words() {
    return [];
  }

  // what games' boards call

  /** The parts of every plan that lead back here. */
  wiring() {
    return {
      tap: (/** @type {string} */ id, /** @type {Point | null} */ point) => {
        if (this.legal.size && !this.sent) this.touch(id, point);
      },
      hover: (/** @type {string | null} */ id, /** @type {Point | null} */ point) => this.hover(id, point),
      back: () => this.undoPart(),
      play: () => this.commit(),
    };
  }

  /** @param {string | null} id @param {Point | null} _point */
  hover(id, _point) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.sketch();
  }

  /** @param {Draft | null} draft */
  propose(draft) {
    this.proposal = draft;
    this.refresh();
    this.host.onDraft(draft);
  }

  refresh() {
    this.sketch();
    this.stage.cells.offer(this.sent ? new Set() : this.offered());
  }

  /** @param {string} text */
  submit(text) {
    this.sent = true;
    this.refresh();
    this.host.onAction(text);
  }

  /** What a text would lead to; asked once a position. @param {string} text @returns {Promise<Answer>} */
  ask(text) {
    let answer = this.answers.get(text);
    if (!answer) {
      answer = this.host.tryAction(text);
      this.answers.set(text, answer);
    }
    return answer;
  }

  /**
   * The view a text would lead to; says why not. Null also when the position has changed meanwhile.
   * @param {string} text
   * @returns {Promise<View | null>}
   */
  async probe(text) {
    const { view } = this;
    const answer = await this.ask(text);
    if (view !== this.view) return null;
    if (answer.error !== undefined) this.host.say(answer.error);
    return answer.view ?? null;
  }

  /** Says why a text cannot be played. @param {string} text */
  explain(text) {
    this.probe(text);
  }
}
