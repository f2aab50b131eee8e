/** The title and the icon of the browser tab. They show when it is the person's turn. */

import { t } from "./texts.js";
import { iconUrl } from "./urls.js";

let pageTitle = "";
let myTurn = false;

/** Sets the title of the page; empty for the shelf. */
export function setTitle(title: string): void {
  pageTitle = title;
  myTurn = false;
  show();
}

/** Shows whether it is the person's turn. */
export function setMyTurn(value: boolean): void {
  myTurn = value;
  show();
}

function show(): void {
  const title = pageTitle ? t("title", { page: pageTitle }) : t("tablier");
  document.title = myTurn ? t("title_turn", { title }) : title;
  const url = new URL(iconUrl(myTurn ? "icon_turn.svg" : "icon.svg"), location.href).href;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.href !== url) link.href = url;
  const badge = myTurn ? navigator.setAppBadge?.() : navigator.clearAppBadge?.(); // an installed app has no tab
  badge?.catch(() => undefined);
}
