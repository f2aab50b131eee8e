/** Twisty's board: tokens in round wells, pawns, and everybody's row of cards. */

import { Board } from "tablier/board";
import { appear, walk } from "tablier/board";
import { el, group, set, use } from "tablier/board";
import { SYMBOLS, rows } from "./board.cards.js";
import { WELL, ground, lock, pawn, tokens } from "./board.pieces.js";

/**
 * @typedef {import("tablier/board").View} View
 * @typedef {{cell?: string, does: string, colour?: string, colours?: string[], seat?: number}} Effect
 */

const COLUMNS = "abcdefg";
const ROWS = "7654321"; // as they are seen, from the top
const ASIDE = [11, 5]; // how far a token and the pawn on it make room for each other

/** @param {import("tablier/board").Host} host */
export const create = (host) => new TwistyBoard(host);

class TwistyBoard extends Board {
  // what is drawn

  plan() {
    return {
      name: "twisty",
      label: this.t("grid"),
      box: { x: -30, y: -16, width: WELL * 7 + 46, height: WELL * 7 + 58 },
      rows: [...ROWS].map((row) =>
        [...COLUMNS].map((column) => {
          const { x, y } = middle(column + row);
          return { id: column + row, x: x - WELL / 2, y: y - WELL / 2, width: WELL, height: WELL };
        }),
      ),
      at: cellAt,
      ...this.wiring(),
    };
  }

  build() {
    const { stage } = this;
    this.ids = tokens(stage.defs);
    ground(stage.defs, stage.layer("ground"), COLUMNS, ROWS, middle);
    this.light = stage.layer("light");
    this.tokens = stage.layer("tokens");
    this.paths = stage.layer("paths");
    this.pawns = stage.layer("pawns");
    this.marks = stage.layer("marks");
    this.aside ??= Object.assign(document.createElement("div"), { className: "twisty-aside" });
  }

  /** @param {View | null} before */
  paint(before) {
    const { position } = this.view;
    this.tokens?.replaceChildren();
    this.pawns?.replaceChildren();
    for (const [cell, token] of Object.entries(position.tokens)) {
      const { x, y } = middle(cell);
      const [left, up] = position.pawns.includes(cell) ? ASIDE : [0, 0];
      this.tokens?.append(use(this.ids?.get(String(token)) ?? "", x - left, y - up));
    }
    position.pawns.forEach((/** @type {string | null} */ cell, /** @type {number} */ seat) => {
      if (!cell) return;
      const { x, y } = middle(cell);
      const [right, down] = position.tokens[cell] ? ASIDE : [0, 0];
      const stands = set(pawn(seat), { transform: `translate(${x + right} ${y + down})` });
      const node = group(`standing${this.view.to_act === seat ? " acts" : ""}`, stands);
      node.dataset.seat = String(seat);
      this.pawns?.append(node);
      const from = before?.position.pawns[seat];
      if (before && from !== cell) this.travel(node, from, cell);
    });
    const next = rows(this.view, this.seat, (key, facts) => this.t(key, facts));
    this.aside?.replaceChildren(...next);
  }

  /**
   * The pawn goes the way that was written.
   * @param {SVGElement} node
   * @param {string | null | undefined} from
   * @param {string} to
   */
  travel(node, from, to) {
    const end = middle(to);
    if (!from) return appear(node, 300);
    const steps = (this.last ?? "").replace(/[@!]/g, "").split(">");
    const path = steps[steps.length - 1] === to ? [from, ...steps.slice(0, -1)] : [from];
    walk(
      node,
      path.map((cell) => ({ x: middle(cell).x - end.x, y: middle(cell).y - end.y })),
    );
  }

  sketch() {
    const { light, paths, marks } = this;
    if (!light || !paths || !marks) return;
    for (const layer of [light, paths, marks]) layer.replaceChildren();
    const draft = this.chosen;
    const ends = this.ends();
    for (const [cell, texts] of ends) light.append(this.glow(cell, texts, draft));
    const hovered = !draft && this.hovered && !this.sent ? ends.get(this.hovered) : null;
    const path = draft ?? hovered?.[0] ?? null;
    const winner = this.view.outcome?.winner ?? null;
    const won = winner === null ? null : this.view.position.pawns[winner];
    if (won) light.append(ring(middle(won).x, middle(won).y, "reach chosen"));
    else if (path) this.trace(path, draft ? "path" : "path faint");
    else if (this.last && !this.last.startsWith("@") && this.last !== "pass") this.trail();
    if (!draft) return;
    const cell = cellOf(draft);
    const { x, y } = middle(cell);
    if (this.seat !== null) marks.append(set(group("arriving", pawn(this.seat)), { transform: `translate(${x} ${y})` }));
    if (draft.endsWith("!"))
      marks.append(set(group("saving", el("circle", { r: 19 }), lock()), { transform: `translate(${x + 30} ${y - 30})` }));
  }

  /** A cell a turn can end on. @param {string} cell @param {string[]} texts @param {string | null | undefined} draft */
  glow(cell, texts, draft) {
    const { x, y } = middle(cell);
    const does = this.effect(texts[0]).does;
    const far = texts[0].includes(">");
    const onward = draft && texts.some((text) => text.startsWith(`${draft}>`));
    const chosen = draft && texts.includes(draft);
    const quiet = draft && !onward && !chosen;
    const strong = does === "take" || does === "rob" || does === "win" || does === "save" || texts.length > 1;
    const name = ["reach", far ? "far" : "", strong ? "strong" : "", quiet ? "quiet" : "", chosen ? "chosen" : ""].join(" ");
    return ring(x, y, name);
  }

  /** The steps of a turn, each with its number where there are several. @param {string} text @param {string} className */
  trace(text, className) {
    const from = this.seat === null ? null : this.view.position.pawns[this.seat];
    if (!from || text.startsWith("@")) return;
    const cells = steps(text);
    const points = [from, ...cells].map(middle);
    const node = group(className);
    for (const layer of ["path-edge", "path-line"]) {
      node.append(el("polyline", { class: layer, points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    if (cells.length > 1) {
      cells.forEach((cell, index) => {
        const { x, y } = middle(cell);
        const badge = group("step", el("circle", { r: 13 }), el("text", { y: 0.5 }, String(index + 1)));
        node.append(set(badge, { transform: `translate(${x - 28} ${y - 28})` }));
      });
    }
    this.paths?.append(node);
  }

  /** Where the last pawn landed. */
  trail() {
    for (const cell of steps(this.last ?? "")) {
      const { x, y } = middle(cell);
      this.light?.append(el("circle", { class: "last", cx: x, cy: y, r: 43 }));
    }
  }

  // the turn being built

  forget() {
    /** @type {string | null} */
    this.chosen = null;
  }

  /** @param {string} text @returns {Effect} */
  effect(text) {
    return this.view.scene.effects[text] ?? { does: "stay" };
  }

  /** The cells turns can end on, with the texts of those turns. @returns {Map<string, string[]>} */
  ends() {
    const found = new Map();
    for (const text of this.legal) {
      const cell = cellOf(text);
      if (cell) found.set(cell, [...(found.get(cell) ?? []), text]);
    }
    return found;
  }

  /** @param {string} id */
  touch(id) {
    const texts = this.ends().get(id);
    if (this.chosen && cellOf(this.chosen) === id) return this.commit();
    if (texts) return this.choose(texts[texts.length - 1]); // protecting first: the host offers the other as an extra
    const picking = [...this.legal].some((text) => text.startsWith("@"));
    this.explain(picking ? `@${id}` : this.chosen ? `${this.chosen.replace("!", "")}>${id}` : id);
  }

  /** @param {string} text */
  choose(text) {
    this.chosen = text;
    this.propose({ text, whole: true, words: this.outlook(text) });
    if (
      this.host.settings.oneTap &&
      this.ends().get(cellOf(text) ?? "")?.length === 1 &&
      ![...this.legal].some((other) => other.startsWith(`${text}>`))
    )
      this.commit();
  }

  /** What a turn does, in words. @param {string} text */
  outlook(text) {
    const { does, cell, colour, colours, seat } = this.effect(text);
    const said = [
      this.t(`does_${does}`, {
        cell,
        colour: colour && this.t(`colour_${colour}`),
        colours: colours?.map((one) => this.t(`colour_${one}`)).join(", "),
        seat: seat === undefined ? "" : this.t(SYMBOLS[seat]),
      }),
    ];
    if ([...this.legal].some((other) => other.startsWith(`${text}>`))) said.push(this.t("onward"));
    said.push(this.t("again"));
    return said.join(" ");
  }

  extras() {
    const { chosen } = this;
    const others = chosen ? (this.ends().get(cellOf(chosen) ?? "") ?? []).filter((text) => text !== chosen) : [];
    const change = (/** @type {string} */ text) => ({
      label: this.t(text.endsWith("!") ? "protect" : "stay"),
      change: () => this.choose(text),
    });
    return [...super.extras(), ...others.map(change)];
  }

  // what is told

  offered() {
    return new Set(this.ends().keys());
  }

  async ears() {
    return new (await import("./board.ears.js")).default(this);
  }

  words() {
    return ["pass"];
  }

  /** What is asked of whom looks; while somebody owes an answer, everybody is told why. */
  prompt() {
    const { scene, position } = this.view;
    if (scene.owes !== null) {
      const cards = position.cards[scene.owes];
      const colour = this.t(`colour_${cards[cards.length - 1]}`);
      return this.t(scene.owes === this.seat ? "prompt_robbed" : "prompt_owes", { seat: this.t(SYMBOLS[scene.owes]), colour });
    }
    if (!this.legal.size || this.seat === null) return "";
    if (this.legal.has("pass")) return this.t("prompt_pass");
    if (position.pawns[this.seat] === null) return this.t("prompt_corner");
    const next = scene.next[this.seat];
    return next ? this.t("prompt", { colour: this.t(`colour_${next}`) }) : this.t("prompt_centre");
  }

  /** @param {string} id */
  describe(id) {
    const { position } = this.view;
    const token = position.tokens[id];
    const said = [
      token
        ? token.length === 1
          ? this.t("cube", { colour: this.t(`colour_${token}`) })
          : this.t(`token_${token}`)
        : this.t("empty"),
    ];
    const seat = position.pawns.indexOf(id);
    if (seat >= 0) said.unshift(this.t("pawn", { seat: this.t(SYMBOLS[seat]) }));
    const texts = this.ends().get(id);
    if (texts) said.push(this.t(texts[0].includes(">") ? "reached_by" : "reached", { path: texts[0] }));
    return `${id}, ${said.join(", ")}`;
  }
}

/**
 * A ring around a well, with an edge that shows it on any wood.
 * @param {number} x
 * @param {number} y
 * @param {string} className
 */
const ring = (x, y, className) =>
  group(
    className,
    el("circle", { class: "reach-edge", cx: x, cy: y, r: 43 }),
    el("circle", { class: "reach-line", cx: x, cy: y, r: 43 }),
  );

/** The cells a turn lands on. @param {string} text */
const steps = (text) => text.replace(/[@!]/g, "").split(">");

/** The cell a turn ends on; null for a pass. @param {string} text */
const cellOf = (text) => /([a-g][1-7])!?$/.exec(text)?.[1] ?? "";

/** @param {string} cell */
function middle(cell) {
  return { x: (COLUMNS.indexOf(cell[0]) + 0.5) * WELL, y: (7 - Number(cell[1]) + 0.5) * WELL };
}

/** @param {number} x @param {number} y */
function cellAt(x, y) {
  const [column, row] = [Math.floor(x / WELL), Math.floor(y / WELL)];
  return column >= 0 && column < 7 && row >= 0 && row < 7 ? COLUMNS[column] + ROWS[row] : null;
}
