/**
 * A board on a page: shows the positions of a `PositionSource`, keeps the move under construction, sends it, and looks back.
 * The page renders `element` and reads the state; `boardPanel` in board_panel.ts is the usual view of it. The text board in
 * `app/a11y/` is a second view of the same controller.
 */

import type { BoardApi, BoardSettings, Draft, Extra, TryResult } from "../../board/types.js";
import type { AccountBody } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import type { MatchState } from "./match_state.js";
import { mountBoard } from "./mount_board.js";
import { formatAction } from "./notation.js";
import type { PastPosition, PositionChange, PositionSource } from "./position_source.js";

const SLOW_MS = 600; // a move that takes longer to send is worth a word
const MAX_ANIMATION_MS = 3000; // no animation takes longer; a board in a hidden tab may never finish
const MAX_CACHED = 200; // earlier positions

/** The text mode as the controller and its page use it. `startTextMode` of app/a11y/text_mode.ts returns one. */
export interface TextMode {
  /** Follows the controller: position, draft, prompt, message, and the setting `text`. Called after every change. */
  update(): void;
  /** Announces what has happened. */
  receive(change: PositionChange): void;
  /** Moves the focus to the current cell, of the text board or of the drawing. */
  focus(): void;
}

/** What the text mode needs. */
export interface TextModeContext {
  readonly session: Session;
  readonly controller: BoardController;
  readonly match: MatchState | null; // null in a study: no clocks, offers, chat
  readonly account: AccountBody | null; // whose own chat messages are not announced; null in a study
  readonly signal: AbortSignal; // aborted when the page is left
}

export interface BoardControllerOptions {
  session: Session;
  source: PositionSource;
  /** Renders the page. Called after every change of the controller's state. */
  update: () => void;
  /** A first tap plays a move that needs no choice. By default the person's setting decides. */
  oneTap?: () => boolean;
  /** A piece has landed on the board at the end of an animation, or at once without one: time for a sound. */
  onLand?: () => void;
  signal: AbortSignal; // aborted when the page is left
}

export class BoardController {
  /** The element of the drawing. Render it as `${controller.element}`. */
  readonly element = createElement("board-here");
  /** The place of the text board, filled by the text mode. It lies beside `element` and is empty while the text mode is off. */
  readonly textElement = createElement("text-place");
  /** The place of the field for typed moves and of the list of legal moves, filled by the text mode. It lies below the panel. */
  readonly inputElement = createElement("input-place");

  readonly session: Session;
  readonly source: PositionSource;
  readonly signal: AbortSignal;
  /** Null until `mount` has returned. */
  board: BoardApi | null = null;
  /** Null until `enableA11y` has returned. */
  textMode: TextMode | null = null;

  /** The number of moves after which the position is shown; null for the current one. */
  lookedAt: number | null = null;
  /** Why the last tap or move was refused; empty if it was not. */
  message = "";
  /** The action that is being sent. */
  sending: string | null = null;
  /** True if sending takes long. */
  isSlow = false;

  readonly #update: () => void;
  readonly #oneTap: () => boolean;
  readonly #onLand: () => void;
  readonly #settings: BoardSettings;
  readonly #past = new Map<string, Promise<PastPosition>>();
  #shown: PastPosition | null = null; // what the board shows
  #requests = 0; // requests of the board that are not answered
  #animation: Promise<void> = Promise.resolve();
  #animating = 0;
  #unheard: PositionChange[] = []; // changes before the text mode was there
  #focusAwaited = false; // the text board is to be focused once it is there

  constructor({ session, source, update, oneTap, onLand, signal }: BoardControllerOptions) {
    this.session = session;
    this.source = source;
    this.signal = signal;
    this.#update = update;
    this.#oneTap = oneTap ?? (() => !session.settings.values.confirm);
    this.#onLand = onLand ?? (() => undefined);
    this.#settings = { oneTap: this.#oneTap(), guides: session.settings.values.guides };
    session.settings.onChange(() => this.#onSettings(), signal);
    session.connection.addEventListener("status", () => this.#changed(), { signal });
    signal.addEventListener("abort", () => this.destroy());
  }

  /** Loads the board of the game and puts it into `element`. */
  async mount(): Promise<void> {
    const board = await mountBoard(this.session, this.source.game, {
      element: this.element,
      t: this.source.t,
      settings: this.#settings,
      tryAction: (action) => this.#try(action),
      onAction: (action) => this.play(action),
      onDraft: () => {
        this.message = "";
        this.#changed();
      },
      showMessage: (text) => this.showMessage(text),
      onLand: () => this.#onLand(),
    });
    if (this.signal.aborted) board.destroy();
    else this.board = board;
  }

  destroy(): void {
    this.board?.destroy();
    this.board = null;
  }

  // state

  /** The move under construction; null while one is sent. */
  get draft(): Draft | null {
    return this.sending === null ? (this.board?.draft() ?? null) : null;
  }

  /** Buttons of the board beside its cells. */
  get extras(): Extra[] {
    return this.canPlay ? (this.board?.extras() ?? []) : [];
  }

  /** True if the viewer can make a move on the board as it is shown. */
  get canPlay(): boolean {
    return this.board !== null && this.lookedAt === null && this.sending === null && this.source.mayAct;
  }

  /** True while the board or the person waits for the server, or a move is being animated. Tests wait for its end. */
  get isBusy(): boolean {
    return this.#requests > 0 || this.sending !== null || this.#animating > 0;
  }

  /** The number of moves that led to the position that is shown. */
  get ply(): number {
    return this.lookedAt ?? this.source.ply;
  }

  /** Who is to act and what is asked, as a sentence; or what is shown or sent instead. */
  get prompt(): string {
    const { source, sending } = this;
    if (this.lookedAt !== null) return t("looking_back", { turn: this.lookedAt, turns: source.plies.length });
    if (sending !== null) {
      const key = this.session.connection.status === "open" ? "sending" : "sending_later";
      return this.isSlow ? t(key, { turn: formatAction(source.t, sending) }) : "";
    }
    return source.describeStatus(this.board?.prompt() ?? "");
  }

  // showing positions

  /**
   * Shows the current position, unless an earlier one is looked at. With `animate`, the last action is animated. Resolves when
   * the animation has ended.
   */
  async show(animate = false): Promise<void> {
    const { source, board } = this;
    if (!board || !source.view) return;
    if (this.lookedAt !== null && this.lookedAt >= source.plies.length) this.lookedAt = null; // taken back, or there already
    if (this.lookedAt !== null) this.#changed();
    else await this.#draw({ view: source.view, last: source.lastAction }, source.seat, animate);
  }

  /** True while something moves on the board. */
  get isAnimating(): boolean {
    return this.#animating > 0;
  }

  /** Resolves when nothing moves on the board. */
  async settled(): Promise<void> {
    while (this.isAnimating) await this.#animation;
  }

  /** Shows the position after a number of moves; after the last one it is the current position again. */
  async lookAt(ply: number): Promise<void> {
    const { source } = this;
    const target = Math.min(Math.max(0, ply), source.plies.length);
    if (source.goTo) return source.goTo(target);
    if (target === source.plies.length) {
      const wasBack = this.lookedAt !== null;
      this.lookedAt = null;
      return wasBack ? this.show() : undefined;
    }
    this.lookedAt = target;
    this.#changed();
    const past = await this.viewAfter(target).catch(() => null);
    if (!past || this.lookedAt !== target) return undefined;
    await this.#draw({ view: { ...past.view, legal: [] }, last: past.last }, source.seats[0] ?? null, false);
    return undefined;
  }

  /** Goes some moves on, or back if `moves` is negative. */
  step(moves: number): Promise<void> {
    return this.lookAt(this.ply + moves);
  }

  /** The position after a number of moves, from the cache or the server. */
  viewAfter(ply: number): Promise<PastPosition> {
    const key = `${this.source.revision} ${ply}`;
    let past = this.#past.get(key);
    if (!past) {
      past = this.source.viewAfter(ply);
      this.#past.set(key, past);
      past.catch(() => this.#past.delete(key));
      const oldest = this.#past.size > MAX_CACHED ? this.#past.keys().next().value : undefined;
      if (oldest !== undefined) this.#past.delete(oldest);
    }
    return past;
  }

  /** Draws a position. The board itself queues what comes during an animation. */
  async #draw(position: PastPosition, seat: number | null, animate: boolean): Promise<void> {
    const { board } = this;
    if (!board) return;
    this.#shown = position;
    this.#animating++;
    const update = board.update(position.view, { seat, last: position.last, animate: animate && !document.hidden });
    const animation = Promise.race([update, delay(MAX_ANIMATION_MS)]);
    this.#animation = animation;
    this.#changed();
    await animation;
    this.#animating--;
    this.#changed();
  }

  #onSettings(): void {
    const { guides } = this.session.settings.values;
    const redraw = guides !== this.#settings.guides;
    Object.assign(this.#settings, { oneTap: this.#oneTap(), guides });
    if (redraw && this.#shown) void this.#draw(this.#shown, this.source.seat, false);
    this.#changed();
  }

  // moves

  /** Plays the draft if it is whole. */
  commit(): void {
    if (this.canPlay) this.board?.commit();
  }

  /** Takes back the last part of the draft. */
  undoPart(): void {
    this.board?.undoPart();
  }

  /** Discards the draft. */
  cancel(): void {
    this.board?.cancel();
  }

  /** Plays a whole action, if the viewer may act. */
  play(action: string): void {
    if (this.canPlay) void this.track(action, this.source.play(action));
    else this.board?.cancel();
  }

  /** Shows an action as being sent until `sent` settles. */
  async track(action: string, sent: Promise<void>): Promise<void> {
    this.sending = action;
    this.isSlow = false;
    const timer = setTimeout(() => {
      this.isSlow = true;
      this.#changed();
    }, SLOW_MS);
    this.#changed();
    let error: unknown = null;
    try {
      await sent;
    } catch (reason) {
      error = reason;
    }
    clearTimeout(timer);
    this.sending = null;
    this.isSlow = false;
    if (error) {
      this.board?.cancel();
      this.showMessage(error instanceof Error ? error.message : "");
    }
    this.#changed();
  }

  /** Makes a legal action the draft, such as a typed one, or says why it cannot be played. Returns whether it is the draft. */
  async propose(action: string, description: string): Promise<boolean> {
    const { board } = this;
    const { view } = this.source;
    if (!board || !this.canPlay) return false;
    const { error } = await this.#try(action);
    if (view !== this.source.view || !this.canPlay) return false;
    if (error !== undefined) {
      this.showMessage(error);
      return false;
    }
    board.cancel();
    board.propose({ text: action, whole: true, description });
    return true;
  }

  async #try(action: string): Promise<TryResult> {
    this.#requests++;
    this.#changed();
    try {
      return { view: await this.source.tryAction(action) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    } finally {
      setTimeout(() => {
        this.#requests--; // after the board has drawn the result
        this.#changed();
      });
    }
  }

  /** Shows a message about what the person just did, and announces it; empty to clear it. */
  showMessage(text: string): void {
    if (text) this.session.announce(text);
    if (text === this.message) return;
    this.message = text;
    this.#changed();
  }

  // text mode and keys

  /**
   * Starts announcements, keys on cells and, if chosen, the text board. Called after the visible parts are there. If the server
   * is away, it is tried again once it is back.
   */
  async enableA11y(match: MatchState | null, account: AccountBody | null): Promise<void> {
    const { session, signal } = this;
    if (this.textMode || signal.aborted) return;
    try {
      const { startTextMode } = await import("../a11y/text_mode.js");
      const textMode = await startTextMode({ session, controller: this, match, account, signal });
      if (signal.aborted) return;
      this.textMode = textMode;
    } catch (error) {
      console.warn(error);
      const retry = (): void => void this.enableA11y(match, account);
      session.connection.addEventListener("status", retry, { once: true, signal });
      return;
    }
    for (const change of this.#unheard) this.textMode.receive(change);
    this.#unheard = [];
    this.textMode.update();
    if (this.#focusAwaited) this.focusBoard();
    this.#update();
  }

  /** Passes a change of the source on to the text mode, which announces it; later if it is not there yet. */
  receive(change: PositionChange): void {
    if (this.textMode) this.textMode.receive(change);
    else this.#unheard.push(change);
  }

  /** Moves the focus to the current cell, of the text board if it is shown. */
  focusBoard(): void {
    this.#focusAwaited = this.session.settings.values.text && !this.textMode;
    if (this.textMode) this.textMode.focus();
    else this.board?.focus();
  }

  /**
   * Keys for the whole page, where no field and no cell has the focus: ← and → one move, Home and End, Escape takes back a part
   * of the draft.
   */
  listenKeys(): void {
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.signal });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (
      target?.closest("input, textarea, select, [contenteditable], [data-cell], [role=tab], [role=toolbar], dialog, [popover]")
    )
      return;
    const { length } = this.source.plies;
    if (event.key === "Escape" && this.draft) this.undoPart();
    else if (event.key === "ArrowLeft" && length) void this.step(-1);
    else if (event.key === "ArrowRight" && length) void this.step(1);
    else if (event.key === "Home" && length) void this.lookAt(0);
    else if (event.key === "End" && length) void this.lookAt(length);
    else return;
    event.preventDefault();
  }

  #changed(): void {
    if (this.signal.aborted) return;
    this.#update();
    this.textMode?.update();
  }
}

function createElement(className: string): HTMLElement {
  return Object.assign(document.createElement("div"), { className });
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
