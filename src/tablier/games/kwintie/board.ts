/** Kwintie's board: a wall of two-cube pieces in a wooden frame, seen from the front. */

import {
  Board,
  defineSymbols,
  el,
  group,
  heatRank,
  set,
  setStrength,
  unique,
  use,
  type BoardA11y,
  type Drag,
  type HeatMark,
  type Host,
  type Layout,
  type Point,
  type View,
} from "tablier/board";
import { CUBE, LETTERS, corner, isStanding, middle, pieceBox, visibleWall, type Wall } from "./board.geometry.js";
import { SYMBOLS, barredSign, defineNiches, drawFrame, tick, turnSign, wallBox, type SymbolName } from "./board.pieces.js";

export interface KwintiePosition {
  rows: string[];
  left: number[]; // pieces that each side has not placed
}

export interface KwintieScene {
  pieces: string[][][]; // for each side, the two cells of each piece, the left or lower one first
  rests: Record<string, string[]>; // for each legal action, the two cells that its piece would occupy
  line: string[]; // the cells of the winning lines
  fours: string[][]; // the cells of each line of four
}

type KwintieView = View<KwintiePosition, KwintieScene>;

const EDGE = 0.27; // a tap this near the next column means a piece that lies across
const LIGHT_MS = 170; // from cube to cube of a winning line

export const create = (host: Host): KwintieBoard => new KwintieBoard(host);

export class KwintieBoard extends Board<KwintiePosition, KwintieScene> {
  private ids!: Record<SymbolName, string>;
  private niches!: { niche: string; beam: string };
  private ground!: SVGElement;
  private barred!: SVGElement;
  private opening!: SVGElement; // of the frame
  private shades!: SVGElement;
  private pieces!: SVGElement;
  private marks!: SVGElement;
  private ghosts!: SVGElement;
  private shown: Wall | null = null; // the frame that is drawn
  private chosen: string | null = null; // the action of the draft
  private anchor: number | null = null; // the column around which its piece is turned
  private near: string | null = null; // the action that a tap at the pointer would propose
  private nearOther: string | null = null; // the one that another tap would turn it to

  // The wall

  private get isTable(): boolean {
    return this.view.options.base === "table";
  }

  private get height(): number {
    return Number(this.view.options.height);
  }

  private wall(): Wall {
    return visibleWall(this.view.scene.pieces.flat(2), Number(this.view.options.width), this.height, this.isTable);
  }

  /** How many cubes stand in a column. */
  private columnHeight(letter: string): number {
    const cells = this.view.scene.pieces.flat(2).filter((cell) => cell[0] === letter);
    return Math.max(0, ...cells.map((cell) => Number(cell.slice(1))));
  }

  layout(): Layout {
    const wall = this.wall();
    const columns = Array.from({ length: wall.columns }, (_, index) => wall.first + index);
    const rows = Array.from({ length: wall.rows }, (_, index) => wall.rows - index);
    return {
      name: "kwintie",
      label: this.t("grid", { width: wall.columns, height: this.height }),
      box: wallBox(wall),
      rows: rows.map((row) =>
        columns.map((column) => ({
          id: `${LETTERS[column]}${row}`,
          x: column * CUBE,
          y: -row * CUBE,
          width: CUBE,
          height: CUBE,
        })),
      ),
      cellAt: (x, y) => this.cellAt(x, y),
    };
  }

  // Drawing

  override build(): void {
    const { stage } = this;
    this.ids = defineSymbols(stage.defs, SYMBOLS);
    this.niches = defineNiches(stage.defs);
    this.ground = stage.layer("ground");
    this.barred = stage.layer("barred");
    const clip = unique("wall");
    this.opening = el("rect");
    stage.defs.append(el("clipPath", { id: clip }, this.opening));
    this.shades = set(stage.layer("shades"), { "clip-path": `url(#${clip})` }); // shadows fall on the wall, not on the frame
    this.pieces = stage.layer("pieces");
    this.marks = stage.layer("marks");
    this.ghosts = stage.layer("ghosts");
    this.shown = null;
  }

  paint(before: KwintieView | null): void {
    this.drawWall(before !== null);
    const { scene } = this.view;
    this.shades.replaceChildren();
    this.pieces.replaceChildren();
    const known = new Set((before?.scene.pieces ?? []).flat().map(String));
    scene.pieces.forEach((pieces, side) => {
      for (const cells of pieces) {
        const node = this.piece(cells, side);
        const shade = this.shade(cells);
        this.pieces.append(node);
        this.shades.append(shade);
        if (!before || known.has(String(cells))) continue;
        void this.motion.drop(node, this.wasDrafted ? 16 : 64);
        void this.motion.appear(shade, { duration: 80, delay: 120 });
      }
    });
    this.drawMarks(before !== null);
    this.drawBarred();
  }

  /** Draws the frame if another part of the wall is seen than before. */
  private drawWall(animate: boolean): void {
    const wall = this.wall();
    const former = this.shown;
    if (former && former.first === wall.first && former.rows === wall.rows) return;
    this.shown = wall;
    this.ground.replaceChildren(...drawFrame(wall, LETTERS, this.niches));
    const { first, columns, rows } = wall;
    set(this.opening, { x: first * CUBE, y: -rows * CUBE, width: columns * CUBE, height: rows * CUBE });
    if (!former) return;
    this.stage.relayout(this.layout());
    const moved = (wall.first - former.first) * CUBE;
    if (!animate || !moved) return;
    const frames = [{ transform: `translate(${moved}px, 0)` }, { transform: "none" }];
    for (const layer of [this.shades, this.pieces]) void this.motion.play(layer, frames, { duration: 300 });
  }

  /** The last piece, lines of four, and the winning line, which lights up cube by cube. */
  private drawMarks(animate: boolean): void {
    const { line, fours } = this.view.scene;
    const last = this.lastPiece();
    this.marks.replaceChildren();
    if (last && !line.length) this.marks.append(this.outline(last, "last-move"));
    for (const cells of line.length ? [] : fours) {
      const points = cells.map(middle);
      const ends = { x1: points[0].x, y1: points[0].y, x2: points[points.length - 1].x, y2: points[points.length - 1].y };
      const node = group("four", el("line", { class: "four-edge", ...ends }), el("line", { class: "four-line", ...ends }));
      this.marks.append(node);
      if (animate) void this.motion.appear(node, { delay: 200 });
    }
    line.forEach((cell, index) => {
      const { x, y } = corner(cell);
      const lamp = el("rect", { class: "lit", x: x + 5, y: y + 5, width: CUBE - 10, height: CUBE - 10, rx: 7 });
      this.marks.append(lamp);
      if (animate)
        void this.motion.play(lamp, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: 260 + LIGHT_MS * index });
    });
  }

  /** Marks the columns on which the viewer cannot place a piece now. */
  private drawBarred(): void {
    this.barred.replaceChildren();
    for (const letter of this.barredColumns()) {
      const row = this.columnHeight(letter) + 1;
      const { x, y } = middle(`${letter}${row}`);
      const rows = (this.shown?.rows ?? this.height) - row + 1;
      const column = { x: x - CUBE / 2, y: y + CUBE / 2 - rows * CUBE, width: CUBE, height: rows * CUBE };
      this.barred.append(el("rect", { class: "barred-column", ...column }), barredSign(x, y));
    }
  }

  /** The columns with room but without a legal placement. Beside the pieces on a table nobody expects one. */
  private barredColumns(): string[] {
    const { legal, view, height } = this;
    const open = new Set([...legal].filter((text) => text in view.scene.rests).flatMap((text) => Array.from(text)));
    if (!open.size || !this.shown) return [];
    const letters = Array.from(LETTERS.slice(this.shown.first, this.shown.first + this.shown.columns));
    return letters.filter((letter) => {
      const cubes = this.columnHeight(letter);
      return !open.has(letter) && cubes < height && (cubes > 0 || !this.isTable);
    });
  }

  private piece(cells: readonly string[], side: number, className = ""): SVGElement {
    const { x, y } = pieceBox(cells);
    const id = isStanding(cells) ? (side ? this.ids.standing1 : this.ids.standing0) : side ? this.ids.lying1 : this.ids.lying0;
    return use(id, x, y, `piece side${side} ${className}`);
  }

  private shade(cells: readonly string[]): SVGElement {
    const { x, y } = pieceBox(cells);
    return use(isStanding(cells) ? this.ids.standingShade : this.ids.lyingShade, x, y);
  }

  private outline(cells: readonly string[], className: string): SVGElement {
    const { x, y, width, height } = pieceBox(cells);
    return el("rect", { class: className, x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, rx: 7 });
  }

  /** An outline that can be seen on pieces of both sides and on the wall. */
  private frame(cells: readonly string[]): SVGElement[] {
    return [this.outline(cells, "chosen-edge"), this.outline(cells, "chosen")];
  }

  /** The piece of the last move: the highest one on its columns. */
  lastPiece(): string[] | null {
    const { last } = this;
    if (!last || last === "pass") return null;
    const fits = ([one, two]: string[]): boolean => (one[0] === two[0] ? one[0] : one[0] + two[0]) === last;
    const row = (cells: string[]): number => Number(cells[0].slice(1));
    const candidates = this.view.scene.pieces.flat().filter(fits);
    return candidates.sort((one, two) => row(two) - row(one))[0] ?? null;
  }

  // The draft

  override clearDraft(): void {
    this.chosen = null;
    this.anchor = null;
    this.near = null;
    this.nearOther = null;
  }

  private get own(): number {
    return this.seat === null ? 0 : this.view.sides[this.seat];
  }

  /** The placement that a point in a column means: standing in the middle, lying near the next column. */
  private meant(column: number, within: number): string {
    const [left, here, right] = [LETTERS[column - 1], LETTERS[column], LETTERS[column + 1]];
    return within < EDGE ? `${left}${here}` : within > 1 - EDGE ? `${here}${right}` : here;
  }

  /** The legal placements on a column, the one meant by the point first. `within` is from 0 to 1. */
  private choices(column: number, within = 0.5): string[] {
    const [left, here, right] = [LETTERS[column - 1], LETTERS[column], LETTERS[column + 1]];
    let legal = [here, `${here}${right}`, `${left}${here}`].filter((text) => this.legal.has(text));
    // The first piece on a table decides where its middle is, wherever it is put.
    if (this.isTable && !this.view.position.rows.length) legal = [...this.legal];
    const start = Math.max(0, legal.indexOf(this.meant(column, within)));
    return [...legal.slice(start), ...legal.slice(0, start)];
  }

  private within(column: number, point: Point | null): number {
    return point ? point.x / CUBE - column : 0.5;
  }

  override onTap(cell: string, point: Point | null): void {
    if (point && this.chosen && this.isOnTick(point)) {
      this.commit();
      return;
    }
    const column = LETTERS.indexOf(cell[0]);
    const turning = this.chosen?.includes(cell[0]) ?? false;
    if (!turning) this.anchor = column;
    const within = this.within(column, point);
    const choices = this.choices(this.anchor ?? column, turning ? 0.5 : within);
    if (!choices.length) {
      this.cancel();
      this.explain(cell[0]);
      return;
    }
    const next = turning ? choices[(choices.indexOf(this.chosen ?? "") + 1) % choices.length] : choices[0];
    this.choose(next);
    if (turning && choices.length === 1) this.host.showMessage(this.t("only_way"));
    const exact = choices.length === 1 || (point !== null && next === this.meant(column, within));
    if (this.host.settings.oneTap && !turning && exact) this.commit();
  }

  private choose(action: string): void {
    this.chosen = action;
    const row = this.view.scene.rests[action][0].slice(1);
    const description =
      action.length === 1
        ? this.t("stands", { column: action, row })
        : this.t("lies", { left: action[0], right: action[1], row });
    this.propose({ text: action, whole: true, description });
  }

  override onHover(cell: string | null, point: Point | null): void {
    this.hovered = cell;
    if (point && this.chosen && this.isOnTick(point)) this.stage.svg.classList.add("can");
    let choices: string[] = [];
    if (cell && this.legal.size) {
      const column = LETTERS.indexOf(cell[0]);
      choices = this.choices(column, this.within(column, point));
    }
    const [near = null, other = null] = choices;
    if (near === this.near && other === this.nearOther) return;
    this.near = near;
    this.nearOther = other;
    this.renderDraft();
  }

  override renderDraft(): void {
    const { rests } = this.view.scene;
    this.ghosts.replaceChildren();
    if (this.chosen && rests[this.chosen]) this.drawChosen(rests[this.chosen]);
    else if (this.near && rests[this.near] && !this.sent) this.drawGhost(rests[this.near], rests[this.nearOther ?? ""]);
  }

  /** Both ways of placing a piece at the pointer: what a tap proposes, and what another tap turns it to. */
  private drawGhost(cells: readonly string[], other: readonly string[] | undefined): void {
    if (other) {
      this.ghosts.append(this.outline(other, "other"));
      const [, far] = [...other].sort((one, two) => Number(cells.includes(two)) - Number(cells.includes(one)));
      const { x, y } = middle(far);
      this.ghosts.append(turnSign(x, y));
    }
    this.ghosts.append(this.piece(cells, this.own, "ghost"));
  }

  private drawChosen(cells: readonly string[]): void {
    if (this.dragged) {
      this.ghosts.append(this.outline(cells, "other"));
      return;
    }
    this.ghosts.append(this.piece(cells, this.own, "proposed"), ...this.frame(cells));
    if (this.sent) return;
    if (this.choices(this.anchor ?? 0).length > 1) {
      const { x, y, width, height } = pieceBox(cells);
      this.ghosts.append(turnSign(x + width / 2, y + height / 2));
    }
    this.ghosts.append(set(tick(), { transform: `translate(${this.tickAt().x} ${this.tickAt().y})` }));
  }

  /** The button that plays the piece is at its upper right corner, at the edge of the wall at the upper left. */
  private tickAt(): Point {
    const { x, y, width } = pieceBox(this.view.scene.rests[this.chosen ?? ""]);
    const { first, columns, rows } = this.wall();
    const room = x + width + CUBE / 2 < (first + columns + 0.7) * CUBE;
    return { x: room ? x + width + 12 : x - 12, y: Math.max(y, -rows * CUBE + 8) };
  }

  private isOnTick(point: Point): boolean {
    const { x, y } = this.tickAt();
    return Math.hypot(point.x - x, point.y - y) < Math.max(18, 22 * this.stage.pixel);
  }

  // Dragging the piece of the draft to another column

  override startDrag(cell: string, point: Point): Drag | null {
    const cells = this.view.scene.rests[this.chosen ?? ""];
    if (!cells?.includes(cell) || this.isOnTick(point)) return null;
    const columns = new Set(Object.keys(this.view.scene.rests).flatMap((text) => Array.from(text)));
    const targets = this.stage.layout.rows.flat().filter(({ id }) => columns.has(id[0]));
    return { source: cell, ghost: group("", this.piece(cells, this.own)), targets: new Set(targets.map(({ id }) => id)) };
  }

  /** The placement on a column in the way of the draft, if it is legal there. */
  private droppedOn(cell: string): string | null {
    const choices = this.choices(LETTERS.indexOf(cell[0]));
    return choices.find((text) => text.length === this.chosen?.length) ?? choices[0] ?? null;
  }

  override onDrop(_drag: Drag, target: string): void {
    const action = this.droppedOn(target);
    this.anchor = LETTERS.indexOf(target[0]);
    if (action) this.choose(action);
  }

  override onDragCancelled(): void {
    this.refresh(); // the piece stays where it was proposed
  }

  override drawDropTargets(drag: Drag | null, over: string | null): void {
    this.renderDraft();
    const action = drag && over ? this.droppedOn(over) : null;
    const cells = action && this.view.scene.rests[action];
    if (cells) this.ghosts.append(this.piece(cells, this.own, "ghost"), ...this.frame(cells));
  }

  // Heat: a bar along the piece tells standing from lying

  override drawHeatMark({ action, strength, rank }: HeatMark): SVGElement | null {
    const cells = this.view.scene.rests[action];
    if (!cells) return group("heat-mark");
    const { x, y, width, height } = pieceBox(cells);
    const thick = 12 + 8 * strength;
    const [wide, high] = isStanding(cells) ? [thick, height - 12] : [width - 12, thick];
    const [midX, midY] = [x + width / 2, y + height / 2];
    const node = group(
      "heat-mark",
      el("rect", { class: "heat-shape", x: midX - wide / 2, y: midY - high / 2, width: wide, height: high, rx: thick / 2 }),
    );
    setStrength(node, strength);
    if (rank) node.append(heatRank({ x: midX, y: midY }, 38, rank));
    return node;
  }

  // Texts

  override tappable(): ReadonlySet<string> {
    return new Set(Object.values(this.view.scene.rests).flat());
  }

  override cellsOf(action: string): string[] {
    return this.view.scene.rests[action] ?? (action === this.last ? (this.lastPiece() ?? []) : []);
  }

  override wordActions(): string[] {
    return ["pass"];
  }

  override prompt(): string {
    if (!this.legal.size) return "";
    return this.t(this.legal.has("pass") ? "prompt_pass" : "prompt");
  }

  describe(cell: string): string {
    const [column, row] = [cell[0], cell.slice(1)];
    const side = this.view.scene.pieces.findIndex((pieces) => pieces.some((cells) => cells.includes(cell)));
    if (side < 0) return this.t(this.barredColumns().includes(column) ? "barred" : "empty", { column, row });
    const cells = this.view.scene.pieces[side].find((some) => some.includes(cell)) ?? [];
    return this.t("piece", { column, row, side: this.name(side), how: this.t(isStanding(cells) ? "standing" : "lying") });
  }

  name(side: number): string {
    return this.t(side ? "black" : "white");
  }

  /** How many pieces a side has left, as a sentence. */
  left(side: number): string {
    return this.t("left", { side: this.name(side), count: this.view.position.left[side] });
  }

  override renderSeatPanel(seat: number, panel: HTMLElement): boolean {
    const side = this.view.sides[seat];
    set(panel, { role: "img", "aria-label": this.left(side) });
    // The panel has its own symbol: that of the board is not available while its drawing is hidden.
    const [symbol] = SYMBOLS.filter(({ name }) => name === `lying${side}`);
    const defs = el("defs");
    const [id] = Object.values(defineSymbols(defs, [symbol]));
    const drawing = el("svg", { class: "kwintie", viewBox: `-2 -2 ${2 * CUBE + 4} ${CUBE + 4}`, "aria-hidden": "true" });
    drawing.append(defs, use(id, 0, 0));
    panel.replaceChildren(drawing, `×${this.view.position.left[side]}`);
    return true;
  }

  override async loadA11y(): Promise<BoardA11y> {
    const { KwintieA11y } = await import("./board.a11y.js");
    return new KwintieA11y(this);
  }

  /** The cell that a point means; the frame belongs to the cells beside it. */
  private cellAt(x: number, y: number): string | null {
    const { first, columns, rows } = this.wall();
    const column = Math.min(first + columns - 1, Math.max(first, Math.floor(x / CUBE)));
    const row = Math.min(rows, Math.max(1, Math.ceil(-y / CUBE)));
    return `${LETTERS[column]}${row}`;
  }
}
