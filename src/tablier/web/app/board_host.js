/** Bringing a game's board onto a page. */

import { asset, style } from "./assets.js";

/**
 * @typedef {import("../board/types.js").Host} Host
 * @typedef {import("../board/board.js").Board} Board
 */

/** Loads a game's board and puts it into an element. @param {string} game @param {Host} host @returns {Promise<Board>} */
export async function mount(game, host) {
  const [{ create }] = await Promise.all([import(asset(`games/${game}/board.js`)), style("web/style/boards.css"), style(`games/${game}/board.css`)]);
  return create(host);
}

/** A board to be looked at. @param {string} game @param {HTMLElement} element @param {import("./texts.js").Speaker} t */
export function picture(game, element, t) {
  const nothing = () => {};
  return mount(game, { element, t, settings: {}, tryAction: async () => ({ error: "" }), onAction: nothing, onDraft: nothing, say: nothing });
}
