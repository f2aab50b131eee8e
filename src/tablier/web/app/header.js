/** The line at the top: where one can go, how the connection is, and light or dark. */

import { button, h, say } from "./dom.js";
import { connection } from "./house.js";
import { languageMenu } from "./language_menu.js";
import { choose, onSettings, settings } from "./settings.js";
import { t } from "./texts.js";

export function header() {
  const link = (/** @type {string} */ href, /** @type {string} */ label) => h("a", { href }, label);
  return h(
    "header",
    {},
    h("a", { href: "/", class: "home" }, mark(), h("span", {}, t("tablier"))),
    h("nav", { "aria-label": t("pages") }, link("/", t("shelf")), link("/watch", t("watch")), link("/settings", t("settings"))),
    line(),
    languageMenu(),
    theme(),
  );
}

/** The house's sign: a small board. */
function mark() {
  return h("span", { class: "mark", "aria-hidden": "true" });
}

/** How the connection is; nothing to see while it is well. */
function line() {
  const words = h("span", { id: "line", role: "status" });
  let late = 0;
  const show = () => {
    clearTimeout(late);
    const { condition } = connection;
    words.dataset.condition = condition;
    if (condition === "open") say(words, "");
    else if (condition === "outdated") say(words, t("line_outdated"));
    // a short gap is nobody's concern
    else late = window.setTimeout(() => say(words, t("line_lost")), condition === "lost" ? 400 : 2500);
  };
  connection.addEventListener("condition", show);
  show();
  return words;
}

function theme() {
  const dark = () => (settings.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark");
  const change = button("", () => choose({ theme: dark() ? "light" : "dark" }), { class: "bare theme" });
  const show = () => {
    change.textContent = dark() ? "☀" : "☾";
    change.setAttribute("aria-label", t(dark() ? "make_light" : "make_dark"));
    change.title = t(dark() ? "make_light" : "make_dark");
  };
  onSettings(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  return change;
}
