/** How TwixT's pegs, links and board look. Light falls from the upper left. */

import { el, gradient, group, short, unique, type PieceSymbol, type Point } from "tablier/board";
import { PITCH, holePoint, linkEnds, parseHole, pointOf, type Hole } from "./board.notation.js";

const HALO = PITCH * 0.56; // half the width of the mark of the last move
const ROUND = PITCH * 0.25; // of the outer corners of the board

function peg(side: number): string {
  const stop = (offset: number, name: string): string => `<stop offset="${offset}" class="peg-${name} side${side}"/>`;
  return `
  <radialGradient id="{id}-light" cx=".34" cy=".28" r=".85">${stop(0, "lit")}${stop(0.5, "mid")}${stop(1, "low")}</radialGradient>
  <ellipse class="twixt-shadow" cx="1" cy="1.7" rx="7.6" ry="7.4"/>
  <circle class="twixt-skirt" r="7.1"/>
  <circle class="twixt-head" r="6.4" fill="url(#{id}-light)"/>
  <circle class="twixt-rim" r="4.5"/>
  <path class="twixt-glint" d="M-3.9-2.6A4.7 4.7 0 0 1-.9-4.6"/>
  ${side === 1 ? '<circle class="twixt-dot" r="1.8"/>' : ""}`;
}

/** The pegs, each around the middle of its hole. The second side's carries a dot. */
export const SYMBOLS = [
  { name: "peg0", markup: peg(0) },
  { name: "peg1", markup: peg(1) },
] as const satisfies readonly PieceSymbol[];

export type SymbolIds = Record<(typeof SYMBOLS)[number]["name"], string>;

/** The holes row by row, without the corners. */
export function holeRows(size: number): Hole[][] {
  const all = Array.from({ length: size }, (_, index) => index);
  return all.map((row) => all.map((column) => ({ column, row })).filter((hole) => isHole(hole, size)));
}

/** False outside the board and in its corners. */
export function isHole({ column, row }: Hole, size: number): boolean {
  const last = size - 1;
  if (column < 0 || row < 0 || column > last || row > last) return false;
  return !((column === 0 || column === last) && (row === 0 || row === last));
}

/** True for the holes of the border rows. */
export function isBorderHole(name: string, size: number): boolean {
  const { column, row } = parseHole(name);
  return [column, row].some((index) => index === 0 || index === size - 1);
}

/** A link: a rounded bar with a thin dark edge. The second side's has dots along it, as its pegs have one. */
export function drawLink(name: string, className: string, side: number | null = null): SVGElement {
  const [one, two] = linkEnds(name).map(holePoint);
  const node = drawBar(one, two, className, side);
  node.dataset.link = name;
  return node;
}

export function drawBar(one: Point, two: Point, className: string, side: number | null): SVGElement {
  const line = { x1: one.x, y1: one.y, x2: two.x, y2: two.y };
  const node = group(
    side === null ? className : `${className} side${side}`,
    el("line", { class: "bar-edge", ...line }),
    el("line", { class: "bar", ...line }),
  );
  if (side !== null) node.append(el("line", { class: side ? "dots" : "bar-sheen", ...line }));
  return node;
}

/** A disc around a hole. */
export function halo(hole: string, className: string, radius = HALO): SVGElement {
  const { x, y } = holePoint(hole);
  return el("circle", { class: className, cx: x, cy: y, r: radius });
}

/** The board without its corners, as a path. It is `out` larger than its holes on every side. */
function outline(size: number, out: number): string {
  const r = ROUND;
  const [low, high] = [-out, size * PITCH + out];
  const [near, far] = [PITCH - out, (size - 1) * PITCH + out]; // where the missing corners begin
  return [
    `M${near} ${low + r}q0 ${-r} ${r} ${-r}H${far - r}q${r} 0 ${r} ${r}V${near}`,
    `H${high - r}q${r} 0 ${r} ${r}V${far - r}q0 ${r} ${-r} ${r}H${far}`,
    `V${high - r}q0 ${r} ${-r} ${r}H${near + r}q${-r} 0 ${-r} ${-r}V${far}`,
    `H${low + r}q${-r} 0 ${-r} ${-r}V${near + r}q0 ${-r} ${r} ${-r}H${near}z`,
  ].join("");
}

/**
 * Draws the wood, the bands of the border rows and the holes.
 * @returns the bands by side
 */
export function drawBoard(defs: SVGElement, under: SVGElement, ground: SVGElement, size: number): SVGElement[] {
  const wide = size * PITCH;
  const wood = unique("wood");
  const stops = [
    [0, "twixt-wood-light"],
    [0.5, "twixt-wood"],
    [1, "twixt-wood-dark"],
  ] as const;
  defs.append(gradient(wood, "linear", { x1: 0, y1: 0, x2: 1, y2: 1 }, stops));
  const deep = wide / 240; // the shadow is as deep on boards of every size
  under.append(
    el("path", { class: "board-shadow whole", d: outline(size, deep), transform: `translate(0 ${short(deep)})` }),
    el("rect", { class: "board-shadow part", x: -deep, y: 0, width: wide + 2 * deep, height: wide + 2 * deep, rx: 4 * deep }),
  );
  ground.append(
    el("path", { class: "wood", d: outline(size, 0), fill: `url(#${wood})` }),
    el("path", { class: "grain", d: grain(wide) }),
  );
  const bands = [0, 1].map((side) => drawBand(defs, side, size));
  ground.append(...bands);
  ground.append(
    el("path", { class: "bevel-light", d: outline(size, -0.6), transform: "translate(.5 .6)" }),
    el("path", { class: "bevel-dark", d: outline(size, -0.6), transform: "translate(-.5 -.6)" }),
  );
  // Zero-length strokes with round ends: few elements for all holes keep panning cheap.
  const last = size - 1;
  const isSide0 = ({ row }: Hole): boolean => row === 0 || row === last;
  const isSide1 = ({ column }: Hole): boolean => column === 0 || column === last;
  const holes = holeRows(size).flat();
  for (const [name, some] of [
    ["", holes.filter((hole) => !isSide0(hole) && !isSide1(hole))],
    [" on-side0", holes.filter(isSide0)],
    [" on-side1", holes.filter(isSide1)],
  ] as const) {
    const points = some.map(pointOf);
    ground.append(
      el("path", { class: `hole-lip${name}`, d: points.map(({ x, y }) => `M${x} ${y + 0.7}h0`).join("") }),
      el("path", { class: `hole${name}`, d: points.map(({ x, y }) => `M${x} ${y}h0`).join("") }),
    );
  }
  return bands;
}

/** The two border rows of a side in its colour, with a soft inner shadow and a line towards the board. */
function drawBand(defs: SVGElement, side: number, size: number): SVGElement {
  const shade = unique("shade");
  const stops = [
    [0, "twixt-shade-edge"], // deeper where the light comes from
    [0.4, "twixt-shade-none"],
    [0.75, "twixt-shade-none"],
    [1, "twixt-shade-far"],
  ] as const;
  defs.append(gradient(shade, "linear", side === 0 ? { x1: 0, y1: 0, x2: 0, y2: 1 } : { x1: 0, y1: 0, x2: 1, y2: 0 }, stops));
  const node = group(`band side${side}`);
  for (const isFar of [false, true]) {
    const d = bandPath(side, isFar, size);
    node.append(
      el("path", { class: "band-fill", d }),
      el("path", { class: "band-shade", d, fill: `url(#${shade})` }),
      el("path", { class: "border", d: borderLine(side, isFar, size) }),
    );
  }
  return node;
}

/** One border row of a side. Its outer corners are rounded as those of the board. */
function bandPath(side: number, isFar: boolean, size: number): string {
  const [near, far] = [PITCH, (size - 1) * PITCH];
  const [outer, inner] = isFar ? [size * PITCH, far] : [0, near];
  const r = isFar ? -ROUND : ROUND; // from the outer edge inwards
  return side === 0
    ? `M${near} ${inner}V${outer + r}q0 ${-r} ${ROUND} ${-r}H${far - ROUND}q${ROUND} 0 ${ROUND} ${r}V${inner}z`
    : `M${inner} ${near}H${outer + r}q${-r} 0 ${-r} ${ROUND}V${far - ROUND}q0 ${ROUND} ${r} ${ROUND}H${inner}z`;
}

/** The line between a border row and the rest of the board. */
function borderLine(side: number, isFar: boolean, size: number): string {
  const at = isFar ? (size - 1) * PITCH : PITCH;
  const inset = PITCH * 0.2;
  const [start, end] = [PITCH + inset, (size - 1) * PITCH - inset];
  return side === 0 ? `M${start} ${at}H${end}` : `M${at} ${start}V${end}`;
}

/** Long quiet waves in the wood. */
function grain(wide: number): string {
  const lines: string[] = [];
  for (let y = PITCH + 5, step = 0; y < wide - PITCH; y += 11 + ((step * 7) % 11), step++) {
    const bend = 3 + ((step * 5) % 7);
    lines.push(`M0 ${y}C${wide * 0.3} ${y - bend} ${wide * 0.6} ${y + bend} ${wide} ${y - 2}`);
  }
  return lines.join("");
}

/** The guide lines: from the corners of the inner board, a knight's step steep. */
export function drawGuides(size: number): SVGElement {
  const low = PITCH * 1.5;
  const high = size * PITCH - low;
  const reach = high - low;
  const corners = [
    [low, low, 1, 1],
    [high, low, -1, 1],
    [low, high, 1, -1],
    [high, high, -1, -1],
  ];
  const rays = corners.flatMap(([x, y, right, down]) => [
    `M${x} ${y}l${(right * reach) / 2} ${down * reach}`,
    `M${x} ${y}l${right * reach} ${(down * reach) / 2}`,
  ]);
  return el("path", { class: "guide", d: rays.join("") });
}
