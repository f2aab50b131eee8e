/** Where a board gets its positions from. A match and a study implement it; a lesson or a puzzle can. */

import type { View } from "../../board/types.js";
import type { ChatEntry, MatchEvent } from "../protocol.js";
import type { Translate } from "../texts.js";

/** One entry of the list of moves. */
export interface Ply {
  readonly seat: number;
  readonly text: string; // the action in the notation of the game; for `left`, the kind of the event: "resign", "leave", "flag"
  readonly left: boolean; // a player left a game of three or four, which counts as a move
}

/** A position in the past and the action that led to it. */
export interface PastPosition {
  readonly view: View; // without legal actions
  readonly last: string | null; // null at the start, and where a player left
}

/**
 * What has changed.
 * - `all`: anything, such as after opening, reconnecting, or a step in a study. Shown without animation.
 * - `update`: `events` happened just now. If exactly one is an action, the board animates it.
 * - `info`: the position is the same; participants, watchers, requests or settings of the match changed.
 * - `chat`: `chat` is new; or a message was hidden, then `chat` is undefined.
 * - `notice`: something to tell; `notice` is the key of its text.
 */
export interface PositionChange {
  readonly kind: "all" | "update" | "info" | "chat" | "notice";
  readonly events: readonly MatchEvent[];
  readonly chat?: ChatEntry;
  readonly notice?: string;
}

/**
 * What a board needs of a match or a study. All fields are read at each use. Fires `change` (a `CustomEvent<PositionChange>`)
 * after every change; use `onChange`.
 */
export interface PositionSource {
  /** The name of the game, "twixt". It does not change. */
  readonly game: string;
  /** The texts of the game, with those of the client behind them. */
  readonly t: Translate;
  /** The current position as the viewer sees it, with `legal` only if the viewer may act. Null until the first one is there. */
  readonly view: View | null;
  /** The seat from which the board is seen; null for a spectator. */
  readonly seat: number | null;
  /** The seats that the viewer holds. */
  readonly seats: readonly number[];
  /** The name of each seat: a player, or a side in a study. */
  readonly players: readonly string[];
  /** True if the viewer may act now. */
  readonly mayAct: boolean;
  /** True if the game is over. */
  readonly isOver: boolean;
  /** All moves of the line that is shown. In a study it may go on beyond the current position. */
  readonly plies: readonly Ply[];
  /** The number of moves that led to `view`; in a match always `plies.length`. */
  readonly ply: number;
  /** The action that led to `view`; null at the start, and where a player left. */
  readonly lastAction: string | null;
  /** Differs whenever earlier positions may differ, such as after a takeback. Part of the cache key of `viewAfter`. */
  readonly revision: number | string;

  /** Who is to act and what is asked, as a sentence. `prompt` is the board's part of it and may be empty. */
  describeStatus(prompt: string): string;
  /** The position after a number of moves. Rejects if the server cannot be reached. */
  viewAfter(ply: number): Promise<PastPosition>;
  /** The view after an action, without playing it. Rejects with a sentence for the person. */
  tryAction(action: string): Promise<View>;
  /** Plays an action. Resolves when it counts; rejects with a sentence for the person. */
  play(action: string): Promise<void>;
  /**
   * Only for sources with a current position of their own, such as a study: makes the position after `ply` moves the current
   * one. Without it, the controller shows earlier positions itself (`BoardController.lookedAt`).
   */
  goTo?(ply: number): Promise<void>;
  /** Calls `listener` after every change until `signal` is aborted. */
  onChange(listener: (change: PositionChange) => void, signal: AbortSignal): void;
}

/** The part of a `PositionSource` that calls listeners. */
export class ChangeEmitter extends EventTarget {
  emit(change: PositionChange): void {
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }

  onChange(listener: (change: PositionChange) => void, signal: AbortSignal): void {
    this.addEventListener("change", (event) => listener((event as CustomEvent<PositionChange>).detail), { signal });
  }
}
