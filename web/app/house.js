/** What all pages share: the connection, who we are, and a place for a few words. */

import { api } from "./api.js";
import { Connection } from "./connection.js";
import { h, say } from "./dom.js";
import { t } from "./texts.js";

export const connection = new Connection();

/** @type {Promise<any> | null} */
let me = null;

/** Who we are. @returns {Promise<any>} */
export function myself() {
  me ??= api("me");
  me.catch(() => (me = null));
  return me;
}

/** @param {string} name */
export async function rename(name) {
  const now = await api("me", { method: "PATCH", body: { name } });
  me = Promise.resolve(now);
  return now;
}

// what ears are told, on every page: one place, one thing after the other, each once
const ears = h("div", { id: "ears", class: "for-ears", role: "log" });
const KEPT = 40;
/** @type {string[]} */
let unsaid = [];

/** The place where ears are told things; it must be there before anything is said. */
export function earsPlace() {
  ears.setAttribute("aria-label", t("announcements"));
  return ears;
}

/** Tells ears something, after whatever was said before. @param {string} text */
export function announce(text) {
  if (text) unsaid.push(text);
  const dialog = document.querySelector("dialog[open]");
  if (dialog) return dialog.addEventListener("close", () => announce(""), { once: true }); // behind a dialog nobody hears
  for (const words of unsaid) ears.append(h("p", {}, words));
  unsaid = [];
  while (ears.childElementCount > KEPT) ears.firstElementChild?.remove();
  return undefined;
}

/** Says the last thing again. */
export const repeat = () => announce(ears.lastElementChild?.textContent ?? "");

const notice = h("p", { id: "notice" });
let fading = 0;

/** Says something for a moment, at the foot of the page and to ears. @param {string} text */
export function tell(text) {
  announce(text);
  if (!notice.isConnected) document.body.append(notice);
  say(notice, text);
  clearTimeout(fading);
  fading = window.setTimeout(() => say(notice, ""), 6000);
}

/** Says what went wrong. @param {unknown} error */
export function complain(error) {
  tell(error instanceof Error && error.message ? error.message : t("went_wrong"));
}

/** Asks a yes-or-no question in a dialog. @param {string} question @param {string} yes @param {string} [no] @returns {Promise<boolean>} */
export function confirm(question, yes, no = t("cancel")) {
  return new Promise((resolve) => {
    const box = h("dialog", { class: "sheet", close: () => (box.remove(), resolve(box.returnValue === "yes")) });
    const form = h("form", { method: "dialog" }, h("p", { id: "question" }, question));
    form.append(h("p", { class: "buttons" }, h("button", { value: "no" }, no), h("button", { value: "yes", class: "main" }, yes)));
    box.setAttribute("aria-labelledby", "question");
    box.append(form);
    document.body.append(box);
    box.showModal();
  });
}
