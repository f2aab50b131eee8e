/** Handing an address on: share sheet, clipboard, QR code. Plain http has none of the first two, so each has a fallback. */

import { api } from "./api.js";
import { button, h } from "./dom.js";
import { tell } from "./house.js";
import { carrying } from "./language.js";
import { t } from "./texts.js";

const OWN = /^(localhost|127\.|\[::1\])/; // names that mean another machine to everybody else

/** The address as others reach it. @param {string} url */
async function forOthers(url) {
  const { host, pathname, hash } = new URL(url);
  if (!OWN.test(host)) return carrying(url);
  const { address } = await api("address").catch(() => ({ address: new URL(url).origin }));
  return carrying(address + pathname + hash);
}

/** An address with everything one can do to hand it on. @param {string} here @param {string} about */
export function linkBox(here, about) {
  let url = here;
  const field = h("input", { class: "link", readonly: true, "aria-label": t("link"), focus: () => field.select() });
  const code = h("img", { class: "qr", alt: t("qr"), width: 148, height: 148 });
  forOthers(here).then((reached) => {
    url = field.value = reached;
    code.src = `/api/qr?text=${encodeURIComponent(reached)}`;
  });
  return h(
    "div",
    { class: "link-box" },
    field,
    code,
    h("p", { class: "buttons" }, button(t("copy"), () => copy(url, field), { class: "main" }), "share" in navigator && button(t("share"), () => share(url, about))),
  );
}

/** @param {string} text @param {HTMLInputElement} field */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.select();
    if (!document.execCommand("copy")) return tell(t("copy_yourself"));
  }
  tell(t("copied"));
}

/** Shares an address, by the share sheet or else by the clipboard. @param {string} here @param {string} about */
export async function share(here, about) {
  const url = await forOthers(here);
  if ("share" in navigator) return navigator.share({ title: about, url }).catch(() => {});
  const field = h("input", { readonly: true, value: url, class: "aside" });
  document.body.append(field);
  await copy(url, field);
  field.remove();
}
