/** A whole line looked over: who was ahead when, and which turns gave most away. */

import { el } from "../../board/svg.js";
import { button, fill, h, keepFocus, say } from "../dom.js";
import { announce, complain } from "../house.js";
import { written } from "../table/turns.js";
import { t } from "../texts.js";
import { analyse, stand } from "./asking.js";

const SECONDS = 0.5; // for each position
const WORTH_A_WORD = 0.15; // of the chance to win
const TOLD = 5;
const WAIT = 1000; // milliseconds until somebody who asked too fast asks again

/**
 * @typedef {import("./tree.js").Step} Step
 * @typedef {object} Seen what is known of the position after a step
 * @property {number | null} seat who is to act; null when it is over
 * @property {number} chance of that seat, or of the first one
 * @property {number} first the chance of the first side
 * @property {string | null} best
 * @property {Map<string, number>} worth of every turn from there, to whoever is to act
 */

export class Review {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    /** @type {Map<Step, Seen>} */
    this.seen = new Map();
    /** @type {AbortController | null} while it goes on */
    this.going = null;
    this.turn = 0;
    /** @type {{step: Step, turn: number, before: Seen, kept: number}[]} */
    this.shown = [];
    this.start = button("", () => (this.going ? this.stop() : this.run()), { "data-review": "" });
    this.words = h("p", { class: "hint" });
    this.chart = h("div", { class: "review-chart", "aria-hidden": "true", click: (/** @type {MouseEvent} */ event) => this.jump(event) });
    this.heading = h("h2", {}, t("review_points"));
    this.points = h("ol", { class: "review-points", "aria-label": t("review_points") });
    this.node = h("div", { class: "review" }, h("p", { class: "buttons" }, this.start), this.words, this.chart, this.heading, this.points);
  }

  /** The line with the position it begins with. @returns {Step[]} */
  get line() {
    const { tree } = this.study;
    return [tree.root, ...tree.line()];
  }

  stop() {
    this.going?.abort();
  }

  /** Another game is studied. */
  forget() {
    this.stop();
    this.seen.clear();
  }

  async run() {
    const { study, line } = this;
    const going = new AbortController();
    this.going = going;
    study.thinker.rest();
    try {
      for (this.turn = 0; this.turn < line.length && !going.signal.aborted; this.turn++) {
        this.show();
        const step = line[this.turn];
        if (!this.seen.has(step)) await patiently(() => this.look(step, going.signal));
      }
    } catch (error) {
      if (!going.signal.aborted) complain(error);
    }
    this.going = null;
    if (study.signal.aborted) return;
    this.show();
    announce(going.signal.aborted ? "" : this.verdict());
    study.thinker.begin();
  }

  /** @param {Step} step @param {AbortSignal} signal */
  async look(step, signal) {
    const line = this.study.line(step);
    const { view } = await stand(line);
    const { sides } = view.state;
    const share = (/** @type {number} */ seat, /** @type {number} */ chance) => (sides[seat] === 0 ? chance : 1 - chance);
    if (view.status === "over") {
      const { winner } = view.result;
      const chance = winner === null || winner === undefined ? 0.5 : winner === 0 ? 1 : 0;
      this.seen.set(step, { seat: null, chance, first: share(0, chance), best: null, worth: new Map() });
      return;
    }
    /** @type {any} */
    let thought = null;
    await analyse(line, SECONDS, signal, (one) => (thought = one));
    if (signal.aborted || !thought?.candidates.length) return;
    const [[best, chance]] = thought.candidates;
    this.seen.set(step, { seat: view.to_act, chance, first: share(view.to_act, chance), best, worth: new Map(thought.candidates) });
  }

  /** Turns that gave much away, the worst first. */
  turningPoints() {
    const { line, seen } = this;
    const two = this.study.match.view.state.seats === 2;
    return line
      .slice(1)
      .flatMap((step, index) => {
        const [before, after] = [seen.get(line[index]), seen.get(step)];
        if (!before?.best || !after || step.text === before.best || before.seat === null) return [];
        const kept = two ? chanceOf(after, before.seat) : before.worth.get(step.text);
        return kept === undefined || before.chance - kept < WORTH_A_WORD ? [] : [{ step, turn: index + 1, before, kept }];
      })
      .sort((one, two) => two.before.chance - two.kept - (one.before.chance - one.kept));
  }

  // what is seen

  verdict() {
    const { length } = this.turningPoints();
    return length ? t("review_found", { count: length }) : t("review_none");
  }

  show() {
    const { line, seen, going } = this;
    const known = line.filter((step) => seen.has(step)).length;
    const whole = known === line.length;
    this.start.hidden = !this.study.engine;
    this.start.className = whole ? "" : "main";
    say(this.start, t(going ? "review_stop" : "review_start"));
    say(this.words, going ? t("review_going", { turn: Math.min(this.turn + 1, line.length), turns: line.length }) : known > 1 ? this.verdict() : t("review_words"));
    this.draw();
    const points = known > 1 ? this.turningPoints().slice(0, TOLD) : [];
    this.heading.hidden = !points.length;
    const same = points.length === this.shown.length && points.every(({ step, kept }, index) => step === this.shown[index].step && kept === this.shown[index].kept);
    if (same) return; // nothing goes from under a finger
    this.shown = points;
    keepFocus(this.points, () => fill(this.points, ...points.map((point) => this.point(point))), () => this.start.focus());
  }

  /** @param {{step: Step, turn: number, before: Seen, kept: number}} point */
  point({ step, turn, before, kept }) {
    const { study } = this;
    const percent = (/** @type {number} */ chance) => Math.round(chance * 100);
    const facts = { turn, text: written(study.speak, step.text), before: percent(before.chance), after: percent(kept), best: written(study.speak, before.best ?? "") };
    return h("li", {}, button(t("review_point", facts), () => study.turnTo(step), { "data-same": `point ${turn}`, "data-point": turn }));
  }

  /** The chance of the first side, turn by turn; among three or four there is no such line. */
  draw() {
    const { line, seen, study } = this;
    const shown = line.findIndex((step) => !seen.has(step));
    const known = line.slice(0, shown < 0 ? line.length : shown);
    this.chart.hidden = known.length < 2 || study.match.view.state.seats > 2;
    if (this.chart.hidden) return;
    const last = line.length - 1;
    const over = known.map((step, turn) => `L${turn} ${1 - /** @type {Seen} */ (seen.get(step)).first}`).join("");
    const here = study.tree.path().length;
    const marks = this.turningPoints().map(({ turn }) => el("path", { class: "review-mark", d: `M${turn} 0V1` }));
    fill(
      this.chart,
      el("svg", { viewBox: `0 0 ${last} 1`, preserveAspectRatio: "none" }, el("path", { class: "review-share", d: `M0 1${over}L${known.length - 1} 1Z` }), el("path", { class: "review-half", d: `M0 0.5H${last}` }), ...marks, el("path", { class: "review-here", d: `M${here} 0V1` })),
    );
  }

  /** To the turn under the pointer. @param {MouseEvent} event */
  jump(event) {
    const { left, width } = this.chart.getBoundingClientRect();
    const turn = Math.round(((event.clientX - left) / width) * (this.line.length - 1));
    this.study.turnTo(this.study.tree.at(turn));
  }
}

/** What a seat could hope for in a position. @param {Seen} seen @param {number} seat */
const chanceOf = (seen, seat) => (seen.seat === seat || (seen.seat === null && seat === 0) ? seen.chance : 1 - seen.chance);

/** Does it, and once more after a moment when the server finds that too fast. @param {() => Promise<void>} act */
async function patiently(act) {
  try {
    await act();
  } catch (error) {
    if (/** @type {any} */ (error).code !== "too_fast") throw error;
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    await act();
  }
}
