/** What Twisty's board shows: tokens, pawns, the last move, and the ways of a turn under construction. */

import { defineSymbols, el, group, set, use, type Stage } from "tablier/board";
import { branchesBeyond, type Hops } from "./board.paths.js";
import { RING, SYMBOLS, drawBoard, drawPath, middle, ring, trail, type SymbolIds, type SymbolName } from "./board.pieces.js";
import type { TwistyPosition } from "./board.js";

const ASIDE = { x: 11, y: 6 }; // how far a token and the pawn on it make room for each other
const TRAIL_MS = 2000; // how long the last path is strong
const PAWNS = ["pawn0", "pawn1", "pawn2", "pawn3"] as const;

/** A cell where a turn can end. */
export interface End {
  readonly cell: string;
  readonly isNext: boolean; // in one hop
  readonly isStrong: boolean; // something happens there
}

/** What is drawn of a draft and of the cell under the pointer. */
export interface DraftPicture {
  readonly ends: readonly End[];
  readonly start: string | null; // the cell of the pawn; null if it is put on a corner
  readonly path: readonly string[]; // the cells of the turn, or of the one to the cell under the pointer
  readonly isPreview: boolean;
  readonly chosen: string | null; // the end of the draft
  readonly hops: Hops;
}

export class Drawing {
  readonly tokens: SVGElement;
  readonly pawns: SVGElement;
  private readonly ids: SymbolIds;
  private readonly last: SVGElement;
  private readonly light: SVGElement;
  private readonly trailLayer: SVGElement;
  private readonly paths: SVGElement;
  private readonly marks: SVGElement;

  constructor(stage: Stage) {
    this.ids = defineSymbols(stage.defs, SYMBOLS);
    drawBoard(stage.defs, stage.layer("ground"));
    this.last = stage.layer("last-layer");
    this.light = stage.layer("light");
    this.tokens = stage.layer("tokens");
    this.trailLayer = stage.layer("trails");
    this.paths = stage.layer("paths");
    this.pawns = stage.layer("pawns");
    this.marks = stage.layer("marks");
  }

  /** A symbol at a point. */
  piece(name: SymbolName, x: number, y: number, className: string): SVGGElement {
    return set(group(className, use(this.ids[name], 0, 0)), { transform: `translate(${x} ${y})` });
  }

  /** A pawn at a point. The outer group can be animated. */
  pawn(seat: number, x: number, y: number, className: string): SVGGElement {
    const node = group(className, this.piece(PAWNS[seat], x, y, "pawn"));
    node.dataset.seat = String(seat);
    return node;
  }

  /**
   * @param describe the words for a token under the pointer
   * @param needed the colour that the viewer has to collect now
   */
  drawTokens({ tokens, pawns }: TwistyPosition, describe: (token: string) => string, needed: string | null): void {
    const nodes = Object.entries(tokens).map(([cell, token]) => {
      const { x, y } = middle(cell);
      const isShared = pawns.includes(cell);
      const node = this.piece(token as SymbolName, isShared ? x - ASIDE.x : x, isShared ? y - ASIDE.y : y, "token");
      node.dataset.token = cell;
      if (token === needed) {
        node.classList.add("needed");
        node.prepend(el("circle", { class: "needed-glow", r: RING - 2 }));
      }
      node.append(el("title", {}, describe(token)));
      return node;
    });
    this.tokens.replaceChildren(...nodes);
  }

  /** @param toAct the seat whose pawn is marked */
  drawPawns({ pawns, tokens }: TwistyPosition, toAct: number | null): void {
    const nodes = pawns.flatMap((cell, seat) => {
      if (!cell) return [];
      const { x, y } = middle(cell);
      const isShared = cell in tokens;
      const className = seat === toAct ? "standing acts" : "standing";
      return [this.pawn(seat, isShared ? x + ASIDE.x : x, isShared ? y + ASIDE.y : y, className)];
    });
    this.pawns.replaceChildren(...nodes);
  }

  /** The last move: a warm fill at both ends, and an arrowed line. */
  drawLastMove(path: readonly string[], shape: (cell: string) => SVGElement): void {
    const ends = path.length ? [...new Set([path[0], path[path.length - 1]])] : [];
    this.last.replaceChildren(...ends.map(shape));
    this.trailLayer.replaceChildren(...(path.length > 1 ? [trail(path.map(middle))] : []));
  }

  /** Shows the line of the last move strongly for a while. */
  emphasizeLastMove(delay: number): void {
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.85 }, {}];
    this.trailLayer.firstElementChild?.animate(frames, { duration: TRAIL_MS, delay, fill: "backwards" });
  }

  /** Draws the cells that can be reached, and the way of the draft or to the cell under the pointer. */
  drawDraft(picture: DraftPicture): void {
    const { start, path, isPreview } = picture;
    this.light.replaceChildren(...this.rings(picture));
    this.paths.replaceChildren(...this.branches(picture));
    if (start && path.length) {
      this.paths.append(drawPath([start, ...path].map(middle), isPreview ? "path faint" : "path"));
    }
    this.trailLayer.classList.toggle("quiet", path.length > 0);
    this.marks.replaceChildren();
  }

  /** Rings around the cells of the next hop. Of the others, only those where the path ends or goes on. */
  private rings({ ends, path, hops, chosen }: DraftPicture): SVGElement[] {
    const onward = new Set(branchesBeyond(hops, path).flatMap(({ to, depth }) => (depth === 1 ? [to] : [])));
    const isBusy = chosen !== null || onward.size > 0;
    return ends.flatMap(({ cell, isNext, isStrong }) => {
      const isOnWay = path.includes(cell) || onward.has(cell);
      if (!isNext && !isOnWay) return [];
      const classes = [
        "reach",
        isNext && !onward.has(cell) ? "" : "far",
        isStrong ? "strong" : "",
        isBusy && !isOnWay ? "quiet" : "",
        cell === chosen ? "chosen" : "",
      ];
      return [ring(classes.filter(Boolean).join(" "), middle(cell))];
    });
  }

  /** Where a path leads on: lines to the cells of the next hop, and smaller ones to those beyond. */
  private branches({ path, hops }: DraftPicture): SVGElement[] {
    return branchesBeyond(hops, path).flatMap(({ from, to, depth }) => {
      const [one, two] = [middle(from), middle(to)];
      const line = el("line", { class: depth > 1 ? "branch deep" : "branch", x1: one.x, y1: one.y, x2: two.x, y2: two.y });
      return depth > 1 ? [line, el("circle", { class: "branch-end", cx: two.x, cy: two.y, r: 9 })] : [line];
    });
  }

  /** The pawn where the draft ends, with a lock if it protects there. */
  drawArrival(seat: number, cell: string, protects: boolean): void {
    const { x, y } = middle(cell);
    this.marks.append(this.pawn(seat, x, y, "arriving acts"));
    if (!protects) return;
    const badge = group("saving", el("circle", { r: 19 }), use(this.ids.lock, 0, 0));
    this.marks.append(set(badge, { transform: `translate(${x + 30} ${y - 30})` }));
  }

  /** Dims the pawn of a seat that is shown elsewhere; null for none. */
  dimPawn(seat: number | null): void {
    for (const node of this.pawns.children) {
      node.classList.toggle("away", seat !== null && (node as SVGElement).dataset.seat === String(seat));
    }
  }

  /** Marks the pawn that has won. */
  markWinner(cell: string): void {
    this.light.append(ring("reach chosen", middle(cell)));
  }
}
