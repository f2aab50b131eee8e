/** Making and changing SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";
let count = 0;

/** A name no other element of the page has, for gradients and clips. @param {string} word */
export const unique = (word) => `${word}-${++count}`;

/**
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function el(name, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  set(node, attributes);
  node.append(...children);
  return node;
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Record<string, string | number | null | undefined>} attributes null takes one away
 * @returns {T}
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) node.removeAttribute(name);
    else if (name === "style" && node instanceof SVGElement)
      node.style.cssText = String(value); // the policy bars the attribute itself
    else node.setAttribute(name, String(value));
  }
  return node;
}

/** @param {string} className @param {...(Node | string)} children */
export const group = (className, ...children) => el("g", { class: className }, ...children);

/**
 * A piece drawn once in the `defs`, placed.
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {string} [className]
 */
export const use = (id, x, y, className) => el("use", { href: `#${id}`, x, y, class: className });

/**
 * @param {string} id
 * @param {"linear" | "radial"} kind
 * @param {Record<string, string | number>} attributes
 * @param {[number, string][]} stops offset and class
 */
export function gradient(id, kind, attributes, stops) {
  return el(`${kind}Gradient`, { id, ...attributes }, ...stops.map(([offset, name]) => el("stop", { offset, class: name })));
}

/** A number short enough for an attribute. @param {number} value */
export const short = (value) => Math.round(value * 100) / 100;
