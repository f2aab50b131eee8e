/** What one does seldom: offers, giving up, time, the record, the address. */

import { button, fill, h, keepFocus } from "../dom.js";
import { complain, connection } from "../house.js";
import { choose, settings } from "../settings.js";
import { share } from "../share.js";
import { t } from "../texts.js";
import { offer, pending, resign } from "./offers.js";

const GIFT = 60_000; // milliseconds

export class More {
  /** @param {import("./match.js").Match} match @param {import("../texts.js").Speaker} speak @param {() => void} lost where the focus goes when what it was on is gone */
  constructor(match, speak, lost) {
    this.match = match;
    this.speak = speak;
    this.lost = lost;
    this.node = h("div", { class: "more" });
    this.shown = "";
  }

  show() {
    const { match } = this;
    const { view, table, mine } = match;
    const key = JSON.stringify([view.status, view.offers, view.can_abort_alone, mine, table.chat, match.wishes, settings.sounds, view.gone]);
    if (key === this.shown) return;
    this.shown = key;
    keepFocus(this.node, () => this.write(), this.lost);
  }

  write() {
    const { match } = this;
    const { view } = match;
    const parts = match.seats.length && view.status !== "over" ? [h("p", { class: "buttons" }, ...this.acts())] : [];
    const [game, edition] = match.create.edition.split(":");
    fill(
      this.node,
      ...parts,
      h("p", { class: "buttons" }, button(t(settings.sounds ? "sounds_off" : "sounds_on"), () => (choose({ sounds: !settings.sounds }), this.show()), { "data-same": "sounds" }), this.hush(), button(t("share"), () => share(location.href, document.title)), h("a", { class: "button", href: `/rules/${game}/${edition}`, target: "_blank" }, t("rules"))),
      h("p", { class: "buttons" }, ...downloads(match)),
      h("p", { class: "terms" }, h("span", {}, this.speak(`edition_${edition}`)), ...this.terms()),
    );
  }

  acts() {
    const { match } = this;
    const { view, mine } = match;
    const running = view.status === "running";
    const back = mine.takeback_seats.length ? mine.takeback_seats : [];
    const last = match.turns.at(-1)?.seat;
    const taker = back.includes(last) ? last : back[0];
    const asks = (/** @type {import("./offers.js").What} */ what, /** @type {number | undefined} */ seat) => button(t(`offer_${what}`), () => offer(match, what, seat), { disabled: pending(match, what) !== null, "data-offer": what });
    const several = view.state.seats - view.gone.length > 2;
    return [
      running && taker !== undefined && asks("takeback", taker),
      running && !match.table.participants.some((/** @type {any} */ place) => place.level) && asks("draw", match.seats[0]),
      (view.can_abort_alone || view.status === "waiting") && asks("abort", match.seats[0]),
      running && view.clock && "base_ms" in view.clock && view.players.map((/** @type {string} */ name, /** @type {number} */ seat) => !match.seats.includes(seat) && button(t("give_time", { name }), () => this.give(seat))),
      view.clock && !match.alone && (view.status === "adjourned" ? this.wish("resume") : running && this.wish("adjourn")),
      running && button(t(several ? "leave" : "resign"), () => resign(match).then(this.lost), { class: "warn", "data-resign": "" }),
    ].flat();
  }

  /** @param {"adjourn" | "resume"} what */
  wish(what) {
    const waits = this.match.wishes[what]?.length;
    return button(t(waits ? `wished_${what}` : `wish_${what}`), () => connection.ask(this.match.id, { type: what }).catch(complain), { "data-same": what });
  }

  /** @param {number} to */
  give(to) {
    return connection.submit(this.match.id, { type: "give_time", to, time_ms: GIFT, seat: this.match.seats[0] }).catch(complain);
  }

  hush() {
    const { match } = this;
    if (!match.seats.length || match.alone) return null;
    const { chat } = match.table;
    return button(t(chat ? "chat_silence" : "chat_open"), () => connection.ask(match.id, { type: "set_chat", enabled: !chat }).catch(complain), { "data-same": "chat" });
  }

  /** The options that differ from the edition. */
  terms() {
    const seed = ["seed", "deal"];
    return Object.entries(this.match.create.options ?? {})
      .filter(([name]) => !seed.includes(name))
      .map(([name, value]) => h("span", {}, t("option_is", { option: this.speak(`option_${name}`), value: this.worded(name, String(value)) })));
  }

  /** A value in words, where there are words for it; counts by kind with the names of the kinds. @param {string} name @param {string} value */
  worded(name, value) {
    const named = (/** @type {string[]} */ [kind, count]) => t("option_is", { option: this.speak(`option_${name}_${kind}`), value: count });
    if (/^\w+:\d+(,\w+:\d+)*$/.test(value)) return value.split(",").map((part) => named(part.split(":"))).join(", ");
    const words = this.speak(`value_${value}`);
    return words.startsWith("value_") ? value : words;
  }
}

/** @param {import("./match.js").Match} match */
export function downloads(match) {
  return ["json", "sgf"].map((format) => h("a", { class: "button", href: `/api/matches/${match.id}/record?format=${format}`, download: true }, t(`download_${format}`)));
}
