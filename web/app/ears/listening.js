/** Everything for ears and keys at one table: announcements, keys, and the text board in the drawing's place. */

import { loadStyle } from "../urls.js";
import { settings } from "../settings.js";
import { Herald } from "./herald.js";
import { Keys } from "./keys.js";

/**
 * @param {{match: import("../table/match.js").Match, speak: import("../texts.js").Speaker, doing: import("../table/doing.js").Doing, me: any, place: HTMLElement, signal: AbortSignal}} table
 */
export async function listen({ match, speak, doing, me, place, signal }) {
  const board = /** @type {import("../../board/board.js").Board} */ (doing.drawn);
  const listening = new Listening(match, doing, await board.ears(), place);
  listening.herald = new Herald(match, speak, doing, listening.ears, me);
  place.addEventListener("keydown", (event) => listening.keys.pressed(event), { signal });
  const watch = setInterval(() => listening.herald?.warn(), 1000);
  signal.addEventListener("abort", () => (clearInterval(watch), listening.ended.abort()));
  await listening.show();
  return listening;
}

export class Listening {
  /**
   * @param {import("../table/match.js").Match} match
   * @param {import("../table/doing.js").Doing} doing
   * @param {import("../../board/ears.js").Ears<any>} ears
   * @param {HTMLElement} place around the board
   */
  constructor(match, doing, ears, place) {
    this.match = match;
    this.doing = doing;
    this.ears = ears;
    this.place = place;
    this.keys = new Keys(this);
    /** @type {Herald | null} */
    this.herald = null;
    /** @type {import("./grid.js").TextCells | null} */
    this.text = null;
    /** @type {Promise<import("./typing.js").Typing> | null} */
    this.typed = null;
    this.ended = new AbortController();
  }

  /** The cells that have the keys now: those of the text board, or of the drawing. */
  get cells() {
    return this.text ?? this.ears.board.stage.cells;
  }

  /** @param {import("../table/match.js").News} news */
  hear(news) {
    this.herald?.hear(news);
  }

  /** Follows the board: the position, the turn being built, the switch between drawing and text. */
  async show() {
    this.herald?.settle();
    const { board } = this.ears;
    if (!board.view) return;
    if (settings.text) await this.lay();
    else if (this.text) this.fold();
    (await this.typed)?.show();
    const chosen = board.draft()?.text;
    this.text?.show(this.ears, board.sent ? new Set() : board.offered(), new Set(chosen ? this.ears.concerns(chosen) : []));
  }

  async lay() {
    const { plan } = this.ears.board.stage;
    if (this.text?.plan === plan) return;
    const held = document.activeElement; // the style that comes along hides the drawing, and whoever is on it would be nowhere
    const [{ TextCells }] = await Promise.all([import("./grid.js"), this.typing()]);
    if (this.text?.plan === plan || !settings.text) return;
    const here = this.doing.awaited || (this.text?.node ?? this.doing.board).contains(held);
    const focused = here && (document.activeElement === held || document.activeElement === document.body);
    this.text?.node.parentElement?.remove();
    this.text = new TextCells(plan);
    const frame = document.createElement("div");
    frame.className = "text-board";
    this.text.listen(frame, this.ended.signal);
    frame.append(this.text.node);
    this.place.prepend(frame);
    if (focused) this.text.focus(this.text.current);
  }

  fold() {
    const focused = this.text?.node.contains(document.activeElement);
    this.text?.node.parentElement?.remove();
    this.text = null;
    if (focused) this.refocus();
    this.typed?.then(({ node }) => node.remove());
    this.typed = null;
  }

  /** Typing a turn and the list of what can be done: always there with the text board, otherwise once somebody asked. */
  typing() {
    this.typed ??= Promise.all([import("./typing.js"), loadStyle("text_board")]).then(([{ Typing }]) => {
      const made = new Typing(this.ears.board, this.ears, () => this.refocus());
      this.doing.panel.after(made.node);
      made.show();
      return made;
    });
    return this.typed;
  }

  refocus() {
    this.cells.focus(this.cells.current);
  }
}
