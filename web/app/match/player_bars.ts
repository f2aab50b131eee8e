/** The bars of the players: sign, name, reserve or score or cards, whose turn it is, points in the series, and the clock. */

import { classMap, html, nothing, repeat, type TemplateResult } from "../lit.js";
import { formatClock, t } from "../texts.js";
import type { BoardController } from "./board_controller.js";
import type { MatchState } from "./match_state.js";

const LOW_TIME_MS = 20_000; // from here on a clock is shown as a warning
const SWAP_MS = 900;

/** The seats across the board and on the viewer's side of it. */
function seatsBySide(match: MatchState): { far: number[]; near: number[] } {
  const { shared, seats } = match;
  const count = shared?.status === "waiting" ? shared.state.seats : match.players.length;
  const all = [...Array(count).keys()];
  // The viewer is near. For a spectator and on a shared device, the last seat is.
  const near = match.isLocal || !seats.length ? all.slice(-1) : [...seats];
  const distance = (seat: number): number => (seat - (near[0] ?? 0) + count) % count;
  const far = all.filter((seat) => !near.includes(seat)).sort((one, two) => distance(one) - distance(two));
  return { far, near };
}

/** The bars of one side of the board. */
export function playerBars(match: MatchState, controller: BoardController, where: "far" | "near"): TemplateResult {
  const seats = seatsBySide(match)[where];
  const label = t(where === "far" ? "players_there" : "players_here");
  return html`<ul class="player-bars player-bars-${where}" aria-label=${label}>
    ${repeat(
      seats,
      (seat) => seat,
      (seat) => playerBar(match, controller, seat),
    )}
  </ul>`;
}

function playerBar(match: MatchState, controller: BoardController, seat: number): TemplateResult {
  const { shared, info } = match;
  const name = match.players[seat];
  if (!shared || !info || name === undefined) {
    return html`<li class="player-bar" data-seat=${seat}><span class="player empty">${t("open_seat")}</span></li>`;
  }
  const acts = shared.to_act === seat;
  const isMine = match.seats.includes(seat) && !match.isLocal;
  const [wins = 0, draws = 0] = shared.score[seat] ?? [];
  const classes = { "player-bar": true, acts, ticking: shared.ticking === seat, won: shared.result?.winner === seat };
  return html`<li class=${classMap(classes)} data-seat=${seat}>
    ${shared.status === "waiting" ? nothing : html`<span class="sign sign-${match.sideOf(seat)}" aria-hidden="true"></span>`}
    <span class="player"><bdi class="name">${name}</bdi>${barNotes(match, seat, isMine)}</span>
    ${controller.board?.seatPanel(seat) ?? nothing}
    ${shared.round > 1 ? html`<span class="score" title=${t("series")}>${wins + draws / 2}</span>` : nothing}
    ${clockView(match, seat)}
  </li>`;
}

/** Below the name: whose turn it is, the side, and who plays or is away. */
function barNotes(match: MatchState, seat: number, isMine: boolean): TemplateResult {
  const { shared, info } = match;
  const { level, online } = info?.participants[seat] ?? { level: null, online: true };
  const notes = [
    shared?.status === "waiting" ? "" : match.t(match.sideOf(seat)),
    isMine ? t("you") : "",
    level ? t("computer_level", { level }) : "",
    shared?.gone.includes(seat) ? t("has_left") : "",
    !level && !isMine && !online && !match.isLocal ? t("not_here") : "",
  ].filter(Boolean);
  const turn = shared?.to_act === seat ? html`<span class="turn">${t(isMine ? "your_turn" : "to_move")}</span>` : nothing;
  return html`<small><span class="notes">${notes.join(" · ")}</span>${turn}</small>`;
}

/** The text of a clock; empty without one. */
export function clockText(match: MatchState, seat: number): string {
  const left = match.remainingMs(seat);
  return left === null ? "" : formatClock(left, match.shared?.ticking === seat);
}

function clockView(match: MatchState, seat: number): TemplateResult | typeof nothing {
  const left = match.remainingMs(seat);
  if (left === null) return nothing;
  const running = match.shared?.ticking === seat;
  const classes = { clock: true, running, low: running && left < LOW_TIME_MS };
  return html`<span class=${classMap(classes)} role="timer">${clockText(match, seat)}</span>`;
}

/** The sign of a side: a disc, coloured by the style sheet of its game. */
export function sideSign(match: MatchState, seat: number): TemplateResult {
  const side = match.sideOf(seat);
  return html`<span class="sign sign-${side}" role="img" aria-label=${match.t(side)}></span>`;
}

/** Lets the signs of the bars fly to their new places after a swap. `former` has the sides of the seats before it. */
export function animateSwap(main: HTMLElement, former: readonly number[], now: readonly number[]): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const signs = now.map((_, seat) => main.querySelector(`.player-bar[data-seat="${seat}"] > .sign`));
  now.forEach((side, seat) => {
    const sign = signs[seat];
    const start = signs[former.indexOf(side)]?.getBoundingClientRect();
    if (!sign || !start) return;
    const end = sign.getBoundingClientRect();
    const from = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(1.6)`;
    sign.animate(
      [
        { transform: from, zIndex: 3 },
        { transform: "none", zIndex: 3 },
      ],
      { duration: SWAP_MS, easing: "ease-in-out" },
    );
  });
}
