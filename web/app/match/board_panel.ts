/** The panel of a board: what is asked, the move under construction, and the buttons for it. */

import type { Extra } from "../../board/types.js";
import { icon, type IconName } from "../icons.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";
import type { BoardController } from "./board_controller.js";

export interface BoardPanelParts {
  /** What needs an answer, such as offers; above the sentence. */
  offers?: TemplateResult | typeof nothing;
  /** A sentence that stays for a while, such as that the sides were swapped. */
  notice?: string;
  /** The result, in place of sentence and buttons, unless an earlier position is shown. */
  result?: TemplateResult | typeof nothing;
}

/** The panel of a controller. `data-busy` is set while something is under way. */
export function boardPanel(
  controller: BoardController,
  { offers = nothing, notice = "", result = nothing }: BoardPanelParts,
): TemplateResult {
  const showsResult = result !== nothing && controller.lookedAt === null;
  return html`<section class="board-panel" aria-label=${t("your_turn_here")} ?data-busy=${controller.isBusy}>
    ${offers} ${notice ? html`<p class="notice">${notice}</p>` : nothing}
    ${showsResult ? result : html`${sentence(controller)}${buttons(controller)}`}
  </section>`;
}

/** One sentence at a time: a refusal, else what the draft does, else what is asked. */
function sentence(controller: BoardController): TemplateResult {
  const { message, draft, prompt } = controller;
  const [className, text] = message
    ? ["message", message]
    : draft?.description
      ? ["draft", draft.description]
      : ["prompt", prompt];
  const icon = className === "prompt" && controller.canPlay ? controller.board?.promptIcon?.() : null;
  return html`<p class="sentence ${className}">${icon ?? nothing}${text}</p>`;
}

interface PanelButton {
  key: string;
  view: TemplateResult;
}

/** The buttons of the move, or those for looking back. They lie in a bar at the foot of the window on a phone. */
function buttons(controller: BoardController): TemplateResult | typeof nothing {
  const all = controller.lookedAt === null ? moveButtons(controller) : lookBackButtons(controller);
  const list = repeat(
    all,
    ({ key }) => key,
    ({ view }) => view,
  );
  return html`<div class="actions buttons">${list}</div>`;
}

function moveButtons(controller: BoardController): PanelButton[] {
  const { draft, canPlay } = controller;
  if (!canPlay) return [];
  const play = html`<button type="button" class="main" data-play=${draft?.text ?? ""} @click=${() => controller.commit()}>
    ${t("play_turn")}
  </button>`;
  const back = html`<button type="button" @click=${() => controller.undoPart()}>${t("back")}</button>`;
  return [
    ...(draft?.whole ? [{ key: "play", view: play }] : []),
    ...controller.extras.map((extra) => ({ key: `extra ${extra.label}`, view: extraButton(controller, extra) })),
    ...(draft ? [{ key: "back", view: back }] : []),
  ];
}

function extraButton(controller: BoardController, { label, action, change }: Extra): TemplateResult {
  if (!action) return html`<button type="button" @click=${() => change?.()}>${label}</button>`;
  return html`<button type="button" data-action=${action} @click=${() => controller.play(action)}>${label}</button>`;
}

function lookBackButtons(controller: BoardController): PanelButton[] {
  const now = (): void => void controller.lookAt(controller.source.plies.length);
  return [
    { key: "step back", view: stepButton("back", () => controller.step(-1)) },
    { key: "step on", view: stepButton("on", () => controller.step(1)) },
    { key: "now", view: html`<button type="button" class="main" @click=${now}>${t("to_now")}</button>` },
  ];
}

const STEP_ICONS: Record<"first" | "back" | "on" | "now", IconName> = { first: "first", back: "back", on: "next", now: "last" };

/** A button that steps through the moves. */
export function stepButton(step: keyof typeof STEP_ICONS, go: () => unknown): TemplateResult {
  const label = t(`step_${step}`);
  return html`<button type="button" class="bare" aria-label=${label} title=${label} @click=${go}>
    ${icon(STEP_ICONS[step])}
  </button>`;
}

/** The four buttons below a list of moves. */
export function stepButtons(controller: BoardController): TemplateResult {
  return html`<div class="steps">
    ${stepButton("first", () => controller.lookAt(0))} ${stepButton("back", () => controller.step(-1))}
    ${stepButton("on", () => controller.step(1))} ${stepButton("now", () => controller.lookAt(controller.source.plies.length))}
  </div>`;
}

/** The board, the text board, and the button that shows the whole board again after zooming. `overlay` lies above the board. */
export function boardPlace(controller: BoardController, overlay: TemplateResult | typeof nothing = nothing): TemplateResult {
  const label = t("whole_board");
  return html`<div class="board-place">
    ${controller.textElement}${controller.element}
    <button type="button" class="whole-board" title=${label} aria-label=${label} @click=${() => controller.board?.zoom()}>
      ${icon("whole")}
    </button>
    ${overlay}
  </div>`;
}
