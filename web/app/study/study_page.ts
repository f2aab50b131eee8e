/** The study: any position of a game, moves for every side, and what the engine thinks of them. The server stores nothing of it. */

import { RequestError } from "../api.js";
import { createRef, type Ref, type TemplateResult } from "../lit.js";
import { BoardController } from "../match/board_controller.js";
import type { PositionChange } from "../match/position_source.js";
import { Tabs } from "../match/tabs.js";
import { showMissing } from "../message_page.js";
import { Page, type PageContext } from "../page.js";
import type { GameEntry } from "../protocol.js";
import { share } from "../share.js";
import { loadGameTexts, t, type Translate } from "../texts.js";
import { setTitle } from "../title.js";
import { loadStyle } from "../urls.js";
import { AnalysisPanel } from "./analysis_panel.js";
import type { BeginForm } from "./begin_form.js";
import { describeProblem, stashLine, takeStashedLine, TextForm } from "./open_form.js";
import { Review } from "./review.js";
import { ChoicePage, gameOf } from "./choice_page.js";
import { StudyApi, type Line } from "./study_api.js";
import { StudyState } from "./study_state.js";
import { MoveTree } from "./move_tree.js";
import { studyView } from "./study_view.js";
import { parseFragment, toFragment } from "./url.js";

const A11Y_DELAY_MS = 1000; // screen reader support is loaded after the visible parts
const DOWNLOAD_MS = 60_000; // some browsers take their time to fetch the file
const WIDE = "(min-width: 56.25em), (min-width: 34em) and (min-aspect-ratio: 5/4)"; // as in match.css
const LOW = "(max-height: 45em)";
/** Where the keys of the page do nothing: fields, cells, and controls with keys of their own. */
const OWN_KEYS = "input, textarea, select, [contenteditable], [data-cell], [role=tab], [role=toolbar], dialog, [popover]";
const CONTROLS = "button, a[href], summary"; // Space presses them

export class StudyPage extends Page {
  readonly api = new StudyApi();
  readonly tabs = new Tabs("engine", this.update);
  readonly dialog: Ref<HTMLDialogElement> = createRef();
  /** True on a phone held upright, where everything is in one column. */
  isNarrow = false;
  /** True on small screens, narrow or low, where the analysis is a tab and only its sentence is always there. */
  isCompact = false;
  // Set in `open`, before the first view.
  game!: GameEntry;
  state!: StudyState;
  controller!: BoardController;
  analysis!: AnalysisPanel;
  review!: Review;
  moves!: MoveTree;
  textForm!: TextForm;
  beginForm: BeginForm | null = null; // loaded when it is needed
  #isReady = false; // everything that the view needs is there
  #usesKeys = true; // the last input came from the keyboard

  // opening

  async open(): Promise<void> {
    const { session, main, signal } = this;
    const [name = "", matchId = ""] = this.parameters;
    const [game] = await Promise.all([session.game(name), loadStyle("study")]);
    if (!game) {
      showMissing(main);
      return;
    }
    this.#create(game, await loadGameTexts(name));
    await Promise.all([this.controller.mount(), this.#openFirst(matchId)]);
    if (signal.aborted) return; // it was the line of another game
    main.className = "study";
    setTitle(this.title);
    this.#watchSize();
    this.state.onChange((change) => this.#onChange(change), signal);
    this.#watchSettings();
    this.#listen();
    this.#isReady = true;
    void this.controller.show();
    this.#showLine();
    this.render();
    const delay = session.settings.values.text ? 0 : A11Y_DELAY_MS;
    const timer = setTimeout(() => void this.controller.enableA11y(null, null), delay);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      this.analysis.stop();
      this.review.stop();
    });
  }

  #create(game: GameEntry, gameText: Translate): void {
    const { session, signal, update, api } = this;
    const { showError } = session;
    this.game = game;
    const state = new StudyState({ game, t: gameText, api, signal, update, showError });
    const controller = new BoardController({ session, source: state, update, oneTap: () => true, signal });
    this.state = state;
    this.controller = controller;
    this.analysis = new AnalysisPanel({ session, api, state, controller, update });
    this.review = new Review({
      session,
      api,
      state,
      update,
      onStart: () => this.analysis.clear(),
      onEnd: () => {
        if (!signal.aborted) this.analysis.restart();
      },
    });
    this.moves = new MoveTree(state);
    this.textForm = new TextForm({
      api,
      origin: () => ({ ...state.line, actions: [] }),
      open: (line) => this.openLine(line),
      update,
    });
  }

  get title(): string {
    return t("study_of", { game: this.game.title });
  }

  /** Opens what was brought along, what the address says, the match of the address, or the beginning. */
  async #openFirst(matchId: string): Promise<void> {
    const linked = parseFragment(location.hash);
    const beginning = { edition: this.game.editions[0]?.edition ?? "", actions: [] };
    try {
      const line = takeStashedLine() ?? linked?.line ?? (matchId ? await this.api.lineOfMatch(matchId) : beginning);
      if (gameOf(line) !== this.game.name && (await this.session.game(gameOf(line)))) {
        stashLine(line);
        await this.router.go(`/study/${gameOf(line)}`, { replace: true });
        return;
      }
      await this.#openLegalPart(line, line === linked?.line ? linked.ply : line.actions.length);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code === "away") throw error; // the address is kept for later
      this.session.showError(error); // the address is wrong, or the match is still being played
      await this.state.open(beginning, 0);
    }
  }

  /** Opens a line; one with an illegal move up to there. */
  async #openLegalPart(line: Line, ply: number): Promise<void> {
    try {
      await this.state.open(line, ply);
    } catch (error) {
      const turn = error instanceof RequestError ? Number(error.facts.turn) : 0;
      if (!turn) throw error;
      await this.state.open({ ...line, actions: line.actions.slice(0, turn - 1) }, ply);
      this.session.notify(describeProblem(error));
    }
  }

  /** Opens another line, of this game or of another one. Rejects if it is illegal. */
  async openLine(line: Line): Promise<void> {
    if (gameOf(line) !== this.game.name) {
      stashLine(line);
      await this.router.go(`/study/${gameOf(line)}`);
      return;
    }
    await this.state.open(line, line.actions.length);
    this.review.stop();
    this.dialog.value?.close();
    if (!this.isCompact) this.tabs.choose("turns");
    this.controller.focusBoard();
  }

  // changes

  #onChange(change: PositionChange): void {
    const { controller } = this;
    if (change.kind === "info") controller.textMode?.receive(change);
    else {
      const shown = controller.show(change.kind === "update");
      void shown.then(() => controller.textMode?.receive(change));
      this.#showLine();
    }
    this.update();
  }

  /** Follows the line that is shown: the analysis, the review, and the address. */
  #showLine(): void {
    const { state, review, analysis } = this;
    if (review.isRunning) analysis.clear();
    else analysis.restart();
    history.replaceState(history.state, "", toFragment(state.line, state.ply));
  }

  #watchSettings(): void {
    const { settings } = this.session;
    let { engine } = settings.values;
    const follow = (): void => {
      if (settings.values.engine !== engine) this.analysis.restart();
      else this.analysis.draw();
      ({ engine } = settings.values);
      this.update();
    };
    settings.onChange(follow, this.signal);
  }

  #watchSize(): void {
    const [wide, low] = [matchMedia(WIDE), matchMedia(LOW)];
    const follow = (): void => {
      this.isNarrow = !wide.matches;
      this.isCompact = !wide.matches || low.matches;
      this.update();
    };
    for (const query of [wide, low]) query.addEventListener("change", follow, { signal: this.signal });
    follow();
    if (!this.isCompact || !this.analysis.isOn) this.tabs.chosen = "turns";
  }

  // what the view calls

  async openDialog(): Promise<void> {
    try {
      const [{ BeginForm }] = await Promise.all([import("./begin_form.js"), loadStyle("screens")]);
      const { game, state, update } = this;
      this.beginForm ??= new BeginForm({ game, t: state.t, open: (line) => this.openLine(line), update });
      this.render();
      this.dialog.value?.showModal();
    } catch (error) {
      this.session.showError(error);
    }
  }

  share(): Promise<void> {
    return share(this.session, location.href, document.title);
  }

  /** Downloads the line that is shown as a file. */
  async download(format: string): Promise<void> {
    try {
      const file = await this.api.exportFile(this.state.line, format);
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
    } catch (error) {
      this.session.showError(error);
    }
  }

  // keys

  #listen(): void {
    const { signal } = this;
    addEventListener("keydown", () => (this.#usesKeys = true), { signal, capture: true });
    addEventListener("pointerdown", () => (this.#usesKeys = false), { signal, capture: true });
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal });
  }

  /**
   * Keys for the whole page: ← and → one move, Home and End, ↑ and ↓ through the moves tried in the same place, Space plays the
   * best move, Escape takes back a part of the draft.
   */
  #onKey(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target?.closest(OWN_KEYS)) return;
    const { state, controller } = this;
    const hasSiblings = state.tree.siblings(state.target).length > 1;
    const best = target?.closest(CONTROLS) ? null : this.analysis.best;
    if (event.key === "ArrowLeft") void state.step(-1);
    else if (event.key === "ArrowRight") void state.step(1);
    else if (event.key === "Home") void state.goTo(0);
    else if (event.key === "End") void state.goTo(state.plies.length);
    else if (event.key === "ArrowUp" && hasSiblings) void state.goToSibling(-1);
    else if (event.key === "ArrowDown" && hasSiblings) void state.goToSibling(1);
    else if (event.key === " " && best && !event.repeat) controller.play(best.action);
    else if (event.key === "Escape" && controller.draft) controller.undoPart();
    else return;
    event.preventDefault();
  }

  // rendering

  protected view(): TemplateResult {
    return studyView(this);
  }

  override render(): void {
    if (!this.#isReady) return;
    const focused = document.activeElement;
    const wasInside = this.main.contains(focused);
    super.render();
    if (wasInside && this.#usesKeys && document.activeElement === document.body) this.controller.focusBoard();
  }

  protected override rendered(): void {
    const { main, state, controller } = this;
    main.dataset.status = state.isOver ? "over" : "running";
    main.dataset.events = String(state.ply);
    main.toggleAttribute("data-busy", state.isLoading);
    main.toggleAttribute("data-a11y-ready", controller.textMode !== null);
    this.moves.reveal();
  }
}

export const createPage = (context: PageContext): Page =>
  context.parameters[0] ? new StudyPage(context) : new ChoicePage(context);
