/** A turn on its way, kept through a reload: it has a nonce, so sending it again can do no harm. */

const key = (/** @type {string} */ match) => `tablier.unsent.${match}`;

/** @param {string} match @param {object} ask */
export function remember(match, ask) {
  try {
    sessionStorage.setItem(key(match), JSON.stringify(ask));
  } catch {
    // then a reload asks again for the turn
  }
}

/** @param {string} match */
export function unsent(match) {
  try {
    return JSON.parse(sessionStorage.getItem(key(match)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match */
export function forget(match) {
  try {
    sessionStorage.removeItem(key(match));
  } catch {
    // nothing was kept
  }
}
