/** Kwintie's board: a wall of two-cube pieces on a wooden base, seen from the front. */

import { Board } from "tablier/board";
import { arrive, play } from "tablier/board";
import { el, group, set } from "tablier/board";
import { CUBE, base, block, paints, tick } from "./board.pieces.js";

/**
 * @typedef {import("tablier/board").View} View
 * @typedef {import("tablier/board").Point} Point
 */

const LETTERS = "abcdefghijklmnopq";
const MARGIN = 30;
const SLACK = 2; // on a table the wall may grow by a lying piece at either end
const EDGE = 0.27; // a tap this near the next column means a piece that lies across

/** @param {import("tablier/board").Host} host */
export const create = (host) => new KwintieBoard(host);

class KwintieBoard extends Board {
  // what is drawn

  /** How many columns are seen, and how many there are. */
  columns() {
    const { base: kind, width } = this.view.options;
    return kind === "table" ? { seen: width + SLACK, all: LETTERS.length } : { seen: width, all: width };
  }

  plan() {
    const { height } = this.view.options;
    const { seen, all } = this.columns();
    const rows = Array.from({ length: height }, (_, index) => height - 1 - index);
    const columns = Array.from({ length: all }, (_, index) => index);
    return {
      name: "kwintie",
      label: this.t("grid", { width: all, height }),
      box: { x: -MARGIN, y: -height * CUBE - 16, width: seen * CUBE + 2 * MARGIN, height: height * CUBE + 84 },
      rows: rows.map((row) =>
        columns.map((column) => ({
          id: cellName(column, row),
          x: column * CUBE,
          y: -(row + 1) * CUBE,
          width: CUBE,
          height: CUBE,
        })),
      ),
      at: (/** @type {number} */ x, /** @type {number} */ y) => this.cellAt(x, y),
      ...this.wiring(),
    };
  }

  build() {
    const { stage, view } = this;
    const { seen, all } = this.columns();
    this.paints = paints(stage.defs);
    this.still = stage.layer("still");
    this.slide = stage.layer("slide");
    this.still.append(base(seen, all === seen));
    const dot = (/** @type {unknown} */ _, /** @type {number} */ index) =>
      `M${((index % seen) + 0.5) * CUBE} ${-(Math.floor(index / seen) + 0.5) * CUBE}h0`;
    this.still.append(el("path", { class: "room", d: Array.from({ length: seen * view.options.height }, dot).join("") }));
    for (let row = 0; row < view.options.height; row++) {
      this.still.append(el("text", { class: "coordinate", x: -MARGIN / 2, y: -(row + 0.5) * CUBE }, String(row + 1)));
    }
    this.ground = group("ground");
    this.wall = group("pieces");
    this.marks = group("marks");
    this.ghost = group("ghosts");
    this.slide.append(this.ground, this.wall, this.marks, this.ghost);
    for (let column = 0; column < all; column++) {
      this.ground.append(el("text", { class: "letter", x: (column + 0.5) * CUBE, y: 35 }, LETTERS[column]));
    }
    this.aside ??= Object.assign(document.createElement("div"), { className: "kwintie-aside" });
    this.offset = 0;
  }

  /** @param {View | null} before */
  paint(before) {
    const { scene } = this.view;
    this.shift(before !== null);
    this.wall?.replaceChildren();
    this.marks?.replaceChildren();
    const stood = new Set((before?.scene.pieces ?? []).flat().map(String));
    scene.pieces.forEach((/** @type {string[][]} */ pieces, /** @type {number} */ side) => {
      for (const cells of pieces) {
        const node = this.piece(cells, side);
        this.wall?.append(node);
        if (before && !stood.has(String(cells))) arrive(node, 0, -60, 300);
      }
    });
    const laid = this.lastPiece();
    if (laid && !scene.line.length) this.marks?.append(this.outline(laid, "last"));
    scene.line.forEach((/** @type {string} */ cell, /** @type {number} */ index) => {
      const { x, y } = place(cell);
      const lamp = el("rect", { class: "lit", x: x + 5, y: y + 5, width: CUBE - 10, height: CUBE - 10, rx: 7 });
      this.marks?.append(lamp);
      if (before) play(lamp, [{ opacity: 0 }, { opacity: 1 }], 260, 350 + 170 * index);
    });
    this.tell();
  }

  /** On a table the wall stays in the middle of what is seen. @param {boolean} animate */
  shift(animate) {
    const { seen, all } = this.columns();
    const taken = this.view.scene.pieces.flat(2).map((/** @type {string} */ cell) => LETTERS.indexOf(cell[0]));
    const middle = taken.length ? (Math.min(...taken) + Math.max(...taken) + 1) / 2 : all / 2;
    const offset = seen === all ? 0 : Math.floor(seen / 2 - middle) * CUBE;
    const from = (this.offset ?? 0) - offset;
    for (const node of [this.slide, this.stage.cells.node, this.stage.cells.ring])
      if (node) set(node, { transform: `translate(${offset} 0)` });
    this.offset = offset;
    if (animate && from && this.slide) {
      const frames = [`translate(${offset + from}px, 0)`, `translate(${offset}px, 0)`].map((transform) => ({ transform }));
      play(this.slide, frames, 300);
    }
    const seenColumn = (/** @type {number} */ column) =>
      (column + 0.5) * CUBE + offset > 0 && (column + 0.5) * CUBE + offset < seen * CUBE;
    this.ground
      ?.querySelectorAll(".letter")
      .forEach((letter, column) => set(letter, { visibility: seenColumn(column) ? null : "hidden" }));
  }

  /** @param {string[]} cells the left or lower one first @param {number} side @param {string} [className] */
  piece(cells, side, className = "") {
    const one = place(cells[0]);
    const standing = cells[0][0] === cells[1][0];
    return block(one.x, standing ? one.y - CUBE : one.y, standing, side, this.paints ?? [], className);
  }

  /** @param {string[]} cells @param {string} className */
  outline(cells, className) {
    const one = place(cells[0]);
    const standing = cells[0][0] === cells[1][0];
    const [width, height] = standing ? [CUBE, 2 * CUBE] : [2 * CUBE, CUBE];
    return el("rect", {
      class: className,
      x: one.x + 1.5,
      y: (standing ? one.y - CUBE : one.y) + 1.5,
      width: width - 3,
      height: height - 3,
      rx: 8,
    });
  }

  /** The piece of the last turn: the highest one on its columns. @returns {string[] | null} */
  lastPiece() {
    const { last } = this;
    if (!last || last === "pass") return null;
    const fits = (/** @type {string[]} */ [one, two]) => (one[0] === two[0] ? one[0] : one[0] + two[0]) === last;
    const row = (/** @type {string[]} */ cells) => Number(cells[0].slice(1));
    const found = this.view.scene.pieces.flat().filter(fits);
    return found.sort((/** @type {string[]} */ a, /** @type {string[]} */ b) => row(b) - row(a))[0] ?? null;
  }

  // the turn being built

  forget() {
    /** @type {string | null} */
    this.chosen = null;
    /** @type {number | null} the column around which it is turned */
    this.anchor = null;
    /** @type {string | null} what the pointer would choose */
    this.near = null;
  }

  get own() {
    return this.seat ?? 0;
  }

  /**
   * The placements on a column, the one meant by the point first.
   * @param {number} column
   * @param {number} [within] where in the column, from 0 to 1
   */
  choices(column, within = 0.5) {
    const [left, here, right] = [LETTERS[column - 1], LETTERS[column], LETTERS[column + 1]];
    const all = [here, here + right, left + here];
    const meant = within < EDGE ? left + here : within > 1 - EDGE ? here + right : here;
    let legal = all.filter((text) => this.legal.has(text));
    // the first piece on a table is where the table's middle will be, wherever it is put
    if (this.view.options.base === "table" && !this.view.position.rows.length) legal = [...this.legal];
    const start = Math.max(0, legal.indexOf(meant));
    return [...legal.slice(start), ...legal.slice(0, start)];
  }

  /** @param {string} id @param {Point | null} point */
  touch(id, point) {
    const column = LETTERS.indexOf(id[0]);
    const within = point ? (point.x - (this.offset ?? 0)) / CUBE - column : 0.5;
    if (point && this.chosen && this.onTick(point)) return this.commit();
    const turning = this.chosen?.includes(id[0]) ?? false;
    if (!turning) this.anchor = column;
    const choices = this.choices(this.anchor ?? column, turning ? 0.5 : within);
    if (!choices.length) return this.explain(id[0]);
    const next = turning ? choices[(choices.indexOf(this.chosen ?? "") + 1) % choices.length] : choices[0];
    if (turning && choices.length === 1) this.host.say(this.t("only_way"));
    this.chosen = next;
    const [one] = this.view.scene.rests[next];
    const words =
      next.length === 1
        ? this.t("stands", { column: next, row: one.slice(1) })
        : this.t("lies", { left: next[0], right: next[1], row: one.slice(1) });
    this.propose({ text: next, whole: true, words });
  }

  /** @param {string | null} id @param {Point | null} point */
  hover(id, point) {
    const within = point && id ? (point.x - (this.offset ?? 0)) / CUBE - LETTERS.indexOf(id[0]) : 0.5;
    const near = id && this.legal.size ? (this.choices(LETTERS.indexOf(id[0]), within)[0] ?? null) : null;
    if (near === this.near) return;
    this.near = near;
    this.sketch();
  }

  sketch() {
    this.ghost?.replaceChildren();
    const { rests } = this.view.scene;
    const faint = this.near !== this.chosen && !this.sent && !this.chosen ? this.near : null;
    if (faint && rests[faint]) this.ghost?.append(this.piece(rests[faint], this.own, "ghost"));
    if (!this.chosen || !rests[this.chosen]) return;
    const cells = rests[this.chosen];
    this.ghost?.append(this.piece(cells, this.own, "proposed"), this.outline(cells, "chosen"));
    if (!this.sent) this.ghost?.append(set(tick(), { transform: `translate(${this.tickAt().x} ${this.tickAt().y})` }));
  }

  /** The button that plays the piece stands at its upper right, or left at the edge. */
  tickAt() {
    const cells = this.view.scene.rests[this.chosen ?? ""];
    const [one, two] = [place(cells[0]), place(cells[1])];
    const { seen } = this.columns();
    const right = Math.max(one.x, two.x) + CUBE;
    const room = right + (this.offset ?? 0) + CUBE / 2 < seen * CUBE + MARGIN;
    const top = Math.min(one.y, two.y);
    return { x: room ? right + 12 : Math.min(one.x, two.x) - 12, y: Math.max(top, -this.view.options.height * CUBE + 8) };
  }

  /** @param {Point} point */
  onTick(point) {
    const { x, y } = this.tickAt();
    return Math.hypot(point.x - (this.offset ?? 0) - x, point.y - y) < Math.max(18, 22 * this.stage.pixel);
  }

  // what is told

  offered() {
    const found = new Set();
    for (const cells of Object.values(this.view.scene.rests))
      for (const cell of /** @type {string[]} */ (cells)) found.add(cell);
    return found;
  }

  async ears() {
    return new (await import("./board.ears.js")).default(this);
  }

  words() {
    return ["pass"];
  }

  prompt() {
    if (!this.legal.size) return "";
    return this.t(this.legal.has("pass") ? "prompt_pass" : "prompt");
  }

  /** @param {string} id */
  describe(id) {
    const [column, row] = [id[0], id.slice(1)];
    const side = this.view.scene.pieces.findIndex((/** @type {string[][]} */ pieces) =>
      pieces.some((cells) => cells.includes(id)),
    );
    if (side < 0) return this.t("empty", { column, row });
    const cells = this.view.scene.pieces[side].find((/** @type {string[]} */ some) => some.includes(id));
    const how = this.t(cells[0][0] === cells[1][0] ? "standing" : "lying");
    return this.t("piece", { column, row, side: this.t(side ? "black" : "white"), how });
  }

  /** How many pieces are left. */
  tell() {
    this.aside?.replaceChildren(
      ...this.view.position.left.map((/** @type {number} */ left, /** @type {number} */ side) => {
        const line = document.createElement("p");
        const drawn = el("svg", { viewBox: `-4 -4 ${2 * CUBE + 8} ${CUBE + 8}`, class: "kwintie", "aria-hidden": "true" });
        drawn.append(block(0, 0, false, side, this.paints ?? [], ""));
        line.append(drawn, this.t("left", { side: this.t(side ? "black" : "white"), count: left }));
        return line;
      }),
    );
  }

  /** @param {number} x @param {number} y */
  cellAt(x, y) {
    const { all, seen } = this.columns();
    const { height } = this.view.options;
    const inside = Math.min(seen * CUBE - 1, Math.max(0, x)); // the margin belongs to the column beside it
    const column = Math.floor((inside - (this.offset ?? 0)) / CUBE);
    const row = Math.min(height - 1, Math.max(0, Math.floor(-y / CUBE)));
    return column < 0 || column >= all ? null : cellName(column, row);
  }
}

/** @param {number} column @param {number} row */
const cellName = (column, row) => `${LETTERS[column]}${row + 1}`;

/** The upper left corner of a cell. @param {string} cell */
const place = (cell) => ({ x: LETTERS.indexOf(cell[0]) * CUBE, y: -Number(cell.slice(1)) * CUBE });
