/** Holes, links and turns as texts: `l12`, `b2c4`, `-b2c4,d6+e8+b2d3`, `^c3,d6`. Reading and writing, no rules. */

import type { Point } from "tablier/board";

export const PITCH = 20; // from hole to hole, in the units of the drawing

export interface Hole {
  column: number; // 0-based, from the left
  row: number; // 0-based, from the top
}

/** The parts of a turn. */
export interface TurnParts {
  readonly lift: string | null; // the peg that is taken up
  readonly removed: ReadonlySet<string>; // links that are taken off
  readonly peg: string | null; // the hole of the peg; null if it is not chosen yet
  readonly refused: ReadonlySet<string>; // links that would be placed automatically and are left out
  readonly added: ReadonlySet<string>; // links that would not
}

const HOLE = "[a-z]{1,2}[1-9][0-9]?";
const LINK = new RegExp(`^(${HOLE})(${HOLE})$`);
const TURN = new RegExp(`^(?:\\^${HOLE},)?(?:-${HOLE}${HOLE},)*(${HOLE})(?:$|[/+])`);
const LIFT = new RegExp(`^\\^(${HOLE}),`);
const LIFT_AND_PEG = new RegExp(`^\\^(${HOLE}),(${HOLE})$`);

export function parseHole(name: string): Hole {
  const letters = name.replace(/\d+/, "");
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
  return { column: column - 1, row: Number(name.slice(letters.length)) - 1 };
}

/** The letters of a column. */
export function columnName(column: number): string {
  const letter = (index: number): string => String.fromCharCode(97 + index);
  return (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + letter(column % 26);
}

export const holeName = ({ column, row }: Hole): string => `${columnName(column)}${row + 1}`;

/** The middle of a hole in the drawing. */
export const pointOf = ({ column, row }: Hole): Point => ({ x: (column + 0.5) * PITCH, y: (row + 0.5) * PITCH });

/** The middle of a hole in the drawing, by the name of the hole. */
export const holePoint = (name: string): Point => pointOf(parseHole(name));

/** The holes at the ends of a link. */
export function linkEnds(link: string): readonly [string, string] {
  const [, one = "", two = ""] = LINK.exec(link) ?? [];
  return [one, two];
}

/** The link between two holes, the lower one first. */
export function linkBetween(one: string, two: string): string {
  const [a, b] = [parseHole(one), parseHole(two)];
  return (a.column - b.column || a.row - b.row) < 0 ? one + two : two + one;
}

/** A link for people. */
export const formatLink = (link: string): string => linkEnds(link).join("–");

/** The hole that a turn puts its peg into; null for a swap. */
export const pegOf = (turn: string): string | null => TURN.exec(turn)?.[1] ?? null;

/** The hole from which a turn takes up a peg; null if it does not. */
export const liftOf = (turn: string): string | null => LIFT.exec(turn)?.[1] ?? null;

/** The holes open for a peg, by the peg that is lifted for it; by "" for a peg from the box. */
export function holesByLift(legal: Iterable<string>): Map<string, Set<string>> {
  const holes = new Map<string, Set<string>>();
  for (const text of legal) {
    const [, lift, peg] = LIFT_AND_PEG.exec(text) ?? [text, "", text];
    if (!/\d$/.test(peg)) continue;
    const known = holes.get(lift);
    if (known) known.add(peg);
    else holes.set(lift, new Set([peg]));
  }
  return holes;
}

/** The text of a turn. `links` are exactly those it places; null for those that are placed automatically. */
export function formatTurn({ lift, removed, peg }: TurnParts, links: ReadonlySet<string> | null): string {
  const off = [...removed].map((link) => `-${link},`).join("");
  const chosen = links && ([...links].map((link) => `+${link}`).join("") || "/");
  return `${lift ? `^${lift},` : ""}${off}${peg ?? ""}${chosen ?? ""}`;
}
