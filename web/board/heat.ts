/** The engine's evaluation of actions, drawn over a board: the better, the stronger; the best with their rank. */

import { arrow, el, group } from "./svg.js";
import type { CellBox, HeatCandidate, Point } from "./types.js";

const MIN_SPREAD = 0.01; // of the expected score
const MAX_SPREAD = 0.2;
const MAX_ARROWS = 8;

/** An action to draw. */
export interface HeatMark {
  readonly action: string;
  readonly strength: number; // 0 to 1; the best action has 1
  readonly rank: number | null; // 1-based, only for the best
}

/**
 * Chooses the actions that are worth drawing.
 *
 * The scale is the difference to the best: an action that gives away more than half of all actions do, and at most
 * `MAX_SPREAD`, is dropped. So a quiet opening shows differences, and a sharp position shows few actions.
 */
export function rankCandidates(candidates: readonly HeatCandidate[]): HeatMark[] {
  if (!candidates.length) return [];
  const sorted = [...candidates].sort((one, two) => two.expectedScore - one.expectedScore);
  const best = sorted[0].expectedScore;
  const spread = Math.min(MAX_SPREAD, Math.max(MIN_SPREAD, best - sorted[sorted.length >> 1].expectedScore));
  const ranks = candidates.filter((candidate) => candidate.best).map(({ action }) => action); // in the engine's order
  return sorted
    .map(({ action, expectedScore }) => {
      const rank = ranks.indexOf(action) + 1;
      return {
        action,
        strength: 1 - (best - expectedScore) / spread,
        rank: rank || null,
      };
    })
    .filter(({ strength }) => strength > 0);
}

/** What the layer must know of a board. */
export interface HeatSource {
  cellsOf(action: string): string[];
  cellBox(id: string): CellBox | null;
  drawHeatMark(mark: HeatMark): SVGElement | null;
}

/** Draws marks: a disc on the cell of an action, an arrow for an action with a start and an end. Of equal ones the best. */
export function heatElements(board: HeatSource, marks: readonly HeatMark[]): SVGElement[] {
  const drawn = new Set<string>();
  const [discs, arrows]: [SVGElement[], SVGElement[]] = [[], []];
  for (const mark of marks) {
    const cells = board.cellsOf(mark.action);
    const key = cells.length > 1 ? `${cells[0]}>${cells[cells.length - 1]}` : (cells[0] ?? mark.action);
    if (drawn.has(key)) continue;
    const own = board.drawHeatMark(mark);
    if (own) {
      discs.push(own);
      continue;
    }
    drawn.add(key);
    const boxes = cells.flatMap((id) => board.cellBox(id) ?? []);
    if (boxes.length > 1 && arrows.length < MAX_ARROWS) arrows.push(heatArrow(boxes, mark));
    else if (boxes.length === 1) discs.push(heatDisc(boxes[0], mark));
  }
  return [...discs.reverse(), ...arrows.reverse()]; // the best on top
}

const middle = ({ x, y, width, height }: CellBox): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

function heatDisc(box: CellBox, { strength, rank }: HeatMark): SVGElement {
  const { x, y } = middle(box);
  const size = Math.min(box.width, box.height);
  const node = group(
    "heat-mark",
    el("circle", {
      class: "heat-disc",
      cx: x,
      cy: y,
      r: size * Math.max(0.14 + 0.26 * strength, rank ? 0.3 : 0),
    }),
  );
  setStrength(node, strength);
  if (rank) node.append(heatRank({ x, y }, size, rank));
  return node;
}

function heatArrow(boxes: readonly CellBox[], { strength, rank }: HeatMark): SVGElement {
  const points = boxes.map(middle);
  const size = Math.min(boxes[0].width, boxes[0].height);
  const shape = { head: size * 0.22, start: size * 0.12, end: size * 0.2 };
  const node = group("heat-mark heat-arrow", arrow("heat-arrow-edge", points, shape), arrow("heat-arrow-line", points, shape));
  node.style.setProperty("--width", `${size * (0.05 + 0.06 * strength)}px`);
  setStrength(node, strength);
  if (rank) {
    const [from, to] = points.slice(-2);
    const at = {
      x: from.x + (to.x - from.x) * 0.4,
      y: from.y + (to.y - from.y) * 0.4,
    };
    node.append(el("circle", { class: "heat-badge", cx: at.x, cy: at.y, r: size * 0.2 }), heatRank(at, size * 0.7, rank));
  }
  return node;
}

/** The rank of an action as a number at a point. `size` is that of a cell. */
export function heatRank({ x, y }: Point, size: number, rank: number): SVGElement {
  const node = el("text", { class: "heat-rank", x, y }, String(rank));
  node.style.setProperty("font-size", `${size * 0.4}px`);
  return node;
}

/** Passes the strength of a mark to the style sheet. */
export function setStrength(node: SVGElement, strength: number): void {
  node.style.setProperty("--strength", String(0.25 + 0.5 * strength));
}
