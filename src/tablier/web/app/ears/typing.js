/** A turn typed or taken from the list of what can be done. */

import { button, fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";

const SUGGESTED = 8;
const LISTED = 60;

export class Typing {
  /** @param {import("../../board/board.js").Board} board @param {import("../../board/ears.js").Ears<any>} ears */
  constructor(board, ears) {
    this.board = board;
    this.ears = ears;
    this.active = -1;
    this.listed = "";
    this.options = h("ul", { id: "suggestions", role: "listbox", "aria-label": t("suggestions"), hidden: true });
    this.field = h("input", {
      id: "typed-turn",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "suggestions",
      "aria-autocomplete": "list",
      "aria-describedby": "typed-words",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      input: () => this.suggest(),
      keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
      blur: () => this.close(),
    });
    this.heading = h("h2", { id: "can-do" }, t("can_do"));
    this.list = h("ul", { class: "can-do", "aria-labelledby": "can-do" });
    const words = h("p", { id: "typed-words", class: "hint" }, t("type_words"));
    const form = h("form", { class: "typed", submit: (/** @type {Event} */ event) => this.enter(event) }, h("label", { for: "typed-turn" }, t("type_turn")), h("p", { class: "line-up" }, this.field, h("button", {}, t("play_turn"))), this.options, words);
    this.node = h("section", { class: "typing", "aria-labelledby": "can-do" }, form, this.heading, this.list);
  }

  /** @returns {string[]} */
  get legal() {
    return this.board.sent ? [] : this.board.view.legal;
  }

  /** Lists what can be done now. */
  show() {
    const { legal } = this;
    const key = legal.join(" ");
    if (key === this.listed) return;
    this.listed = key;
    const rest = legal.length - LISTED;
    const act = (/** @type {string} */ action) => h("li", {}, button("", () => this.take(action), { "data-act": action }));
    fill(this.list, ...legal.slice(0, LISTED).map(act), rest > 0 && h("li", { class: "hint" }, t("can_more", { count: rest })), !legal.length && h("li", { class: "hint" }, t("can_do_nothing")));
    for (const node of this.list.querySelectorAll("[data-act]")) {
      const action = /** @type {HTMLElement} */ (node).dataset.act ?? "";
      fill(node, h("b", {}, action), h("span", {}, this.ears.spell(action)));
    }
    if (document.activeElement === this.field) this.suggest();
  }

  // suggestions

  suggest() {
    const typed = this.field.value.trim().toLowerCase();
    const found = typed ? this.legal.filter((action) => action.startsWith(typed)) : [];
    if (typed && found.length < SUGGESTED) found.push(...this.legal.filter((action) => action.includes(typed, 1) && !action.startsWith(typed)));
    this.active = -1;
    this.found = found.slice(0, SUGGESTED);
    const option = (/** @type {string} */ action, /** @type {number} */ index) =>
      h("li", { role: "option", id: `suggestion-${index}`, "aria-selected": "false", pointerdown: (/** @type {Event} */ event) => (event.preventDefault(), this.choose(action)) }, h("b", {}, action), " ", this.ears.spell(action));
    fill(this.options, ...this.found.map(option));
    this.open(this.found.length > 0);
  }

  /** @param {boolean} on */
  open(on) {
    this.options.hidden = !on;
    this.field.setAttribute("aria-expanded", String(on));
    if (!on) this.field.removeAttribute("aria-activedescendant");
  }

  close() {
    this.active = -1;
    this.open(false);
  }

  /** @param {string} action */
  choose(action) {
    this.field.value = action;
    this.close();
    this.take(action);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !this.options.hidden) {
      event.preventDefault();
      const count = this.options.children.length;
      this.active = (this.active + step + (this.active < 0 && step < 0 ? 1 : 0) + count) % count;
      [...this.options.children].forEach((node, index) => node.setAttribute("aria-selected", String(index === this.active)));
      this.field.setAttribute("aria-activedescendant", `suggestion-${this.active}`);
    } else if (event.key === "Escape" && !this.options.hidden) {
      event.preventDefault();
      this.close();
    }
  }

  // the turn

  /** @param {Event} event */
  enter(event) {
    event.preventDefault();
    const action = this.found?.[this.active];
    if (action) return this.choose(action);
    this.close();
    return this.take(this.field.value.trim());
  }

  /** Shows what a turn does; taken again, it is played. @param {string} text */
  async take(text) {
    const { board } = this;
    if (!text || board.sent) return;
    if (board.draft()?.text === text) return this.play();
    const then = await board.probe(text);
    if (!then) return;
    board.cancel();
    board.propose({ text, whole: true, words: t("typed", { turn: this.ears.spell(text) }) });
    if (!settings.confirm) this.play();
  }

  play() {
    this.field.value = "";
    this.board.commit();
  }
}
