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

/** A name as it was given, whichever way it is written. @param {string} name @param {string} [className] */
export const called = (name, className = "name") => h("bdi", { class: className }, name);

/** Sets a text without touching the page when it is the same, so that ears hear it once. @param {Element} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
