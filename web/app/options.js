/** The edition and its options, folded away until somebody wants them. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

const PLAYERS = "players"; // the one option everybody must see: how many play

/** @typedef {{words: string, names: string[]}} Wrong a sentence, and the options it is about */

export class Options {
  /** @param {any} game @param {import("./texts.js").Speaker} speak */
  constructor(game, speak) {
    this.game = game;
    this.speak = speak;
    this.changed = () => {};
    /** @type {Map<string, {inputs: (HTMLInputElement | HTMLSelectElement)[], read: () => string, problem: () => string}>} */
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
    const label = this.speak(`option_${option.name}`);
    if (option.kind === "counts") return this.counts(option, value);
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let input;
    if (option.kind === "yes_no") input = h("input", { id, type: "checkbox", checked: value === "yes", change });
    else if (option.kind === "choice") input = h("select", { id, change }, ...option.choices.map((/** @type {string} */ word) => h("option", { value: word, selected: word === value }, this.speak(`value_${word}`))));
    else if (option.kind === "number") input = number({ id, min: option.low, max: option.high, required: !option.none_text, value: value === option.none_text ? "" : value, placeholder: option.none_text ? this.speak(`value_${option.none_text}`) : null, change });
    else input = h("input", { id, type: "text", value: value === "none" ? "" : value, placeholder: t("value_none"), change });
    const read = () => (option.kind === "yes_no" ? (/** @type {HTMLInputElement} */ (input).checked ? "yes" : "no") : input.value.trim() || (option.none_text ?? "none"));
    const problem = () => (option.kind !== "number" || whole(/** @type {HTMLInputElement} */ (input)) ? "" : t(option.high === null ? "number_whole" : "number_between", { option: label, low: option.low, high: option.high }));
    this.fields.set(option.name, { inputs: [input], read, problem });
    return h("div", { class: `field ${option.kind}` }, h("label", { for: id }, label), input);
  }

  /** So many of each kind, so many in all. @param {any} option @param {string} value */
  counts(option, value) {
    const label = this.speak(`option_${option.name}`);
    const words = this.speak(`option_${option.name}_words`);
    const given = new Map(value.split(",").map((part) => /** @type {[string, string]} */ (part.split(":"))));
    const inputs = option.choices.map((/** @type {string} */ kind) => number({ id: `option-${option.name}-${kind}`, min: 0, max: option.total, required: true, value: given.get(kind), change: () => this.tell() }));
    const sum = () => inputs.reduce((/** @type {number} */ all, /** @type {HTMLInputElement} */ { value: count }) => all + Number(count), 0);
    this.fields.set(option.name, {
      inputs,
      read: () => inputs.map((/** @type {HTMLInputElement} */ input, /** @type {number} */ index) => `${option.choices[index]}:${input.value.trim()}`).join(","),
      problem: () => (!inputs.every(whole) ? t("number_between", { option: label, low: 0, high: option.total }) : sum() === option.total ? "" : t("counts_total", { option: label, total: option.total, now: sum() })),
    });
    const rows = inputs.map((/** @type {HTMLInputElement} */ input, /** @type {number} */ index) => h("div", { class: "field" }, h("label", { for: input.id }, this.speak(`option_${option.name}_${option.choices[index]}`)), input));
    return h("fieldset", { class: "counts" }, h("legend", {}, label), ...rows, h("p", { class: "hint" }, words));
  }

  /** What can be seen to be wrong without asking. @returns {Wrong | null} */
  problem() {
    for (const [name, { problem }] of this.fields) {
      const words = problem();
      if (words) return { words, names: [name] };
    }
    return null;
  }

  /** What the server will not have, in the words of these fields. @param {Error & {code?: string, facts?: Record<string, any>}} refusal @returns {Wrong} */
  refusal({ code, facts = {}, message }) {
    const label = (/** @type {string} */ name) => this.speak(`option_${name}`);
    const names = [facts.option, facts.other].filter((name) => this.fields.has(name));
    const about = { option: label(facts.option), other: label(facts.other) };
    if (code === "bad_value" && names.length) return { words: t("option_refused", about), names };
    if (code === "conflict" && names.length > 1) return { words: t("option_conflict", about), names };
    return { words: message, names };
  }

  /** Says what is wrong, and where; nothing takes it back. @param {Wrong | null} wrong @param {HTMLElement} place */
  mark(wrong, place) {
    place.textContent = wrong?.words ?? "";
    for (const [name, { inputs }] of this.fields) {
      for (const input of inputs) {
        if (wrong?.names.includes(name)) {
          input.setAttribute("aria-invalid", "true");
          input.setAttribute("aria-describedby", place.id);
        } else for (const told of ["aria-invalid", "aria-describedby"]) input.removeAttribute(told);
      }
    }
  }

  /** Goes to the field that is wrong. */
  turnTo() {
    const input = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-invalid]"));
    if (input) /** @type {HTMLDetailsElement} */ (this.node).open = true;
    input?.focus();
  }

  /** What is set, as texts. @param {boolean} [folded] only what lies in the fold */
  given(folded = false) {
    const usual = this.chosen().values;
    /** @type {Record<string, string>} */
    const found = {};
    for (const [name, { read }] of this.fields) if (read() !== usual[name]) found[name] = read();
    const players = /** @type {HTMLInputElement | null | undefined} */ (this.players?.querySelector("input:checked"))?.value;
    if (players && !folded) found[PLAYERS] = players;
    return found;
  }

  terms() {
    return { edition: this.chosen().edition, options: this.given() };
  }
}

/** A field for a whole number. @param {Record<string, any>} attributes */
const number = (attributes) => h("input", { type: "number", inputmode: "numeric", ...attributes });

/** Whether a field holds a number that it may hold. @param {HTMLInputElement} input */
const whole = (input) => input.checkValidity() && /^(-?(0|[1-9]\d*))?$/.test(input.value);
