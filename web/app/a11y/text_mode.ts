/**
 * Screen reader and keyboard support of one board: announcements, keys on cells, typed moves, and the text board in the place
 * of the drawing. A second view of the `BoardController`; loaded after the visible parts.
 */

import { html, nothing, render } from "../lit.js";
import type { TextMode, TextModeContext } from "../match/board_controller.js";
import type { PositionChange } from "../match/position_source.js";
import { loadStyle } from "../urls.js";
import { PositionAnnouncer, type AnnouncerContext } from "./announcer.js";
import { CellKeys } from "./keys.js";
import { MoveInput } from "./move_input.js";
import { TextBoard } from "./text_board.js";

const CLOCK_INTERVAL_MS = 1000;

/** Starts the text mode of a board that is mounted. */
export async function startTextMode(context: TextModeContext): Promise<TextMode> {
  const { board } = context.controller;
  if (!board) throw new Error("The board is not mounted.");
  const [a11y] = await Promise.all([board.loadA11y(), context.session.settings.values.text ? loadStyle("text_board") : null]);
  return new BoardTextMode({ ...context, a11y }, context.signal);
}

class BoardTextMode implements TextMode {
  readonly #context: AnnouncerContext;
  readonly #signal: AbortSignal;
  readonly #announcer: PositionAnnouncer;
  readonly #board: TextBoard;
  readonly #input: MoveInput;
  #showsBoard = false; // the text board is shown
  #showsInput = false; // the field and the list are shown: with the text board, otherwise once they were asked for
  #isScheduled = false;
  #focusAwaited = false; // the text board is to be focused once it is there

  constructor(context: AnnouncerContext, signal: AbortSignal) {
    const { controller, session, a11y } = context;
    this.#context = context;
    this.#signal = signal;
    this.#announcer = new PositionAnnouncer(context);
    this.#board = new TextBoard(controller.textElement, controller, a11y, () => this.#render());
    this.#input = new MoveInput(controller, a11y, () => this.#render());
    const keys = new CellKeys(context, {
      focusCell: (cell) => (this.#showsBoard ? this.#board.focus(cell) : controller.board?.focus(cell)),
      focusMoveInput: () => void this.#showInput().then(() => this.#input.focusField(), session.showError),
      focusMoveList: () => void this.#showInput().then(() => this.#input.focusList(), session.showError),
    });
    for (const element of [controller.element, controller.textElement])
      element.addEventListener("keydown", (event) => keys.onKey(event), { signal });
    const timer = setInterval(() => this.#announcer.warnOfLowTime(), CLOCK_INTERVAL_MS);
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      this.#announcer.stop();
    });
    this.#showsBoard = this.#showsInput = session.settings.values.text;
    session.settings.onChange(() => void this.#onSettings().catch(session.showError), signal);
    this.#refresh();
    // The text board may have been switched on while this module was loading.
    if (this.#showsBoard && document.activeElement?.closest(".skip-links")) this.#board.focus();
  }

  update(): void {
    this.#announcer.update();
    if (this.#isScheduled || !(this.#showsBoard || this.#showsInput)) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#refresh();
    });
  }

  receive(change: PositionChange): void {
    this.#announcer.receive(change);
  }

  focus(): void {
    const { controller, session } = this.#context;
    if (this.#showsBoard) this.#board.focus();
    else if (session.settings.values.text) this.#focusAwaited = true;
    else controller.board?.focus();
  }

  /** Follows the setting `text`. Somebody who has switched it on here is taken to the text board. */
  async #onSettings(): Promise<void> {
    const { session, controller } = this.#context;
    const { text } = session.settings.values;
    if (text === this.#showsBoard) return;
    if (!text) {
      const hadFocus = this.#board.hasFocus;
      this.#showsBoard = this.#showsInput = false;
      this.#render();
      if (hadFocus) controller.board?.focus();
      return;
    }
    this.#focusAwaited = document.hasFocus();
    await loadStyle("text_board");
    if (!session.settings.values.text || this.#signal.aborted) return;
    this.#showsBoard = this.#showsInput = true;
    this.#refresh();
    if (this.#focusAwaited) this.#board.focus();
    this.#focusAwaited = false;
  }

  async #showInput(): Promise<void> {
    await loadStyle("text_board");
    this.#showsInput = true;
    this.#render();
  }

  /** Renders the position that the board shows now. */
  #refresh(): void {
    if (this.#showsBoard && this.#context.controller.board) this.#board.refresh();
    this.#render();
  }

  #render(): void {
    const { controller } = this.#context;
    if (this.#signal.aborted || !controller.board) return;
    const listHadFocus = this.#input.listHasFocus;
    render(this.#showsBoard ? this.#board.view() : html`${nothing}`, controller.textElement);
    render(this.#showsInput ? this.#input.view() : html`${nothing}`, controller.inputElement);
    if (listHadFocus && !this.#input.listHasFocus) this.focus(); // the focused move was played
  }
}
