/** Opening a study: another edition, or a game or position that comes as a text. */

import { game as find } from "../api.js";
import { button, h } from "../dom.js";
import { complain } from "../house.js";
import { Options } from "../options.js";
import { t } from "../texts.js";
import { read, stand } from "./asking.js";

/** @typedef {import("./asking.js").Line} Line */

/** Why a line cannot be had, with the turn that is wrong. @param {any} error @returns {string} */
export function whyNot({ facts = {}, message }) {
  const turn = [facts.turn, facts.action].find(Number.isInteger); // of a line, of a record
  return turn ? t("study_wrong", { turn, words: message }) : message;
}

/** A text, pasted or from a file. @param {(line: Line) => unknown} opened @param {Line} [begun] where turns begin that come alone */
export function textForm(opened, begun) {
  const field = h("textarea", { id: "study-text", rows: 3, spellcheck: "false", autocapitalize: "off", "aria-describedby": "study-text-words study-text-wrong" });
  const wrong = h("p", { class: "wrong", id: "study-text-wrong", role: "alert" });
  const open = async (/** @type {string} */ text) => {
    wrong.textContent = "";
    field.removeAttribute("aria-invalid");
    try {
      await opened(await lineIn(text, begun));
    } catch (error) {
      wrong.textContent = whyNot(error);
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  };
  const file = h("input", { type: "file", class: "for-ears", tabindex: -1, "aria-hidden": "true", change: async () => {
    const [given] = file.files ?? [];
    if (given) await open((field.value = await given.text()));
    file.value = "";
  } });
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), open(field.value));
  return h(
    "form",
    { class: "study-text", submit, novalidate: true },
    h("label", { for: "study-text" }, t("study_text")),
    h("p", { class: "hint", id: "study-text-words" }, t(begun ? "study_turns_words" : "study_text_words")),
    field,
    wrong,
    h("p", { class: "buttons" }, h("button", { class: "main" }, t("study_open")), button(t("study_file"), () => file.click()), file),
  );
}

/** The line a text tells; in the study of a game, also one that is nothing but turns. @param {string} text @param {Line} [begun] @returns {Promise<Line>} */
async function lineIn(text, begun) {
  try {
    return await read(text);
  } catch (error) {
    if (!begun) throw error;
    const actions = text.replace(/(^|\s)\d+\.+/g, " ").split(/\s+/).filter(Boolean);
    const line = { ...begun, actions };
    await stand(line).catch((wrong) => {
      throw wrong.facts?.turn > 1 ? wrong : error; // a first turn that is wrong is no turn
    });
    return line;
  }
}

/** The beginning of a game, in any edition. @param {string} name @param {import("../texts.js").Speaker} speak @param {(terms: {edition: string, options: Record<string, string>}) => Promise<unknown>} begun */
export async function beginForm(name, speak, begun) {
  const options = new Options(await find(name), speak);
  const wrong = h("p", { class: "wrong", id: "options-wrong", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const seen = options.problem();
    options.mark(seen, wrong);
    if (seen) return options.turnTo();
    try {
      await begun(options.terms());
    } catch (error) {
      options.mark(options.refusal(/** @type {Error} */ (error)), wrong);
      options.turnTo();
      if (!wrong.textContent) complain(error);
    }
  };
  return h("form", { class: "study-begin", submit, novalidate: true }, options.players ?? null, options.node, wrong, h("p", { class: "buttons" }, h("button", { class: "main" }, t("study_begin"))));
}

/** @type {Line | null} */
let carried = null;

/** Takes a line along to the page of another game. @param {Line} line */
export const carry = (line) => (carried = line);

/** The line that was taken along, once. */
export function brought() {
  const line = carried;
  carried = null;
  return line;
}
