/** The edition and its options, folded away until somebody wants them. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

const PLAYERS = "players"; // the one option everybody must see: how many play

export class Options {
  /** @param {any} game @param {import("./texts.js").Speaker} speak */
  constructor(game, speak) {
    this.game = game;
    this.speak = speak;
    this.changed = () => {};
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = new Map();
    this.edition = h("select", { id: "edition", change: () => this.reset() });
    for (const { edition } of game.editions) this.edition.append(h("option", { value: edition }, this.editionName(edition)));
    this.words = h("p", { class: "hint" });
    this.list = h("div", { class: "options" });
    this.summary = h("summary");
    this.players = this.playersField();
    const editions = h("div", { class: "field" }, h("label", { for: "edition" }, t("edition")), this.edition);
    this.node = h("details", {}, this.summary, editions, this.words, this.list);
    this.reset();
  }

  /** @param {string} edition */
  editionName(edition) {
    return this.speak(`edition_${edition.split(":")[1]}`);
  }

  playersField() {
    const option = this.game.options.find((/** @type {any} */ one) => one.name === PLAYERS);
    if (!option) return null;
    const node = h("fieldset", { class: "choices" }, h("legend", {}, t("how_many")));
    for (let count = option.low; count <= option.high; count++) {
      const input = h("input", { type: "radio", name: "how-many", id: `players-${count}`, value: count, change: () => this.reset(true) });
      node.append(h("label", { for: input.id }, input, h("span", {}, String(count))));
    }
    return node;
  }

  /** Shows the values of the chosen edition. @param {boolean} [keep] what was set so far */
  reset(keep = false) {
    const edition = this.chosen();
    const before = keep ? this.given() : {};
    if (this.players && !keep) /** @type {HTMLInputElement | null} */ (this.players.querySelector(`[value="${edition.values[PLAYERS]}"]`))?.click();
    this.fields.clear();
    fill(this.list, ...this.game.options.filter((/** @type {any} */ option) => option.name !== PLAYERS).map((/** @type {any} */ option) => this.field(option, before[option.name] ?? edition.values[option.name])));
    this.words.textContent = this.speak(`edition_${edition.edition.split(":")[1]}_words`);
    this.tell();
  }

  tell() {
    this.summary.textContent = t(Object.keys(this.given(true)).length ? "edition_changed" : "edition_is", { edition: this.editionName(this.chosen().edition) });
    this.changed();
  }

  chosen() {
    return this.game.editions.find((/** @type {any} */ one) => one.edition === this.edition.value);
  }

  /** @param {any} option @param {string} value */
  field(option, value) {
    const id = `option-${option.name}`;
    const change = () => this.tell();
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let input;
    if (option.kind === "yes_no") input = h("input", { id, type: "checkbox", checked: value === "yes", change });
    else if (option.kind === "choice") input = h("select", { id, change }, ...option.words.map((/** @type {string} */ word) => h("option", { value: word, selected: word === value }, this.speak(`value_${word}`))));
    else if (option.kind === "number") input = h("input", { id, type: "number", min: option.low, max: option.high, value: value === option.nothing ? "" : value, placeholder: option.nothing ? this.speak(`value_${option.nothing}`) : null, change });
    else input = h("input", { id, type: "text", value: value === "none" ? "" : value, placeholder: t("value_none"), change });
    this.fields.set(option.name, input);
    return h("div", { class: `field ${option.kind}` }, h("label", { for: id }, this.speak(`option_${option.name}`)), input);
  }

  /** What is set, as texts. @param {boolean} [folded] only what lies in the fold */
  given(folded = false) {
    const usual = this.chosen().values;
    /** @type {Record<string, string>} */
    const found = {};
    for (const option of this.game.options) {
      const input = this.fields.get(option.name);
      if (!input) continue;
      const value = option.kind === "yes_no" ? (/** @type {HTMLInputElement} */ (input).checked ? "yes" : "no") : input.value.trim() || (option.nothing ?? "none");
      if (value !== usual[option.name]) found[option.name] = value;
    }
    const players = /** @type {HTMLInputElement | null | undefined} */ (this.players?.querySelector("input:checked"))?.value;
    if (players && !folded) found[PLAYERS] = players;
    return found;
  }

  terms() {
    return { edition: this.chosen().edition, options: this.given() };
  }
}
