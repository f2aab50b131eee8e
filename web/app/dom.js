/** Making elements. Texts only ever become text nodes, so names and chat can hold any markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes] functions listen, true stands bare, false, null and undefined are left out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
  fill(node, ...children);
  return node;
}

/** Gives an element new contents. @param {Element} node @param {...(Child | Child[])} children */
export function fill(node, ...children) {
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  node.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
}

/** A button that does something. @param {Child} label @param {() => unknown} act @param {Record<string, any>} [attributes] */
export const button = (label, act, attributes = {}) => h("button", { type: "button", click: act, ...attributes }, label);

const CONTROLS = "button:enabled, a[href], summary";
/** What makes a control the same one, drawn anew. @param {Element | null} node */
const same = (node) => node?.getAttribute("data-same") ?? node?.getAttribute("aria-label") ?? node?.textContent;

/**
 * Changes what an element holds. Whoever was on a control in it is on the same one afterwards; where there is none, `lost` finds another place.
 * @param {Element} node @param {() => void} change @param {() => void} lost
 */
export function keepFocus(node, change, lost) {
  const held = document.activeElement;
  const inside = node.contains(held);
  change();
  if (!inside || node.contains(document.activeElement)) return;
  const again = /** @type {HTMLElement | undefined} */ ([...node.querySelectorAll(CONTROLS)].find((one) => same(one) === same(held)));
  if (again) again.focus({ preventScroll: true });
  else lost();
}

/** A name as it was given, whichever way it is written. @param {string} name @param {string} [className] */
export const called = (name, className = "name") => h("bdi", { class: className }, name);

/** Sets a text without touching the page when it is the same, so that ears hear it once. @param {Element} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
