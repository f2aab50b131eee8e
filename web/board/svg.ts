/** Creating and changing SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";
let count = 0;

export type Attributes = Record<string, string | number | null | undefined>;

/** An id that no other element of the page has, for gradients, clips and symbols. */
export const unique = (name: string): string => `${name}-${++count}`;

export function el<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes?: Attributes,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(NAMESPACE, name);
  if (attributes) set(node, attributes);
  node.append(...children);
  return node;
}

/** Sets attributes. Null removes one. `style` is set property by property, because the content security policy blocks the attribute. */
export function set<T extends Element>(node: T, attributes: Attributes): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) node.removeAttribute(name);
    else if (name === "style" && node instanceof SVGElement) node.style.cssText = String(value);
    else node.setAttribute(name, String(value));
  }
  return node;
}

export const group = (className: string, ...children: (Node | string)[]): SVGGElement =>
  el("g", { class: className }, ...children);

/** Places a symbol or another element with an id. */
export const use = (id: string, x: number, y: number, className?: string): SVGUseElement =>
  el("use", { href: `#${id}`, x, y, class: className });

/** A gradient whose stops are coloured by classes: `[offset, class]`. */
export function gradient(
  id: string,
  kind: "linear" | "radial",
  attributes: Attributes,
  stops: readonly (readonly [number, string])[],
): SVGElement {
  const all = stops.map(([offset, name]) => el("stop", { offset, class: name }));
  return el(kind === "linear" ? "linearGradient" : "radialGradient", { id, ...attributes }, ...all);
}

/** Rounds a number for an attribute. */
export const short = (value: number): number => Math.round(value * 100) / 100;

/** An arrow from one point to another that keeps a distance from both: a path for `class`es with a stroke. */
export function arrow(
  className: string,
  points: readonly { x: number; y: number }[],
  { head = 12, start = 0, end = 0 }: { head?: number; start?: number; end?: number } = {},
): SVGGElement {
  const line = points.map(({ x, y }) => ({ x, y }));
  if (line.length < 2) return group(className);
  shorten(line, 0, 1, start);
  shorten(line, line.length - 1, line.length - 2, end);
  const [from, to] = [line[line.length - 2], line[line.length - 1]];
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (side: number): string => {
    const turned = angle + Math.PI + side * 0.5;
    return `${short(to.x + head * Math.cos(turned))} ${short(to.y + head * Math.sin(turned))}`;
  };
  const path = line.map(({ x, y }, index) => `${index ? "L" : "M"}${short(x)} ${short(y)}`).join("");
  return group(
    className,
    el("path", { class: "arrow-line", d: path }),
    el("path", {
      class: "arrow-head",
      d: `M${wing(1)}L${short(to.x)} ${short(to.y)}L${wing(-1)}`,
    }),
  );
}

/** Moves one end of a line towards its neighbour. */
function shorten(line: { x: number; y: number }[], end: number, neighbour: number, by: number): void {
  const [one, two] = [line[end], line[neighbour]];
  const length = Math.hypot(two.x - one.x, two.y - one.y) || 1;
  const part = Math.min(by / length, 0.45);
  line[end] = {
    x: one.x + (two.x - one.x) * part,
    y: one.y + (two.y - one.y) * part,
  };
}

/** A symbol as markup: its content is parsed once and placed by `use`. */
export interface PieceSymbol {
  readonly name: string;
  readonly markup: string; // elements of SVG around the origin; `{id}` stands for the id of the symbol, for gradients in it
}

/**
 * Adds symbols to the `defs` of a drawing and returns their ids by name. Ids are unique in the page.
 *
 * Rules with ancestors do not reach into symbols: style their parts by single classes. Custom properties are inherited from
 * the `use`, so that one symbol can have the colours of every side.
 */
export function defineSymbols<N extends string>(
  defs: SVGElement,
  symbols: readonly (PieceSymbol & { readonly name: N })[],
): Record<N, string> {
  const ids: Partial<Record<N, string>> = {};
  for (const { name, markup } of symbols) {
    const id = unique(name);
    const source = `<g xmlns="${NAMESPACE}" id="${id}">${markup.replaceAll("{id}", id)}</g>`;
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    defs.append(document.importNode(parsed, true));
    ids[name] = id;
  }
  return ids as Record<N, string>;
}
