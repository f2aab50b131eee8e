/** What the engine thinks of the position that is shown: who is ahead, the best turns, and where they are on the board. */

import { heat } from "../../board/heat.js";
import { button, fill, h, keepFocus, say } from "../dom.js";
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

export class Engine {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.toggle = button(t("engine"), () => choose({ engine: !settings.engine }), { class: "engine-switch" });
    this.onBoard = button(t("engine_on_board"), () => choose({ heat: !settings.heat }), { class: "engine-switch" });
    this.words = h("p", { class: "engine-words" });
    this.bar = h("div", { class: "engine-bar", "aria-hidden": "true" }, h("span"));
    this.list = h("ol", { class: "engine-list", "aria-label": t("engine_best") });
    this.facts = h("p", { class: "engine-facts" });
    this.more = button(t("engine_more"), () => this.think(), { class: "bare" });
    this.node = h("section", { class: "engine", "aria-label": t("engine") }, h("p", { class: "engine-line" }, this.toggle, this.onBoard, this.words), this.bar, this.list, h("p", { class: "engine-foot" }, this.facts, this.more));
    this.thinking = new AbortController();
    /** @type {any} the last thing it said of this position */
    this.thought = null;
    this.over = false; // whether it has said all it had to say
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
    this.show();
    const { view } = this.study.match;
    if (settings.engine && this.study.engine && view.status !== "over") this.timer = window.setTimeout(() => this.think(), STILL);
  }

  async think() {
    this.rest();
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.over = false;
    this.show();
    try {
      this.ears ??= (await this.study.doing.drawn?.ears()) ?? null;
      if (!signal.aborted) await analyse(this.study.line(), SECONDS, signal, (thought) => signal.aborted || this.heard(thought));
      if (!signal.aborted) this.end();
    } catch (error) {
      if (!signal.aborted) this.fail(/** @type {Error} */ (error));
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

  /** @param {Error} error */
  fail(error) {
    this.over = true;
    this.show();
    say(this.words, error.message);
    announce(error.message);
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
    this.onBoard.hidden = !on;
    this.node.classList.toggle("off", !on);
    this.node.toggleAttribute("data-thinking", Boolean(on) && !this.over && this.study.match.view.status !== "over");
    say(this.words, on ? this.standing() : engine ? t("engine_off") : t("no_engine"));
    this.drawBar();
    const lost = () => this.toggle.focus();
    keepFocus(this.list, () => fill(this.list, ...(this.thought?.candidates ?? []).slice(0, SHOWN).map((/** @type {Candidate} */ one, /** @type {number} */ index) => this.row(one, index))), lost);
    say(this.facts, this.thought ? t("engine_facts", { nodes: this.thought.nodes, seconds: Math.round(this.thought.seconds * 10) / 10 }) : "");
    this.more.hidden = !on || !this.over || !this.thought || this.best?.proof != null;
    this.draw();
  }

  /** Who is ahead, in words. */
  standing() {
    const { best } = this;
    const { view } = this.study.match;
    if (view.status === "over") return "";
    if (!best) return this.over ? "" : t("engine_thinks");
    const name = view.players[view.to_act];
    if (best.proof === "draw") return t("engine_draw");
    if (best.proof === "win") return t("engine_wins", { name, count: best.plies });
    if (best.proof === "loss") return t("engine_loses", { name, count: best.plies });
    return t("engine_chance", { name, percent: Math.round(best.chance * 100) });
  }

  /** The share of the first side; among three or four, that of whoever is to act. */
  drawBar() {
    const { best } = this;
    const { view } = this.study.match;
    this.bar.hidden = !best;
    if (!best) return;
    const two = view.state.seats === 2;
    const first = !two || view.state.sides[view.to_act] === 0;
    this.bar.classList.toggle("two", two);
    /** @type {HTMLElement} */ (this.bar.firstElementChild).style.width = `${100 * (first ? best.chance : 1 - best.chance)}%`;
  }

  /** @param {Candidate} one @param {number} index */
  row(one, index) {
    const { ears, thought } = this;
    const worth = one.proof === "draw" ? t("engine_draw_short") : one.proof ? t(`engine_${one.proof}_short`, { count: one.plies }) : t("percent", { percent: Math.round(one.chance * 100) });
    const after = index ? "" : thought.line.slice(1).join(" ");
    const play = button("", () => this.study.doing.send(one.action), { "data-candidate": one.action, "data-same": `candidate ${index}`, "aria-label": t("engine_row", { rank: index + 1, turn: ears?.spell(one.action) ?? one.action, worth }) });
    fill(play, h("span", { class: "number" }, index + 1), h("b", { translate: "no" }, written(this.study.speak, one.action)), h("span", { class: "worth" }, worth), after && h("span", { class: "then", translate: "no", title: after }, after));
    return h("li", {}, play);
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
      found.forEach((one, index) => {
        const strength = 1 - (best.chance - one.chance) / spread;
        const cell = ears.concerns(one.action).at(-1);
        if (cell && strength > 0 && (one.proof !== "loss" || best.proof === "loss") && !cells.has(cell)) cells.set(cell, { strength, rank: index < RANKED ? index + 1 : null });
      });
    }
    heat(board, cells);
  }
}
