/** Texts for people. Each has a key, in the language of the page; a game has texts of its own. */

import { dateLocale, language } from "./language.js";
import { fileUrl } from "./urls.js";

export type Facts = Record<string, unknown>;
/** Returns the text of a key with its facts filled in. */
export type Translate = (key: string, facts?: Facts) => string;

const plural = new Intl.PluralRules(language);
let numberFormat: Intl.NumberFormat | undefined; // created when needed: the first one costs a slow phone 100 ms

/**
 * Returns the text of a key with its facts filled in; undefined if there is none. A text may have plural forms (`key_one`,
 * `key_other`, …), chosen by the fact `count`.
 */
export function translate(texts: Record<string, string>, key: string, facts: Facts = {}): string | undefined {
  const counted = "count" in facts ? `${key}_${plural.select(Number(facts.count))}` : key;
  const text = texts[counted] ?? texts[`${key}_other`] ?? texts[key];
  return text?.replace(/\{(\w+)\}/g, (placeholder, name: string) => formatFact(facts[name] ?? placeholder));
}

/** Small whole numbers are written alike in all languages. */
function formatFact(fact: unknown): string {
  if (typeof fact !== "number" || (Number.isInteger(fact) && fact >= 0 && fact < 1000)) return String(fact);
  numberFormat ??= new Intl.NumberFormat(language);
  return numberFormat.format(fact);
}

async function readTexts(path: string): Promise<Record<string, string>> {
  const response = await fetch(fileUrl(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Record<string, string>;
}

let clientTexts: Record<string, string> = {};
const gameTexts = new Map<string, Promise<Translate>>();

/** Loads the texts of the client. `t` needs them. */
export async function loadTexts(): Promise<void> {
  clientTexts = await readTexts(`texts/${language}.json`);
}

/** A text of the client. */
export const t: Translate = (key, facts) => translate(clientTexts, key, facts) ?? key;

/** True if the client has such a text. */
export const hasText = (key: string): boolean => key in clientTexts || `${key}_other` in clientTexts;

/** The texts of a game, with those of the client behind them. */
export function loadGameTexts(game: string): Promise<Translate> {
  let texts = gameTexts.get(game);
  if (!texts) {
    texts = readTexts(`games/${game}/texts/${language}.json`).then((own) => (key: string, facts?: Facts) => translate(own, key, facts) ?? t(key, facts));
    gameTexts.set(game, texts);
    texts.catch(() => gameTexts.delete(game));
  }
  return texts;
}

/** A duration on a clock: `4:05`, `1:04:05`, or days and hours. Below ten seconds with tenths if `tenths`. */
export function formatClock(milliseconds: number, tenths = false): string {
  if (tenths && milliseconds > 0 && milliseconds < 10_000) {
    const value = Math.floor(milliseconds / 100) / 10;
    return `0:0${new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)}`;
  }
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const pad = (number: number): string => String(number).padStart(2, "0");
  if (days) return t("days_hours", { days, hours: hours % 24 });
  if (hours) return `${hours}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
  return `${minutes}:${pad(seconds % 60)}`;
}

/** A Unix time in milliseconds as date and time. */
export const formatDate = (at: number): string => new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short" }).format(at);
