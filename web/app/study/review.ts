/** The overview of a whole line: who was ahead when, and which moves gave most away. */

import { RequestError } from "../api.js";
import { html, nothing, repeat, svg, type TemplateResult } from "../lit.js";
import { formatAction } from "../match/notation.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import { sideSign, toCandidate, toPercent } from "./analysis_panel.js";
import type { StudyApi } from "./study_api.js";
import type { StudyState } from "./study_state.js";
import type { TreeNode } from "./tree.js";

const SEARCH_S = 0.5; // for each position
const MIN_LOSS = 0.15; // of the expected score, for a move that is listed
const MAX_LISTED = 5;
const RETRY_MS = 1000; // after the server has refused a request because there were too many

/** What is known of the position after a move. */
interface Evaluation {
  readonly seat: number | null; // to act; null if the game is over
  readonly score: number; // the expected score of that seat, or of the first one
  readonly firstScore: number; // of the first side
  readonly best: string | null;
  readonly scores: ReadonlyMap<string, number>; // of every move from here, for the seat to act
}

/** A move that gave much away. */
export interface TurningPoint {
  readonly node: TreeNode;
  readonly ply: number;
  readonly seat: number; // who moved
  readonly before: number; // the expected score of that seat
  readonly after: number;
  readonly best: string;
}

export interface ReviewContext {
  readonly session: Session;
  readonly api: StudyApi;
  readonly state: StudyState;
  readonly update: () => void; // renders the page
  readonly onStart: () => void; // before the first search
  readonly onEnd: () => void; // after the last one
}

export class Review {
  readonly #context: ReviewContext;
  readonly #evaluations = new WeakMap<TreeNode, Evaluation>();
  #running: AbortController | null = null;
  #position = 0; // the index of the position that is being searched

  constructor(context: ReviewContext) {
    this.#context = context;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The nodes of the line that is shown, with the root. */
  get #nodes(): TreeNode[] {
    const { tree } = this.#context.state;
    return [tree.root, ...tree.line()];
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Searches all positions of the line that are not known yet. */
  async run(): Promise<void> {
    const { session, update, onStart, onEnd } = this.#context;
    const running = new AbortController();
    const { signal } = running;
    const nodes = this.#nodes;
    this.#running = running;
    onStart();
    try {
      for (this.#position = 0; this.#position < nodes.length && !signal.aborted; this.#position++) {
        update();
        const node = nodes[this.#position];
        if (node && !this.#evaluations.has(node)) await retryOnce(() => this.#evaluate(node, signal));
      }
    } catch (error) {
      if (!signal.aborted) session.showError(error);
    }
    this.#running = null;
    if (!signal.aborted) session.announce(this.#verdict());
    onEnd();
    update();
  }

  async #evaluate(node: TreeNode, signal: AbortSignal): Promise<void> {
    const { api, state } = this.#context;
    const line = state.lineTo(node);
    const { view } = await api.position(line);
    const { sides } = view.state;
    const firstScore = (seat: number, score: number): number => (sides[seat] === 0 ? score : 1 - score);
    if (view.status === "over") {
      const winner = view.result?.winner;
      const score = winner === undefined ? 0.5 : winner === 0 ? 1 : 0;
      this.#evaluations.set(node, { seat: null, score, firstScore: firstScore(0, score), best: null, scores: new Map() });
      return;
    }
    let candidates: ReturnType<typeof toCandidate>[] = [];
    for await (const update of api.analyse(line, SEARCH_S, signal)) candidates = update.candidates.map(toCandidate);
    const [best] = candidates;
    if (signal.aborted || !best || view.to_act === null) return;
    this.#evaluations.set(node, {
      seat: view.to_act,
      score: best.expectedScore,
      firstScore: firstScore(view.to_act, best.expectedScore),
      best: best.action,
      scores: new Map(candidates.map(({ action, expectedScore }) => [action, expectedScore])),
    });
  }

  /** The moves that gave much away, the worst first. */
  get turningPoints(): TurningPoint[] {
    const nodes = this.#nodes;
    const isTwo = this.#context.state.view?.seats === 2;
    const points = nodes.slice(1).flatMap((node, index): TurningPoint[] => {
      const parent = nodes[index];
      const [before, after] = [parent && this.#evaluations.get(parent), this.#evaluations.get(node)];
      if (!before?.best || before.seat === null || !after || node.action === before.best) return [];
      const score = isTwo ? scoreOf(after, before.seat) : before.scores.get(node.action);
      if (score === undefined || before.score - score < MIN_LOSS) return [];
      return [{ node, ply: index + 1, seat: before.seat, before: before.score, after: score, best: before.best }];
    });
    return points.sort((one, two) => two.before - two.after - (one.before - one.after));
  }

  #verdict(): string {
    const { length } = this.turningPoints;
    return length ? t("review_found", { count: length }) : t("review_none");
  }

  // view

  /** The button, what is known, and the list of turning points. */
  view(): TemplateResult {
    const { state } = this.#context;
    const nodes = this.#nodes;
    const known = nodes.filter((node) => this.#evaluations.has(node)).length;
    const points = known > 1 ? this.turningPoints.slice(0, MAX_LISTED) : [];
    const progress = t("review_going", { turn: Math.min(this.#position + 1, nodes.length), turns: nodes.length });
    const summary = this.isRunning ? progress : known > 1 ? this.#verdict() : t("review_words");
    const toggle = (): void => (this.isRunning ? this.stop() : void this.run());
    return html`
      ${
        state.hasEngine
          ? html`<p class="buttons">
              <button type="button" data-review class=${known === nodes.length ? "" : "main"} @click=${toggle}>
                ${t(this.isRunning ? "review_stop" : "review_start")}
              </button>
            </p>`
          : nothing
      }
      <p class="hint">${state.hasEngine ? summary : t("study_no_engine")}</p>
      ${points.length ? html`<h2>${t("review_points")}</h2>` : nothing}
      <ol class="review-points" aria-label=${t("review_points")} ?hidden=${!points.length}>
        ${repeat(
          points,
          ({ node }) => node,
          (point) => this.#pointView(point),
        )}
      </ol>
    `;
  }

  #pointView({ node, ply, seat, before, after, best }: TurningPoint): TemplateResult {
    const { state } = this.#context;
    const text = t("review_point", {
      turn: ply,
      text: formatAction(state.t, node.action),
      name: state.players[seat] ?? "",
      before: toPercent(before),
      after: toPercent(after),
      best: formatAction(state.t, best),
    });
    return html`<li>
      <button type="button" data-point=${ply} @click=${() => state.goToNode(node)}>${text}</button>
    </li>`;
  }

  /** The expected score of the first side after each move. Null before a review, and among three or four players. */
  chart(): TemplateResult | null {
    const { state } = this.#context;
    const nodes = this.#nodes;
    const evaluations: Evaluation[] = [];
    for (const node of nodes) {
      const evaluation = this.#evaluations.get(node);
      if (!evaluation) break;
      evaluations.push(evaluation);
    }
    if (evaluations.length < 2 || state.view?.seats !== 2) return null;
    const last = nodes.length - 1;
    const outline = evaluations.map(({ firstScore }, ply) => `L${ply} ${1 - firstScore}`).join("");
    const marks = this.turningPoints.map(({ ply }) => svg`<path class="review-mark" d="M${ply} 0V1"></path>`);
    const goTo = ({ clientX, currentTarget }: MouseEvent): void => {
      const { left, width } = (currentTarget as Element).getBoundingClientRect();
      void state.goTo(Math.round(((clientX - left) / width) * last));
    };
    const { sides } = state.view;
    return html`<div class="review-chart" aria-hidden="true">
      <div class="review-axis">${sideSign(state, sides.indexOf(0))}${sideSign(state, sides.indexOf(1))}</div>
      <svg viewBox="0 0 ${last} 1" preserveAspectRatio="none" @click=${goTo}>
        <path class="review-share" d="M0 1${outline}L${evaluations.length - 1} 1Z"></path>
        <path class="review-half" d="M0 0.5H${last}"></path>
        ${marks}
        <path class="review-here" d="M${state.ply} 0V1"></path>
      </svg>
    </div>`;
  }
}

/** The expected score of a seat of two in a position. */
const scoreOf = ({ seat, score }: Evaluation, wanted: number): number =>
  seat === wanted || (seat === null && wanted === 0) ? score : 1 - score;

/** Calls `action`, and once more after a moment if the server has refused it because there were too many requests. */
async function retryOnce(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "too_fast") throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await action();
  }
}
