/** How Mixtour's pieces and board look. Light falls from the upper left. */

import { el, gradient, group, set, unique, use, type PieceSymbol } from "tablier/board";

export const WIDE = 100; // a square, seen slightly from above
export const HIGH = 86;
export const DISC = 33; // half a disc's width
export const FLAT = 21; // half its depth
export const RISE = 14; // its thickness: how much each piece adds to a stack
export const HOVER = 17; // how far a lifted part is above its stack
export const TOP = 12 - RISE; // the upper face of a disc, below the middle of its square
export const LOW = 12; // the lower face

const disc = (dot: string): string => `
  <path class="mix-wall" d="M${-DISC} ${TOP}V${LOW}A${DISC} ${FLAT} 0 0 0 ${DISC} ${LOW}V${TOP}"/>
  <linearGradient id="{id}-dusk"><stop offset="0.35" class="mix-dusk-none"/><stop offset="1" class="mix-dusk"/></linearGradient>
  <path fill="url(#{id}-dusk)" d="M${-DISC} ${TOP}V${LOW}A${DISC} ${FLAT} 0 0 0 ${DISC} ${LOW}V${TOP}"/>
  <path class="mix-glint" d="M${-DISC + 6} ${TOP + 13}V${LOW + 9}"/>
  <ellipse class="mix-top" cx="0" cy="${TOP}" rx="${DISC}" ry="${FLAT}"/>
  <path class="mix-sheen" d="M${-DISC + 4} ${TOP}A${DISC - 4} ${FLAT - 3} 0 0 1 6 ${TOP - FLAT + 3}"/>
  <ellipse class="mix-rim" cx="0" cy="${TOP}" rx="${DISC - 7}" ry="${FLAT - 5}"/>${dot}`;

const TOWER = 5; // discs of a tower
const COIN = { wide: 11, flat: 3.6, rise: 5 }; // a disc of the small towers

/** A small tower around the origin, its discs from the bottom up. */
function tower(className: string): string {
  const { wide, flat, rise } = COIN;
  const coin = (level: number): string => {
    const y = 10 - level * rise;
    return `<path class="${className}" d="M${-wide} ${y - rise}V${y}A${wide} ${flat} 0 0 0 ${wide} ${y}V${y - rise}A${wide} ${flat} 0 0 0 ${-wide} ${y - rise}A${wide} ${flat} 0 0 0 ${wide} ${y - rise}"/>`;
  };
  return Array.from({ length: TOWER }, (_, level) => coin(level)).join("");
}

/** The pieces, each around the middle of the square that its disc stands on. Colours come from the class of a side. */
export const SYMBOLS = [
  { name: "disc0", markup: disc("") },
  { name: "disc1", markup: disc(`<ellipse class="mix-dot" cx="0" cy="${TOP}" rx="6" ry="3.8"/>`) },
  { name: "shade", markup: `<ellipse class="mix-shade" cx="5" cy="${LOW + 4}" rx="${DISC + 4}" ry="${FLAT + 2}"/>` },
  { name: "tower", markup: tower("mix-coin") },
  { name: "outline", markup: tower("mix-outline") },
] as const satisfies readonly PieceSymbol[];

export type SymbolIds = Record<(typeof SYMBOLS)[number]["name"], string>;

/** Where the lowest disc of a stack stands. */
export function middle(cell: string): { x: number; y: number } {
  return { x: (cell.charCodeAt(0) - 97 + 0.5) * WIDE, y: (5 - Number(cell[1]) + 0.5) * HIGH };
}

/** The upper face of a square. */
export function square(cell: string, className: string): SVGElement {
  const { x, y } = middle(cell);
  return el("rect", { class: className, x: x - 43, y: y - 36, width: 86, height: 73, rx: 9 });
}

/** Draws the beech board with its inset squares and the coordinates. */
export function drawBoard(defs: SVGElement, layer: SVGElement): void {
  const [wide, high] = [WIDE * 5, HIGH * 5];
  const [wood, face] = [unique("wood"), unique("face")];
  const diagonal = { x1: 0, y1: 0, x2: 1, y2: 1 };
  const woodStops = [
    [0, "mix-wood-light"],
    [1, "mix-wood-dark"],
  ] as const;
  const faceStops = [
    [0, "mix-face-dark"],
    [0.25, "mix-face"],
    [1, "mix-face-light"],
  ] as const;
  defs.append(gradient(wood, "linear", diagonal, woodStops), gradient(face, "linear", diagonal, faceStops));
  layer.append(
    el("rect", { class: "front", x: -12, y: -8, width: wide + 24, height: high + 32, rx: 12 }),
    el("rect", { class: "wood", x: -12, y: -12, width: wide + 24, height: high + 24, rx: 12, fill: `url(#${wood})` }),
    el("path", { class: "grain", d: grain(wide, high) }),
    el("rect", { class: "bevel", x: -10.5, y: -10.5, width: wide + 21, height: high + 21, rx: 11 }),
  );
  for (const column of "abcde") {
    for (const row of "12345") {
      const { x, y } = middle(column + row);
      layer.append(
        el("rect", { class: "square-lip", x: x - 44, y: y - 36.5, width: 88, height: 76, rx: 10 }),
        el("rect", { class: "square-edge", x: x - 44, y: y - 38, width: 88, height: 76, rx: 10 }),
        set(square(column + row, "square"), { fill: `url(#${face})` }),
      );
    }
    layer.append(el("text", { class: "coordinate", x: middle(`${column}1`).x, y: high + 36 }, column));
  }
  for (const row of "12345") layer.append(el("text", { class: "coordinate", x: -23, y: middle(`a${row}`).y }, row));
}

/** Long quiet waves in the wood. */
function grain(wide: number, high: number): string {
  const lines: string[] = [];
  for (let y = 2, step = 0; y < high; y += 17 + ((step * 7) % 11), step++) {
    const bend = 4 + ((step * 5) % 7);
    lines.push(`M-10 ${y}C${wide * 0.3} ${y - bend} ${wide * 0.6} ${y + bend} ${wide + 10} ${y - 2}`);
  }
  return lines.join("");
}

/** A badge with the number of lifted pieces. */
function liftBadge(x: number, y: number, count: number): SVGElement {
  const ground = el("rect", { x: -19, y: -14, width: 38, height: 28, rx: 14 });
  const arrow = el("path", { d: "M0 7V-7M-5-2L0-7L5-2", transform: "translate(8 0)" });
  const badge = group("count", ground, el("text", { x: -7, y: 1 }, String(count)), arrow);
  return set(badge, { transform: `translate(${x} ${y})` });
}

/** A disc that stands at a point. */
export function drawDisc(ids: SymbolIds, x: number, y: number, side: number, className: string): SVGElement {
  return use(side ? ids.disc1 : ids.disc0, x, y, `${className} side${side}`);
}

/** A stack of discs by side from the bottom up, the top `raised` ones lifted. `hovered` of these would stay so after a tap. */
export function drawPile(
  ids: SymbolIds,
  cell: string,
  sides: readonly number[],
  raised: number,
  hovered: number,
): SVGElement[] {
  if (!sides.length) return [];
  const { x, y } = middle(cell);
  const nodes: SVGElement[] = [use(ids.shade, x, y)];
  sides.forEach((side, level) => {
    const fromTop = sides.length - level;
    const up = fromTop <= raised ? HOVER : 0;
    const className = `disc ${fromTop <= raised ? "raised" : ""} ${fromTop <= hovered ? "hovered" : ""}`;
    nodes.push(drawDisc(ids, x, y - level * RISE - up, side, className));
  });
  if (sides.length > 2) nodes.push(el("text", { class: "height", x: x + DISC + 3, y: y + 34 }, String(sides.length)));
  if (raised) nodes.push(liftBadge(cell.startsWith("a") ? x + DISC + 10 : x - DISC - 10, y - sides.length * RISE - 12, raised));
  return nodes;
}

/** The point of a tower that would be finished on a stack, in the colour of its scorer. */
export function scoreBadge(cell: string, height: number, side: number): SVGElement {
  const { x, y } = middle(cell);
  const node = group(`badge side${side}`, el("circle", { r: 15 }), el("text", { y: 0.5 }, "+1"));
  return set(node, { transform: `translate(${x + 32} ${y - height * RISE - 14})` });
}

/** A low arc from one stack to another, and a small bounce. `levels` is how much higher the disc was before. */
export function travelFrames(source: string, target: string, levels: number): Keyframe[] {
  const [from, to] = [middle(source), middle(target)];
  const [x, y] = [from.x - to.x, from.y - to.y - levels * RISE];
  return [
    { transform: `translate(${x}px, ${y}px)`, easing: "ease-out" },
    { transform: `translate(${x / 2}px, ${Math.min(y / 2, y, 0) - 26}px)`, offset: 0.48, easing: "ease-in" },
    { transform: "translate(0, 0)", offset: 0.86, easing: "ease-out" },
    { transform: "translate(0, -2.5px)", offset: 0.93, easing: "ease-in" },
    { transform: "translate(0, 0)" },
  ];
}
