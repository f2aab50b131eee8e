/** The moves of a study: the line that is shown as a list, and what was tried in the place of its current move. */

import { createRef, html, nothing, ref, repeat, type Ref, type TemplateResult } from "../lit.js";
import { actionView, formatAction } from "../match/notation.js";
import { t } from "../texts.js";
import { sideSign } from "./analysis_panel.js";
import type { StudyState } from "./study_state.js";
import type { TreeNode } from "./tree.js";

export class MoveTree {
  readonly #state: StudyState;
  readonly #list: Ref<HTMLOListElement> = createRef();
  #revealed: TreeNode | null = null;

  constructor(state: StudyState) {
    this.#state = state;
  }

  view(): TemplateResult {
    const { tree, view } = this.#state;
    const line = tree.line();
    const inPairs = view?.seats === 2;
    const list = html`<ol class="turns ${inPairs ? "pairs" : ""}" aria-label=${t("tab_turns")} ${ref(this.#list)}>
      ${inPairs && line[0]?.seat === 1 ? html`<li class="gap" aria-hidden="true">…</li>` : nothing}
      ${repeat(
        line,
        (node) => node,
        (node, index) => this.#moveView(node, index, inPairs),
      )}
    </ol>`;
    return line.length ? html`${list} ${this.#variationsView()}` : html`<p class="empty">${t("no_turns")}</p>`;
  }

  #moveView(node: TreeNode, index: number, inPairs: boolean): TemplateResult {
    const { t: gameText, players, target } = this.#state;
    const { action, seat } = node;
    const label = t("turn_by", { turn: index + 1, name: players[seat] ?? "", text: formatAction(gameText, action) });
    return html`<li>
      <span class="number" aria-hidden="true">${index + 1}</span>
      ${inPairs ? nothing : sideSign(this.#state, seat)}
      <button
        type="button"
        class="turn-button"
        data-text=${action}
        aria-label=${label}
        aria-current=${node === target ? "step" : "false"}
        @click=${() => this.#state.goToNode(node)}
      >
        ${actionView(gameText, action)}
      </button>
    </li>`;
  }

  /** The moves that were tried in the place of the current one, and the button that deletes it. */
  #variationsView(): TemplateResult {
    const { tree, t: gameText, target } = this.#state;
    const siblings = tree.siblings(target);
    const chip = (node: TreeNode): TemplateResult =>
      html`<button
        type="button"
        class="turn-button"
        data-text=${node.action}
        aria-current=${node === target ? "step" : "false"}
        @click=${() => this.#state.goToNode(node)}
      >
        ${actionView(gameText, node.action)}
      </button>`;
    const canCut = tree.current.parent !== null;
    return html`<div class="variations">
      ${
        siblings.length > 1
          ? html`<p class="variation-line">
              <span>${t("study_instead")}</span>
              ${repeat(siblings, (node) => node, chip)}
            </p>`
          : nothing
      }
      <button
        type="button"
        class="bare"
        data-cut
        aria-disabled=${canCut ? "false" : "true"}
        @click=${() => canCut && this.#state.cut()}
      >
        ${t("study_cut")}
      </button>
    </div>`;
  }

  /** Scrolls to the current move after it has changed. Call it after rendering. */
  reveal(): void {
    const list = this.#list.value;
    const { target } = this.#state;
    if (!list || target === this.#revealed) return;
    this.#revealed = target;
    const current = list.querySelector<HTMLElement>('[aria-current="step"]');
    list.scrollTop = current ? Math.max(0, current.offsetTop - list.clientHeight / 2) : 0;
  }
}
