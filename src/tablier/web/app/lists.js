/** Lists of matches: mine, open tables, live ones. A list that is empty says what will be there. */

import { api } from "./api.js";
import { asset } from "./assets.js";
import { called, fill, h } from "./dom.js";
import { connection } from "./house.js";
import { clockText, dateText, speakerOf, t } from "./texts.js";

const LOOK = 15_000; // milliseconds between looks at what nobody rings about

/**
 * @typedef {"mine" | "past" | "open" | "live"} Kind
 * @typedef {{kind: Kind, game?: string, most?: number, changed?: (rows: any[]) => void}} Wish
 */

/** A list that keeps itself true until the page is left. @param {Wish} wish @param {AbortSignal} signal */
export function matchList(wish, signal) {
  const list = h("div", { class: "matches", "data-kind": wish.kind, "aria-busy": "true" });
  /** @type {string} */
  let shown = "";
  let looks = 0;
  let last = 0; // the look that is shown: an answer that was overtaken is an old one
  const look = async () => {
    if (signal.aborted || document.hidden) return;
    const number = ++looks;
    const query = new URLSearchParams({ kind: wish.kind, ...(wish.game ? { game: wish.game } : {}) });
    const found = await api(`matches?${query}`).catch(() => null);
    if (!found || signal.aborted || number < last) return;
    last = number;
    const rows = sorted(found.matches).slice(0, wish.most ?? 100);
    wish.changed?.(rows);
    const text = JSON.stringify(rows);
    if (text === shown) return;
    shown = text;
    const lines = await Promise.all(rows.map((row) => line(row, wish.kind)));
    if (text !== shown) return;
    fill(list, lines.length ? h("ul", {}, ...lines) : h("p", { class: "empty" }, t(wish.kind === "mine" && wish.game ? "empty_mine_game" : `empty_${wish.kind}`)));
    list.removeAttribute("aria-busy");
  };
  const timer = setInterval(look, LOOK);
  const bells = /** @type {[EventTarget, string][]} */ ([[connection, "lobby"], [connection, "condition"], [document, "visibilitychange"]]);
  for (const [bell, kind] of bells) bell.addEventListener(kind, look, { signal });
  connection.hearLobby(true);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    connection.hearLobby(false);
  });
  look();
  return list;
}

/** Those that wait for me come first. @param {any[]} rows */
const sorted = (rows) => [...rows].sort((one, two) => Number(two.my_turn) - Number(one.my_turn));

/** @param {any} row @param {Kind} kind */
async function line(row, kind) {
  const game = row.edition.split(":")[0];
  const speak = await speakerOf(game);
  const names = row.participants.flatMap((/** @type {any} */ place, /** @type {number} */ index) => [index ? t("between_names") : null, called(place.name)]);
  const told = row.my_turn ? t("your_turn") : row.status === "waiting" ? t("waits") : row.status === "over" ? dateText(row.created) : t(kind === "live" ? "being_played" : "their_turn");
  const time = row.deadline && row.status === "running" ? t("time_left", { time: clockText(row.deadline - connection.now()) }) : "";
  return h(
    "li",
    { class: row.my_turn ? "my-turn" : "" },
    h(
      "a",
      { href: `/m/${row.match_id}` },
      h("img", { src: asset(`games/${game}/cover.svg`), alt: "", width: 48, height: 48, loading: "lazy" }),
      h("span", { class: "who" }, h("span", { class: "names" }, ...names), h("small", {}, t("what_is_played", { game: speak("title"), edition: speak(`edition_${row.edition.split(":")[1]}`) }))),
      h("span", { class: "how" }, h("span", {}, told), time && h("small", {}, time)),
    ),
  );
}
