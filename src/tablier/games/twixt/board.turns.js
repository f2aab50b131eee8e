/** Turns as texts: `l12`, `-b2c4,d6+e8+b2d3`, `^c3,d6`. Reading and writing, no rules. */

export const PITCH = 20; // from hole to hole, in the units of the drawing

/**
 * @typedef {object} Parts a turn being built
 * @property {string | null} lift
 * @property {Set<string>} removed
 * @property {string | null} peg
 * @property {Set<string>} refused links that would come by themselves
 * @property {Set<string>} added links that would not
 *
 * @typedef {{column: number, row: number}} Hole
 */

const HOLE = "[a-z]{1,2}[1-9][0-9]?";
const LINK = new RegExp(`^(${HOLE})(${HOLE})$`);
const TURN = new RegExp(`^(?:\\^${HOLE},)?(?:-${HOLE}${HOLE},)*(${HOLE})(?:$|[/+])`);
const LIFT = new RegExp(`^\\^(${HOLE}),(${HOLE})$`);

/** @param {string} name @returns {Hole & {x: number, y: number}} */
export function readHole(name) {
  const letters = name.replace(/\d+/, "");
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
  const row = Number(name.slice(letters.length)) - 1;
  return { column: column - 1, row, x: (column - 0.5) * PITCH, y: (row + 0.5) * PITCH };
}

/** @param {Hole} hole */
export function writeHole({ column, row }) {
  const letter = (/** @type {number} */ number) => String.fromCharCode(97 + number);
  return (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + letter(column % 26) + (row + 1);
}

/** The two ends of a link. @param {string} link @returns {[ReturnType<typeof readHole>, ReturnType<typeof readHole>]} */
export function ends(link) {
  const [, one, two] = LINK.exec(link) ?? [];
  return [readHole(one), readHole(two)];
}

/** The link between two holes, the lower one first. @param {string} one @param {string} two */
export function linkName(one, two) {
  const [a, b] = [readHole(one), readHole(two)];
  return (a.column - b.column || a.row - b.row) < 0 ? one + two : two + one;
}

/** The hole a turn puts its peg into. @param {string} text */
export const pegOf = (text) => TURN.exec(text)?.[1] ?? null;

/**
 * The holes open for a peg, by the peg that is lifted for it, or by "" for a peg from the box.
 * @param {string[]} legal
 * @returns {Map<string, Set<string>>}
 */
export function lifts(legal) {
  const found = new Map();
  for (const text of legal) {
    const [, lift, peg] = LIFT.exec(text) ?? [text, "", text];
    if (!/\d$/.test(peg)) continue;
    if (!found.has(lift)) found.set(lift, new Set());
    found.get(lift).add(peg);
  }
  return found;
}

/** @param {Parts} parts @param {Set<string> | null} links exactly these, or null for those that come by themselves */
export function writeTurn({ lift, removed, peg }, links) {
  const off = [...removed].map((link) => `-${link},`).join("");
  const chosen = links && ([...links].map((link) => `+${link}`).join("") || "/");
  return `${lift ? `^${lift},` : ""}${off}${peg ?? ""}${chosen ?? ""}`;
}
