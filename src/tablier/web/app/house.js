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

const notice = h("p", { id: "notice", role: "status" });
let fading = 0;

/** Says something for a moment, at the foot of the page and to ears. @param {string} text */
export function tell(text) {
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
