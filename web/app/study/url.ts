/** A study in the fragment of its address, so that it can be shared and survives a reload. */

import type { Line } from "./study_api.js";

/** The fragment for a line of which the position after `ply` moves is shown. */
export function toFragment({ edition, start = "", actions }: Line, ply: number): string {
  const fields = new URLSearchParams({ edition, start, turns: actions.join(" ") });
  if (ply < actions.length) fields.set("at", String(ply));
  return `#${fields.toString()}`;
}

/** The line of a fragment; null if it has none. Without a start, the edition's own setup is used. */
export function parseFragment(fragment: string): { line: Line; ply: number } | null {
  const fields = new URLSearchParams(fragment.slice(1));
  const edition = fields.get("edition");
  if (!edition) return null;
  const start = fields.get("start");
  const actions = (fields.get("turns") ?? "").split(" ").filter(Boolean);
  const ply = Number.parseInt(fields.get("at") ?? "", 10);
  return { line: { edition, ...(start ? { start } : {}), actions }, ply: Number.isInteger(ply) ? ply : actions.length };
}
