/** TwixT for screen readers: pegs and links by name. */

import { A11y } from "tablier/board";
import { splitLinks, type TwixtBoard } from "./board.js";
import { formatLink, linkBetween, linkEnds, pegOf } from "./board.notation.js";

export class TwixtA11y extends A11y<TwixtBoard> {
  override pieces(): { cell: string; side: number }[] {
    return this.view.position.pegs.flatMap((pegs, side) => pegs.map((cell) => ({ cell, side })));
  }

  override lastCells(): string[] {
    const peg = this.board.lastPeg();
    return peg ? [peg] : [];
  }

  override describePossible(action: string): string {
    if (action === "swap") return this.t("told_swap");
    const [turn, ...links] = action.split("+");
    const peg = pegOf(action) ?? "";
    const parts = turn
      .replace("/", "")
      .split(",")
      .map((part) => {
        if (part.startsWith("^")) return this.t("told_lift", { hole: part.slice(1) });
        if (part.startsWith("-")) return this.t("told_off", { links: formatLink(part.slice(1)) });
        return this.t("told_peg", { hole: part });
      });
    if (links.length) parts.push(...this.describeLinks(links, peg));
    if (turn.endsWith("/")) parts.push(this.t("told_no_links"));
    return parts.join(", ");
  }

  override describePlayed(action: string): string {
    const peg = pegOf(action);
    if (!peg || /[+/]/.test(action)) return this.describePossible(action);
    const links = this.view.position.links.flat().filter((link) => linkEnds(link).includes(peg));
    return [this.describePossible(action), ...this.describeLinks(links, peg)].join(", ");
  }

  /** Links that a turn places. A link of the peg may be given by its other end. */
  private describeLinks(links: readonly string[], peg: string): string[] {
    const full = links.map((link) => (linkEnds(link)[0] ? link : linkBetween(link, peg)));
    const { holes, others } = splitLinks(full, peg);
    const parts: string[] = [];
    if (holes.length) parts.push(this.t("told_linked", { holes: holes.join(", ") }));
    if (others.length) parts.push(this.t("told_adds", { links: others.map(formatLink).join(", ") }));
    return parts;
  }

  override label(cell: string): string {
    const side = this.view.position.pegs.findIndex((pegs) => pegs.includes(cell));
    return side < 0 ? "" : this.board.sideName(side)[0];
  }

  override summarySentences(): string[] {
    const { pegs, links } = this.view.position;
    return [0, 1].map((side) =>
      this.t("joins", {
        side: this.board.sideName(side),
        borders: this.t(`borders_${side}`),
        pegs: this.t("pegs", { count: pegs[side].length }),
        links: this.t("links", { count: links[side].length }),
      }),
    );
  }
}
