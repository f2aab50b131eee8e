/** Mixtour's board: stacks of discs on five by five squares, seen slightly from above. */

import { Board } from "tablier/board";
import { arrive } from "tablier/board";
import { el, group, set } from "tablier/board";
import { DISC, HIGH, RISE, WIDE, disc, ground, lifted, middle } from "./board.pieces.js";

/**
 * @typedef {import("tablier/board").View} View
 * @typedef {{source: string, count: number}} Lift how many pieces are taken off the top of a stack
 */

const COLUMNS = "abcde";
const ROWS = "54321"; // as they are seen, from the top
const SIDES = "WB"; // the letters of pieces in a stack
const LIFTED = 17; // how far a lifted part hovers
const MOVE = /^([a-e][1-5])(?::(\d))?-([a-e][1-5])$/;

/** @param {import("tablier/board").Host} host */
export const create = (host) => new MixtourBoard(host);

class MixtourBoard extends Board {
  // what is drawn

  plan() {
    return {
      name: `mixtour mixtour-${this.names()[1]}`,
      label: this.t("grid"),
      box: { x: -34, y: -52, width: WIDE * 5 + 68, height: HIGH * 5 + 98 },
      rows: [...ROWS].map((row) =>
        [...COLUMNS].map((column) => {
          const { x, y } = middle(column + row);
          return { id: column + row, x: x - WIDE / 2, y: y - HIGH / 2, width: WIDE, height: HIGH };
        }),
      ),
      at: cellAt,
      ...this.wiring(),
    };
  }

  build() {
    const { stage } = this;
    ground(stage.defs, stage.layer("ground"));
    this.light = stage.layer("light");
    this.stacks = stage.layer("stacks");
    this.ghosts = stage.layer("ghosts");
    this.marks = stage.layer("marks");
    this.aside = this.aside ?? Object.assign(document.createElement("div"), { className: "mixtour-aside" });
  }

  /** @param {View | null} before */
  paint(before) {
    /** @type {View | null} */
    this.before = before;
    this.tell();
  }

  sketch() {
    const { light, stacks, marks } = this;
    if (!light || !stacks || !marks) return;
    const { position } = this.view;
    const lift = this.lift;
    for (const layer of [light, stacks, marks]) layer.replaceChildren();
    this.shine();
    for (const row of ROWS) {
      for (const column of COLUMNS) {
        const cell = column + row;
        const stack = position.stacks[cell] ?? "";
        const raised = lift?.source === cell && !this.target ? lift.count : 0;
        const shown = lift?.source === cell && this.target ? stack.slice(0, -lift.count) : stack;
        if (shown) stacks.append(this.pile(cell, shown, raised));
        if (cell === this.target) stacks.append(this.proposed(cell, stack));
      }
    }
    this.haunt();
    if (this.before) this.animate(this.before);
    this.before = null;
  }

  /** @param {string | null} id */
  hover(id) {
    this.hovered = id;
    this.haunt(); // nothing else depends on the pointer, and what moves is not disturbed
  }

  /** The piece that a tap would add. */
  haunt() {
    const cell = this.lift || this.target || this.sent ? null : this.hovered;
    this.ghosts?.replaceChildren(...(cell && this.legal.has(cell) ? [this.piece(cell, 0, this.own, "ghost")] : []));
  }

  /** A stack, its top pieces raised. @param {string} cell @param {string} stack from the bottom up @param {number} raised */
  pile(cell, stack, raised) {
    const { x, y } = middle(cell);
    const node = group("stack");
    node.dataset.stack = cell;
    [...stack].forEach((piece, level) => {
      const up = level >= stack.length - raised ? LIFTED : 0;
      node.append(disc(x, y - level * RISE - up, SIDES.indexOf(piece), level === 0));
    });
    if (stack.length > 2) node.append(el("text", { class: "height", x: x + DISC + 4, y: y + 34 }, String(stack.length)));
    if (raised) node.append(lifted(cell[0] === COLUMNS[0] ? x + DISC + 10 : x - DISC - 10, y - stack.length * RISE - 12, raised));
    return node;
  }

  /** @param {string} cell @param {number} level @param {number} side @param {string} className */
  piece(cell, level, side, className) {
    const { x, y } = middle(cell);
    const node = group(className, disc(x, y - level * RISE, side, level === 0));
    return node;
  }

  /** What the turn being built puts on its target. @param {string} cell @param {string} stack */
  proposed(cell, stack) {
    const node = group("proposed");
    const moved = this.lift ? this.view.position.stacks[this.lift.source].slice(-this.lift.count) : SIDES[this.own];
    [...moved].forEach((piece, step) =>
      node.append(this.piece(cell, stack.length + step + (this.lift ? 0.4 : 0), SIDES.indexOf(piece), "drafted")),
    );
    return node;
  }

  /** Last turn, reachable targets, and whose point a move would be. */
  shine() {
    const { light, marks, lift } = this;
    if (!light || !marks) return;
    const square = (/** @type {string} */ cell, /** @type {string} */ className) => {
      const { x, y } = middle(cell);
      return el("rect", { class: className, x: x - 43, y: y - 37, width: 86, height: 74, rx: 9 });
    };
    const [, source, , target] = MOVE.exec(this.last ?? "") ?? [];
    const last = source ? [source, target] : COLUMNS.includes(this.last?.[0] ?? "?") ? [String(this.last)] : [];
    for (const cell of last) if (!lift && !this.target) light.append(square(cell, "last"));
    if (lift) light.append(square(lift.source, "from"));
    for (const [cell, text] of this.targets()) {
      light.append(square(cell, cell === this.target ? "target chosen" : "target"));
      const point = this.points?.get(text);
      if (point !== undefined) marks.append(this.badge(cell, point));
    }
    if (this.target && !lift) light.append(square(this.target, "target chosen"));
  }

  /** A finished tower's point, in the colour of whom it goes to. @param {string} cell @param {number} side */
  badge(cell, side) {
    const { x, y } = middle(cell);
    const height = (this.view.position.stacks[cell] ?? "").length;
    const node = group(`badge side${side}`, el("circle", { r: 15 }), el("text", { y: 0.5 }, "+1"));
    return set(node, { transform: `translate(${x + 32} ${y - height * RISE - 14})` });
  }

  /** @param {View} before */
  animate(before) {
    const [, source, , target] = MOVE.exec(this.last ?? "") ?? [];
    const cell = target ?? this.last ?? "";
    const node = [...(this.stacks?.children ?? [])].find((one) => /** @type {SVGElement} */ (one).dataset.stack === cell);
    if (!source) {
      if (node) arrive(node, 0, -26, 220);
      return;
    }
    const [from, to] = [middle(source), middle(target)];
    const stood = (before.position.stacks[target] ?? "").length;
    if (node) for (const piece of [...node.children].slice(stood)) arrive(piece, from.x - to.x, from.y - to.y);
    else this.collect(before, source, target);
  }

  /**
   * A finished tower is seen for a moment before it goes home.
   * @param {View} before
   * @param {string} source
   * @param {string} target
   */
  collect(before, source, target) {
    const stack =
      before.position.stacks[target] + before.position.stacks[source].slice((this.view.position.stacks[source] ?? "").length);
    const node = this.pile(target, stack, 0);
    this.marks?.append(node);
    set(node, { opacity: 0 });
    const gone = { opacity: 0, transform: "translate(0, -40px)" };
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
      node.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, gone], 1100);
  }

  // the turn being built

  forget() {
    /** @type {Lift | null} */
    this.lift = null;
    /** @type {string | null} the cell the turn ends on */
    this.target = null;
    /** @type {Map<string, number>} by action, the side that would score by it */
    this.points = new Map();
  }

  get own() {
    return this.seat ?? 0;
  }

  /** @param {number} side */
  name(side) {
    return this.t(this.names()[side]);
  }

  names() {
    return this.view.edition.endsWith(":gerhards") ? ["white", "red"] : ["white", "black"];
  }

  /** The text of a move. @param {Lift} lift @param {string} target */
  move({ source, count }, target) {
    const whole = this.view.position.stacks[source].length === count;
    return `${source}${whole ? "" : `:${count}`}-${target}`;
  }

  /** Where the lifted pieces may go, with the text of each move. @returns {[string, string][]} */
  targets() {
    const { lift } = this;
    if (!lift) return [];
    return [...this.legal].flatMap((text) => {
      const target = MOVE.exec(text)?.[3];
      return target && this.move(lift, target) === text ? [/** @type {[string, string]} */ ([target, text])] : [];
    });
  }

  /**
   * Whether pieces can be lifted there: for a move that is offered, or for the one that would only undo the last.
   * @param {string} source
   */
  movable(source) {
    return [this.view.scene.undo ?? "", ...this.legal].some((text) => MOVE.exec(text)?.[1] === source);
  }

  /** @param {string} id */
  touch(id) {
    const { lift, target } = this;
    if (id === target) return this.commit();
    if (lift && id === lift.source) return this.raise(id, lift.count);
    if (lift && this.view.position.stacks[id] === undefined) return this.explain(this.move(lift, id));
    if (lift) return this.reach(id);
    if (this.legal.has(id)) return this.add(id);
    if (this.movable(id)) return this.raise(id, 0);
    if (this.view.position.stacks[id]) this.host.say(this.t("stuck", { cell: id }));
    else this.explain(id);
  }

  /** @param {string} id */
  add(id) {
    this.target = id;
    this.propose({ text: id, whole: true, words: this.t("adds", { cell: id }) });
    if (this.host.settings.oneTap) this.commit();
  }

  /** Lifts one piece more, and after the last one none. @param {string} source @param {number} now */
  raise(source, now) {
    const count = now + 1;
    this.target = null;
    this.lift = count <= this.view.position.stacks[source].length ? { source, count } : null;
    this.propose(
      this.lift && {
        text: this.move(this.lift, "").slice(0, -1),
        whole: false,
        words: this.t("lifts", { cell: source, count }),
      },
    );
    this.foresee();
  }

  /** Finds out which targets would finish a tower, and for whom. */
  async foresee() {
    const { lift, view } = this;
    const answers = await Promise.all(
      this.targets().map(async ([, text]) => /** @type {const} */ ([text, await this.ask(text)])),
    );
    if (lift !== this.lift || view !== this.view) return;
    for (const [text, { view: then }] of answers) {
      const side = then?.position.score.findIndex(
        (/** @type {number} */ score, /** @type {number} */ one) => score > view.position.score[one],
      );
      if (side !== undefined && side >= 0) this.points?.set(text, side);
    }
    this.sketch();
  }

  /** @param {string} id */
  async reach(id) {
    const { lift } = this;
    if (!lift) return;
    const text = this.move(lift, id);
    const { view } = this;
    const then = await this.probe(text);
    if (!then || lift !== this.lift || view !== this.view) return;
    this.target = id;
    const side = this.points?.get(text);
    const facts = { source: lift.source, cell: id, count: lift.count };
    this.propose({
      text,
      whole: true,
      words: side === undefined ? this.t("moves", facts) : this.t("tower", { ...facts, side: this.name(side) }),
    });
    if (this.host.settings.oneTap) this.commit();
  }

  undoPart() {
    if (!this.lift || !this.target) return this.cancel();
    this.target = null;
    this.raise(this.lift.source, this.lift.count - 1);
  }

  // what is told

  offered() {
    const found = new Set(this.targets().map(([cell]) => cell));
    if (this.lift) found.add(this.lift.source);
    else for (const text of this.legal) found.add(MOVE.exec(text)?.[1] ?? text);
    found.delete("pass");
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
    if (this.legal.has("pass")) return this.t("prompt_pass");
    return this.t(this.view.position.reserve[this.own] ? "prompt" : "prompt_move");
  }

  /** @param {string} id */
  describe(id) {
    const stack = this.view.position.stacks[id];
    if (!stack) return this.t("empty", { cell: id });
    const pieces = [...stack].reverse().map((piece) => this.name(SIDES.indexOf(piece)));
    const facts = { cell: id, height: stack.length, pieces: pieces.join(this.t("on")) };
    return this.t(stack.length === 1 ? "one" : "stack", facts);
  }

  /** Score and reserves. */
  tell() {
    const { score, reserve } = this.view.position;
    const { points } = this.view.options;
    this.aside?.replaceChildren(
      ...[0, 1].map((side) => {
        const line = document.createElement("p");
        const drawn = el(
          "svg",
          { viewBox: "-40 -40 80 80", class: `mixtour mixtour-${this.names()[1]}`, "aria-hidden": "true" },
          disc(0, 0, side, false),
        );
        const facts = { side: this.name(side), score: score[side], points, reserve: reserve[side] };
        line.append(drawn, this.t("standing", facts));
        return line;
      }),
    );
  }
}

/** The cell a point means. @param {number} x @param {number} y */
function cellAt(x, y) {
  const [column, row] = [Math.floor(x / WIDE), Math.floor(y / HIGH)];
  return column >= 0 && column < 5 && row >= 0 && row < 5 ? COLUMNS[column] + ROWS[row] : null;
}
