/** TwixT for ears: pegs and links by name. */

import { Ears } from "tablier/board";
import { pegOf } from "./board.turns.js";

const HOLE = /[a-z]{1,2}\d{1,2}/g;

/** @extends {Ears<import("./board.drawing.js").TwixtDrawing>} */
export default class TwixtEars extends Ears {
  pieces() {
    const { pegs } = this.view.position;
    return [0, 1].flatMap((side) => pegs[side].map((/** @type {string} */ cell) => ({ cell, side })));
  }

  last() {
    const { last } = this.board;
    const peg = last === "swap" ? this.pieces()[0]?.cell : last && pegOf(last);
    return peg ? [peg] : [];
  }

  /** @param {string} action */
  concerns(action) {
    return [pegOf(action), ...(/^\^/.test(action) ? (action.match(HOLE)?.slice(0, 1) ?? []) : [])].flatMap((hole) => hole ?? []);
  }

  /** @param {string} action */
  spell(action) {
    if (action === "swap") return this.t("told_swap");
    const [turn, ...links] = action.split("+");
    const said = turn.replace("/", "").split(",").map((part) => {
      if (part[0] === "^") return this.t("told_lift", { hole: part.slice(1) });
      return part[0] === "-" ? this.t("told_off", { links: part.slice(1) }) : this.t("told_peg", { hole: part });
    });
    if (links.length) said.push(this.t("told_links", { links: links.join(", ") }));
    if (turn.endsWith("/")) said.push(this.t("told_no_links"));
    return said.join(", ");
  }

  /** @param {string} action */
  told(action) {
    const peg = pegOf(action);
    if (!peg || /[+/]/.test(action)) return this.spell(action);
    const links = this.view.position.links.flat().filter((/** @type {string} */ link) => link.match(HOLE)?.includes(peg));
    return links.length ? `${this.spell(action)}, ${this.t("told_links", { links: links.join(", ") })}` : this.spell(action);
  }

  /** @param {string} cell */
  brief(cell) {
    const side = this.view.position.pegs.findIndex((/** @type {string[]} */ pegs) => pegs.includes(cell));
    return side < 0 ? "" : this.t(this.board.names()[side])[0];
  }

  standing() {
    const { pegs, links } = this.view.position;
    return this.board.names().map((name, side) => {
      const counted = { pegs: this.t("pegs", { count: pegs[side].length }), links: this.t("links", { count: links[side].length }) };
      return this.t("joins", { side: this.t(name), borders: this.t(`borders_${side}`), ...counted });
    });
  }
}
