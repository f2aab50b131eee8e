/** The keys of the board: a page of its own, and a dialog over a game. */

import { title } from "../attention.js";
import { button, h } from "../dom.js";
import { choose, onSettings, settings } from "../settings.js";
import { t } from "../texts.js";

/** By group: the keys, and what they do. Letters are the same in every language. */
const GROUPS = /** @type {[string, [string[][], string][]][]} */ ([
  ["go", [[[["arrows"]], "steps"], [[["home"], ["end"]], "row"], [[["page_up"], ["page_down"]], "column"], [[["ctrl", "home"], ["ctrl", "end"]], "corners"]]],
  ["do", [[[["enter"], ["space"]], "act"], [[["shift", "enter"]], "play"], [[["escape"], ["backspace"]], "back"], [[["T"]], "t"], [[["A"]], "a"], [[["D"]], "d"]]],
  ["jump", [[[["N"]], "n"], [[["O"]], "o"], [[["P"]], "p"], [[["L"]], "l"]]],
  ["ask", [[[["H"]], "h"], [[["W"]], "w"], [[["S"]], "s"], [[["B"]], "b"], [[["C"]], "c"], [[["R"]], "r"], [[["?"]], "help"]]],
]);

/** @param {string} name a letter, or the name of a key that has one */
const pressed = (name) => (name.length > 1 ? h("kbd", {}, t(`press_${name}`)) : h("kbd", { translate: "no" }, name));

/** @param {string[]} together */
const combination = (together) => h("span", { class: "press" }, ...together.flatMap((name, index) => [index ? "+" : null, pressed(name)]));

/** @param {"h2" | "h3"} level */
function table(level) {
  return GROUPS.map(([group, lines]) => {
    const line = (/** @type {[string[][], string]} */ [keys, does]) => h("div", {}, h("dt", {}, ...keys.flatMap((one, index) => [index ? " " : null, combination(one)])), h("dd", {}, t(`key_${does}`)));
    return h("section", {}, h(level, {}, t(`keys_group_${group}`)), h("dl", { class: "keys" }, ...lines.map(line)));
  });
}

/** @type {import("../router.js").Show} */
export function show(main, _parts, signal) {
  title(t("keys_title"));
  const change = button(t("text_board"), () => choose({ text: !settings.text }), { "aria-pressed": String(settings.text) });
  onSettings(() => change.setAttribute("aria-pressed", String(settings.text)), signal);
  main.append(h("div", { class: "help" }, h("h1", {}, t("keys_title")), h("p", {}, t("keys_words")), h("p", {}, t("keys_text")), h("p", {}, change), ...table("h2"), h("p", {}, t("keys_type")), h("p", {}, t("keys_telling"))));
}

/** The same over a game; the focus goes back to where it was. */
export function helpDialog() {
  const box = h("dialog", { class: "sheet help", "aria-labelledby": "keys-title", close: () => box.remove() });
  box.append(h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, t("keys_title")), ...table("h3"), h("p", { class: "buttons" }, button(t("close"), () => box.close(), { class: "main" })));
  document.body.append(box);
  box.showModal();
}
