/** The table: one match with everything around its board. */

import { game as find } from "../api.js";
import { call, title } from "../attention.js";
import { h } from "../dom.js";
import { complain, connection, myself, tell } from "../house.js";
import { go } from "../router.js";
import { onSettings, settings } from "../settings.js";
import { speakerOf, t } from "../texts.js";
import { Chat } from "./chat.js";
import { Doing } from "./doing.js";
import { ended } from "./ending.js";
import { invitation } from "./invite.js";
import { Match } from "./match.js";
import { More } from "./more.js";
import { Plates } from "./plates.js";
import { sound } from "./sounds.js";
import { Tabs } from "./tabs.js";
import { Turns } from "./turns.js";
import { forget, remember, unsent } from "./unsent.js";

const QUIET = 1000; // milliseconds until everything that is seen is there

/** @type {import("../router.js").Show} */
export async function show(main, [id], signal) {
  main.className = "table";
  title(t("table"));
  const me = await myself();
  await new Promise((ready) => new Table(main, id, me, signal, () => ready(undefined)));
}

class Table {
  /** @param {HTMLElement} main @param {string} id @param {any} me @param {AbortSignal} signal @param {() => void} ready */
  constructor(main, id, me, signal, ready) {
    this.main = main;
    this.me = me;
    this.signal = signal;
    this.ready = ready;
    /** @type {import("../texts.js").Speaker} */
    this.speak = t;
    this.match = new Match(id, (news) => this.hear(news));
    /** @type {Promise<void> | null} */
    this.laid = null;
    this.awaited = "";
    this.shown = false;
    /** @type {boolean | undefined} whether somebody without a seat saw one that was free */
    this.hoped = undefined;
    this.again = false; // whether another match was asked for on this page
    main.setAttribute("aria-busy", "true");
    const leave = connection.follow(id, this.match);
    signal.addEventListener("abort", () => {
      leave();
      this.doing?.destroy();
      this.plates?.stop();
    });
    setTimeout(ready, 1500); // no answer yet: the page shows, and says that it tries
  }

  /** @param {import("./match.js").News} news */
  async hear(news) {
    if (news.kind === "failed") return this.fail(news.message);
    if (!this.match.view) return;
    this.laid ??= this.lay();
    await this.laid;
    if (this.signal.aborted) return;
    this.show(news);
  }

  /** Puts everything on the page, once it is known which game it is. */
  async lay() {
    const { match } = this;
    const [speak, game] = await Promise.all([speakerOf(match.game), find(match.game)]);
    this.speak = speak;
    match.sides = game.editions.find((/** @type {any} */ one) => one.edition === match.create.edition).sides;
    this.plates = new Plates(match, speak);
    this.doing = new Doing(match, speak, {
      looked: () => this.turns?.show(),
      ending: () => this.ending(),
      ask: (ask) => connection.ask(match.id, ask),
      submit: (ask) => this.submit(ask),
      unsent: () => unsent(match.id),
      drop: () => forget(match.id),
    });
    await this.doing.lay();
    this.turns = new Turns(match, speak, (turn) => this.doing?.look(turn), () => this.doing?.turn ?? null, () => this.rescue());
    this.chat = new Chat(match, this.me);
    this.more = new More(match, speak, () => this.rescue());
    this.tabs = new Tabs([["turns", this.turns.node], ["chat", this.chat.node, () => this.chat?.toEnd()], ["more", this.more.node]]);
    this.waiting = h("div", { class: "waiting" });
    this.heading = h("h1", { class: "for-ears" });
    const { board, whole, aside, panel } = this.doing;
    this.main.replaceChildren(this.heading, this.plates.others, h("div", { class: "board-place" }, board, whole, this.waiting), panel, this.plates.own, aside, this.tabs.node);
    /** @type {import("./match.js").News[]} what ears have yet to hear */
    this.unheard = [];
    onSettings(() => this.doing?.show(false), this.signal);
    setTimeout(() => this.letIn(), settings.text ? 0 : QUIET);
    connection.addEventListener("condition", () => this.doing?.tell(), { signal: this.signal });
    this.ready();
  }

  /** Sends a turn, and keeps it until it is answered. @param {any} ask */
  async submit(ask) {
    const { id } = this.match;
    remember(id, ask);
    try {
      await connection.submit(id, ask);
    } finally {
      forget(id);
    }
  }

  /** Lets ears and keys in: after what is seen, so that nobody waits for it; when the server is away, once it is back. */
  letIn() {
    this.listen().catch(() => connection.addEventListener("condition", () => this.letIn(), { once: true, signal: this.signal }));
  }

  async listen() {
    const { doing, match, speak, me, signal } = this;
    if (!doing || doing.listening || signal.aborted) return;
    const { listen } = await import("../ears/listening.js");
    const listening = await listen({ match, speak, doing, me, place: /** @type {HTMLElement} */ (doing.board.parentElement), signal });
    for (const news of this.unheard ?? []) listening.hear(news);
    this.unheard = [];
    doing.listening = listening;
    await listening.show();
    this.main.dataset.listening = "";
  }

  /** @param {import("./match.js").News} news */
  show(news) {
    this.see(news);
    this.shown = true;
    this.main.removeAttribute("aria-busy");
    if (this.doing?.listening) this.doing.listening.hear(news);
    else this.unheard?.push(news);
  }

  /** @param {import("./match.js").News} news */
  see(news) {
    const { match } = this;
    const { status } = match.view;
    if (news.kind === "chat") {
      this.chat?.show();
      if (news.message && news.message.account_id !== this.me.id) this.tabs?.mark("chat");
      return;
    }
    if (news.kind === "notice") return this.doing?.say(t(news.message.code));
    this.names();
    this.main.dataset.status = status;
    this.main.dataset.events = String(match.number);
    this.invite();
    this.plates?.show();
    this.more?.show();
    this.chat?.show();
    this.tabs?.watched(match.table.watchers);
    if (news.kind !== "table") {
      const played = news.events.filter((event) => event.kind === "action");
      this.doing?.show(news.kind === "update" && played.length === 1);
      if (news.kind === "update") this.ring(news.events);
    } else this.doing?.tell();
    this.turns?.show();
    call(match.myTurn && !match.alone);
    this.welcome();
    this.follow();
  }

  /** Before the start: the link, or the question whether to sit down. Only a change of those who sit there changes it. */
  invite() {
    const { match } = this;
    const waits = match.view.status === "waiting";
    const key = waits ? JSON.stringify([match.seats, match.view.players, match.table.open_seats]) : "";
    if (key === this.awaited) return;
    this.awaited = key;
    const held = document.activeElement;
    // whoever has just sat down, on a button that goes, is at the board
    if (!waits && match.seats.length && this.shown && (held === document.body || this.waiting?.contains(held))) queueMicrotask(() => this.doing?.focus());
    this.waiting?.replaceChildren(...(waits ? [invitation(match, this.speak, this.me)] : []));
  }

  /** Whoever came to play and finds all seats taken is told so, once; a game in the open has people who came to watch. */
  welcome() {
    const { match } = this;
    const { status } = match.view;
    if (status === "waiting") this.hoped = !match.seats.length;
    else if (!match.seats.length && status !== "over" && (this.hoped ?? !match.table.public)) tell(t("table_full"));
    if (status !== "waiting") this.hoped = false;
  }

  names() {
    const { match, speak } = this;
    const facts = { game: speak("title"), names: match.view.players.join(t("between_names")) };
    const name = t(match.view.players.length ? "table_of" : "table_open", facts);
    if (this.heading && this.heading.textContent !== name) {
      this.heading.textContent = name;
      title(name);
    }
  }

  ending() {
    const lookBack = () => {
      this.tabs?.choose("turns");
      return this.doing?.look(this.match.turns.length - 1);
    };
    return ended(this.match, this.speak, { again: () => (this.again = true), lookBack });
  }

  /** @param {any[]} events */
  ring(events) {
    const { match } = this;
    for (const event of events) {
      if (event.kind === "action") sound(match.seats.includes(event.seat) && !match.alone ? "own" : "turn");
      if (event.kind === "offer" && !match.seats.includes(event.seat)) sound("offer");
      if (event.kind === "start") sound("offer");
    }
    if (match.view.result && events.length) sound("end");
  }

  /** Those who asked for it go on to the next match together; a match that has one already can be looked at. */
  follow() {
    const next = this.match.table.next_match_id;
    if (!next || !this.again) return;
    this.again = false;
    go(`/m/${next}`);
  }

  /** Whoever was on something that is gone is not left in the void, once everything is shown. */
  rescue() {
    queueMicrotask(() => document.activeElement === document.body && !this.signal.aborted && this.doing?.toNext());
  }

  /** @param {Error & {code?: string}} refusal */
  fail(refusal) {
    if (refusal.code !== "no_such_match") return complain(refusal);
    title(t("missing"));
    this.main.className = "";
    this.main.removeAttribute("aria-busy");
    this.main.replaceChildren(h("section", { class: "plain" }, h("h1", {}, t("no_such_match")), h("p", {}, t("no_such_match_words")), h("p", {}, h("a", { href: "/" }, t("to_shelf")))));
    this.ready();
  }
}
