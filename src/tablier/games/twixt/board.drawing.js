/** How TwixT's position is drawn and told: the board, its pegs and links, and the coordinates around it. */

import { Board } from "tablier/board";
import { appear, play } from "tablier/board";
import { el, group, set, short, use } from "tablier/board";
import { between, border, guides, holes, pieces } from "./board.pieces.js";
import { PITCH, ends, pegOf, readHole, writeHole } from "./board.turns.js";

/** @typedef {import("tablier/board").View} View */

const EDGE = PITCH / 24; // the strip with the coordinates, for each hole of a side: always the same part of the board

/** The board without the turn being built. */
export class TwixtDrawing extends Board {
  plan() {
    const size = this.view.position.size;
    const wide = size * PITCH;
    const edge = size * EDGE;
    const names = this.names();
    return {
      name: `twixt twixt-${names[0]}`,
      label: this.t("grid", { size }),
      box: { x: -edge, y: -edge, width: wide + 2 * edge, height: wide + 2 * edge },
      rows: holes(size).map((row) =>
        row.map((hole) => ({ id: writeHole(hole), x: hole.x - PITCH / 2, y: hole.y - PITCH / 2, width: PITCH, height: PITCH })),
      ),
      at: (/** @type {number} */ x, /** @type {number} */ y) => this.nearest(x, y),
      zoom: { window: { x: 0, y: 0, width: wide, height: wide }, most: Math.max(3, size / 5) },
      moved: () => this.stage && this.pinCoordinates(),
      ...this.wiring(),
    };
  }

  build() {
    const { stage } = this;
    const size = this.view.position.size;
    this.ids = pieces(stage.defs);
    border(stage.under, stage.layer("ground"), size);
    this.guides = stage.layer("guides");
    this.guides.append(guides(size));
    this.layers = {
      links: stage.layer("links"),
      hints: stage.layer("hints"),
      drafted: stage.layer("drafted"),
      pegs: stage.layer("pegs"),
      marks: stage.layer("marks"),
      ghosts: stage.layer("ghosts"),
    };
    this.coordinates = group("coordinates");
    set(this.coordinates, { "aria-hidden": "true" });
    this.coordinates.style.setProperty("--label", `${short(size * EDGE * 0.7)}px`);
    for (let number = 0; number < size; number++) {
      const letter = writeHole({ column: number, row: 0 }).slice(0, -1);
      for (const side of ["top", "bottom"])
        this.coordinates.append(el("text", { class: "coordinate", "data-side": side }, letter));
      for (const side of ["left", "right"])
        this.coordinates.append(el("text", { class: "coordinate", "data-side": side }, String(number + 1)));
    }
    stage.svg.append(this.coordinates);
    this.pinCoordinates();
  }

  /** How many css pixels lie between two holes. */
  apart() {
    return (PITCH * this.stage.viewport.scale) / this.stage.pixel;
  }

  /** Coordinates stay at the edge of what is seen, each beside its line. */
  pinCoordinates() {
    if (!this.coordinates) return;
    const { viewport } = this.stage;
    const wide = this.view.position.size * PITCH;
    const apart = this.apart();
    const every = apart >= 11 ? 1 : apart >= 6 ? 2 : 4;
    const middle = (this.view.position.size * EDGE) / 2;
    [...this.coordinates.children].forEach((node, index) => {
      const number = index >> 2;
      const { x, y } = viewport.outside({ x: (number + 0.5) * PITCH, y: (number + 0.5) * PITCH });
      const side = node.getAttribute("data-side");
      const across = side === "top" || side === "bottom";
      const along = across ? x : y;
      const seen = along > 0 && along < wide && number % every === 0;
      const far = side === "top" || side === "left" ? -middle : wide + middle;
      const place = across ? `${short(x)} ${far}` : `${far} ${short(y)}`;
      set(node, seen ? { transform: `translate(${place})`, visibility: null } : { visibility: "hidden" });
    });
  }

  /** @param {View | null} before */
  paint(before) {
    const { position, scene } = this.view;
    const { layers, ids } = this;
    if (!layers || !ids) return;
    const won = new Set(scene.chain?.links ?? []);
    const wonPegs = new Set(scene.chain?.holes ?? []);
    layers.links.replaceChildren();
    layers.pegs.replaceChildren();
    /** @type {Map<string, SVGElement>} */
    this.linkNodes = new Map();
    position.links.forEach((/** @type {string[]} */ links, /** @type {number} */ side) => {
      for (const link of links) {
        const node = between(link, `link side${side}${won.has(link) ? " won" : ""}`);
        this.linkNodes?.set(link, node);
        layers.links.append(node);
        if (before && !before.position.links[side].includes(link)) appear(node, 260, 120);
      }
    });
    layers.links.append(...layers.links.querySelectorAll(".won")); // above those that cross them
    position.pegs.forEach((/** @type {string[]} */ pegs, /** @type {number} */ side) => {
      for (const peg of pegs) {
        const { x, y } = readHole(peg);
        const node = group(`peg side${side}`, use(ids[side], x, y));
        if (wonPegs.has(peg)) node.append(el("circle", { class: "won-peg", cx: x, cy: y, r: PITCH * 0.4 }));
        node.dataset.peg = peg;
        layers.pegs.append(node);
        if (before && !before.position.pegs[side].includes(peg)) this.drop(node, x, y);
      }
    });
    this.guides?.classList.toggle("off", !this.host.settings.guides);
    this.markLast();
    this.tell();
  }

  /** What is left in the boxes, where that is limited. */
  tell() {
    const { pegs_left: pegs, links_left: links } = this.view.scene;
    if (!pegs && !links) return;
    this.aside ??= Object.assign(document.createElement("div"), { className: "twixt-aside" });
    const key = pegs && links ? "left_both" : pegs ? "left_pegs" : "left_links";
    this.aside.replaceChildren(
      ...[0, 1].map((side) => {
        const line = document.createElement("p");
        const drawn = el("svg", { viewBox: "-9 -9 18 18", class: `twixt twixt-${this.names()[0]}`, "aria-hidden": "true" });
        drawn.append(use(this.ids?.[side] ?? "", 0, 0, `side${side}`));
        line.append(drawn, this.t(key, { side: this.t(this.names()[side]), pegs: pegs?.[side], links: links?.[side] }));
        return line;
      }),
    );
  }

  /** @param {SVGElement} node @param {number} x @param {number} y */
  drop(node, x, y) {
    node.style.transformOrigin = `${x}px ${y}px`;
    play(
      node,
      [
        { transform: "scale(1.9)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      240,
    );
  }

  markLast() {
    const { position } = this.view;
    const only = position.pegs[0][0]; // after a swap, the peg that changed its owner
    const peg = this.last === "swap" ? only : this.last && pegOf(this.last);
    this.layers?.marks.replaceChildren();
    if (!peg || this.view.scene.chain) return;
    const { x, y } = readHole(peg);
    const r = PITCH * 0.42;
    this.layers?.marks.append(
      el("circle", { class: "ring-edge last", cx: x, cy: y, r }),
      el("circle", { class: "ring last", cx: x, cy: y, r }),
    );
  }

  /** The sides' names. @returns {string[]} */
  names() {
    return this.view.edition.endsWith(":kosmos") ? ["white", "black"] : ["red", "black"];
  }

  /** @param {string} id */
  describe(id) {
    const { pegs, links } = this.view.position;
    const side = pegs.findIndex((/** @type {string[]} */ some) => some.includes(id));
    if (side < 0) return this.t("empty", { hole: id });
    const far = links[side]
      .map((/** @type {string} */ link) => ends(link).map(writeHole))
      .filter((/** @type {string[]} */ pair) => pair.includes(id));
    const facts = { hole: id, side: this.t(this.names()[side]) };
    if (!far.length) return this.t("peg", facts);
    return this.t("peg_linked", {
      ...facts,
      holes: far.map((/** @type {string[]} */ [one, two]) => (one === id ? two : one)).join(", "),
    });
  }

  /** @param {number} x @param {number} y */
  nearest(x, y) {
    const size = this.view.position.size;
    const [column, row] = [Math.floor(x / PITCH), Math.floor(y / PITCH)];
    const last = size - 1;
    if (column < 0 || row < 0 || column > last || row > last) return null;
    return (column === 0 || column === last) && (row === 0 || row === last) ? null : writeHole({ column, row });
  }
}
