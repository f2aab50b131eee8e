/**
 * One WebSocket for the whole page. It comes back by itself: what is followed is asked for again from the last event on, and what
 * was sent without an answer is sent again with the nonce it had, so that nothing is lost and nothing happens twice.
 */

import { Refusal, away, nonce } from "./api.js";
import { language } from "./language.js";

const VERSION = 1; // of the protocol
const WAITS = [200, 500, 1000, 2000, 4000, 8000]; // milliseconds before trying again
const PATIENCE = 5000; // for an answer to a ping
const PING = 20_000;
const ONCE = new Set(["chat", "set_chat", "adjourn", "resume", "set_away"]); // without a nonce: never sent twice

/**
 * @typedef {{since: () => number, told: (message: any) => void, failed: (refusal: Refusal) => void}} Follower
 * @typedef {{frame: {id: number, match_id?: string, command: any}, resolve: (answer: any) => void, reject: (refusal: Refusal) => void}} Asked
 * @typedef {"connecting" | "open" | "lost" | "outdated"} Condition
 */

export class Connection extends EventTarget {
  /** @param {string} [url] */
  constructor(url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket?lang=${language}`) {
    super();
    this.url = url;
    /** @type {Condition} */
    this.condition = "connecting";
    /** @type {any} who the server says we are */
    this.me = null;
    this.offset = 0; // the server's time less ours
    this.lag = 0;
    this.lobby = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Follower>} */
    this.followers = new Map();
    /** @type {Map<number, Asked>} */
    this.asked = new Map();
    this.number = 0;
    this.tries = 0;
    this.timer = 0;
    this.pinging = 0;
    setInterval(() => document.hidden || this.ping(), PING);
    // a phone that wakes up, a network that is back, a page that was kept in the browser's memory: look at once
    for (const [target, kind] of /** @type {[EventTarget, string][]} */ ([[document, "visibilitychange"], [window, "online"], [window, "offline"], [window, "pageshow"]])) {
      target.addEventListener(kind, () => document.hidden || this.look());
    }
    document.addEventListener("visibilitychange", () => this.tellEyes());
    this.open();
  }

  /** The server pushes only to people who see no page. */
  tellEyes() {
    if (this.condition === "open") this.ask(null, { type: "set_away", away: document.hidden }).catch(() => {});
  }

  /** The server's time. */
  now() {
    return Date.now() + this.offset;
  }

  // coming and going

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    const ours = (/** @type {(event: any) => void} */ act) => (/** @type {any} */ event) => socket === this.socket && act(event);
    socket.addEventListener("message", ours(({ data }) => this.heard(JSON.parse(data))));
    socket.addEventListener("close", ours(() => this.lost()));
    this.timer = window.setTimeout(() => this.condition !== "open" && socket === this.socket && this.drop(), 2 * PATIENCE);
  }

  /** Gives this socket up without waiting for it to notice. */
  drop() {
    const { socket } = this;
    this.lost();
    socket?.close();
  }

  lost() {
    this.socket = null;
    clearTimeout(this.timer);
    clearTimeout(this.pinging);
    this.pinging = 0;
    for (const [id, { frame, reject }] of [...this.asked]) {
      if (!ONCE.has(frame.command.type) && frame.command.type !== "ping") continue;
      this.asked.delete(id);
      reject(away());
    }
    this.become("lost");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = window.setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** Finds out at once whether the server can be reached. */
  look() {
    if (this.condition === "open") this.ping();
    else if (this.condition === "lost" && !this.socket) {
      this.tries = 0;
      this.open();
    }
  }

  /** @param {Condition} condition */
  become(condition) {
    if (this.condition === condition || this.condition === "outdated") return;
    this.condition = condition;
    this.dispatchEvent(new Event("condition"));
  }

  async ping() {
    if (this.condition !== "open" || this.pinging) return;
    const sent = performance.now();
    this.pinging = window.setTimeout(() => this.drop(), PATIENCE);
    const answer = await this.ask(null, { type: "ping" }).catch(() => null);
    clearTimeout(this.pinging);
    this.pinging = 0;
    if (!answer) return;
    this.lag = Math.round(performance.now() - sent);
    this.offset = answer.result.now + this.lag / 2 - Date.now();
  }

  // asking

  /** Asks something of a match. @param {string | null} match @param {Record<string, any>} ask @returns {Promise<any>} the answer's message */
  ask(match, ask) {
    const lasting = !ONCE.has(ask.type) && ask.type !== "ping";
    if (!lasting && this.condition !== "open") return Promise.reject(away());
    return new Promise((resolve, reject) => {
      const frame = { id: ++this.number, ...(match ? { match_id: match } : {}), command: ask };
      this.asked.set(frame.id, { frame, resolve, reject });
      this.send(frame);
    });
  }

  /** Changes a match, once. @param {string} match @param {Record<string, any>} ask @returns {Promise<any>} */
  submit(match, ask) {
    return this.ask(match, { nonce: nonce(), ...ask });
  }

  /** @param {object} frame */
  send(frame) {
    if (this.condition === "open") this.socket?.send(JSON.stringify(frame));
  }

  /** Sends again whatever has no answer yet. */
  again() {
    for (const { frame } of this.asked.values()) if (!ONCE.has(frame.command.type)) this.send(frame);
  }

  // following

  /** Hears of a match from now on. @param {string} match @param {Follower} follower @returns {() => void} no longer */
  follow(match, follower) {
    this.followers.set(match, follower);
    if (this.condition === "open") this.watch(match);
    return () => {
      if (this.followers.get(match) !== follower) return;
      this.followers.delete(match);
      if (this.condition === "open") this.ask(match, { type: "unwatch" }).catch(() => {});
    };
  }

  /** @param {string} match */
  watch(match) {
    const follower = this.followers.get(match);
    if (!follower) return;
    const frame = { id: ++this.number, match_id: match, command: { type: "watch", since: follower.since() } };
    const gone = () => {};
    this.asked.set(frame.id, { frame, resolve: gone, reject: (refusal) => follower.failed(refusal) });
    this.send(frame);
  }

  /** Whether the server sends open tables and live matches when they change, and says when own matches do. @param {boolean} on */
  hearLobby(on) {
    this.lobby = on;
    if (this.condition === "open") this.ask(null, { type: "watch_lobby", enabled: on }).catch(() => {});
  }

  // hearing

  /** @param {any} message */
  heard(message) {
    if (message.type === "hello") return this.greeted(message);
    if (message.type === "lobby") this.dispatchEvent(new CustomEvent("lobby", { detail: message }));
    if (message.match_id && message.type !== "error") this.followers.get(message.match_id)?.told(message);
    const asked = this.asked.get(message.id);
    if (asked) {
      this.asked.delete(message.id);
      if (message.type !== "error") return asked.resolve(message);
      asked.reject(new Refusal(message.error));
      if (message.error.code === "stale" && asked.frame.match_id) this.watch(asked.frame.match_id);
    } else if (message.type === "error" && message.error.code === "too_fast") setTimeout(() => this.again(), 1500); // it cannot say which
  }

  /** @param {any} message */
  greeted(message) {
    if (message.version !== VERSION) {
      this.become("outdated");
      this.socket?.close();
      return;
    }
    this.me = message.account;
    this.offset = message.now - Date.now();
    this.tries = 0;
    clearTimeout(this.timer);
    const waiting = [...this.asked.values()];
    for (const [id, { frame }] of [...this.asked]) if (frame.command.type === "watch") this.asked.delete(id);
    this.become("open");
    for (const match of this.followers.keys()) this.watch(match); // the truth first, then what was left to say
    for (const { frame } of waiting) if (frame.command.type !== "watch") this.send(frame);
    if (this.lobby) this.hearLobby(true);
    if (document.hidden) this.tellEyes();
    this.ping();
  }
}
