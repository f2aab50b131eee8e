/** The end of a match, said kindly: who won and why, and what one can do next. */

import { button, h } from "../dom.js";
import { share } from "../share.js";
import { t } from "../texts.js";
import { downloads } from "./more.js";
import { offer, pending } from "./offers.js";

/** @param {import("./match.js").Match} match @param {import("../texts.js").Speaker} speak */
export function sentences(match, speak) {
  const { view } = match;
  const { winner, reason, aborted, scores } = view.result;
  if (aborted) return { headline: t("end_aborted"), why: t("end_aborted_words") };
  const won = winner !== undefined && winner !== null;
  const loser = won && view.state.seats === 2 ? 1 - winner : null;
  const facts = {
    winner: won ? speak(match.side(winner).toLowerCase()) : "",
    borders: won ? speak(`borders_${view.state.sides[winner]}`) : "",
    loser: loser === null ? "" : speak(match.side(loser).toLowerCase()),
    count: match.turns.filter((turn) => !turn.left).length,
    scores: (scores ?? []).join(" : "),
  };
  const said = speak(`end_${reason}`, facts);
  const mine = won && match.seats.includes(winner);
  const headline = !won ? t("end_draw") : match.alone || !match.seats.length ? t("end_wins", { name: view.players[winner] }) : t(mine ? "end_you_win" : "end_you_lose", { name: view.players[winner] });
  return { headline, why: said.startsWith("end_") ? "" : said };
}

/** @param {import("./match.js").Match} match @param {import("../texts.js").Speaker} speak @param {{again: () => void, lookBack: () => void}} act */
export function ended(match, speak, { again: playAgain, lookBack }) {
  const { headline, why } = sentences(match, speak);
  const asked = pending(match, "rematch");
  const mine = asked && match.seats.every((seat) => asked.agreed.includes(seat));
  const next = match.table.next_match_id;
  const again = next
    ? h("a", { class: "button main", href: `/m/${next}` }, t("next_match"))
    : match.seats.length
      ? button(t(mine ? "again_waits" : asked ? "again_accept" : "again"), () => (playAgain(), offer(match, "rematch")), { class: "main", disabled: mine, "data-again": "" })
      : h("a", { class: "button main", href: `/play/${match.game}` }, t("play_yourself"));
  const shared = `${headline} ${why}`;
  return h(
    "div",
    { class: "ending" },
    h("h2", {}, headline),
    h("p", {}, why),
    asked && !mine && match.seats.length > 0 && h("p", { class: "hint" }, t("asks_rematch", { name: match.view.players[asked.seat] })),
    h("p", { class: "buttons" }, again, button(t("look_back"), lookBack), h("a", { class: "button", href: `/study/${match.game}/${match.id}` }, t("study")), button(t("share"), () => share(location.href, shared)), ...downloads(match).slice(0, 1)),
  );
}
