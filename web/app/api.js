/** HTTP: lists, tables, oneself. What the server refuses becomes an Error with its code and its sentence. */

import { language } from "./language.js";
import { t } from "./texts.js";

export class Refusal extends Error {
  /** @param {{code: string, facts?: Record<string, any>, message: string}} told */
  constructor({ code, facts = {}, message }) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/** The server cannot be reached. */
export const away = () => new Refusal({ code: "away", message: t("away") });

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown}} [asked]
 * @returns {Promise<any>}
 */
export async function api(path, { method, body } = {}) {
  /** @type {RequestInit} */
  const asked = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { "accept-language": language } };
  if (body !== undefined) Object.assign(asked, { body: JSON.stringify(body), headers: { ...asked.headers, "content-type": "application/json" } });
  const answer = await fetch(`/api/${path}`, asked).catch(() => null);
  const told = answer && (await answer.json().catch(() => null));
  if (!answer || told === null) throw away();
  if (!answer.ok) throw new Refusal(told.error);
  return told;
}

/** @type {Promise<any[]> | null} */
let shelf = null;

/** The games on the shelf. @returns {Promise<any[]>} */
export function games() {
  shelf ??= api("games").then(({ games: found }) => found);
  shelf.catch(() => (shelf = null));
  return shelf;
}

/** A game by its name. @param {string} name */
export const game = async (name) => (await games()).find((one) => one.name === name) ?? null;

/** A text that makes a request happen once, however often it is sent. */
export const nonce = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
