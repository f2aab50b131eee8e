/** A move that is being sent, kept over a reload. It has a nonce, so sending it again can do no harm. */

import type { PlayAction } from "../protocol.js";

const keyOf = (matchId: string): string => `tablier.pending.${matchId}`;

export function savePendingMove(matchId: string, command: PlayAction): void {
  try {
    sessionStorage.setItem(keyOf(matchId), JSON.stringify(command));
  } catch {
    // a browser without storage: after a reload the person plays the move again
  }
}

export function readPendingMove(matchId: string): PlayAction | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(matchId)) ?? "null") as PlayAction | null;
  } catch {
    return null;
  }
}

export function clearPendingMove(matchId: string): void {
  try {
    sessionStorage.removeItem(keyOf(matchId));
  } catch {
    // nothing was saved
  }
}
