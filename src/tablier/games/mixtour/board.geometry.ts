/** Which disc of a stack is at a point. Stacks are seen slightly from above. */

import type { Point } from "tablier/board";
import { DISC, FLAT, HOVER, LOW, RISE, TOP } from "./board.pieces.js";

/** A stack as it is drawn: the middle of its square, and how many of its pieces are raised. */
export interface StackShape extends Point {
  height: number;
  raised: number;
}

/** How far the front edge of a disc is below the middle of its face, at a distance from its axis; null beside the disc. */
function bulge(shape: StackShape, point: Point): number | null {
  const across = (point.x - shape.x) / DISC;
  return Math.abs(across) > 1 ? null : FLAT * Math.sqrt(1 - across * across);
}

/** The disc whose wall is at a point, counted from 0 at the bottom; null on the upper face and beside the stack. */
export function levelAt(shape: StackShape, point: Point): number | null {
  const edge = bulge(shape, point);
  if (edge === null) return null;
  for (let level = 0; level < shape.height; level++) {
    const up = shape.height - level <= shape.raised ? HOVER : 0;
    const low = shape.y - level * RISE - up + LOW + edge;
    if (point.y <= low && point.y > low - RISE) return level;
  }
  return null;
}

/** True if a point is on or in front of a disc of the stack. */
export function isOnStack(shape: StackShape, point: Point): boolean {
  const edge = bulge(shape, point);
  if (edge === null || !shape.height) return false;
  return point.y >= shape.y - (shape.height - 1) * RISE - (shape.raised ? HOVER : 0) + TOP - edge;
}
