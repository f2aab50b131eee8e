/** What the engine thinks of the position that is shown: who is ahead, the best turns, and where they are on the board. */

import { heat } from "../../board/heat.js";
import { Refusal } from "../api.js";
import { button, h, say } from "../dom.js";
import { announce } from "../house.js";
import { choose, settings } from "../settings.js";
import { written } from "../table/turns.js";
import { t } from "../texts.js";
import { analyse } from "./asking.js";

const SECONDS = 10; // the server may allow less
const STILL = 250; // milliseconds on a position before it is worth a thought
const SHOWN = 5;
const RANKED = 3;
const SPREAD = [0.03, 0.25]; // a cell that gives away more of the chance to win than half of all do is not warm, within these bounds

/** @typedef {{action: string, chance: number, proof: "win" | "draw" | "loss" | null, plies: number}} Candidate */

/** A line of the list. It stays the same one while the list changes, and plays what was there when the finger came down. */
class Row {
  /** @param {number} index @param {(action: string) => unknown} play */
  constructor(index, play) {
    this.index = index;
    this.action = "";
    let pressed = "";
    this.turn = h("b", { translate: "no" });
    this.worth = h("span", { class: "worth" });
    this.then = h("span", { class: "then", translate: "no" });
    this.button = h(
      "button",
      { type: "button", pointerdown: () => (pressed = this.action), click: (/** @type {MouseEvent} */ { detail }) => play(detail ? pressed : this.action) },
      h("span", { class: "number" }, index + 1), this.turn, this.worth, this.then,
    );
    this.node = h("li", {}, this.button);
    this.clear();
  }

  /** There is no such turn; its place is kept. */
  clear() {
    this.action = "";
    this.node.classList.add("none");
    this.button.removeAttribute("data-candidate");
  }

  /** @param {string} action @param {{turn: string, worth: string, then: string, spelt: string}} words */
  show(action, { turn, worth, then, spelt }) {
    this.action = action;
    this.node.classList.remove("none");
    this.button.setAttribute("data-candidate", action);
    this.button.setAttribute("aria-label", t("engine_row", { rank: this.index + 1, turn: spelt, worth }));
    say(this.turn, turn);
    say(this.worth, worth);
    say(this.then, then);
    this.then.title = then;
  }
}

export class Engine {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.toggle = button(t("engine"), () => choose({ engine: !settings.engine }), { class: "engine-switch" });
    this.onBoard = button(t("engine_on_board"), () => choose({ heat: !settings.heat }), { class: "engine-switch" });
    this.words = h("p", { class: "engine-words" });
    this.bar = h("div", { class: "engine-bar", "aria-hidden": "true" }, h("span"));
    this.rows = Array.from({ length: SHOWN }, (_, index) => new Row(index, (action) => this.study.doing.send(action)));
    this.list = h("ol", { class: "engine-list", "aria-label": t("engine_best") }, ...this.rows.map(({ node }) => node));
    this.facts = h("p", { class: "engine-facts" });
    this.more = button(t("engine_more"), () => this.think(), { class: "bare" });
    this.node = h("section", { class: "engine", "aria-label": t("engine") }, h("p", { class: "engine-line" }, this.toggle, this.onBoard, this.words), this.bar, this.list, h("p", { class: "engine-foot" }, this.facts, this.more));
    this.thinking = new AbortController();
    /** @type {any} the last thing it said of this position */
    this.thought = null;
    this.over = false; // whether it has said all it had to say
    this.trouble = ""; // why it said no more
    /** @type {import("../../board/ears.js").Ears<any> | null} */
    this.ears = null;
    this.timer = 0;
  }

  /** Stops thinking. */
  rest() {
    clearTimeout(this.timer);
    this.thinking.abort();
  }

  /** Begins anew: another position is shown, or somebody switched it on or off. */
  begin() {
    this.rest();
    this.thought = null;
    this.over = false;
    this.trouble = "";
    this.show();
    const { view } = this.study.match;
    if (settings.engine && this.study.engine && view.status !== "over" && !this.study.review.going) this.timer = window.setTimeout(() => this.think(), STILL);
  }

  async think() {
    this.rest();
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.over = false;
    this.trouble = "";
    this.show();
    try {
      this.ears ??= (await this.study.doing.drawn?.ears()) ?? null;
      if (!signal.aborted) await analyse(this.study.line(), SECONDS, signal, (thought) => signal.aborted || this.heard(thought));
      if (!signal.aborted) this.end();
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** @param {any} thought */
  heard(thought) {
    this.thought = { ...thought, candidates: thought.candidates.map((/** @type {any[]} */ [action, chance, proof, plies]) => ({ action, chance, proof, plies })) };
    this.show();
  }

  end() {
    this.over = true;
    this.show();
    const best = this.best;
    if (best) announce(t("engine_told", { words: this.words.textContent, turn: this.ears?.spell(best.action) ?? best.action }));
  }

  /** What no server said is a server that went away. @param {unknown} error */
  fail(error) {
    this.over = true;
    this.trouble = error instanceof Refusal ? error.message : t("away");
    this.show();
    announce(this.trouble);
  }

  /** @returns {Candidate | undefined} */
  get best() {
    return this.thought?.candidates[0];
  }

  // what is seen

  show() {
    const { engine } = this.study;
    const on = settings.engine && engine;
    this.toggle.setAttribute("aria-pressed", String(settings.engine));
    this.onBoard.setAttribute("aria-pressed", String(settings.heat));
    this.toggle.hidden = !engine;
    this.onBoard.hidden = !on || settings.text; // nothing is drawn there
    this.node.classList.toggle("off", !on);
    this.node.toggleAttribute("data-thinking", Boolean(on) && !this.over && this.study.match.view.status !== "over");
    say(this.words, on ? this.standing() : t(engine ? "engine_off" : "study_no_engine"));
    this.drawBar();
    this.rows.forEach((row, index) => this.fillRow(row, this.thought?.candidates[index]));
    say(this.facts, this.best ? t("engine_facts", { nodes: this.thought.nodes, seconds: Math.round(this.thought.elapsed_s * 10) / 10 }) : "");
    this.more.classList.toggle("none", !on || !this.over || this.best?.proof != null);
    if (this.node.contains(document.activeElement) && document.activeElement?.closest(".none")) this.toggle.focus();
    this.draw();
  }

  /** Who is ahead, in words. */
  standing() {
    const { best } = this;
    const { view } = this.study.match;
    if (view.status === "over") return "";
    if (this.trouble) return this.trouble;
    if (!best) return t(this.over ? "engine_stopped" : "engine_thinks");
    const name = view.players[view.to_act];
    if (best.proof === "draw") return t("engine_draw");
    if (best.proof === "win") return t("engine_wins", { name, count: best.plies });
    if (best.proof === "loss") return t("engine_loses", { name, count: best.plies });
    return t("engine_chance", { name, percent: Math.round(best.chance * 100) });
  }

  /** The share of the first side; among three or four, that of whoever is to act. */
  drawBar() {
    const { best } = this;
    const { view, sides } = this.study.match;
    this.bar.classList.toggle("none", !best);
    if (!best) return;
    const two = view.state.seats === 2;
    const first = !two || view.state.sides[view.to_act] === 0;
    this.bar.classList.toggle("two", two);
    this.bar.dataset.first = sides[0].toLowerCase();
    /** @type {HTMLElement} */ (this.bar.firstElementChild).style.width = `${100 * (first ? best.chance : 1 - best.chance)}%`;
  }

  /** @param {Row} row @param {Candidate} [one] */
  fillRow(row, one) {
    if (!one) return row.clear();
    const worth = one.proof === "draw" ? t("engine_draw_short") : one.proof ? t(`engine_${one.proof}_short`, { count: one.plies }) : t("percent", { percent: Math.round(one.chance * 100) });
    const then = row.index ? "" : this.thought.pv.slice(1).join(" ");
    return row.show(one.action, { turn: written(this.study.speak, one.action), worth, then, spelt: this.ears?.spell(one.action) ?? one.action });
  }

  /** Warms the cells of the board. */
  draw() {
    const board = this.study.doing.drawn;
    if (!board?.stage) return;
    /** @type {Map<string, import("../../board/heat.js").Warmth>} */
    const cells = new Map();
    const { best, ears } = this;
    if (best && ears && settings.engine && settings.heat) {
      const found = /** @type {Candidate[]} */ (this.thought.candidates);
      const spread = Math.min(SPREAD[1], Math.max(SPREAD[0], best.chance - found[found.length >> 1].chance));
      const resists = found[found.length >> 1].plies < best.plies;
      found.forEach((one, index) => {
        // where all is lost, only what resists longest is warm
        const strength = best.proof === "loss" ? Number(one.plies === best.plies && resists) : 1 - (best.chance - one.chance) / spread;
        const cell = ears.concerns(one.action).at(-1);
        if (cell && strength > 0 && (one.proof !== "loss" || best.proof === "loss") && !cells.has(cell)) cells.set(cell, { strength, rank: index < RANKED ? index + 1 : null });
      });
    }
    heat(board, cells);
  }
}
