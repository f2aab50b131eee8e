/** Single keys that act while the focus is on a cell: jumping, asking, going elsewhere. The list is in help.ts. */

import { formatClock, t } from "../texts.js";
import { describeMove, describeResult, type AnnouncerContext } from "./announcer.js";

const MAX_ACTIONS = 12; // that are announced of one cell

/** What the keys do beside announcing. */
export interface KeyTargets {
  focusCell(cell: string): void;
  focusMoveInput(): void;
  focusMoveList(): void;
}

export class CellKeys {
  readonly #context: AnnouncerContext;
  readonly #targets: KeyTargets;
  readonly #actions: Record<string, (cell: string, backwards: boolean) => void> = {
    n: (cell, backwards) => this.#jump(cell, this.#context.controller.board?.offered() ?? new Set(), backwards),
    o: (cell, backwards) => this.#jump(cell, this.#pieces(true), backwards),
    p: (cell, backwards) => this.#jump(cell, this.#pieces(false), backwards),
    l: (cell) => this.#jumpToLast(cell),
    h: (cell) => this.#announce(this.#describeActions(cell)),
    w: () => void this.#lastMove().then((text) => this.#announce(text)),
    s: () => this.#announce(`${this.#status()} ${this.#context.a11y.summary()}`.trim()),
    b: () => this.#announce(this.#context.a11y.describeAll() || t("told_empty")),
    c: () => this.#announce(this.#clocks()),
    r: () => this.#context.session.announcer.repeat(),
    t: () => this.#targets.focusMoveInput(),
    a: () => this.#targets.focusMoveList(),
    d: () => this.#focusButtons(),
    "?": () => void import("./help.js").then(({ openHelp }) => openHelp(), this.#context.session.showError),
  };

  constructor(context: AnnouncerContext, targets: KeyTargets) {
    this.#context = context;
    this.#targets = targets;
  }

  onKey(event: KeyboardEvent): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]")?.dataset.cell : undefined;
    const action = event.key.length === 1 ? this.#actions[event.key.toLowerCase()] : undefined;
    if (cell === undefined || !action || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action(cell, event.shiftKey);
  }

  #announce(text: string): void {
    this.#context.session.announce(text);
  }

  // jumping

  /** To the next of some cells, after the last one to the first. */
  #jump(current: string, wanted: ReadonlySet<string>, backwards: boolean): void {
    const cells = this.#context.a11y.rows().flatMap((row) => row.cells.map(({ id }) => id));
    if (backwards) cells.reverse();
    const start = cells.indexOf(current) + 1;
    const next = [...cells.slice(start), ...cells.slice(0, start)].find((cell) => wanted.has(cell));
    this.#focusOrSay(next);
  }

  #jumpToLast(current: string): void {
    const cells = this.#context.a11y.lastCells();
    this.#focusOrSay(cells[(cells.indexOf(current) + 1) % cells.length]);
  }

  #focusOrSay(cell: string | undefined): void {
    if (cell === undefined) this.#announce(t("told_none"));
    else this.#targets.focusCell(cell);
  }

  /** The cells with pieces of the viewer, or of the others. For a spectator the first side is their own. */
  #pieces(own: boolean): ReadonlySet<string> {
    const { controller, a11y } = this.#context;
    const { seat, view } = controller.source;
    const side = seat === null ? 0 : view?.sides[seat];
    const pieces = a11y.pieces().filter((piece) => (piece.side === side) === own);
    return new Set(pieces.map(({ cell }) => cell));
  }

  /** To the buttons of the move, and of offers. */
  #focusButtons(): void {
    const panel = this.#context.controller.element.closest("main")?.querySelector(".board-panel");
    const first = panel?.querySelector<HTMLElement>("button, a[href]");
    if (first) first.focus();
    else this.#announce(t("can_do_nothing"));
  }

  // asking

  #describeActions(cell: string): string {
    const { controller, a11y } = this.#context;
    const legal = controller.canPlay ? (controller.source.view?.legal ?? []) : [];
    const here = legal.filter((action) => a11y.cellsOf(action).includes(cell));
    if (!here.length) return t("can_not_here");
    const texts = here.slice(0, MAX_ACTIONS).map((action) => a11y.describeAction(action, null));
    return t("can_here", { actions: texts.join("; ") });
  }

  /** Who is to act, or how the game ended, as a sentence. */
  #status(): string {
    const { controller, match } = this.#context;
    return controller.lookedAt === null ? describeResult(match) || controller.prompt : `${controller.prompt}.`;
  }

  /** The move that led to the position on the board, with its effect. */
  async #lastMove(): Promise<string> {
    const { controller } = this.#context;
    const { source, ply, lookedAt } = controller;
    const move = source.plies[ply - 1];
    if (!move) return lookedAt !== null ? this.#status() : t(source.plies.length ? "at_start" : "no_turns");
    const { revision } = source;
    const text = await describeMove(this.#context, ply);
    if (controller.lookedAt !== lookedAt || source.revision !== revision) return this.#lastMove();
    const name = source.players[move.seat] ?? "";
    return lookedAt === null ? t("told_last", { name, turn: text }) : `${t("turn_by", { turn: ply, name, text })}.`;
  }

  #clocks(): string {
    const { match } = this.#context;
    if (!match?.shared?.clock) return t("clock_none");
    const clocks = match.players.map((name, seat) => {
      const left = match.remainingMs(seat);
      return left === null ? "" : t("told_clock", { name, time: formatClock(left) });
    });
    return clocks.filter(Boolean).join(" ");
  }
}
