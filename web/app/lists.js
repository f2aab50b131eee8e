/** Lists of matches: mine, open tables, live ones. A list that is empty says what will be there. */

import { api } from "./api.js";
import { fileUrl } from "./urls.js";
import { called, fill, h } from "./dom.js";
import { connection } from "./house.js";
import { clockText, dateText, speakerOf, t } from "./texts.js";

const LOOK = 15_000; // milliseconds between requests while there is no socket that pushes the lists
const MAX_LISTED = 100; // entries of a list from the server

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
    if (found) await show(found.matches, number);
  };
  const show = async (/** @type {any[]} */ matches, /** @type {number} */ number) => {
    if (signal.aborted || number < last) return;
    last = number;
    const rows = sorted(matches).slice(0, wish.most ?? MAX_LISTED);
    wish.changed?.(rows);
    const text = JSON.stringify(rows);
    if (text === shown) return;
    shown = text;
    const lines = await Promise.all(rows.map((row) => line(row, wish.kind)));
    if (text !== shown) return;
    fill(list, lines.length ? h("ul", {}, ...lines) : h("p", { class: "empty" }, t(wish.kind === "mine" && wish.game ? "empty_mine_game" : `empty_${wish.kind}`)));
    list.removeAttribute("aria-busy");
  };
  const pushed = (/** @type {any} */ { detail }) => {
    const matches = wish.kind === "open" || wish.kind === "live" ? detail[wish.kind] : null;
    // a full list has no room for all matches of one game
    if (wish.game && matches?.length >= MAX_LISTED) look();
    else if (matches) show(matches.filter((/** @type {any} */ row) => !wish.game || row.edition.startsWith(`${wish.game}:`)), ++looks);
    else if (detail.own && (wish.kind === "mine" || wish.kind === "past")) look();
  };
  const timer = setInterval(() => connection.condition === "open" || look(), LOOK);
  connection.addEventListener("lobby", pushed, { signal });
  connection.addEventListener("condition", look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  connection.hearLobby(true);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    connection.hearLobby(false);
  });
  look();
  return list;
}

/** Those that wait for me come first. Public lists are the same for everyone and do not say which these are. @param {any[]} rows */
const sorted = (rows) => {
  const mine = (/** @type {any} */ row) => row.participants.some((/** @type {any} */ place) => place.position === row.position_to_act && place.account_id === connection.me?.id);
  return rows.map((row) => ({ my_turn: mine(row), ...row })).sort((one, two) => Number(two.my_turn) - Number(one.my_turn));
};

/** @param {any} row @param {Kind} kind */
async function line(row, kind) {
  const game = row.edition.split(":")[0];
  const speak = await speakerOf(game);
  const names = row.participants.flatMap((/** @type {any} */ place, /** @type {number} */ index) => [index ? t("between_names") : null, called(place.name)]);
  const told = row.my_turn ? t("your_turn") : row.status === "waiting" ? t("waits") : row.status === "over" ? dateText(row.created_at) : t(kind === "live" ? "being_played" : "their_turn");
  const time = row.deadline && row.status === "running" ? t("time_left", { time: clockText(row.deadline - connection.now()) }) : "";
  return h(
    "li",
    { class: row.my_turn ? "my-turn" : "" },
    h(
      "a",
      { href: `/m/${row.match_id}` },
      h("img", { src: fileUrl(`games/${game}/cover.svg`), alt: "", width: 48, height: 48, loading: "lazy" }),
      h("span", { class: "who" }, h("span", { class: "names" }, ...names), h("small", {}, t("what_is_played", { game: speak("title"), edition: speak(`edition_${row.edition.split(":")[1]}`) }))),
      h("span", { class: "how" }, h("span", {}, told), time && h("small", {}, time)),
    ),
  );
}
