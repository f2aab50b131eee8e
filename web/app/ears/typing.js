/** A turn typed or taken from the list of what can be done. */

import { fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";

const SUGGESTED = 8;
const LISTED = 60;
const natural = new Intl.Collator("en", { numeric: true });

export class Typing {
  /** @param {import("../../board/board.js").Board} board @param {import("../../board/ears.js").Ears<any>} ears @param {() => void} left where the focus goes when what it was on is gone */
  constructor(board, ears, left) {
    this.left = left;
    this.board = board;
    this.ears = ears;
    this.active = -1;
    this.listed = "";
    /** @type {{of: string[], found: string[]} | null} */
    this.sorted = null;
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
    // one stop for Tab: arrow keys go through it
    this.list = h("div", { class: "can-do", role: "toolbar", "aria-labelledby": "can-do", keydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    const words = h("p", { id: "typed-words", class: "hint" }, t("type_words"));
    const form = h("form", { class: "typed", submit: (/** @type {Event} */ event) => this.enter(event) }, h("label", { for: "typed-turn" }, t("type_turn")), h("p", { class: "line-up" }, this.field, h("button", {}, t("play_turn"))), this.options, words);
    this.node = h("section", { class: "typing", "aria-labelledby": "can-do" }, form, this.heading, this.list);
  }

  /** @returns {string[]} */
  get legal() {
    return this.board.sent ? [] : this.inOrder(this.board.view.legal);
  }

  /** As people count: a2 before a10. @param {string[]} legal */
  inOrder(legal) {
    if (this.sorted?.of !== legal) this.sorted = { of: legal, found: [...legal].sort(natural.compare) };
    return this.sorted.found;
  }

  /** Lists what can be done now. */
  show() {
    const { legal } = this;
    const key = legal.join(" ");
    if (key === this.listed) return;
    this.listed = key;
    const rest = legal.length - LISTED;
    const act = (/** @type {string} */ action, /** @type {number} */ index) =>
      h("button", { type: "button", tabindex: index ? -1 : 0, "data-act": action, click: () => this.take(action) }, h("b", { translate: "no" }, action), h("span", {}, this.ears.spell(action)));
    const held = this.list.contains(document.activeElement);
    const words = legal.length ? rest > 0 && t("can_more", { count: rest }) : t("can_do_nothing");
    fill(this.list, ...legal.slice(0, LISTED).map(act), words && h("p", { class: "hint" }, words));
    if (held) this.left();
    if (document.activeElement === this.field) this.suggest();
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = /** @type {HTMLButtonElement} */ (buttons.at(to % buttons.length));
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // suggestions

  suggest() {
    const typed = this.field.value.trim().toLowerCase();
    const found = typed ? this.legal.filter((action) => action.startsWith(typed)) : [];
    if (typed && found.length < SUGGESTED) found.push(...this.legal.filter((action) => action.includes(typed, 1) && !action.startsWith(typed)));
    this.active = -1;
    this.found = found.slice(0, SUGGESTED);
    const option = (/** @type {string} */ action, /** @type {number} */ index) =>
      h("li", { role: "option", id: `suggestion-${index}`, "aria-selected": "false", pointerdown: (/** @type {Event} */ event) => (event.preventDefault(), this.choose(action)) }, h("b", { translate: "no" }, action), " ", this.ears.spell(action));
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
