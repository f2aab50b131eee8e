/** Mixtour's board: stacks of discs on five by five squares, seen slightly from above. */

import {
  Board,
  defineSymbols,
  group,
  use,
  type BoardA11y,
  type Drag,
  type Draft,
  type Host,
  type Layout,
  type Point,
  type View,
} from "tablier/board";
import { isOnStack, levelAt, type StackShape } from "./board.geometry.js";
import { fillSeatPanel } from "./board.panel.js";
import {
  HIGH,
  HOVER,
  RISE,
  SYMBOLS,
  WIDE,
  drawBoard,
  drawDisc,
  drawPile,
  middle,
  scoreBadge,
  square,
  travelFrames,
  type SymbolIds,
} from "./board.pieces.js";

export interface MixtourPosition {
  stacks: Record<string, string>; // pieces from the bottom up
  reserve: number[];
  score: number[];
}

export interface MixtourScene {
  undo: string | null; // the move that is forbidden because it would undo the last one
  passed: boolean;
}

type MixtourView = View<MixtourPosition, MixtourScene>;

/** Pieces taken off the top of a stack. */
interface Lift {
  source: string;
  count: number;
}

export const SIDES = "WB"; // the letters of pieces in a stack
export const MOVE = /^([a-e][1-5])(?::(\d))?-([a-e][1-5])$/;

const COLUMNS = "abcde";
const ROWS = "54321"; // as they are seen, from the top
const STANDS_MS = 600; // how long a finished tower stands before it flies to the scorer
const TRAVEL_MS = 340;

export const create = (host: Host): MixtourBoard => new MixtourBoard(host);

export class MixtourBoard extends Board<MixtourPosition, MixtourScene> {
  private ids!: SymbolIds;
  private light!: SVGElement;
  private ghosts!: SVGElement;
  private marks!: SVGElement;
  private readonly slots = new Map<string, { node: SVGElement; key: string }>(); // the drawn stack of each cell
  private lift: Lift | null = null;
  private target: string | null = null; // the cell on which the draft ends
  private dropCell: string | null = null; // the cell below a dragged stack
  private hoveredCount = 0; // how many pieces a tap on the lifted stack would leave lifted
  private panelPosition: MixtourPosition | null = null; // what the panels show while a tower is on its way to its scorer
  /** The side that would score by an action; -1 for none. Filled by `previewScores`. */
  readonly scorers = new Map<string, number>();

  // Drawing

  layout(): Layout {
    return {
      name: `mixtour mixtour-${this.names()[1]}`,
      label: this.t("grid"),
      box: { x: -34, y: -52, width: WIDE * 5 + 68, height: HIGH * 5 + 98 },
      rows: Array.from(ROWS, (row) =>
        Array.from(COLUMNS, (column) => {
          const { x, y } = middle(column + row);
          return { id: column + row, x: x - WIDE / 2, y: y - HIGH / 2, width: WIDE, height: HIGH };
        }),
      ),
      cellAt: (x, y) => this.cellAt(x, y),
    };
  }

  override build(): void {
    const { stage } = this;
    this.ids = defineSymbols(stage.defs, SYMBOLS);
    drawBoard(stage.defs, stage.layer("ground"));
    this.light = stage.layer("light");
    const stacks = stage.layer("stacks");
    this.slots.clear();
    for (const row of ROWS) {
      for (const column of COLUMNS) {
        const node = group("stack");
        node.dataset.stack = column + row;
        stacks.append(node);
        this.slots.set(column + row, { node, key: "" });
      }
    }
    this.ghosts = stage.layer("ghosts");
    this.marks = stage.layer("marks");
  }

  paint(before: MixtourView | null): void {
    this.panelPosition = null;
    this.drawStacks();
    if (before && this.last) this.animate(before, this.last);
  }

  override renderDraft(): void {
    this.drawStacks();
    this.drawHighlights();
    this.drawGhost();
  }

  /** Draws the stacks that have changed; the others may be moving. */
  private drawStacks(): void {
    const { lift, target } = this;
    for (const [cell, slot] of this.slots) {
      const stack = this.view.position.stacks[cell] ?? "";
      const isSource = lift?.source === cell;
      const away = isSource && (target !== null || this.dragged !== null);
      const rest = away ? stack.slice(0, -lift.count) : stack;
      const raised = isSource && !away ? lift.count : 0;
      const added = cell === target ? (lift ? this.view.position.stacks[lift.source].slice(-lift.count) : SIDES[this.own]) : "";
      const hovered = raised ? this.hoveredCount : 0;
      const key = [rest, raised, added, hovered].join();
      if (key === slot.key) continue;
      slot.key = key;
      slot.node.replaceChildren(...this.pile(cell, rest, raised, hovered), ...this.proposed(cell, rest.length, added));
    }
  }

  private pile(cell: string, stack: string, raised: number, hovered = 0): SVGElement[] {
    return drawPile(
      this.ids,
      cell,
      Array.from(stack, (piece) => SIDES.indexOf(piece)),
      raised,
      hovered,
    );
  }

  private disc(x: number, y: number, side: number, className = "disc"): SVGElement {
    return drawDisc(this.ids, x, y, side, className);
  }

  /** What the draft puts on its target, on top of `height` pieces. */
  private proposed(cell: string, height: number, added: string): SVGElement[] {
    const { x, y } = middle(cell);
    const above = height ? 0.4 : 0;
    const discs = Array.from(added, (piece, level) =>
      this.disc(x, y - (height + level + above) * RISE, SIDES.indexOf(piece), "disc proposed"),
    );
    return added && !height ? [use(this.ids.shade, x, y), ...discs] : discs;
  }

  /** The last move, the source of the draft and its targets, and who would score there. */
  private drawHighlights(): void {
    const { lift, target } = this;
    this.light.replaceChildren();
    this.marks.replaceChildren();
    if (!lift && !target && this.last) this.light.append(...this.lastMoveMarks(this.cellsOf(this.last), middle));
    if (lift) this.light.append(square(lift.source, "from"));
    for (const [cell, text] of this.targets()) {
      const chosen = cell === target || cell === this.dropCell;
      this.light.append(square(cell, chosen ? "target chosen" : "target"));
      const side = this.scorers.get(text) ?? -1;
      if (side >= 0) this.marks.append(scoreBadge(cell, this.height(cell), side));
    }
    if (target && !lift) this.light.append(square(target, "target chosen"));
  }

  /** The piece that a tap would add, and the stack that a tap would lift. */
  private drawGhost(): void {
    const idle = !this.lift && !this.target && !this.sent && !this.dragged;
    const cell = idle ? this.hovered : null;
    const ghost = cell && this.legal.has(cell) ? this.disc(middle(cell).x, middle(cell).y, this.own, "disc ghost") : null;
    this.ghosts.replaceChildren(...(ghost ? [ghost] : []));
    const reachable = cell !== null && this.legal.size > 0 && this.movable(cell) ? cell : null;
    for (const [id, { node }] of this.slots) node.classList.toggle("liftable", id === reachable);
  }

  override cellShape(cell: string, className: string): SVGElement {
    return square(cell, className);
  }

  // Animation

  private animate(before: MixtourView, last: string): void {
    const [, source, , target] = MOVE.exec(last) ?? [];
    if (!source) {
      const added = this.slots.get(last)?.node.querySelectorAll(".disc") ?? [];
      for (const disc of added) void this.motion.drop(disc, this.wasDrafted ? 14 : 38);
      return;
    }
    const reached = before.position.stacks[target] ?? "";
    const height = (this.view.position.stacks[source] ?? "").length;
    const moved = (before.position.stacks[source] ?? "").slice(height);
    const discs = [...(this.slots.get(target)?.node.querySelectorAll(".disc") ?? [])];
    if (discs.length) this.bring(discs.slice(reached.length), source, target, height - reached.length);
    else void this.motion.track(this.collect(before, source, target, reached + moved, reached.length));
  }

  /** Discs come in a low arc from another stack. `levels` is how much higher they were there. */
  private bring(discs: readonly Element[], source: string, target: string, levels: number): void {
    if (this.wasDrafted) {
      for (const disc of discs) void this.motion.drop(disc, 8);
      return;
    }
    const frames = travelFrames(source, target, levels);
    const options = { duration: TRAVEL_MS, easing: "linear", contact: TRAVEL_MS * 0.86 };
    for (const disc of discs) void this.motion.play(disc, frames, options);
  }

  /** A finished tower stands for a moment and then flies to its scorer. */
  private async collect(before: MixtourView, source: string, target: string, tower: string, reached: number): Promise<void> {
    if (!this.motion.enabled) return;
    const { view } = this;
    const levels = this.height(source) - reached;
    const side = view.position.score.findIndex((score, index) => score > before.position.score[index]);
    const discs = this.pile(target, tower, 0).filter((part) => !part.matches(".height"));
    const node = group("stack finished", ...discs);
    const layer = this.stage.layer("tower");
    layer.append(node);
    this.bring([...node.querySelectorAll(".disc")].slice(reached), source, target, levels);
    this.panelPosition = before.position;
    const findPlace = (): Element | null => {
      const panel = this.seatPanel(view.sides.indexOf(side));
      return panel?.querySelectorAll(".tower")[before.position.score[side]] ?? panel;
    };
    await this.motion.fly(node, findPlace, { delay: TRAVEL_MS + STANDS_MS });
    layer.remove();
    if (view !== this.view) return;
    this.panelPosition = null;
    this.renderSeatPanels();
  }

  // The draft

  override clearDraft(): void {
    this.lift = null;
    this.target = null;
    this.dropCell = null;
    this.hoveredCount = 0;
    this.scorers.clear();
  }

  private get own(): number {
    return this.seat === null ? 0 : this.view.sides[this.seat];
  }

  private height(cell: string): number {
    return (this.view.position.stacks[cell] ?? "").length;
  }

  /** The stack of a cell as it is drawn. */
  private shape(cell: string): StackShape {
    const raised = this.lift?.source === cell && !this.target ? this.lift.count : 0;
    return { ...middle(cell), height: this.height(cell), raised };
  }

  /** The text of a move. */
  private move({ source, count }: Lift, target: string): string {
    return `${source}${this.height(source) === count ? "" : `:${count}`}-${target}`;
  }

  /** Where the lifted pieces may go, with the text of each move. */
  private targets(): [string, string][] {
    const { lift } = this;
    if (!lift) return [];
    return [...this.legal].flatMap((text): [string, string][] => {
      const target = MOVE.exec(text)?.[3];
      return target && this.move(lift, target) === text ? [[target, text]] : [];
    });
  }

  /** True if pieces can be lifted there: for a move that is legal, or for the one that would only undo the last. */
  private movable(source: string): boolean {
    return [this.view.scene.undo ?? "", ...this.legal].some((text) => MOVE.exec(text)?.[1] === source);
  }

  override onTap(cell: string, point: Point | null): void {
    const { lift, target } = this;
    if (cell === target) this.commit();
    else if (lift && cell === lift.source) this.raise(cell, this.countAfterTap(lift, point));
    else if (lift && this.height(cell)) void this.reach(cell);
    else this.begin(cell); // an empty square puts lifted pieces down
  }

  /** Begins a new draft at a cell, or shows why that is not possible. */
  private begin(cell: string): void {
    this.clearDraft();
    if (this.legal.has(cell)) this.add(cell);
    else if (this.movable(cell)) this.raise(cell, this.height(cell));
    else {
      this.propose(null);
      if (this.height(cell)) this.host.showMessage(this.t("stuck", { cell }));
      else this.explain(cell);
    }
  }

  private add(cell: string): void {
    this.target = cell;
    this.propose({ text: cell, whole: true, description: this.t("adds", { cell }) });
    if (this.host.settings.oneTap) this.commit();
  }

  /** Lifts pieces off a stack; none puts them down. */
  private raise(source: string, count: number): void {
    this.target = null;
    this.hoveredCount = 0;
    this.lift = count > 0 ? { source, count } : null;
    this.propose(this.lift && this.liftDraft(this.lift));
    void this.previewScores();
  }

  private liftDraft({ source, count }: Lift): Draft {
    const text = this.move({ source, count }, "").slice(0, -1);
    return { text, whole: false, description: this.t("lifts", { cell: source, count }) };
  }

  /**
   * How many pieces stay lifted after another tap on the stack: those from the disc at the point upwards; one less if it is on
   * the upper face or on the lowest lifted disc, or comes from the keyboard.
   */
  private countAfterTap({ source, count }: Lift, point: Point | null): number {
    if (this.target) return count; // back from the target
    const level = point ? levelAt(this.shape(source), point) : null;
    const wanted = level === null ? count : this.height(source) - level;
    return wanted === count ? count - 1 : wanted;
  }

  /** Finds out which targets would finish a tower, and for whom. */
  private async previewScores(): Promise<void> {
    const { lift, view } = this;
    const results = await Promise.all(this.targets().map(async ([, text]) => [text, await this.tryOnce(text)] as const));
    if (lift !== this.lift || view !== this.view) return;
    for (const [text, { view: after }] of results) {
      if (after)
        this.scorers.set(
          text,
          after.position.score.findIndex((score, side) => score > view.position.score[side]),
        );
    }
    this.renderDraft();
  }

  /** Moves the lifted pieces to another stack, or shows why that is not possible. */
  private async reach(cell: string): Promise<void> {
    const { lift, view } = this;
    if (!lift) return;
    const text = this.move(lift, cell);
    if (!this.legal.has(text)) {
      this.explain(text);
      return;
    }
    if (!this.scorers.has(text)) await this.tryOnce(text).then(() => this.previewScores());
    if (lift !== this.lift || view !== this.view) return;
    this.target = cell;
    const side = this.scorers.get(text) ?? -1;
    const facts = { source: lift.source, cell, count: lift.count };
    const description = side < 0 ? this.t("moves", facts) : this.t("tower", { ...facts, side: this.name(side) });
    this.propose({ text, whole: true, description });
    if (this.host.settings.oneTap) this.commit();
  }

  override undoPart(): void {
    if (this.lift && this.target) this.raise(this.lift.source, this.lift.count);
    else this.cancel();
  }

  override onHover(cell: string | null, point: Point | null): void {
    const { lift } = this;
    const count = lift && cell === lift.source && point && !this.target ? this.countAfterTap(lift, point) : 0;
    if (cell === this.hovered && count === this.hoveredCount) return;
    this.hovered = cell;
    this.hoveredCount = count;
    this.drawStacks();
    this.drawGhost();
  }

  // Dragging

  /** The whole stack is dragged, or those of its pieces that are lifted. */
  override startDrag(cell: string): Drag | null {
    const { lift } = this;
    if (!this.movable(cell)) return null;
    const count = lift?.source === cell ? lift.count : this.height(cell);
    this.raise(cell, count);
    const { x, y } = middle(cell);
    const stack = this.view.position.stacks[cell];
    const pieces = Array.from(stack.slice(-count));
    const ghost = group(
      "stack",
      ...pieces.map((piece, index) => this.disc(x, y - (stack.length - count + index) * RISE - HOVER, SIDES.indexOf(piece))),
    );
    return { source: cell, ghost, targets: new Set(this.targets().map(([target]) => target)) };
  }

  override onDrop(_drag: Drag, target: string): void {
    void this.reach(target);
  }

  override drawDropTargets(_drag: Drag | null, over: string | null): void {
    this.dropCell = over;
    this.renderDraft();
  }

  // Texts

  name(side: number): string {
    return this.t(this.names()[side]);
  }

  private names(): string[] {
    return this.view.edition.endsWith(":gerhards") ? ["white", "red"] : ["white", "black"];
  }

  override tappable(): ReadonlySet<string> {
    const cells = new Set(this.targets().map(([cell]) => cell));
    if (this.lift) cells.add(this.lift.source);
    for (const text of this.legal) {
      const source = MOVE.exec(text)?.[1];
      if (!source) cells.add(text);
      else if (!this.lift) cells.add(source);
    }
    cells.delete("pass");
    return cells;
  }

  override wordActions(): string[] {
    return ["pass"];
  }

  override prompt(): string {
    if (!this.legal.size) return "";
    if (this.legal.has("pass")) return this.t("prompt_pass");
    return this.t(this.view.position.reserve[this.own] ? "prompt" : "prompt_move");
  }

  describe(cell: string): string {
    const stack = this.view.position.stacks[cell];
    if (!stack) return this.t("empty", { cell });
    const pieces = Array.from(stack)
      .reverse()
      .map((piece) => this.name(SIDES.indexOf(piece)));
    const facts = { cell, height: stack.length, pieces: pieces.join(this.t("on")) };
    return this.t(stack.length === 1 ? "one" : "stack", facts);
  }

  /** Score and reserve of a side as a sentence. */
  standing(side: number): string {
    const { score, reserve } = this.view.position;
    return this.t("standing", {
      side: this.name(side),
      score: score[side],
      points: this.view.options.points,
      reserve: reserve[side],
    });
  }

  /** The pieces left, and the points as small towers with outlines that are still to be filled. */
  override renderSeatPanel(seat: number, panel: HTMLElement): boolean {
    const side = this.view.sides[seat];
    const { reserve, score } = this.panelPosition ?? this.view.position;
    const points = Math.max(score[side], Number(this.view.options.points));
    fillSeatPanel(panel, { side, name: this.names()[side], left: reserve[side], score: score[side], points });
    panel.setAttribute("aria-label", this.standing(side));
    return true;
  }

  override async loadA11y(): Promise<BoardA11y> {
    const { MixtourA11y } = await import("./board.a11y.js");
    return new MixtourA11y(this);
  }

  /** The cell that a point means. High stacks stand in front of the square behind them. */
  private cellAt(x: number, y: number): string | null {
    const [column, row] = [Math.floor(x / WIDE), Math.floor(y / HIGH)];
    if (column < 0 || column > 4 || row > 4) return null;
    const cell = row >= 0 ? COLUMNS[column] + ROWS[row] : null;
    const front = row < 4 ? COLUMNS[column] + ROWS[row + 1] : null;
    if (front && isOnStack(this.shape(front), { x, y }) && !(cell && this.targets().some(([target]) => target === cell)))
      return front;
    return cell;
  }
}
