/** The engine's analysis of the position that is shown: who is ahead, the best moves, and where they are on the board. */

import type { BoardA11y, HeatCandidate } from "../../board/types.js";
import { RequestError } from "../api.js";
import { html, nothing, ref, type TemplateResult } from "../lit.js";
import type { BoardController } from "../match/board_controller.js";
import { actionView, formatAction } from "../match/notation.js";
import type { AnalysisUpdate, Proof } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import type { StudyApi } from "./study_api.js";
import type { StudyState } from "./study_state.js";

const SEARCH_S = 10; // the server may allow less
const REST_MS = 250; // a position is analysed once it has been shown for this time
const SILENCE_MS = 2000; // without a result for this time, the panel gives up the room for one
const MAX_LISTED = 5;
const MAX_RANKED = 3; // on the board

/** A move as the engine values it. */
export interface Candidate {
  readonly action: string;
  readonly expectedScore: number; // of the seat to act, from 0 to 1; a draw counts half
  readonly proof: Proof | null;
  readonly plies: number; // to the end, if there is a proof
}

export const toCandidate = ([action, expectedScore, proof, plies]: AnalysisUpdate["candidates"][number]): Candidate => ({
  action,
  expectedScore,
  proof,
  plies,
});

/** The engine's first candidates, sorted as they are shown: by whole per cent, and of equal ones as the engine has them. */
export function listCandidates(candidates: readonly Candidate[]): Candidate[] {
  const rank = ({ expectedScore, proof, plies }: Candidate): number =>
    proof === "win" ? 1000 - plies / 1000 : proof === "loss" ? plies / 1000 - 1000 : Math.round(expectedScore * 100);
  return candidates.slice(0, MAX_LISTED).sort((one, two) => rank(two) - rank(one));
}

/**
 * The candidates to draw on the board. Where something better is left, moves that are proven to lose are not drawn; where all
 * moves lose, only those that resist longest are, if others resist less.
 */
export function heatCandidates(candidates: readonly Candidate[]): HeatCandidate[] {
  const listed = listCandidates(candidates); // ranks are those of the list
  const [best] = listed;
  if (!best) return [];
  const isLost = best.proof === "loss";
  if (isLost && candidates.every(({ plies }) => plies === best.plies)) return [];
  return [...listed, ...candidates.slice(listed.length)]
    .filter(({ proof, plies }) => (isLost ? plies === best.plies : proof !== "loss"))
    .map(({ action, expectedScore }, index) => ({ action, expectedScore, best: index < MAX_RANKED }));
}

export interface AnalysisContext {
  readonly session: Session;
  readonly api: StudyApi;
  readonly state: StudyState;
  readonly controller: BoardController;
  readonly update: () => void; // renders the page
}

export class AnalysisPanel {
  readonly #context: AnalysisContext;
  #candidates: readonly Candidate[] = []; // in the engine's order
  #latest: AnalysisUpdate | null = null;
  #search: AbortController | null = null; // while a search is running
  #isDone = false; // the search of this position has ended
  #error = ""; // why it ended without an answer
  #isSilent = false; // nothing has come for some time
  #pressed: string | null = null; // the candidate on which a pointer went down
  #a11y: BoardA11y | null = null;
  #restTimer = 0;
  #silenceTimer = 0;

  constructor(context: AnalysisContext) {
    this.#context = context;
  }

  get isOn(): boolean {
    return this.#context.session.settings.values.engine && this.#context.state.hasEngine;
  }

  /** True while the panel has nothing to list and expects nothing soon. It is one line then. */
  get isCollapsed(): boolean {
    const { state } = this.#context;
    return !this.isOn || state.isOver || (!this.#candidates.length && (this.#isSilent || this.#isDone));
  }

  /** The best move; null until there is one. */
  get best(): Candidate | null {
    return listCandidates(this.#candidates)[0] ?? null;
  }

  // searching

  /** Stops the search and forgets its result: another position is shown. */
  clear(): void {
    this.stop();
    this.#candidates = [];
    this.#latest = null;
    this.#isDone = false;
    this.#isSilent = false;
    this.#error = "";
    this.#pressed = null;
    this.draw();
    this.#context.update();
  }

  /** Analyses the position from the beginning, if the engine is on. */
  restart(): void {
    this.clear();
    if (!this.isOn || this.#context.state.isOver) return;
    this.#restTimer = window.setTimeout(() => void this.#think(), REST_MS);
    this.#silenceTimer = window.setTimeout(() => {
      this.#isSilent = true;
      this.#context.update();
    }, SILENCE_MS);
  }

  stop(): void {
    clearTimeout(this.#restTimer);
    clearTimeout(this.#silenceTimer);
    this.#search?.abort();
    this.#search = null;
  }

  /** Searches the position that is shown, and keeps the former result until there is a better one. */
  async #think(): Promise<void> {
    const { api, state, controller, update } = this.#context;
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    this.#isDone = false;
    this.#error = "";
    update();
    try {
      await controller.settled(); // nothing is drawn over a moving piece
      this.#a11y ??= (await controller.board?.loadA11y()) ?? null;
      if (search.signal.aborted) return;
      for await (const result of api.analyse(state.lineTo(), SEARCH_S, search.signal)) {
        if (search.signal.aborted) return;
        this.#receive(result);
      }
    } catch (error) {
      if (search.signal.aborted) return;
      this.#error = error instanceof RequestError ? error.message : t("away");
    }
    if (search.signal.aborted) return;
    this.#search = null;
    this.#isDone = true;
    this.#announce();
    update();
  }

  #receive(result: AnalysisUpdate): void {
    this.#latest = result;
    this.#candidates = result.candidates.map(toCandidate);
    if (this.#candidates.length) clearTimeout(this.#silenceTimer);
    this.draw();
    this.#context.update();
  }

  /** Announces the result of a search that has ended, or why there is none. */
  #announce(): void {
    const { session } = this.#context;
    const { best } = this;
    if (this.#error) session.announce(this.#error);
    else if (best) session.announce(t("engine_told", { words: this.sentence, turn: this.#describe(best.action) }));
  }

  #describe(action: string): string {
    return this.#a11y?.describeAction(action, null) ?? formatAction(this.#context.state.t, action);
  }

  /** Draws the evaluation on the board, or clears it. */
  draw(): void {
    const { session, controller } = this.#context;
    const { heat } = session.settings.values;
    controller.board?.drawHeat(this.isOn && heat ? heatCandidates(this.#candidates) : []);
  }

  // what the view shows

  /** Who is ahead, in words. */
  get sentence(): string {
    const { state, session } = this.#context;
    const { best } = this;
    if (!state.hasEngine) return t("study_no_engine");
    if (!session.settings.values.engine) return t("engine_off");
    if (state.isOver) return t("engine_over");
    if (this.#error) return this.#error;
    if (!best) return t(this.#isDone ? "engine_stopped" : "engine_thinks");
    const name = state.players[state.seat ?? -1] ?? "";
    if (best.proof === "draw") return t("engine_draw");
    if (best.proof === "win") return t("engine_wins", { name, count: best.plies });
    if (best.proof === "loss") return t("engine_loses", { name, count: best.plies });
    return t("engine_chance", { name, percent: toPercent(best.expectedScore) });
  }

  /** The whole panel; one line while there is nothing to say. */
  view(): TemplateResult {
    return html`<section
      class="engine ${this.isCollapsed ? "collapsed" : ""}"
      aria-label=${t("engine")}
      ?data-thinking=${this.#search !== null}
    >
      ${this.#switchesView()}
      <p class="engine-words">${this.sentence}</p>
      ${this.isCollapsed ? nothing : html`${this.#barView()}${this.#listView()}`}
    </section>`;
  }

  /** The same without the evaluation, which `line` shows: as a tab on small screens. */
  tabView(): TemplateResult {
    return html`<div class="engine" ?data-thinking=${this.#search !== null}>
      ${this.#switchesView()} ${this.isCollapsed ? nothing : this.#listView()}
    </div>`;
  }

  /** The evaluation in one line. */
  line(): TemplateResult {
    return html`<div class="evaluation">
      <p class="engine-words">${this.sentence}</p>
      ${this.#barView()}
    </div>`;
  }

  #switchesView(): TemplateResult {
    const { session, state } = this.#context;
    const { engine, heat, text } = session.settings.values;
    const view = (label: string, isOn: boolean, change: () => void): TemplateResult =>
      html`<button
        type="button"
        class="switch engine-switch"
        role="switch"
        aria-checked=${isOn ? "true" : "false"}
        @click=${change}
      >
        <span>${label}</span><span class="track" aria-hidden="true"></span>
      </button>`;
    if (!state.hasEngine) return html``;
    return html`<div class="engine-switches">
      ${view(t("engine"), engine, () => session.settings.update({ engine: !engine }))}
      ${engine && !text ? view(t("engine_on_board"), heat, () => session.settings.update({ heat: !heat })) : nothing}
    </div>`;
  }

  /** The share of the first side. Among three or four players it is the share of the one to act. */
  #barView(): TemplateResult {
    const { state } = this.#context;
    const { best } = this;
    const { seats = 2, sides = [] } = state.view ?? {};
    const isTwo = seats === 2;
    const score = best?.expectedScore ?? 0.5;
    const share = !isTwo || sides[state.seat ?? 0] === 0 ? score : 1 - score;
    const setShare = (element: Element | undefined): void => {
      if (element instanceof HTMLElement) element.style.setProperty("--share", `${share * 100}%`);
    };
    const sign = (side: number): TemplateResult | typeof nothing => (isTwo ? sideSign(state, sides.indexOf(side)) : nothing);
    return html`<div class="evaluation-bar" aria-hidden="true" ?data-unknown=${!best}>
      ${sign(0)}<span class="scale" ${ref(setShare)}></span>${sign(1)}
    </div>`;
  }

  #listView(): TemplateResult {
    const { state } = this.#context;
    const listed = listCandidates(this.#candidates);
    const length = listed.length || Math.min(MAX_LISTED, state.view?.legal.length ?? 0); // room for what will come
    const rows = Array.from({ length }, (_, index) => this.#rowView(index, listed[index]));
    const { nodes = 0, elapsed_s = 0 } = this.#latest ?? {};
    const seconds = Math.round(elapsed_s * 10) / 10;
    const facts = !listed.length ? "" : nodes ? t("engine_facts", { nodes, seconds }) : t("engine_book");
    const canThinkOn = this.#isDone && (this.best?.proof ?? null) === null;
    return html`<ol class="engine-list" aria-label=${t("engine_best")}>
        ${rows}
      </ol>
      <div class="engine-foot">
        <p class="engine-facts">${facts}</p>
        <button
          type="button"
          class="bare"
          aria-disabled=${canThinkOn ? "false" : "true"}
          @click=${() => canThinkOn && void this.#think()}
        >
          ${t("engine_more")}
        </button>
      </div>`;
  }

  /**
   * A row of the list. It belongs to a rank, not to a move, and stays in its place while the search goes on. A click plays the
   * move on which the pointer went down, even if the row shows another one by then.
   */
  #rowView(index: number, candidate: Candidate | undefined): TemplateResult {
    const { state, controller } = this.#context;
    const play = ({ detail }: MouseEvent): void => {
      const action = detail ? this.#pressed : candidate?.action; // the keyboard has no pointer
      this.#pressed = null;
      if (action) controller.play(action);
    };
    const pv = this.#latest?.pv ?? [];
    const continuation = candidate && pv[0] === candidate.action ? pv.slice(1) : [];
    const continuationText = continuation.map((action) => formatAction(state.t, action)).join(" ");
    const score = candidate ? describeScore(candidate) : "";
    const label = candidate
      ? t("engine_row", { rank: index + 1, turn: this.#describe(candidate.action), worth: score })
      : t("engine_thinks");
    return html`<li>
      <button
        type="button"
        data-candidate=${candidate?.action ?? nothing}
        aria-label=${label}
        aria-disabled=${candidate ? nothing : "true"}
        @pointerdown=${() => (this.#pressed = candidate?.action ?? null)}
        @click=${play}
      >
        <span class="number">${index + 1}</span>
        <b>${candidate ? actionView(state.t, candidate.action) : nothing}</b>
        <span class="value">${score}</span>
        <span class="pv" translate="no" title=${continuationText || nothing}>${continuationText}</span>
      </button>
    </li>`;
  }
}

/** What a move is worth in a word or two. */
function describeScore({ expectedScore, proof, plies }: Candidate): string {
  if (proof === "draw") return t("engine_draw_short");
  if (proof) return t(`engine_${proof}_short`, { count: plies });
  return t("percent", { percent: toPercent(expectedScore) });
}

export const toPercent = (share: number): number => Math.round(share * 100);

/** The sign of the side of a seat. */
export const sideSign = (state: StudyState, seat: number): TemplateResult =>
  html`<span class="sign sign-${state.sideOf(seat)}" role="img" aria-label=${state.t(state.sideOf(seat))}></span>`;
