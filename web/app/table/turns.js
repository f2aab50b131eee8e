/** The list of turns: each is a button that shows the position after it. */

import { button, fill, h, keepFocus } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";
import { sign } from "./plates.js";

/** A button that goes through the turns. @param {"first" | "back" | "on" | "now"} way @param {() => unknown} go */
export const step = (way, go) => button(icon(way), go, { "aria-label": t(`step_${way}`), title: t(`step_${way}`), class: "bare" });

/** A turn as it is written, or the word for it where it is one. @param {import("../texts.js").Speaker} speak @param {string} text */
export function written(speak, text) {
  const word = speak(`turn_${text}`);
  return word.startsWith("turn_") ? text : word;
}

export class Turns {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("../texts.js").Speaker} speak
   * @param {(turn: number) => void} look
   * @param {() => number | null} looked the turn that is shown; null is now
   * @param {() => void} lost where the focus goes when what it was on is gone
   */
  constructor(match, speak, look, looked, lost) {
    this.match = match;
    this.speak = speak;
    this.look = look;
    this.looked = looked;
    this.lost = lost;
    this.list = h("ol", { class: "turns", "aria-label": t("tab_turns") });
    this.none = h("p", { class: "empty" }, t("no_turns"));
    const at = () => this.looked() ?? this.match.turns.length;
    this.steps = h("p", { class: "steps" }, step("first", () => look(0)), step("back", () => look(at() - 1)), step("on", () => look(at() + 1)), step("now", () => look(this.match.turns.length)));
    this.node = h("div", { class: "turns-tab" }, this.none, this.list, this.steps);
    this.shown = "";
    new ResizeObserver(() => this.reveal()).observe(this.list);
  }

  show() {
    const { turns } = this.match;
    const shown = this.looked() ?? turns.length;
    const key = `${this.match.view.changes} ${shown} ${turns.map(({ text }) => text).join(" ")}`;
    if (key === this.shown) return;
    this.shown = key;
    this.none.hidden = turns.length > 0;
    this.steps.hidden = !turns.length;
    const pairs = this.match.view.state.seats === 2;
    this.list.classList.toggle("pairs", pairs);
    /** @type {HTMLElement[]} */
    const rows = [];
    turns.forEach(({ seat, text, left }, index) => {
      const label = left ? t(`turn_${text}`) : written(this.speak, text);
      const chosen = shown === index + 1;
      const name = t("turn_by", { turn: index + 1, name: this.match.view.players[seat], text: label });
      const cell = button(label, () => this.look(index + 1), { "aria-current": chosen ? "step" : null, "aria-label": name, class: "turn-button" });
      const fresh = !pairs || !rows.length || seat <= (turns[index - 1]?.seat ?? 1);
      if (fresh) rows.push(h("li", {}, h("span", { class: "number" }, String(pairs ? rows.length + 1 : index + 1)), pairs ? null : sign(this.match, seat, this.speak), pairs && seat === 1 ? h("span", { class: "gap" }, "…") : null));
      rows[rows.length - 1].append(cell);
    });
    keepFocus(this.list, () => fill(this.list, ...rows), this.lost);
    this.reveal();
  }

  /** Brings the turn that is shown into sight. */
  reveal() {
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    this.list.scrollTop = current ? Math.max(0, current.offsetTop - this.list.clientHeight / 2) : 0;
  }
}
