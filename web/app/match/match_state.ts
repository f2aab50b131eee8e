/** A match as the server described it, in order. Nothing is guessed. */

import type { View } from "../../board/types.js";
import { newNonce, type RequestError } from "../api.js";
import type { CommandFields, Connection, Follower, IncomingMessage } from "../connection.js";
import type {
  ChatEntry,
  EngineQueueBody,
  InfoPart,
  MatchCreated,
  MatchEvent,
  MatchView,
  OfferEntry,
  OfferType,
  PauseRequestsPart,
  PlayAction,
  ServerMessage,
  TryBody,
  TurnBody,
  ViewerPart,
} from "../protocol.js";
import { t as clientText, type Translate } from "../texts.js";
import { clearPendingMove, readPendingMove, savePendingMove } from "./pending_move.js";
import { ChangeEmitter, type PastPosition, type Ply, type PositionSource } from "./position_source.js";

/** The part of a connection that a match uses. */
export type MatchConnection = Pick<Connection, "request" | "submit" | "now">;

export interface MatchStateOptions {
  /** Called if the match cannot be followed. */
  onFailure?: (error: RequestError) => void;
  /**
   * Called before a message is applied. While the promise is pending, the message and those behind it wait, so that all of the
   * page shows the same position.
   */
  gate?: (message: ServerMessage) => Promise<void> | null;
}

export class MatchState extends ChangeEmitter implements PositionSource, Follower {
  /** The texts of the game; those of the client until they are loaded. */
  t: Translate = clientText;
  /** The names of the sides of this edition. */
  sides: readonly string[] = [];
  /** The match as everyone sees it; null until the first message. */
  shared: MatchView | null = null;
  /** What only this viewer knows; null without a seat. */
  viewer: ViewerPart | null = null;
  /** Participants, watchers, settings; null until the first message. */
  info: InfoPart | null = null;
  /** The terms; null until the first message. */
  terms: MatchCreated | null = null;
  chat: readonly ChatEntry[] = [];
  plies: readonly Ply[] = [];
  /** The accounts that have requested to adjourn or to resume. */
  pauseRequests: PauseRequestsPart = {};
  /** The place in the queue while the engine to act waits for a free worker. */
  engineQueue: EngineQueueBody | null = null;
  /** The number of the last event. */
  number = 0;
  view: View | null = null;
  readonly #inbox: ServerMessage[] = [];
  #isWaiting = false;

  constructor(
    readonly id: string,
    readonly connection: MatchConnection,
    readonly options: MatchStateOptions = {},
  ) {
    super();
  }

  // messages of the server

  since(): number {
    return this.number;
  }

  fail(error: RequestError): void {
    this.options.onFailure?.(error);
  }

  receive(message: IncomingMessage): void {
    this.#inbox.push(message as unknown as ServerMessage);
    if (!this.#isWaiting) this.#applyNext();
  }

  #applyNext(): void {
    for (let message = this.#inbox[0]; message; message = this.#inbox[0]) {
      const open = this.options.gate?.(message);
      if (open) {
        this.#isWaiting = true;
        const next = message;
        void open.then(() => {
          this.#isWaiting = false;
          this.#inbox.shift();
          this.#apply(next);
          this.#applyNext();
        });
        return;
      }
      this.#inbox.shift();
      this.#apply(message);
    }
  }

  #apply(message: ServerMessage): void {
    switch (message.type) {
      case "match": {
        const events = this.takeEvents(message.events, message.view.state.seats);
        if (message.chat) this.chat = message.chat;
        this.info = message.info;
        this.engineQueue = null; // sent again if it still holds
        this.pauseRequests = {};
        this.#setView(message.view, message.viewer ?? null);
        this.emit({ kind: "all", events });
        break;
      }
      case "update": {
        const events = this.takeEvents(message.events, message.view.state.seats);
        if (message.view.events < this.number) break; // a message that was overtaken by another
        if (message.view.changes !== this.shared?.changes) this.engineQueue = null;
        this.#setView(message.view, message.viewer ?? null);
        this.emit({ kind: "update", events });
        break;
      }
      case "info":
        this.info = message.info;
        this.emit({ kind: "info", events: [] });
        break;
      case "chat":
        if (this.chat.some(({ id }) => id === message.chat.id)) break;
        this.chat = [...this.chat, message.chat];
        this.emit({ kind: "chat", events: [], chat: message.chat });
        break;
      case "chat_hidden":
        this.chat = this.chat.filter(({ id }) => id !== message.chat_id);
        this.emit({ kind: "chat", events: [] });
        break;
      case "pause_requests":
        this.pauseRequests = message.pause_requests;
        this.emit({ kind: "info", events: [] });
        break;
      case "engine_queue":
        this.engineQueue = message.position ? message : null;
        this.emit({ kind: "info", events: [] });
        break;
      case "notice":
        this.emit({ kind: "notice", events: [], notice: message.code });
        break;
      default:
        break;
    }
  }

  #setView(shared: MatchView, viewer: ViewerPart | null): void {
    this.shared = shared;
    this.viewer = viewer;
    this.view = { ...shared.state, scene: viewer?.scene ?? shared.state.scene, legal: viewer?.legal ?? [] };
  }

  /** Adds the events that are new, and returns them. */
  takeEvents(events: readonly MatchEvent[], seats: number): MatchEvent[] {
    const fresh = events.filter((event) => event.number > this.number);
    for (const event of fresh) {
      this.number = event.number;
      if (event.kind === "create") this.terms = event;
      this.plies = pliesAfter(this.plies, event, seats);
    }
    return fresh;
  }

  // the position source

  get game(): string {
    return this.terms?.edition.split(":")[0] ?? "";
  }

  /** The edition without the game: "kosmos". */
  get editionName(): string {
    return this.terms?.edition.split(":")[1] ?? "";
  }

  get seats(): readonly number[] {
    return this.viewer?.seats ?? [];
  }

  get players(): readonly string[] {
    return this.shared?.players ?? [];
  }

  get seat(): number | null {
    return this.viewer?.to_act ?? this.seats[0] ?? null;
  }

  get mayAct(): boolean {
    return this.viewer?.to_act !== undefined && this.viewer.to_act !== null;
  }

  get isOver(): boolean {
    return this.shared?.status === "over";
  }

  get ply(): number {
    return this.plies.length;
  }

  get lastAction(): string | null {
    const last = this.plies.at(-1);
    return last && !last.left ? last.text : null;
  }

  get revision(): number {
    return this.shared?.changes ?? 0;
  }

  describeStatus(prompt: string): string {
    const { shared, engineQueue } = this;
    if (!shared || shared.status === "over") return "";
    if (shared.status === "waiting") return clientText("waiting_for_players");
    if (shared.status === "adjourned") return clientText("adjourned");
    const name = shared.players[shared.to_act ?? -1] ?? "";
    if (this.mayAct)
      return `${this.isLocal ? clientText("turn_of", { name }) : `${clientText("your_turn")}.`} ${prompt}`.trim();
    if (engineQueue) {
      return clientText("engine_queue", { name, position: engineQueue.position, seconds: engineQueue.expected_wait_s });
    }
    return prompt || clientText(this.levelOf(shared.to_act) ? "thinking" : "turn_of", { name });
  }

  async viewAfter(ply: number): Promise<PastPosition> {
    const left = this.plies[ply - 1]?.left ?? true;
    const { result } = await this.connection.request(this.id, { type: "show_turn", turn: ply });
    const { state, text } = result as TurnBody;
    return { view: { ...state, legal: [] }, last: left ? null : text };
  }

  async tryAction(action: string): Promise<View> {
    const { result } = await this.connection.request(this.id, { type: "try", action });
    return (result as TryBody).state;
  }

  play(action: string): Promise<void> {
    return this.#sendMove({
      type: "play",
      action,
      seat: this.viewer?.to_act ?? null,
      changes_seen: this.shared?.changes ?? null,
      nonce: newNonce(),
    });
  }

  /** Sends the move again that was being sent when the page was closed, unless the match has moved on. Null if there is none. */
  resendPendingMove(): { action: string; sent: Promise<void> } | null {
    const command = readPendingMove(this.id);
    if (!command) return null;
    if (command.changes_seen === this.shared?.changes && this.seats.includes(command.seat ?? -1)) {
      return { action: command.action, sent: this.#sendMove(command) };
    }
    clearPendingMove(this.id);
    return null;
  }

  async #sendMove(command: PlayAction): Promise<void> {
    savePendingMove(this.id, command);
    try {
      await this.submit({ ...command });
    } finally {
      clearPendingMove(this.id);
    }
  }

  // what pages ask

  /** Sends a command that changes the match once, however often it must be sent. */
  async submit(command: CommandFields): Promise<void> {
    await this.connection.submit(this.id, command);
  }

  /** Sends a command that is not repeated after a lost connection. */
  async request(command: CommandFields): Promise<void> {
    await this.connection.request(this.id, command);
  }

  /** True if everyone who plays sits at this device. */
  get isLocal(): boolean {
    const { seats, info, shared } = this;
    if (!seats.length || !info || info.open_seats || !shared) return false;
    return info.participants.every((_, seat) => seats.includes(seat) || shared.gone.includes(seat));
  }

  /** True if there is another person to talk to, beside engines and this device. */
  get hasOtherPeople(): boolean {
    const { info, seats } = this;
    return (info?.participants ?? []).some(({ level }, seat) => level === null && !seats.includes(seat));
  }

  /** True if more than two players are left. */
  get isForSeveral(): boolean {
    return (this.shared?.state.seats ?? 0) - (this.shared?.gone.length ?? 0) > 2;
  }

  /** The level of the engine on a seat; null for a person. */
  levelOf(seat: number | null): number | null {
    return this.info?.participants[seat ?? -1]?.level ?? null;
  }

  /** The name of the side of a seat in lower case, as in keys of texts and classes: "white". */
  sideOf(seat: number): string {
    return (this.sides[this.shared?.state.sides[seat] ?? -1] ?? "").toLowerCase();
  }

  /** An open offer of a kind. */
  offer(type: OfferType): OfferEntry | null {
    return this.shared?.offers.find(({ offer_type }) => offer_type === type) ?? null;
  }

  /** The time a seat has left, in milliseconds; null without a clock. */
  remainingMs(seat: number): number | null {
    const { shared } = this;
    if (!shared?.clock) return null;
    if (shared.ticking === seat && shared.deadline !== null) return shared.deadline - this.connection.now();
    return shared.remaining_ms[seat] ?? null;
  }
}

/** The moves after an event. A player who leaves a game of three or four makes a move by it. */
export function pliesAfter(plies: readonly Ply[], event: MatchEvent, seats: number): readonly Ply[] {
  switch (event.kind) {
    case "action":
      return [...plies, { seat: event.seat, text: event.action, left: false }];
    case "resign":
    case "leave":
    case "flag":
      return seats > 2 ? [...plies, { seat: event.seat, text: event.kind, left: true }] : plies;
    case "accept":
      return event.offer_type === "takeback" && event.accepted ? plies.slice(0, event.plies_kept) : plies;
    default:
      return plies;
  }
}
