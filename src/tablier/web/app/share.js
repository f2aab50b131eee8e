/** Handing an address on: share sheet, clipboard, QR code. Plain http has none of the first two, so each has a fallback. */

import { button, h } from "./dom.js";
import { tell } from "./house.js";
import { t } from "./texts.js";

/** An address with everything one can do to hand it on. @param {string} url @param {string} about */
export function linkBox(url, about) {
  const field = h("input", { class: "link", readonly: true, value: url, "aria-label": t("link"), focus: () => field.select() });
  return h(
    "div",
    { class: "link-box" },
    h("img", { class: "qr", src: `/api/qr?text=${encodeURIComponent(url)}`, alt: t("qr"), width: 148, height: 148 }),
    h("div", {}, h("p", { class: "line-up" }, field, button(t("copy"), () => copy(url, field), { class: "main" })), "share" in navigator && button(t("share"), () => share(url, about))),
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

/** Shares an address, by the share sheet or else by the clipboard. @param {string} url @param {string} about */
export async function share(url, about) {
  if ("share" in navigator) return navigator.share({ title: about, url }).catch(() => {});
  const field = h("input", { readonly: true, value: url, class: "aside" });
  document.body.append(field);
  await copy(url, field);
  field.remove();
}
