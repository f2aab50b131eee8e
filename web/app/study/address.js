/** A study in its address, so that it can be handed on and survives a reload. */

/** @typedef {import("./asking.js").Line} Line */

/** The line, and how much of it is shown. @param {Line} line @param {number} at */
export function writtenAs({ edition, start = "", actions }, at) {
  const told = new URLSearchParams({ edition, start, turns: actions.join(" "), ...(at < actions.length ? { at: String(at) } : {}) });
  return `#${told}`;
}

/** What an address says; null when it says nothing. @param {string} hash @returns {{line: Line, at: number} | null} */
export function readFrom(hash) {
  const told = new URLSearchParams(hash.slice(1));
  const edition = told.get("edition");
  if (!edition) return null;
  const start = told.get("start") || undefined; // without one it begins as that edition does
  const actions = (told.get("turns") ?? "").split(" ").filter(Boolean);
  const at = Number.parseInt(told.get("at") ?? "", 10);
  return { line: { edition, start, actions }, at: Number.isInteger(at) ? at : actions.length };
}
