/** The end of a game: who won and why, the banner across the board, and what can be done next. */

import { html, nothing, type TemplateResult } from "../lit.js";
import type { ResultPart } from "../protocol.js";
import { share } from "../share.js";
import { t, type Translate } from "../texts.js";
import type { MatchPage } from "./match_page.js";
import type { MatchState } from "./match_state.js";

/** What the sentences of a result need; of a match or of a study. */
export interface ResultFacts {
  readonly t: Translate; // the texts of the game
  readonly result: ResultPart;
  readonly players: readonly string[];
  readonly sides: readonly string[]; // the names of the edition's sides
  readonly sideOfSeat: readonly number[]; // the side of each seat
  readonly options: Readonly<Record<string, unknown>>; // facts for the texts of the game
  readonly moves: number;
  readonly ownSeats: readonly number[]; // the seats that are called "you"; empty where names are used
}

export interface ResultTexts {
  headline: string;
  reason: string; // a sentence; empty if there is nothing to say
}

/** The facts of a match that is over; null for one that is not. */
export function resultFacts(match: MatchState): ResultFacts | null {
  const { shared, plies } = match;
  if (!shared?.result) return null;
  return {
    t: match.t,
    result: shared.result,
    players: shared.players,
    sides: match.sides,
    sideOfSeat: shared.state.sides,
    options: shared.state.options,
    moves: plies.filter(({ left }) => !left).length,
    ownSeats: match.isLocal ? [] : match.seats,
  };
}

/**
 * A result in words. The text of a reason is `end_REASON` of the game or the client; a game may have one for each winning side
 * (`end_REASON_0`). Facts are `winner`, `loser` (sides), `turns`, `scores`, and the options of the game by their names.
 */
export function resultTexts({
  t: gameText,
  result,
  players,
  sides,
  sideOfSeat,
  options,
  moves,
  ownSeats,
}: ResultFacts): ResultTexts {
  if (result.aborted) return { headline: t("end_aborted"), reason: t("end_aborted_words") };
  const winner = result.winner ?? null;
  const sideName = (seat: number | null): string => {
    const name = sides[sideOfSeat[seat ?? -1] ?? -1];
    return name ? gameText(name.toLowerCase()) : "";
  };
  const loser = winner !== null && players.length === 2 ? 1 - winner : null;
  const facts = {
    ...options,
    winner: sideName(winner),
    loser: sideName(loser),
    turns: moves,
    scores: (result.scores ?? []).join(" : "),
  };
  const key = `end_${result.reason}`;
  const keys = winner === null ? [key] : [`${key}_${sideOfSeat[winner] ?? ""}`, key];
  const reason = keys.map((one) => [one, gameText(one, facts)] as const).find(([one, text]) => text !== one)?.[1] ?? "";
  return { headline: headline(winner, players, ownSeats), reason };
}

function headline(winner: number | null, players: readonly string[], ownSeats: readonly number[]): string {
  if (winner === null) return t("end_draw");
  const name = players[winner] ?? "";
  if (!ownSeats.length) return t("end_wins", { name });
  return t(ownSeats.includes(winner) ? "end_you_win" : "end_you_lose", { name });
}

/** The banner that crosses the board when the game ends. Screen readers are told by the announcer. */
export const resultBanner = ({ headline: text, reason }: ResultTexts): TemplateResult =>
  html`<div class="result-banner" aria-hidden="true"><strong>${text}</strong><span>${reason}</span></div>`;

/** The result of a match, with what can be done next. */
export function resultView(page: MatchPage): TemplateResult | typeof nothing {
  const { match, session } = page;
  const facts = resultFacts(match);
  if (!facts) return nothing;
  const { headline: text, reason } = resultTexts(facts);
  const rematch = match.offer("rematch");
  const isMine = rematch !== null && match.seats.every((seat) => rematch.agreed.includes(seat));
  const asks = rematch && !isMine && match.seats.length ? t("asks_rematch", { name: match.players[rematch.seat] ?? "" }) : "";
  return html`<div class="result">
    <h2>${text}</h2>
    <p>${reason}</p>
    ${asks ? html`<p class="hint">${asks}</p>` : nothing}
    <div class="buttons">
      ${nextButton(page, rematch !== null, isMine)}
      <button type="button" @click=${() => page.lookBack()}>${t("look_back")}</button>
      <a class="button" href="/study/${match.game}/${match.id}">${t("study")}</a>
      <button type="button" @click=${() => void share(session, location.href, `${text} ${reason}`)}>${t("share")}</button>
      ${downloadLink(match, "json")}
    </div>
  </div>`;
}

/** The way to the next game: there already, wanted again, or at another table. */
function nextButton(page: MatchPage, isOffered: boolean, isMine: boolean): TemplateResult {
  const { match } = page;
  const next = match.info?.next_match_id;
  if (next) return html`<a class="button main" href="/m/${next}">${t("next_match")}</a>`;
  if (!match.seats.length) return html`<a class="button main" href="/play/${match.game}">${t("play_yourself")}</a>`;
  const label = t(isMine ? "again_waits" : isOffered ? "again_accept" : "again");
  return html`<button
    type="button"
    class="main"
    data-again
    aria-disabled=${isMine ? "true" : "false"}
    @click=${() => page.playAgain()}
  >
    ${label}
  </button>`;
}

/** A link to the record of a match in a file format. */
export const downloadLink = (match: MatchState, format: string): TemplateResult =>
  html`<a class="button" href="/api/matches/${match.id}/record?format=${format}" download>${t(`download_${format}`)}</a>`;
