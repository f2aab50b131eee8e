/** What a person has chosen, kept in this browser. */

import { loadStyle } from "./urls.js";

const KEY = "tablier.settings";
const sharper = matchMedia("(prefers-contrast: more)");

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "more" | "normal"} contrast
 * @property {boolean} text the text board instead of the drawing
 * @property {boolean} chatter ears are told what is said at the table
 * @property {boolean} sounds
 * @property {boolean} confirm a first tap shows the turn, a second one plays it
 * @property {boolean} guides lines that help the eye
 * @property {boolean} engine the engine thinks in studies
 * @property {boolean} heat and what it thinks is drawn on the board
 */

/** @type {Settings} */
const DEFAULTS = { theme: "system", contrast: "system", text: false, chatter: false, sounds: true, confirm: true, guides: false, engine: true, heat: true };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // a browser that keeps nothing still plays
  }
}

/** @param {Partial<Settings>} chosen */
export function choose(chosen) {
  Object.assign(settings, chosen);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // kept for this page only
  }
  apply();
}

/** Calls back after every change, until the signal ends it. @param {() => void} listener @param {AbortSignal} [signal] */
export function onSettings(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  const sharp = settings.contrast === "more" || (settings.contrast === "system" && sharper.matches);
  if (sharp) loadStyle("contrast").catch(() => {});
  root.toggleAttribute("data-contrast", sharp);
  root.toggleAttribute("data-text", settings.text);
  for (const listener of listeners) listener();
}

sharper.addEventListener("change", apply);
// another tab has chosen
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  Object.assign(settings, DEFAULTS, stored());
  apply();
});
