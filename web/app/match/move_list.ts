/** The list of moves. Each is a button that shows the position after it. */

import { createRef, html, nothing, ref, repeat, type Ref, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";
import type { BoardController } from "./board_controller.js";
import { stepButtons } from "./board_panel.js";
import type { MatchState } from "./match_state.js";
import { actionView, formatAction } from "./notation.js";
import { sideSign } from "./player_bars.js";
import type { Ply } from "./position_source.js";

/** The moves of a match. All are numbered one by one; those of two players stand in two columns. */
export class MoveList {
  readonly #list: Ref<HTMLOListElement> = createRef();
  #revealed = "";
  #observer: ResizeObserver | null = null;

  constructor(
    readonly match: MatchState,
    readonly controller: BoardController,
  ) {}

  view(): TemplateResult {
    const { plies } = this.match;
    if (!plies.length) return html`<p class="empty">${t("no_turns")}</p>`;
    const inPairs = this.match.view?.seats === 2;
    const move = (ply: Ply, index: number): TemplateResult => this.#move(ply, index, inPairs);
    return html`<ol class="turns ${inPairs ? "pairs" : ""}" aria-label=${t("tab_turns")} ${ref(this.#list)}>
        ${inPairs && plies[0]?.seat === 1 ? html`<li class="gap" aria-hidden="true">…</li>` : nothing}
        ${repeat(plies, (_, index) => index, move)}
      </ol>
      ${stepButtons(this.controller)}`;
  }

  #move({ seat, text, left }: Ply, index: number, inPairs: boolean): TemplateResult {
    const { match, controller } = this;
    const label = left ? t(`turn_${text}`) : formatAction(match.t, text);
    const name = t("turn_by", { turn: index + 1, name: match.players[seat] ?? "", text: label });
    return html`<li>
      <span class="number" aria-hidden="true">${index + 1}</span>
      ${inPairs ? nothing : sideSign(match, seat)}
      <button
        type="button"
        class="turn-button"
        data-text=${text}
        aria-label=${name}
        aria-current=${controller.ply === index + 1 ? "step" : "false"}
        @click=${() => controller.lookAt(index + 1)}
      >
        ${left ? label : actionView(match.t, text)}
      </button>
    </li>`;
  }

  /** Scrolls to the move that is shown, after it has changed or the list has. Call it after rendering. */
  reveal(): void {
    const list = this.#list.value;
    if (!list) return;
    if (!this.#observer) {
      this.#observer = new ResizeObserver(() => this.#scroll());
      this.#observer.observe(list);
    }
    const shown = `${this.controller.ply} ${this.match.plies.length}`;
    if (shown === this.#revealed) return;
    this.#revealed = shown;
    this.#scroll();
  }

  #scroll(): void {
    const list = this.#list.value;
    const current = list?.querySelector<HTMLElement>('[aria-current="step"]');
    if (list) list.scrollTop = current ? Math.max(0, current.offsetTop - list.clientHeight / 2) : 0;
  }
}
