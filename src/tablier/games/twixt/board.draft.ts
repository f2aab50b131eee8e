/** A turn under construction: a peg, links that come or go, a peg that is taken up. The server decides what is possible. */

import type { View } from "tablier/board";
import { formatTurn, holesByLift, type TurnParts } from "./board.notation.js";

export interface TwixtPosition {
  size: number;
  pegs: string[][]; // by side
  links: string[][]; // by side
  sides: number[]; // by seat
}

export interface TwixtScene {
  chain: { holes: string[]; links: string[] } | null; // the winning chain
  pegs_left: number[] | null; // by side; null if there is no limit
  links_left: number[] | null;
  must_lift: boolean; // the seat to act has all its pegs on the board and takes one up
  linkable: string[]; // links that the seat to act could add between its pegs on the board
}

export type TwixtView = View<TwixtPosition, TwixtScene>;

/** What a turn draft needs of its board. */
export interface TurnContext {
  readonly view: TwixtView;
  readonly side: number; // of the viewer
  /** The view after a turn; null if it is not possible, which the person is told. */
  tryAction(text: string): Promise<TwixtView | null>;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: TurnParts = { lift: null, removed: NONE, peg: null, refused: NONE, added: NONE };

export class TurnDraft {
  parts: TurnParts = NOTHING;
  /** What the turn leads to; null as long as the peg is missing. */
  result: TwixtView | null = null;
  /** The links that the turn would place if none was chosen. */
  automatic: ReadonlySet<string> = NONE;
  /** A peg from which a link is being drawn. */
  linkStart: string | null = null;
  private text = "";
  private readonly holes: Map<string, Set<string>>;
  private attempts = 0;

  constructor(private readonly context: TurnContext) {
    this.holes = holesByLift(context.view.legal);
  }

  get isEmpty(): boolean {
    const { lift, removed, peg, added } = this.parts;
    return !peg && !lift && !removed.size && !added.size;
  }

  /** The turn as far as it is built. */
  get notation(): string {
    return this.text;
  }

  /** The holes where a peg may be put, given what is taken up. */
  get open(): ReadonlySet<string> {
    return this.openAfter(this.parts.lift);
  }

  openAfter(lift: string | null): ReadonlySet<string> {
    return this.holes.get(lift ?? "") ?? NONE;
  }

  /** The pegs that may be taken up for a turn. */
  get liftable(): string[] {
    return [...this.holes.keys()].filter(Boolean);
  }

  /** The links that the turn places. */
  get coming(): ReadonlySet<string> {
    return this.result ? this.linksAdded(this.result) : this.parts.added;
  }

  /** Starts a turn that takes up a peg. */
  lift(peg: string): Promise<boolean> {
    return this.attempt({ ...NOTHING, lift: peg });
  }

  /** Chooses the hole of the peg. */
  place(hole: string, lift = this.parts.lift): Promise<boolean> {
    this.linkStart = null;
    return this.attempt({ ...this.parts, lift, peg: hole, refused: NONE });
  }

  /** Takes a link off or leaves it out, or the other way round. */
  toggle(link: string): Promise<boolean> {
    const { parts } = this;
    const changed = (links: ReadonlySet<string>): ReadonlySet<string> => {
      const next = new Set(links);
      if (!next.delete(link)) next.add(link);
      return next;
    };
    if (this.ownLinks.includes(link)) return this.attempt({ ...parts, removed: changed(parts.removed) });
    if (this.automatic.has(link)) return this.attempt({ ...parts, refused: changed(parts.refused) });
    return this.attempt({ ...parts, added: changed(parts.added) });
  }

  /** Takes back the last part. False if nothing but the peg is left. */
  undo(): Promise<boolean> | false {
    const { parts } = this;
    if (parts.refused.size || (parts.peg && parts.added.size)) {
      return this.attempt({ ...parts, refused: NONE, added: NONE });
    }
    if (parts.peg && (parts.lift || parts.removed.size)) return this.attempt({ ...parts, peg: null });
    return false;
  }

  /** The side's links that a position has and the current one has not. */
  linksAdded(result: TwixtView): ReadonlySet<string> {
    const now = new Set(this.ownLinks);
    return new Set(result.position.links[this.context.side].filter((link) => !now.has(link)));
  }

  private get ownLinks(): string[] {
    return this.context.view.position.links[this.context.side];
  }

  /** Tries the turn with these parts and takes them over if it is possible. A turn without a peg is tried with any peg. */
  private async attempt(next: TurnParts): Promise<boolean> {
    const [anyHole] = this.openAfter(next.lift);
    const peg = next.peg ?? anyHole;
    if (!peg) return false;
    const attempt = ++this.attempts;
    const plain = await this.context.tryAction(formatTurn({ ...next, peg }, null));
    if (!plain || attempt !== this.attempts) return false; // another tap has come in between
    const automatic = this.linksAdded(plain);
    const kept = [...automatic].filter((link) => !next.refused.has(link));
    const chosen = next.refused.size || next.added.size ? new Set(next.peg ? [...kept, ...next.added] : next.added) : null;
    const result = chosen ? await this.context.tryAction(formatTurn({ ...next, peg }, chosen)) : plain;
    if (!result || attempt !== this.attempts) return false;
    this.parts = next;
    this.automatic = next.peg ? automatic : NONE;
    this.result = next.peg ? result : null;
    this.text = formatTurn(next, next.peg ? chosen : next.added.size ? next.added : null);
    return true;
  }
}
