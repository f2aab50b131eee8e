/** The line at the top: where one can go, how the connection is, and light or dark. */

import { button, h, say } from "./dom.js";
import { announce, connection } from "./house.js";
import { languageMenu } from "./language_menu.js";
import { icon } from "./icons.js";
import { choose, onSettings, settings } from "./settings.js";
import { t } from "./texts.js";

export function header() {
  const link = (/** @type {string} */ href, /** @type {string} */ label) => h("a", { href }, label);
  return h(
    "header",
    {},
    h("a", { href: "/", class: "home", "aria-label": t("tablier") }, mark(), h("span", {}, t("tablier"))),
    h("nav", { "aria-label": t("pages") }, link("/", t("shelf")), link("/watch", t("watch")), link("/study", t("study")), link("/settings", t("settings"))),
    line(),
    languageMenu(),
    theme(),
  );
}

/** The line at the foot: what every page has for ears and keys. */
export function footer() {
  return h("footer", {}, textSwitch(), h("a", { href: "/help/keys" }, t("keys")));
}

/** Turns the drawing off and the text board on. @param {string} [className] */
export function textSwitch(className) {
  const change = button(t("text_board"), () => choose({ text: !settings.text }), { class: className, title: t("text_board_words") });
  const show = () => change.setAttribute("aria-pressed", String(settings.text));
  onSettings(show);
  show();
  return change;
}

/** The house's sign: a small board. */
function mark() {
  return h("span", { class: "mark", "aria-hidden": "true" });
}

/** How the connection is; nothing to see while it is well. */
function line() {
  const words = h("span", { id: "line" });
  let late = 0;
  const tell = (/** @type {string} */ text) => {
    if (words.textContent !== text) announce(text || t("line_found"));
    say(words, text);
  };
  const show = () => {
    clearTimeout(late);
    const { condition } = connection;
    words.dataset.condition = condition;
    if (condition === "open") tell("");
    else if (condition === "outdated") tell(t("line_outdated"));
    // a short gap is nobody's concern
    else late = window.setTimeout(() => tell(t("line_lost")), condition === "lost" ? 400 : 2500);
  };
  connection.addEventListener("condition", show);
  show();
  return words;
}

function theme() {
  const dark = () => (settings.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark");
  const change = button("", () => choose({ theme: dark() ? "light" : "dark" }), { class: "bare theme" });
  const show = () => {
    change.replaceChildren(icon(dark() ? "sun" : "moon"));
    change.setAttribute("aria-label", t(dark() ? "make_light" : "make_dark"));
    change.title = t(dark() ? "make_light" : "make_dark");
  };
  onSettings(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  return change;
}
