/** The list of turns: each is a button that shows the position after it. */

import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";
import { sign } from "./plates.js";

export class Turns {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("../texts.js").Speaker} speak
   * @param {(turn: number) => void} look
   * @param {() => number | null} looked the turn that is shown; null is now
   */
  constructor(match, speak, look, looked) {
    this.match = match;
    this.speak = speak;
    this.look = look;
    this.looked = looked;
    this.list = h("ol", { class: "turns", "aria-label": t("tab_turns") });
    this.none = h("p", { class: "empty" }, t("no_turns"));
    const step = (/** @type {"first" | "back" | "on" | "now"} */ sign, /** @type {string} */ key, /** @type {() => number} */ to) => button(icon(sign), () => look(to()), { "aria-label": t(key), title: t(key), class: "bare" });
    const at = () => this.looked() ?? this.match.turns.length;
    this.steps = h("p", { class: "steps" }, step("first", "step_first", () => 0), step("back", "step_back", () => at() - 1), step("on", "step_on", () => at() + 1), step("now", "step_now", () => this.match.turns.length));
    this.node = h("div", { class: "turns-tab" }, this.none, this.list, this.steps);
    this.shown = "";
    new ResizeObserver(() => this.reveal()).observe(this.list);
  }

  show() {
    const { turns } = this.match;
    const shown = this.looked() ?? turns.length;
    const key = `${this.match.view.changes} ${turns.length} ${shown}`;
    if (key === this.shown) return;
    this.shown = key;
    this.none.hidden = turns.length > 0;
    this.steps.hidden = !turns.length;
    const pairs = this.match.view.state.seats === 2;
    this.list.classList.toggle("pairs", pairs);
    /** @type {HTMLElement[]} */
    const rows = [];
    turns.forEach(({ seat, text, left }, index) => {
      const label = left ? t(`turn_${text}`) : this.speak(`turn_${text}`).startsWith("turn_") ? text : this.speak(`turn_${text}`);
      const chosen = shown === index + 1;
      const name = t("turn_by", { turn: index + 1, name: this.match.view.players[seat], text: label });
      const cell = button(label, () => this.look(index + 1), { "aria-current": chosen ? "step" : null, "aria-label": name, class: "turn-button" });
      const fresh = !pairs || !rows.length || seat <= (turns[index - 1]?.seat ?? 1);
      if (fresh) rows.push(h("li", {}, h("span", { class: "number" }, String(pairs ? rows.length + 1 : index + 1)), pairs ? null : sign(this.match, seat, this.speak), pairs && seat === 1 ? h("span", { class: "gap" }, "…") : null));
      rows[rows.length - 1].append(cell);
    });
    fill(this.list, ...rows);
    this.reveal();
  }

  /** Brings the turn that is shown into sight. */
  reveal() {
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    this.list.scrollTop = current ? Math.max(0, current.offsetTop - this.list.clientHeight / 2) : 0;
  }
}
