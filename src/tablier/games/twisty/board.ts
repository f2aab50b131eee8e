/** Twisty's board: tokens in round wells, pawns that hop over them, and every player's row of cards. */

import {
  Board,
  defineSymbols,
  el,
  use,
  type BoardA11y,
  type Drag,
  type Extra,
  type Host,
  type Layout,
  type View,
} from "tablier/board";
import { MoveAnimation } from "./board.animation.js";
import { SEAT_NAMES, fillCards } from "./board.cards.js";
import { Drawing } from "./board.drawing.js";
import { Legend } from "./board.legend.js";
import { branchesBeyond, cellsIn, endOf, extendPath, isCornerPick, isProtecting, type Hops } from "./board.paths.js";
import { COLUMNS, RING, ROWS, SYMBOLS, WELL, cellAt, isColour, middle, type SymbolName } from "./board.pieces.js";

export interface TwistyPosition {
  tokens: Record<string, string>; // by cell: the letter of a cube or the name of a special token
  pawns: (string | null)[]; // by seat
  cards: string[][]; // by seat, in the order in which the cubes are collected
  taken: number[]; // by seat, how many are collected
  saved: string[][]; // by seat, the colours that are protected
  left: number[]; // seats that have left
}

/** What an action does. */
export interface Effect {
  cell?: string;
  does: "place" | "stay" | "take" | "rob" | "save" | "win" | "pass";
  colour?: string;
  colours?: string[];
  seat?: number;
}

export interface TwistyScene {
  next: (string | null)[]; // by seat, the colour to collect next
  owes: number | null; // the robbed seat that must pick a corner
  effects: Record<string, Effect>; // by action
  hops: Hops;
}

type TwistyView = View<TwistyPosition, TwistyScene>;

/** A turn under construction. */
interface Turn {
  cells: string[]; // the cells that it lands on; for a corner pick only the corner
  protects: boolean;
  isDropped: boolean; // the pawn was dragged to its end
}

const ONWARD = ["step", "diagonal", "knight", "portal"]; // tokens that lead on

export const create = (host: Host): TwistyBoard => new TwistyBoard(host);

export class TwistyBoard extends Board<TwistyPosition, TwistyScene> {
  private drawing!: Drawing;
  private animation!: MoveAnimation;
  private legend: Legend | null = null;
  private turns: Turn[] = []; // the draft last, after the shorter ones that it was built from
  private played: Turn | null = null; // the turn that was submitted last
  private lastPath: string[] = []; // of the last move; with its start, if that is known
  private painted: TwistyView | null = null;
  private readonly promptIcons = new Map<string, SVGElement>();

  // Drawing

  layout(): Layout {
    return {
      name: "twisty",
      label: this.t("grid"),
      box: { x: -30, y: -16, width: WELL * 7 + 46, height: WELL * 7 + 66 },
      rows: [...ROWS].map((row) =>
        [...COLUMNS].map((column) => {
          const { x, y } = middle(column + row);
          return { id: column + row, x: x - WELL / 2, y: y - WELL / 2, width: WELL, height: WELL };
        }),
      ),
      cellAt,
    };
  }

  override build(): void {
    this.drawing = new Drawing(this.stage);
    this.animation = new MoveAnimation(
      this.motion,
      this.drawing,
      (seat, index) => this.seatPanel(seat)?.querySelectorAll(".card")[index] ?? null,
      () => this.renderSeatPanels(),
    );
    this.legend ??= new Legend(this.host.element, (key) => this.t(key));
  }

  paint(before: TwistyView | null): void {
    const { drawing, view } = this;
    const { position } = view;
    this.lastPath = this.findLastPath(before);
    drawing.drawTokens(position, (token) => this.describeToken(token), this.neededColour);
    drawing.drawPawns(position, view.to_act);
    drawing.drawLastMove(view.outcome ? [] : this.lastPath, (cell) => this.cellShape(cell, "last-move"));
    if (before) {
      const isDropped = this.wasDrafted && this.played?.isDropped === true;
      const move = { before: before.position, after: position, path: this.lastPath, isDropped };
      const duration = this.animation.start(move);
      if (this.motion.enabled) drawing.emphasizeLastMove(duration);
    }
    this.painted = view;
    this.played = null;
  }

  override cellShape(cell: string, className: string): SVGElement {
    const { x, y } = middle(cell);
    return el("circle", { class: className, cx: x, cy: y, r: RING });
  }

  /** The cells of the last move; from its start, if the position before it was shown. */
  private findLastPath(before: TwistyView | null): string[] {
    const { last, painted } = this;
    if (painted === this.view) return this.lastPath; // drawn again
    if (!last) return [];
    const cells = this.wasDrafted && this.played ? this.played.cells : cellsIn(last);
    const end = cells.at(-1);
    const seat = end === undefined ? -1 : this.view.position.pawns.indexOf(end);
    const former = before ?? painted;
    const start = former?.to_act === seat ? former.position.pawns[seat] : null;
    return start && start !== end && !isCornerPick(last) ? [start, ...cells] : cells;
  }

  override renderDraft(): void {
    const { drawing, turn, hovered, seat } = this;
    const actions = this.actionsByEnd();
    const chosen = turn?.cells.at(-1) ?? null;
    const isPreview = hovered !== null && hovered !== chosen && !this.sent && actions.has(hovered);
    const path = isPreview ? this.pathTo(hovered) : (turn?.cells ?? []);
    const ends = [...actions].map(([cell, [action, ...others]]) => ({
      cell,
      isNext: cellsIn(action).length === 1,
      isStrong: others.length > 0 || !["stay", "place"].includes(this.effectOf(action).does),
    }));
    drawing.drawDraft({ ends, start: this.ownCell, path, isPreview, chosen, hops: this.hops });
    const isDragged = this.dragged !== null;
    drawing.dimPawn(turn || isDragged ? seat : null);
    if (turn && chosen && seat !== null && this.dragged?.source !== chosen) drawing.drawArrival(seat, chosen, turn.protects);
    const { outcome, position } = this.view;
    const winner = outcome && outcome.winner !== null ? position.pawns[outcome.winner] : null;
    if (winner) drawing.markWinner(winner);
  }

  // The draft

  override clearDraft(): void {
    this.turns = [];
  }

  private get turn(): Turn | null {
    return this.turns.at(-1) ?? null;
  }

  private get hops(): Hops {
    return this.view.scene.hops ?? {};
  }

  /** The cell of the viewer's pawn. */
  private get ownCell(): string | null {
    return this.seat === null ? null : (this.view.position.pawns[this.seat] ?? null);
  }

  /** The colour that the viewer has to collect now. */
  private get neededColour(): string | null {
    if (!this.legal.size || this.seat === null || this.ownCell === null || this.view.scene.owes !== null) return null;
    return this.view.scene.next[this.seat] ?? null;
  }

  effectOf(action: string): Effect {
    return this.view.scene.effects[action] ?? { does: "stay" };
  }

  /** The cells where a turn can end, with the actions that end there. */
  private actionsByEnd(): Map<string, string[]> {
    const actions = new Map<string, string[]>();
    for (const action of this.legal) {
      const cell = endOf(action);
      if (cell) actions.set(cell, [...(actions.get(cell) ?? []), action]);
    }
    return actions;
  }

  private actionsTo(cell: string): string[] {
    return [...this.legal].filter((action) => endOf(action) === cell);
  }

  /** The path to a cell: on from the draft if there is a way, else that of the legal action. */
  private pathTo(cell: string): string[] {
    return this.pathFromDraft(cell) ?? cellsIn(this.actionsTo(cell)[0] ?? "");
  }

  private pathFromDraft(cell: string): string[] | null {
    return this.turn && extendPath(this.hops, this.turn.cells, cell);
  }

  override onTap(cell: string): void {
    if (this.turn?.cells.at(-1) === cell) return this.commit();
    if (this.actionsTo(cell).length) return this.choose(cell);
    const isPick = [...this.legal].some(isCornerPick);
    const path = this.turn ? [...this.turn.cells, cell].join(">") : cell;
    this.explain(isPick ? `@${cell}` : path);
  }

  /** Makes a turn to a cell the draft. Protecting is proposed first; the other way is an extra. */
  private choose(cell: string, isDropped = false): void {
    const actions = this.actionsTo(cell);
    const isLonger = this.pathFromDraft(cell) !== null;
    const turn = { cells: this.pathTo(cell), protects: actions.some(isProtecting), isDropped };
    this.turns = isLonger ? [...this.turns, turn] : [turn];
    this.proposeTurn();
    if (this.host.settings.oneTap && actions.length === 1 && !this.leadsOn(turn)) this.commit();
  }

  /** True if a turn may go on. */
  private leadsOn({ cells }: Turn): boolean {
    return branchesBeyond(this.hops, cells).length > 0;
  }

  private setProtects(protects: boolean): void {
    const { turn } = this;
    if (!turn) return;
    this.turns = [...this.turns.slice(0, -1), { ...turn, protects }];
    this.proposeTurn();
  }

  private proposeTurn(): void {
    const { turn } = this;
    if (!turn) return this.propose(null);
    const action = this.actionFor(turn);
    const text = isCornerPick(action) ? action : turn.cells.join(">") + (turn.protects ? "!" : "");
    this.propose({ text, whole: true, description: this.describeDraft(turn, action) });
  }

  /** The legal action with the same result as a turn: its path may be another one. */
  private actionFor({ cells, protects }: Pick<Turn, "cells" | "protects">): string {
    const actions = this.actionsTo(cells.at(-1) ?? "");
    return actions.find((action) => isProtecting(action) === protects) ?? "";
  }

  override submit(text: string): void {
    const { turn } = this;
    this.played = turn;
    super.submit(this.legal.has(text) || !turn ? text : this.actionFor(turn));
  }

  private describeDraft(turn: Turn, action: string): string {
    const { does, cell, colour, colours, seat } = this.effectOf(action);
    const sentences = [
      this.t(`does_${does}`, {
        cell: cell ?? turn.cells.at(-1),
        colour: colour && this.t(`colour_${colour}`),
        colours: colours?.map((one) => this.t(`colour_${one}`)).join(", "),
        seat: seat === undefined ? "" : this.t(SEAT_NAMES[seat]),
      }),
    ];
    const token = this.view.position.tokens[turn.cells.at(-1) ?? ""];
    if (this.leadsOn(turn) && ONWARD.includes(token)) sentences.push(this.t(`onward_${token}`));
    sentences.push(this.t("again"));
    return sentences.join(" ");
  }

  override undoPart(): void {
    this.turns = this.turns.slice(0, -1);
    if (this.turn) this.proposeTurn();
    else this.cancel();
  }

  override extras(): Extra[] {
    const { turn } = this;
    const isOptional = turn !== null && this.actionsTo(turn.cells.at(-1) ?? "").length > 1;
    if (!isOptional) return super.extras();
    const protects = !turn.protects;
    return [...super.extras(), { label: this.t(protects ? "protect" : "stay"), change: () => this.setProtects(protects) }];
  }

  // Dragging: the own pawn, from where it is or from where the draft has brought it

  override startDrag(cell: string): Drag | null {
    const { seat, turn } = this;
    const own = this.ownCell;
    if (seat === null || !own) return null;
    const isDrafted = turn !== null && turn.cells.at(-1) === cell;
    if (!isDrafted && cell !== own) return null;
    if (!isDrafted && turn) this.cancel();
    const targets = isDrafted ? branchesBeyond(this.hops, turn.cells).map(({ to }) => to) : this.actionsByEnd().keys();
    const { x, y } = middle(cell);
    return { source: cell, ghost: this.drawing.pawn(seat, x, y, "standing acts"), targets: new Set(targets) };
  }

  override onDrop(_drag: Drag, target: string): void {
    this.choose(target, true);
  }

  override onDragCancelled(): void {
    this.refresh();
  }

  /** The cells below a dragged pawn are shown as those below the pointer. */
  override drawDropTargets(_drag: Drag | null, over: string | null): void {
    this.hovered = over;
    this.renderDraft();
  }

  // Texts

  override tappable(): ReadonlySet<string> {
    return new Set(this.actionsByEnd().keys());
  }

  override wordActions(): string[] {
    return ["pass"];
  }

  /** The cells of an action from the pawn's own. */
  override cellsOf(action: string): string[] {
    const { to_act: seat, position } = this.view;
    const start = seat === null || isCornerPick(action) ? null : position.pawns[seat];
    const cells = cellsIn(action);
    return start && cells.length ? [start, ...cells] : cells;
  }

  /** What is asked of the viewer. While a robbed player has to choose a corner, everybody is told why. */
  override prompt(): string {
    const { scene, position } = this.view;
    if (scene.owes !== null) {
      const colour = this.t(`colour_${position.cards[scene.owes].at(-1)}`);
      const key = scene.owes === this.seat ? "prompt_robbed" : "prompt_owes";
      return this.t(key, { seat: this.t(SEAT_NAMES[scene.owes]), colour });
    }
    if (!this.legal.size || this.seat === null) return "";
    if (this.legal.has("pass")) return this.t("prompt_pass");
    if (position.pawns[this.seat] === null) return this.t("prompt_corner");
    const next = scene.next[this.seat];
    return next ? this.t("prompt", { colour: this.t(`colour_${next}`) }) : this.t("prompt_centre");
  }

  /** The cube that the prompt names. */
  promptIcon(): Element | null {
    const colour = this.legal.has("pass") ? null : this.neededColour;
    if (!colour) return null;
    let icon = this.promptIcons.get(colour);
    if (!icon) {
      icon = el("svg", { class: "prompt-icon twisty-icon", viewBox: "-30 -32 60 64", "aria-hidden": "true" });
      const defs = el("defs");
      const symbols = SYMBOLS.filter(({ name }) => name === colour);
      icon.append(defs, use(defineSymbols(defs, symbols)[colour as SymbolName], 0, 0));
      this.promptIcons.set(colour, icon);
    }
    return icon;
  }

  /** A token for the pointer: a special one with what it is for. */
  private describeToken(token: string): string {
    return isColour(token) ? this.cubeName(token) : this.t(`hint_${token}`);
  }

  private cubeName(colour: string): string {
    return this.t("cube", { colour: this.t(`colour_${colour}`) });
  }

  describe(cell: string): string {
    const { position } = this.view;
    const token = position.tokens[cell];
    const seat = position.pawns.indexOf(cell);
    const parts = [cell];
    if (seat >= 0) parts.push(this.t("pawn", { seat: this.t(SEAT_NAMES[seat]) }));
    parts.push(token ? (isColour(token) ? this.cubeName(token) : this.t(`token_${token}`)) : this.t("empty"));
    const [action] = this.actionsTo(cell);
    if (action) {
      const path = cellsIn(action).slice(0, -1).join(", ");
      parts.push(path ? this.t("reached_by", { path }) : this.t("reached"));
    }
    return parts.join(", ");
  }

  override renderSeatPanel(seat: number, panel: HTMLElement): boolean {
    const taken = this.view.position.taken[seat] - (this.animation.collecting === seat ? 1 : 0);
    fillCards(panel, this.view, seat, taken, (key, facts) => this.t(key, facts));
    return true;
  }

  override async loadA11y(): Promise<BoardA11y> {
    const { TwistyA11y } = await import("./board.a11y.js");
    return new TwistyA11y(this);
  }

  override destroy(): void {
    this.legend?.destroy();
    super.destroy();
  }
}
