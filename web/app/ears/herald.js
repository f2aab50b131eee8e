/** Tells ears what happens at the table: each thing once, in order, whatever is seen meanwhile. */

import { announce, connection } from "../house.js";
import { settings } from "../settings.js";
import { clockText, t } from "../texts.js";
import { sentences } from "../table/ending.js";

const TOGETHER = 50; // milliseconds: what the server tells in several messages is one thing

const LOW = 20_000; // milliseconds: from here on a clock is worth a word

export class Herald {
  /**
   * @param {import("../table/match.js").Match} match
   * @param {import("../texts.js").Speaker} speak
   * @param {import("../table/doing.js").Doing} doing
   * @param {import("../../board/ears.js").Ears<any>} ears
   * @param {any} me
   */
  constructor(match, speak, doing, ears, me) {
    this.match = match;
    this.doing = doing;
    this.ears = ears;
    this.speak = speak;
    this.me = me;
    /** @type {import("../../board/types.js").View | null} how it stood before the last turn */
    this.before = null;
    /** @type {Record<string, number>} by what is asked for: who asked */
    this.asker = {};
    this.question = "";
    this.draft = "";
    this.over = false;
    this.warned = 0;
    this.settling = false;
  }

  /** @param {import("../table/match.js").News} news */
  hear({ kind, events, message }) {
    const { match } = this;
    if (kind === "chat" && message && settings.chatter && message.account_id !== this.me.id) announce(t("told_chat", message));
    const first = events[0]?.number === 1; // all of it: somebody has just come in
    if (!first) {
      const single = events.filter((event) => event.kind === "action").length === 1;
      for (const event of events) announce(this.event(event, single));
    }
    this.before = this.doing.turn === null ? match.boardView() : null;
    this.settle();
  }

  /** @param {any} event @param {boolean} single whether the board shows what it led to */
  event(event, single) {
    const { match } = this;
    const name = match.view.players[event.seat] ?? "";
    const mine = match.seats.includes(event.seat);
    switch (event.kind) {
      case "action":
        return t("told_turn", { name, turn: single && this.doing.turn === null ? this.ears.told(event.action, this.before) : this.ears.spell(event.action) });
      case "join":
        return t("told_join", { name: event.player });
      case "start":
        return t("told_start");
      case "offer":
        return match.alone || event.accepted ? "" : mine ? (event.offer_type === "rematch" ? "" : t(`asked_${event.offer_type}`)) : t(`asks_${event.offer_type}`, { name });
      case "accept":
        return event.offer_type === "takeback" && event.accepted ? t("told_takeback") : "";
      case "decline":
        return match.alone ? "" : t(event.seat === this.asker[event.offer_type] ? "told_withdraw" : "told_decline", { name });
      case "time":
        return t("told_time", { name, other: match.view.players[event.to] });
      case "adjourn":
        return t("adjourned");
      case "resume":
        return match.queue ? "" : t("told_resume"); // a clock that stood while the engine waited
      case "leave":
      case "resign":
      case "flag":
        return match.view.state.seats > 2 ? t("told_gone", { name }) : "";
    }
    return "";
  }

  /** Once in a turn: that one's own time is nearly over. */
  warn() {
    const { view, seats, number } = this.match;
    const left = view?.clock && seats.includes(view.ticking) && view.deadline !== null ? view.deadline - connection.now() : LOW;
    if (left >= LOW || this.warned === number) return;
    this.warned = number;
    announce(t("time_left", { time: clockText(left) }));
  }

  /** After everything is shown: what is asked now, what a proposed turn does, how it ended. */
  settle() {
    if (this.settling) return;
    this.settling = true;
    setTimeout(() => {
      this.settling = false;
      this.say();
    }, TOGETHER);
  }

  say() {
    const { match, doing } = this;
    this.asker = Object.fromEntries(match.view.offers.map((/** @type {any} */ { offer_type, seat }) => [offer_type, seat]));
    const over = match.view.status === "over";
    if (over && !this.over) {
      const { headline, why } = sentences(match, this.speak);
      announce(`${headline} ${why}`);
    }
    this.over = over;
    if (doing.turn !== null) {
      if (this.question !== doing.question()) announce((this.question = doing.question()));
      return;
    }
    if (over) {
      this.question = ""; // a turn that is looked at twice is said twice
      return;
    }
    const draft = doing.sending ? "" : (doing.drawn?.draft()?.words ?? "");
    if (draft !== this.draft) announce((this.draft = draft));
    const question = doing.question();
    if (draft || !question || question === this.question) return;
    this.question = question;
    announce(question);
  }
}
