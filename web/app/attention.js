/** The title and the icon of the tab: they say when it is your turn. */

import { iconUrl } from "./urls.js";
import { t } from "./texts.js";

let page = "";
let calling = false;

/** @param {string} name what the page is about; empty for the shelf */
export function title(name) {
  page = name;
  calling = false;
  show();
}

/** @param {boolean} on whether it is the person's turn */
export function call(on) {
  calling = on;
  show();
}

function show() {
  const name = page ? t("title", { page }) : t("tablier");
  document.title = calling ? t("title_turn", { title: name }) : name;
  const icon = new URL(iconUrl(`${calling ? "icon_turn" : "icon"}.svg`), location.href).href;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (link && link.href !== icon) link.href = icon;
  if (calling) navigator.setAppBadge?.().catch(() => {}); // an app on the home screen has no tab
  else navigator.clearAppBadge?.().catch(() => {});
}
