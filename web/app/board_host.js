/** Bringing a game's board onto a page. */

import { game as find } from "./api.js";
import { loadStyle, loadStyleUrl } from "./urls.js";

/**
 * @typedef {import("../board/types.js").Host} Host
 * @typedef {import("../board/board.js").Board} Board
 */

/** The page names the files of its own board; those of other games are in the list of games. @param {string} game */
async function files(game) {
  const script = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[rel="modulepreload"][data-board="${game}"]`));
  const style = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[rel="stylesheet"][data-board="${game}"]`));
  return script ? { script: script.href, style: style && new URL(style.href).pathname } : (await find(game)).board;
}

/** Loads a game's board and puts it into an element. @param {string} game @param {Host} host @returns {Promise<Board>} */
export async function mount(game, host) {
  const { script, style } = await files(game);
  const [{ create }] = await Promise.all([import(script), loadStyle("board"), style ? loadStyleUrl(style) : null]);
  return create(host);
}

/** A board to be looked at. @param {string} game @param {HTMLElement} element @param {import("./texts.js").Speaker} t */
export function picture(game, element, t) {
  const nothing = () => {};
  return mount(game, { element, t, settings: {}, tryAction: async () => ({ error: "" }), onAction: nothing, onDraft: nothing, say: nothing });
}
