/** How a move of Twisty is animated: the pawn hops, a robbed pawn leaves, a cube flies to its card. */

import type { Motion } from "tablier/board";
import type { Drawing } from "./board.drawing.js";
import { isColour, middle, type SymbolName } from "./board.pieces.js";
import type { TwistyPosition } from "./board.js";

const HOP_MS = 240;
const LEAP = 34; // how high a pawn hops

/** A move that has just been played. */
export interface PlayedMove {
  readonly before: TwistyPosition;
  readonly after: TwistyPosition;
  readonly path: readonly string[]; // from the start of the pawn, if it had one
  readonly isDropped: boolean; // the viewer has dragged the pawn to its end
}

export class MoveAnimation {
  /** The seat that has just taken a cube which is still on its way; null if none is. */
  collecting: number | null = null;

  constructor(
    private readonly motion: Motion,
    private readonly drawing: Drawing,
    private readonly findCard: (seat: number, index: number) => Element | null,
    private readonly collected: () => void,
  ) {}

  /** Starts the animation of a move. Returns how long the pawn is on its way, in ms. */
  start({ before, after, path, isDropped }: PlayedMove): number {
    this.collecting = null;
    const seat = after.pawns.findIndex((cell, index) => cell !== null && cell !== before.pawns[index]);
    const cell = after.pawns[seat] ?? null;
    const node = this.drawing.pawns.querySelector<SVGElement>(`[data-seat="${seat}"]`);
    if (!cell || !node || !this.motion.enabled) return 0;
    const duration = path.length > 1 && !isDropped ? this.hop(node, path) : this.land(node, isDropped ? 10 : 60);
    const robbed = before.pawns.findIndex((former, index) => former === cell && index !== seat);
    if (robbed >= 0) this.removePawn(robbed, cell, duration);
    const token = before.tokens[cell] ?? "";
    if (isColour(token) && !(cell in after.tokens)) void this.collect(seat, token, cell, after.taken[seat] - 1, duration);
    return duration;
  }

  private land(node: SVGElement, height: number): number {
    void this.motion.drop(node, height);
    return 200;
  }

  private hop(node: SVGElement, path: readonly string[]): number {
    const end = middle(path[path.length - 1]);
    const offset = (cell: string): { x: number; y: number } => ({ x: middle(cell).x - end.x, y: middle(cell).y - end.y });
    const hops = path.length - 1;
    const frames = path.flatMap((cell, index): Keyframe[] => {
      const { x, y } = offset(cell);
      const landed = { transform: `translate(${x}px, ${y}px)`, offset: index / hops, easing: "ease-out" };
      if (index === hops) return [landed];
      const next = offset(path[index + 1]);
      const top = `translate(${(x + next.x) / 2}px, ${(y + next.y) / 2 - LEAP}px)`;
      return [landed, { transform: top, offset: (index + 0.5) / hops, easing: "ease-in" }];
    });
    const duration = HOP_MS * hops;
    void this.motion.play(node, frames, { duration, easing: "linear", contact: duration });
    return duration;
  }

  /** A robbed pawn leaves the board when the robber has arrived. */
  private removePawn(seat: number, cell: string, delay: number): void {
    const { x, y } = middle(cell);
    const node = this.drawing.pawn(seat, x, y, "robbed");
    this.drawing.pawns.prepend(node);
    const frames = [{ opacity: 1 }, { opacity: 0, transform: "translate(0, -30px)" }];
    void this.motion.play(node, frames, { delay, duration: 260 }).then(() => node.remove());
  }

  /** A cube lies there until the pawn has arrived, and then flies to its card. */
  private async collect(seat: number, colour: SymbolName, cell: string, index: number, delay: number): Promise<void> {
    const { x, y } = middle(cell);
    const node = this.drawing.piece(colour, x, y, "token");
    this.drawing.tokens.append(node);
    this.collecting = seat;
    await this.motion.fly(node, () => this.findCard(seat, index), { delay });
    this.collecting = null;
    this.collected();
  }
}
