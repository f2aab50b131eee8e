/**
 * One WebSocket for the whole page. It reconnects by itself: followed matches are requested again from their last event on, and
 * commands without an answer are sent again with their nonce, so nothing is lost and nothing happens twice.
 */

import { RequestError, awayError, newNonce, toRequestError, type ErrorFields } from "./api.js";
import { language } from "./language.js";
import type { AccountBody, LobbyMessage } from "./protocol.js";

const PROTOCOL_VERSION = 1;
const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 4000, 8000];
const PING_TIMEOUT_MS = 5000;
const PING_INTERVAL_MS = 20_000;
const TOO_FAST_RETRY_MS = 1500;
const WITHOUT_NONCE = new Set(["chat", "set_chat", "adjourn", "resume", "set_away"]); // never sent twice

export type ConnectionStatus = "connecting" | "open" | "lost" | "outdated";

/** A command of the client; `type` names it. Other fields as in docs/api.md. */
export interface CommandFields {
  type: string;
  [field: string]: unknown;
}

/** Any message of the server, before its type is known. */
export interface IncomingMessage {
  type: string;
  id?: number;
  match_id?: string;
  [field: string]: unknown;
}

/** Receives the messages of one match. */
export interface Follower {
  /** The number of the last event that is known. */
  since(): number;
  receive(message: IncomingMessage): void;
  fail(error: RequestError): void;
}

interface Frame {
  id: number;
  match_id?: string;
  command: CommandFields;
}

interface Pending {
  frame: Frame;
  resolve(message: IncomingMessage): void;
  reject(error: RequestError): void;
}

/** Fires `status` and `lobby` (a `CustomEvent` with the message). */
export class Connection extends EventTarget {
  status: ConnectionStatus = "connecting";
  account: AccountBody | null = null; // as the server greeted this page
  lagMs = 0;
  #offsetMs = 0; // the server's time minus ours
  #socket: WebSocket | null = null;
  readonly #followers = new Map<string, Follower>();
  readonly #pending = new Map<number, Pending>();
  #lobby = false;
  #lastId = 0;
  #attempts = 0;
  #retryTimer = 0;
  #pingTimer = 0;

  constructor(readonly url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket?lang=${language}`) {
    super();
    setInterval(() => {
      if (!document.hidden) void this.ping();
    }, PING_INTERVAL_MS);
    // A phone that wakes up, a network that is back, a page from the back-forward cache: check at once.
    const check = (): void => {
      if (!document.hidden) this.check();
    };
    document.addEventListener("visibilitychange", check);
    for (const type of ["online", "offline", "pageshow"]) window.addEventListener(type, check);
    document.addEventListener("visibilitychange", () => this.#sendVisibility());
    this.#open();
  }

  /** The server's time in milliseconds. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  // connecting

  #open(): void {
    clearTimeout(this.#retryTimer);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(data)) as IncomingMessage);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lose();
    });
    this.#retryTimer = window.setTimeout(() => {
      if (this.status !== "open" && socket === this.#socket) this.#drop();
    }, 2 * PING_TIMEOUT_MS);
  }

  /** Gives the socket up without waiting until it notices. */
  #drop(): void {
    const socket = this.#socket;
    this.#lose();
    socket?.close();
  }

  #lose(): void {
    this.#socket = null;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimer);
    this.#pingTimer = 0;
    for (const [id, { frame, reject }] of [...this.#pending]) {
      if (isRepeatable(frame.command)) continue;
      this.#pending.delete(id);
      reject(awayError());
    }
    this.#setStatus("lost");
    const delay = RETRY_DELAYS_MS[Math.min(this.#attempts++, RETRY_DELAYS_MS.length - 1)] ?? 0;
    this.#retryTimer = window.setTimeout(() => this.#open(), delay * (0.75 + Math.random() / 2));
  }

  /** Finds out at once whether the server can be reached. */
  check(): void {
    if (this.status === "open") void this.ping();
    else if (this.status === "lost" && !this.#socket) {
      this.#attempts = 0;
      this.#open();
    }
  }

  #setStatus(status: ConnectionStatus): void {
    if (this.status === status || this.status === "outdated") return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }

  async ping(): Promise<void> {
    if (this.status !== "open" || this.#pingTimer) return;
    const sentAt = performance.now();
    this.#pingTimer = window.setTimeout(() => this.#drop(), PING_TIMEOUT_MS);
    const response = await this.request(null, { type: "ping" }).catch(() => null);
    clearTimeout(this.#pingTimer);
    this.#pingTimer = 0;
    if (!response) return;
    this.lagMs = Math.round(performance.now() - sentAt);
    this.#offsetMs = (response.result as { now: number }).now + this.lagMs / 2 - Date.now();
  }

  /** The server sends notifications only to people who see no page. */
  #sendVisibility(): void {
    if (this.status === "open") this.request(null, { type: "set_away", away: document.hidden }).catch(() => undefined);
  }

  // requests

  /** Sends a command, to a match if `matchId` is set, and returns the message that answers it. */
  request(matchId: string | null, command: CommandFields): Promise<IncomingMessage> {
    if (!isRepeatable(command) && this.status !== "open") return Promise.reject(awayError());
    return new Promise((resolve, reject) => {
      const frame: Frame = { id: ++this.#lastId, ...(matchId ? { match_id: matchId } : {}), command };
      this.#pending.set(frame.id, { frame, resolve, reject });
      this.#send(frame);
    });
  }

  /** Changes a match once, however often it must be sent. A nonce in the command is kept. */
  submit(matchId: string, command: CommandFields): Promise<IncomingMessage> {
    return this.request(matchId, { nonce: newNonce(), ...command });
  }

  #send(frame: Frame): void {
    if (this.status === "open") this.#socket?.send(JSON.stringify(frame));
  }

  #resend(): void {
    for (const { frame } of this.#pending.values()) if (!WITHOUT_NONCE.has(frame.command.type)) this.#send(frame);
  }

  // following matches

  /** Delivers the messages of a match to `follower`. Returns a function that ends it. */
  follow(matchId: string, follower: Follower): () => void {
    this.#followers.set(matchId, follower);
    if (this.status === "open") this.#watch(matchId);
    return () => {
      if (this.#followers.get(matchId) !== follower) return;
      this.#followers.delete(matchId);
      if (this.status === "open") this.request(matchId, { type: "unwatch" }).catch(() => undefined);
    };
  }

  #watch(matchId: string): void {
    const follower = this.#followers.get(matchId);
    if (!follower) return;
    const frame: Frame = { id: ++this.#lastId, match_id: matchId, command: { type: "watch", since: follower.since() } };
    this.#pending.set(frame.id, { frame, resolve: () => undefined, reject: (error) => follower.fail(error) });
    this.#send(frame);
  }

  /** Whether the server pushes open and live matches when they change, and says when own matches do. */
  watchLobby(enabled: boolean): void {
    this.#lobby = enabled;
    if (this.status === "open") this.request(null, { type: "watch_lobby", enabled }).catch(() => undefined);
  }

  // messages of the server

  #receive(message: IncomingMessage): void {
    if (message.type === "hello") {
      this.#greet(message as unknown as { version: number; account: AccountBody | null; now: number });
      return;
    }
    if (message.type === "lobby") this.dispatchEvent(new CustomEvent("lobby", { detail: message as unknown as LobbyMessage }));
    if (message.match_id && message.type !== "error") this.#followers.get(message.match_id)?.receive(message);
    const pending = this.#pending.get(message.id ?? 0);
    const error = message.error as ErrorFields | undefined;
    if (pending) {
      this.#pending.delete(pending.frame.id);
      if (!error) {
        pending.resolve(message);
        return;
      }
      pending.reject(toRequestError(error));
      if (error.code === "stale" && pending.frame.match_id) this.#watch(pending.frame.match_id);
    } else if (error?.code === "too_fast") {
      setTimeout(() => this.#resend(), TOO_FAST_RETRY_MS); // the server cannot say which frame it refused
    }
  }

  #greet({ version, account, now }: { version: number; account: AccountBody | null; now: number }): void {
    if (version !== PROTOCOL_VERSION) {
      this.#setStatus("outdated");
      this.#socket?.close();
      return;
    }
    this.account = account;
    this.#offsetMs = now - Date.now();
    this.#attempts = 0;
    clearTimeout(this.#retryTimer);
    const waiting = [...this.#pending.values()].filter(({ frame }) => frame.command.type !== "watch");
    for (const [id, { frame }] of [...this.#pending]) if (frame.command.type === "watch") this.#pending.delete(id);
    this.#setStatus("open");
    for (const matchId of this.#followers.keys()) this.#watch(matchId); // the current state first, then what was not answered
    for (const { frame } of waiting) this.#send(frame);
    if (this.#lobby) this.watchLobby(true);
    if (document.hidden) this.#sendVisibility();
    void this.ping();
  }
}

const isRepeatable = (command: CommandFields): boolean => !WITHOUT_NONCE.has(command.type) && command.type !== "ping";
