/** The page of a match: a controller with everything around the board. Its view is in match_view.ts. */

import type { RequestError } from "../api.js";
import { render, html, type TemplateResult } from "../lit.js";
import { showMessage } from "../message_page.js";
import { Page, type PageContext } from "../page.js";
import type { AccountBody, GameEntry, MatchEvent, ServerMessage } from "../protocol.js";
import { loadGameTexts, t } from "../texts.js";
import { setMyTurn, setTitle } from "../title.js";
import { BoardController } from "./board_controller.js";
import { Chat } from "./chat.js";
import { Invitation } from "./invitation.js";
import { headerMenu } from "./match_menu.js";
import { MatchState } from "./match_state.js";
import { matchView } from "./match_view.js";
import { MoveList } from "./move_list.js";
import { Offers } from "./offers.js";
import { animateSwap, clockText } from "./player_bars.js";
import type { PositionChange } from "./position_source.js";
import { Sounds } from "./sounds.js";
import { Tabs } from "./tabs.js";

const FIRST_ANSWER_MS = 1500; // without an answer of the server the page is shown as it is
const A11Y_DELAY_MS = 1000; // screen reader support is loaded after the visible parts
const ENGINE_PAUSE_MS = 500; // an engine's move is shown at least this long after the person's own has landed
const BANNER_MS = 2000;
const CLOCK_INTERVAL_MS = 100;
const LAST_SECONDS_MS = 10_000; // of one's own time, with a tick for each
const PAGE_TOOLS = "page-tools"; // the place in the header for parts of a page

export class MatchPage extends Page {
  readonly match: MatchState;
  readonly sounds: Sounds;
  readonly tabs = new Tabs("turns", this.update, (name) => this.#onTab(name));
  // Set in `open` and `#mount`, before the first view.
  account!: AccountBody;
  game: GameEntry | undefined;
  controller!: BoardController;
  chat!: Chat;
  offers!: Offers;
  moveList!: MoveList;
  readonly invitation = new Invitation(this);

  /** What has happened and is shown until the person's next move: the sides were swapped. */
  notice = "";
  /** The result crosses the board. */
  showsBanner = false;
  #mounted: Promise<void> | null = null;
  #isMounted = false;
  #ready: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined; // if the page cannot be shown
  #sides: readonly number[] | null = null; // of the seats, before the last change
  #landedAt = -Infinity; // when the last move of this person had landed on the board
  #clocks = ""; // the text of all clocks as shown
  #lastTick = 0; // the second of the last tick
  #wasOver = false; // before the last change
  #shownTitle = "";
  #hoped: boolean | null = null; // a viewer without a seat saw an open one
  #wantsRematch = false; // on this page
  #usesKeys = true; // the last input came from the keyboard

  constructor(context: PageContext) {
    super(context);
    const { connection, settings } = this.session;
    this.match = new MatchState(this.parameters[0] ?? "", connection, {
      onFailure: (error) => this.#onFailure(error),
      gate: (message) => this.#gate(message),
    });
    this.sounds = new Sounds(settings, this.signal);
  }

  // opening

  async open(): Promise<void> {
    const { match, session, main, signal } = this;
    main.className = "match";
    main.setAttribute("aria-busy", "true");
    setTitle(t("table"));
    this.account = await session.account();
    const answered = new Promise<void>((resolve, reject) => {
      this.#ready = resolve;
      this.#fail = reject;
    });
    match.onChange((change) => this.#onChange(change).catch((error: unknown) => this.#fail(error)), signal);
    const leave = session.connection.follow(match.id, match);
    signal.addEventListener("abort", () => {
      leave();
      this.#renderTools(null);
    });
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))]);
    this.#fail = (error) => this.router.showFailure(error, main);
  }

  async #onChange(change: PositionChange): Promise<void> {
    if (!this.#isMounted) {
      this.#mounted ??= this.#mount();
      await this.#mounted;
      if (this.signal.aborted) return;
      if (!this.#isMounted) this.#show();
    } else this.#apply(change);
    this.controller.receive(change);
  }

  /** Loads the board and what belongs to the game, once it is known which game it is. */
  async #mount(): Promise<void> {
    const { match, session, signal, update, account } = this;
    const onLand = (): void => this.#onLand();
    this.controller = new BoardController({ session, source: match, update, onLand, signal });
    this.chat = new Chat(session, match, account, update);
    this.offers = new Offers(session, match, account.id, update);
    this.moveList = new MoveList(match, this.controller);
    const loading = Promise.all([loadGameTexts(match.game), session.game(match.game)]);
    const [gameText, game] = await loading;
    match.t = gameText;
    match.sides = game?.editions.find(({ edition }) => edition === match.terms?.edition)?.sides ?? [];
    this.game = game;
    await this.controller.mount();
  }

  /** The first view. */
  #show(): void {
    const { controller, match, session, signal } = this;
    this.#isMounted = true;
    this.#sides = match.shared?.state.sides ?? null;
    this.#wasOver = match.isOver;
    this.offers.receive([]);
    this.offers.receivePauseRequests();
    void controller.show();
    controller.listenKeys();
    const pending = match.resendPendingMove();
    if (pending) void controller.track(pending.action, pending.sent);
    session.settings.onChange(this.update, signal);
    this.#listenInput();
    const timer = setInterval(() => this.#onClockTick(), CLOCK_INTERVAL_MS);
    const a11y = setTimeout(
      () => void controller.enableA11y(match, this.account),
      session.settings.values.text ? 0 : A11Y_DELAY_MS,
    );
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      clearTimeout(a11y);
    });
    this.#welcome();
    this.render();
    this.main.removeAttribute("aria-busy");
    this.#ready();
  }

  // changes

  #apply(change: PositionChange): void {
    const { match, controller, offers } = this;
    if (change.kind === "chat") {
      if (change.chat && change.chat.account_id !== this.account.id) this.tabs.mark("chat");
      this.update();
      return;
    }
    if (change.kind === "notice") {
      controller.showMessage(t(change.notice ?? ""));
      return;
    }
    offers.receive(change.events);
    offers.receivePauseRequests();
    if (change.kind !== "info") {
      const actions = change.events.filter(({ kind }) => kind === "action");
      void controller.show(change.kind === "update" && actions.length === 1);
      if (change.kind === "update") this.#onEvents(change.events);
      this.#checkSwap(change.events);
    }
    this.#welcome();
    this.render();
    if (change.events.some(({ kind }) => kind === "start")) this.#focusAfterStart();
    this.#followRematch();
  }

  #onEvents(events: readonly MatchEvent[]): void {
    const { match, sounds } = this;
    const isOwn = (seat: number): boolean => match.seats.includes(seat) && !match.isLocal;
    for (const event of events) {
      if (event.kind === "action" && match.seats.includes(event.seat)) this.notice = "";
      if (event.kind === "start" || (event.kind === "offer" && !isOwn(event.seat) && !match.isLocal)) sounds.play("offer");
    }
    if (match.isOver && !this.#wasOver) this.#onEnd();
    this.#wasOver = match.isOver;
  }

  #onEnd(): void {
    this.sounds.play("end");
    this.showsBanner = true;
    setTimeout(() => {
      this.showsBanner = false;
      this.update();
    }, BANNER_MS);
  }

  /** A piece has landed: a knock. */
  #onLand(): void {
    const { match } = this;
    const isOwn = match.seats.includes(match.plies.at(-1)?.seat ?? -1) && !match.isLocal;
    if (isOwn) this.#landedAt = performance.now();
    this.sounds.play(isOwn ? "own_move" : "move");
  }

  /** Says that the sides were swapped, and lets the signs change places. */
  #checkSwap(events: readonly MatchEvent[]): void {
    const { match } = this;
    const former = this.#sides;
    const sides = match.shared?.state.sides ?? null;
    this.#sides = sides;
    const action = events.find(({ kind }) => kind === "action");
    if (!former || !sides || action?.kind !== "action" || former.every((side, seat) => side === sides[seat])) return;
    const sideName = (seat: number): string => match.t(match.sideOf(seat));
    const other = sides.findIndex((_, seat) => seat !== action.seat);
    const own = match.isLocal ? undefined : match.seats[0];
    const key = own === undefined ? "swapped" : own === action.seat ? "swapped_by_me" : "swapped_by_other";
    const aim = `aim_${sides[own ?? -1] ?? ""}`;
    this.notice = match.t(key, {
      name: match.players[action.seat] ?? "",
      side: sideName(action.seat),
      other: match.players[other] ?? "",
      other_side: sideName(other),
      aim: match.t(aim) === aim ? "" : match.t(aim),
    });
    this.session.announce(this.notice);
    queueMicrotask(() => animateSwap(this.main, former, sides));
  }

  /**
   * Lets a move wait until the one before it is on the board, and an engine's move a little longer after the person's own. All
   * of the page waits with it.
   */
  #gate(message: ServerMessage): Promise<void> | null {
    const { match, controller } = this;
    if (message.type !== "update" || !this.#isMounted || document.hidden || controller.lookedAt !== null) return null;
    const action = message.events.find(({ kind }) => kind === "action");
    if (action?.kind !== "action") return null;
    const isEngine = match.levelOf(action.seat) !== null && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pause = (): number => (isEngine ? this.#landedAt + ENGINE_PAUSE_MS - performance.now() : 0);
    if (!controller.isAnimating && pause() <= 0) return null;
    return controller.settled().then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, pause()))));
  }

  /** Tells a visitor who came to play that all seats are taken. At a public table people come to watch. */
  #welcome(): void {
    const { match, session } = this;
    const { shared, seats, info } = match;
    if (shared?.status === "waiting") {
      this.#hoped = !seats.length;
      return;
    }
    if (!seats.length && !match.isOver && (this.#hoped ?? !info?.public)) session.notify(t("table_full"));
    this.#hoped = false;
  }

  /** Those who asked for a rematch on this page go on to it. */
  #followRematch(): void {
    const next = this.match.info?.next_match_id;
    if (!next || !this.#wantsRematch) return;
    this.#wantsRematch = false;
    void this.router.go(`/m/${next}`);
  }

  #onFailure(error: RequestError): void {
    if (error.code !== "no_such_match") {
      this.session.showError(error);
      return;
    }
    showMessage(this.main, t("no_such_match"), t("no_such_match_words"));
    this.#ready();
  }

  // what the view calls

  playAgain(): void {
    const rematch = this.match.offer("rematch");
    if (rematch && this.match.seats.every((seat) => rematch.agreed.includes(seat))) return; // it waits for the others
    this.#wantsRematch = true;
    void this.offers.make("rematch");
  }

  lookBack(): void {
    this.tabs.choose("turns");
    void this.controller.lookAt(this.match.plies.length - 1);
  }

  async resign(): Promise<void> {
    document.getElementById("page-menu")?.hidePopover();
    await this.offers.resign();
    this.#restoreFocus();
  }

  #onTab(name: string): void {
    if (name !== "chat") return;
    this.render();
    this.chat.reveal(true);
  }

  // clocks

  /** Renders the page when the text of a clock changes, and ticks in the last seconds of one's own time. */
  #onClockTick(): void {
    const { match } = this;
    const { shared } = match;
    if (!shared?.clock || shared.ticking === null) return;
    const clocks = match.players.map((_, seat) => clockText(match, seat)).join(" ");
    if (clocks !== this.#clocks) this.update();
    this.#clocks = clocks;
    const left = match.remainingMs(shared.ticking) ?? 0;
    const second = Math.ceil(left / 1000);
    if (match.seats.includes(shared.ticking) && left > 0 && left < LAST_SECONDS_MS && second !== this.#lastTick)
      this.sounds.play("tick");
    this.#lastTick = second;
  }

  // rendering

  protected view(): TemplateResult {
    return this.#isMounted ? matchView(this) : html``;
  }

  override render(): void {
    if (!this.#isMounted) return;
    const focused = document.activeElement;
    const wasInside = this.main.contains(focused);
    super.render();
    if (wasInside && focused !== document.activeElement) this.#restoreFocus();
  }

  protected override rendered(): void {
    const { match, main } = this;
    main.dataset.status = match.shared?.status ?? "";
    main.dataset.events = String(match.number);
    main.toggleAttribute("data-a11y-ready", this.controller.textMode !== null);
    this.moveList.reveal();
    this.chat.reveal();
    this.#renderTools(this);
    const isMyTurn = match.mayAct && !match.isLocal;
    const shown = `${isMyTurn ? "●" : ""}${this.title}`;
    if (shown === this.#shownTitle) return;
    this.#shownTitle = shown;
    setTitle(this.title);
    setMyTurn(isMyTurn);
  }

  get title(): string {
    const { match } = this;
    const names = match.players.join(t("between_names"));
    return t(names ? "table_of" : "table_open", { game: match.t("title"), names });
  }

  #renderTools(page: MatchPage | null): void {
    const tools = document.getElementById(PAGE_TOOLS);
    if (tools) render(page ? headerMenu(page) : html``, tools);
  }

  // focus

  #listenInput(): void {
    const { signal } = this;
    addEventListener("keydown", () => (this.#usesKeys = true), { signal, capture: true });
    addEventListener("pointerdown", () => (this.#usesKeys = false), { signal, capture: true });
  }

  /** If the focused element was removed and the person uses keys: to the next steps after the end, else to the board. */
  #restoreFocus(): void {
    if (!this.#usesKeys || this.signal.aborted || document.activeElement !== document.body) return;
    const next = this.match.isOver ? this.main.querySelector<HTMLElement>(".board-panel :is(button, a[href])") : null;
    if (next) next.focus({ preventScroll: true });
    else this.controller.focusBoard();
  }

  /** Whoever has just sat down is at the board. */
  #focusAfterStart(): void {
    const { activeElement } = document;
    if (this.match.seats.length && (activeElement === document.body || activeElement === this.main))
      this.controller.focusBoard();
  }
}

export const createPage = (context: PageContext): Page => new MatchPage(context);
