/** With whom one plays: the computer, a friend by a link, people around this device, or whoever comes to an open table. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

const MINUTE = 60_000;
/** @type {Record<string, object | null>} */
const CLOCKS = {
  none: null,
  min5: { base_ms: 5 * MINUTE, increment_ms: 5000 },
  min15: { base_ms: 15 * MINUTE, increment_ms: 10_000 },
  min30: { base_ms: 30 * MINUTE, increment_ms: 20_000 },
  day1: { days: 1 },
  day3: { days: 3 },
  day7: { days: 7 },
};
const WAYS = /** @type {const} */ (["computer", "friend", "device", "open"]);

export class Ways {
  /** @param {any} game @param {import("./texts.js").Speaker} speak @param {any} me */
  constructor(game, speak, me) {
    this.speak = speak;
    this.key = `tablier.play.${game.name}`;
    this.me = me;
    const kept = remembered(this.key);
    /** @type {any} */
    this.setup = null;
    /** @type {typeof WAYS[number]} */
    this.way = WAYS.includes(kept.way) ? kept.way : "computer";
    this.start = h("button", { class: "main large" });
    this.panel = h("div", { class: "way" });
    this.choice = h("fieldset", { class: "choices ways" }, h("legend", {}, t("with_whom")));
    for (const way of WAYS) {
      const input = h("input", { type: "radio", name: "way", id: `way-${way}`, value: way, change: () => this.take(way) });
      this.choice.append(h("label", { for: input.id }, input, h("span", {}, t(`way_${way}`))));
    }
    this.note = h("p", { class: "hint" });
    this.level = h("input", { type: "range", id: "level", min: 1, max: 10, value: kept.level ?? 3, input: () => this.tellLevel() });
    this.levelName = h("output", { for: "level" });
    this.begins = h("select", { id: "begins" });
    this.clock = h("select", { id: "clock" }, ...Object.keys(CLOCKS).map((key) => h("option", { value: key }, t(`clock_${key}`))));
    this.name = h("input", { id: "name", maxlength: 60, value: me.name, autocomplete: "nickname", dir: "auto" });
    /** @type {HTMLInputElement[]} */
    this.names = [];
  }

  parts() {
    return [this.choice, this.note, this.panel];
  }

  /** Fits the game as it is set up. @param {{seats: number, sides: string[], engine: boolean, levels: number}} setup */
  fit(setup) {
    const before = this.setup;
    this.setup = setup;
    if (before && before.seats === setup.seats && before.engine === setup.engine && String(before.sides) === String(setup.sides)) return;
    const computer = /** @type {HTMLInputElement} */ (this.choice.querySelector("#way-computer"));
    computer.disabled = !setup.engine;
    fill(this.begins, h("option", { value: "lot" }, t("begins_lot")), ...this.beginners());
    const around = this.names.map((field) => field.value);
    this.names = Array.from({ length: setup.seats }, (_, seat) => this.guest(seat, around[seat] ?? (seat ? t("guest", { number: seat + 1 }) : this.me.name)));
    this.take(this.way === "computer" && !setup.engine ? "friend" : this.way);
  }

  beginners() {
    const { seats, sides } = this.setup;
    const side = (/** @type {number} */ number) => this.speak(sides[number].toLowerCase());
    if (seats > 2) return [h("option", { value: "0" }, t("begins_me"))];
    return [h("option", { value: "0" }, t("plays_first", { side: side(0) })), h("option", { value: "1" }, t("plays_second", { side: side(1) }))];
  }

  /** @param {typeof WAYS[number]} way */
  take(way) {
    this.way = way;
    /** @type {HTMLInputElement} */ (this.choice.querySelector(`#way-${way}`)).checked = true;
    this.start.textContent = t(`start_${way}`);
    this.note.textContent = this.setup.engine || way !== "friend" ? t(`way_${way}_words`) : `${t("no_engine")} ${t("way_friend_words")}`;
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input, /** @type {HTMLElement | null} */ more = null) =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input, more);
    const own = field(t("my_name"), this.name);
    const begins = field(t("who_begins"), this.begins);
    if (way === "computer") fill(this.panel, field(t("level"), this.level, this.levelName), begins);
    else if (way === "device") fill(this.panel, ...this.names.map((name, seat) => field(this.place(seat), name)));
    else fill(this.panel, own, field(t("clock"), this.clock), begins);
    this.tellLevel();
  }

  /** A name around this device. @param {number} seat @param {string} name */
  guest(seat, name) {
    const named = () => input.setCustomValidity(input.value.trim() ? "" : t("name_needed"));
    const input = h("input", { id: `name-${seat}`, maxlength: 60, required: true, dir: "auto", value: name, input: named });
    return input;
  }

  /** Whether everybody around this device has a name; asks for one that lacks. */
  named() {
    return this.way !== "device" || this.names.every((name) => name.reportValidity());
  }

  /** @param {number} seat */
  place(seat) {
    const side = this.speak(this.setup.sides[seat].toLowerCase());
    return seat ? t("plays", { side }) : t("plays_first", { side });
  }

  tellLevel() {
    this.levelName.textContent = t("level_name", { level: this.level.value, name: t(`level_${this.level.value}`) });
  }

  myName() {
    return this.way === "friend" || this.way === "open" ? this.name.value.trim() : "";
  }

  /** Who sits where, and how. */
  terms() {
    const others = this.setup.seats - 1;
    const first = this.way === "device" ? { first: 0 } : this.begins.value === "lot" ? {} : { first: Number(this.begins.value) };
    if (this.way === "device") return { ...first, seats: this.names.map((name, seat) => ({ who: seat ? "guest" : "me", name: name.value })) };
    if (this.way === "computer") {
      const level = Number(this.level.value);
      const engine = (/** @type {number} */ number) => ({ who: "engine", level, name: t(others > 1 ? "engine_name_of" : "engine_name", { name: t(`level_${level}`), number: number + 1 }) });
      return { ...first, seats: [{ who: "me" }, ...Array.from({ length: others }, (_, number) => engine(number))] };
    }
    return { ...first, clock: CLOCKS[this.clock.value], public: this.way === "open" };
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ way: this.way, level: Number(this.level.value) }));
    } catch {
      // next time it is asked again
    }
  }
}

/** @param {string} key */
function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}
