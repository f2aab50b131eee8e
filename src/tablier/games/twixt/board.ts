/** TwixT's board: pegs that stand, links that bridge, and a turn that is built of both. */

import { el, use } from "tablier/board";
import { TwixtDrawing } from "./board.drawing.js";
import { between } from "./board.pieces.js";
import { PITCH, ends, lifts, linkName, readHole, writeHole, writeTurn } from "./board.turns.js";

/**
 * @typedef {import("tablier/board").View} View
 * @typedef {import("tablier/board").Point} Point
 * @typedef {import("./board.turns.js").Parts} Parts
 */

const NEAR_HOLE = 0.34 * PITCH; // a tap this near a hole means the hole, not a link beside it
const NEAR_LINK = 0.3 * PITCH;
const CLEAR = 18; // css pixels between holes from which on a tap can tell a link from a hole

/** @param {import("tablier/board").Host} host */
export const create = (host) => new TwixtBoard(host);

class TwixtBoard extends TwixtDrawing {
  // the turn being built

  forget() {
    /** @type {Parts} */
    this.parts = none();
    /** @type {View | null} what the turn leads to, as far as it is built */
    this.result = null;
    /** @type {Set<string>} the links a plain turn would place */
    this.automatic = new Set();
    /** @type {string | null} a peg from which a link is being drawn */
    this.from = null;
    this.choices = lifts(this.view?.legal ?? []);
    this.attempts = (this.attempts ?? 0) + 1;
  }

  /** @returns {number} */
  get side() {
    return this.seat === null ? 0 : this.view.sides[this.seat];
  }

  /** The holes a peg may be put into, given what is lifted. */
  open() {
    return this.choices?.get(this.parts?.lift ?? "") ?? new Set();
  }

  /** @param {string} id @param {Point | null} point */
  touch(id, point) {
    const parts = this.parts ?? none();
    const link = point && this.linkAt(id, point);
    if (id === parts.lift) return this.cancel();
    if (link) return void this.toggle(link);
    if (id === parts.peg) return this.from ? void this.join(id) : this.commit();
    const own = this.view.position.pegs[this.side].includes(id);
    if (own && this.choices?.has(id) && !this.from) return void this.attempt({ ...none(), lift: id });
    if (own) return void this.join(id);
    if (this.open().has(id)) return void this.place(id);
    const lift = parts.lift ? `^${parts.lift},` : "";
    this.explain(lift + id);
  }

  /** @param {string} id */
  async place(id) {
    this.from = null;
    const plain = await this.attempt({ ...(this.parts ?? none()), peg: id, refused: new Set() });
    if (plain && this.host.settings.oneTap && !this.parts?.removed.size && !this.parts?.added.size) this.commit();
  }

  /** A link is drawn from peg to peg: one that lies there goes, one that does not comes. @param {string} id */
  join(id) {
    if (!this.from || this.from === id) {
      this.from = this.from ? null : id;
      if (this.from) this.host.say(this.t("from", { hole: id }));
      this.refresh();
      return;
    }
    const link = linkName(this.from, id);
    this.from = null;
    this.toggle(link);
  }

  /** @param {string} link */
  async toggle(link) {
    const now = this.parts ?? none();
    const next = { ...now, removed: new Set(now.removed), refused: new Set(now.refused), added: new Set(now.added) };
    const lies = this.view.position.links[this.side].includes(link);
    const set = lies ? next.removed : this.automatic?.has(link) ? next.refused : next.added;
    if (!set.delete(link)) set.add(link);
    await this.attempt(next);
  }

  /** Asks whether the turn can be built so; if so, it is. @param {Parts} next */
  async attempt(next) {
    const open = this.choices?.get(next.lift ?? "") ?? new Set();
    const peg = next.peg ?? open.values().next().value;
    if (!peg) return false;
    const turn = { ...next, peg };
    const attempt = (this.attempts = (this.attempts ?? 0) + 1);
    const plain = await this.probe(writeTurn(turn, null));
    if (!plain || attempt !== this.attempts) return false; // another tap has come in between
    const automatic = this.added(plain);
    const wished = [...automatic].filter((link) => !next.refused.has(link)).concat([...next.added]);
    const chosen = next.refused.size || next.added.size ? new Set(next.peg ? wished : next.added) : null;
    const result = chosen ? await this.probe(writeTurn(turn, chosen)) : plain;
    if (!result || attempt !== this.attempts) return false;
    this.parts = next;
    this.automatic = next.peg ? automatic : new Set();
    this.result = next.peg ? result : null;
    const empty = !next.peg && !next.lift && !next.removed.size && !next.added.size;
    const text = writeTurn(next, next.peg ? chosen : next.added.size ? next.added : null);
    this.propose(empty ? null : { text, whole: next.peg !== null, words: this.outlook(next, result) });
    return true;
  }

  /** The side's links that a position has and this one has not. @param {View} result @returns {Set<string>} */
  added(result) {
    const now = new Set(this.view.position.links[this.side]);
    return new Set(result.position.links[this.side].filter((/** @type {string} */ link) => !now.has(link)));
  }

  /** @param {Parts} parts @param {View} result */
  outlook(parts, result) {
    const said = [];
    if (parts.lift) said.push(this.t("lifts", { hole: parts.lift }));
    if (parts.removed.size) said.push(this.t("takes_off", { links: [...parts.removed].join(", ") }));
    if (!parts.peg) said.push(this.t("choose_hole"));
    else {
      const links = [...this.added(result)];
      said.push(
        links.length
          ? this.t("peg_links", { hole: parts.peg, links: links.join(", ") })
          : this.t("peg_alone", { hole: parts.peg }),
      );
    }
    return said.join(" ");
  }

  undoPart() {
    const now = this.parts ?? none();
    if (this.from) {
      this.from = null;
      this.refresh();
    } else if (now.refused.size || (now.peg && now.added.size)) this.attempt({ ...now, refused: new Set(), added: new Set() });
    else if (now.peg && (now.lift || now.removed.size)) this.attempt({ ...now, peg: null });
    else this.cancel();
  }

  /** A link that a tap at this point means: one's own, a proposed or a possible one. @param {string} id @param {Point} point */
  linkAt(id, point) {
    const hole = readHole(id);
    if (Math.hypot(point.x - hole.x, point.y - hole.y) < NEAR_HOLE || this.apart() < CLEAR) return null;
    const known = [...this.view.position.links[this.side], ...(this.automatic ?? []), ...(this.parts?.added ?? [])];
    if (this.proposal) known.push(...this.view.scene.linkable);
    let best = null;
    let least = NEAR_LINK;
    for (const link of known) {
      const away = distance(point, ...ends(link));
      if (away < least) [best, least] = [link, away];
    }
    return best;
  }

  sketch() {
    const { layers, ids, parts } = this;
    if (!layers || !ids || !parts) return;
    const { hints, drafted, ghosts } = layers;
    for (const [link, node] of this.linkNodes ?? []) {
      const gone =
        parts.removed.has(link) || (parts.lift !== null && ends(link).some((hole) => writeHole(hole) === parts.lift));
      node.classList.toggle("gone", gone);
    }
    for (const node of layers.pegs.children)
      node.classList.toggle("gone", /** @type {SVGElement} */ (node).dataset.peg === parts.lift);
    hints.replaceChildren();
    drafted.replaceChildren();
    ghosts.replaceChildren();
    const side = this.side;
    if (this.proposal) {
      for (const link of this.view.scene.linkable) if (!parts.added.has(link)) hints.append(between(link, "link possible"));
      for (const link of parts.refused) hints.append(between(link, "link refused"));
      const coming = this.result ? this.added(this.result) : parts.added;
      for (const link of coming) drafted.append(between(link, `link coming side${side}`));
    }
    if (parts.peg) {
      const { x, y } = readHole(parts.peg);
      const r = PITCH * 0.46;
      ghosts.append(
        use(ids[side], x, y, `side${side}`),
        el("circle", { class: "ring-edge", cx: x, cy: y, r }),
        el("circle", { class: "ring", cx: x, cy: y, r }),
      );
    }
    if (this.from) {
      const { x, y } = readHole(this.from);
      ghosts.append(el("circle", { class: "ring from", cx: x, cy: y, r: PITCH * 0.5 }));
    }
    if (this.hovered && this.hovered !== parts.peg && !this.sent && this.open().has(this.hovered)) this.haunt(this.hovered);
  }

  /** A ghost of the peg under the pointer, and of the links it would place. @param {string} id */
  async haunt(id) {
    const { x, y } = readHole(id);
    this.layers?.ghosts.append(use(this.ids?.[this.side] ?? "", x, y, `ghost side${this.side}`));
    if (this.proposal) return;
    await new Promise((rested) => setTimeout(rested, 60));
    if (this.hovered !== id || this.proposal) return;
    const answer = await this.ask(id);
    if (!answer.view || this.hovered !== id || this.proposal) return;
    this.layers?.drafted.replaceChildren(
      ...[...this.added(answer.view)].map((link) => between(link, `link coming ghost side${this.side}`)),
    );
    this.stage.loupe?.refresh();
  }

  // what is told

  offered() {
    const { parts } = this;
    const found = new Set(this.open());
    if (this.choices && !this.choices.has("")) for (const lift of this.choices.keys()) found.add(lift);
    if (parts?.peg) found.add(parts.peg);
    return found;
  }

  async ears() {
    return new (await import("./board.ears.js")).default(this);
  }

  words() {
    return ["swap"];
  }

  prompt() {
    if (!this.legal.size) return "";
    if (this.legal.has("swap")) return this.t("prompt_pie");
    return this.t(this.view.scene.must_lift ? "prompt_lift" : "prompt_peg");
  }
}

/** @returns {Parts} */
const none = () => ({ lift: null, removed: new Set(), peg: null, refused: new Set(), added: new Set() });

/** How far a point is from a stretch. @param {Point} point @param {Point} one @param {Point} two */
function distance(point, one, two) {
  const [x, y] = [two.x - one.x, two.y - one.y];
  const along = Math.min(1, Math.max(0, ((point.x - one.x) * x + (point.y - one.y) * y) / (x * x + y * y)));
  return Math.hypot(point.x - one.x - along * x, point.y - one.y - along * y);
}
