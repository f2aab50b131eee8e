/** Words for people: every one is a text with a key, in the language of the page. A game brings its own. */

import { fileUrl } from "./urls.js";
import { language } from "./language.js";

/** @typedef {(key: string, facts?: Record<string, any>) => string} Speaker */

const plural = new Intl.PluralRules(language);
/** @type {Intl.NumberFormat | null} made when it is needed: the first of its kind costs a slow phone a tenth of a second */
let numbers = null;

/**
 * The text of a key, its facts filled in. A text may have forms for numbers: `key_one`, `key_other` and whatever
 * else the language has, chosen by the fact `count`.
 * @param {Record<string, string>} texts @param {string} key @param {Record<string, any>} [facts]
 */
export function spoken(texts, key, facts = {}) {
  const counted = "count" in facts ? `${key}_${plural.select(Number(facts.count))}` : key;
  const text = texts[counted] ?? texts[`${key}_other`] ?? texts[key];
  return text?.replace(/\{(\w+)\}/g, (whole, name) => shown(facts[name] ?? whole));
}

/** Small numbers are written alike in all our languages. @param {unknown} fact */
function shown(fact) {
  if (typeof fact !== "number" || (Number.isInteger(fact) && fact >= 0 && fact < 1000)) return String(fact);
  numbers ??= new Intl.NumberFormat(language);
  return numbers.format(fact);
}

/** @param {string} path @returns {Promise<Record<string, string>>} */
const read = async (path) => (await fetch(fileUrl(path))).json();

/** @type {Record<string, string>} */
let common = {};
/** @type {Map<string, Promise<Speaker>>} */
const games = new Map();

export async function loadTexts() {
  common = await read(`texts/${language}.json`);
}

/** A text of the pages. @type {Speaker} */
export const t = (key, facts) => spoken(common, key, facts) ?? key;

/** Whether there is such a text. @param {string} key */
export const known = (key) => key in common || `${key}_other` in common;

/** How a game speaks: in its own words first. @param {string} game @returns {Promise<Speaker>} */
export function speakerOf(game) {
  let speaker = games.get(game);
  if (!speaker) {
    speaker = read(`games/${game}/texts/${language}.json`).then((texts) => (key, facts) => spoken(texts, key, facts) ?? t(key, facts));
    games.set(game, speaker);
    speaker.catch(() => games.delete(game));
  }
  return speaker;
}

/** Milliseconds on a clock. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days) return t("days_hours", { days, hours: hours % 24 });
  if (hours) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} at */
export const dateText = (at) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
