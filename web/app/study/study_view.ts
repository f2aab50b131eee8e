/** The view of a study. On small screens the analysis is a tab, and its sentence stands below or beside the board. */

import { html, nothing, ref, repeat, type TemplateResult } from "../lit.js";
import { boardPanel, boardPlace, stepButton } from "../match/board_panel.js";
import type { Tab } from "../match/tabs.js";
import { t } from "../texts.js";
import { sideSign } from "./analysis_panel.js";
import type { StudyPage } from "./study_page.js";

export function studyView(page: StudyPage): TemplateResult {
  const { controller, analysis, review, isNarrow, isCompact } = page;
  const panel = boardPanel(controller, { result: resultView(page) });
  const [steps, side, sides] = [stepsView(page), page.tabs.view(tabs(page)), sidesView(page)];
  const line = html`<div class="study-line">${analysis.line()}${steps}</div>`;
  const column = isCompact
    ? html`${isNarrow ? nothing : line} ${panel} ${side} ${sides}`
    : html`${sides} ${analysis.view()} ${steps} ${side} ${panel}`;
  const hasTextBoard = page.session.settings.values.text; // with room below it
  return html`<h1 class="visually-hidden">${page.title}</h1>
    <div class="study-board">
      ${boardPlace(controller)} ${isNarrow ? line : isCompact ? nothing : (review.chart() ?? nothing)}
      ${hasTextBoard ? controller.inputElement : nothing}
    </div>
    <div class="study-column">${column} ${hasTextBoard ? nothing : controller.inputElement}</div>
    ${dialogView(page)}`;
}

function tabs(page: StudyPage): Tab[] {
  const { analysis, review, moves, isCompact } = page;
  return [
    ...(isCompact ? [{ name: "engine", content: () => analysis.tabView() }] : []),
    { name: "turns", className: "turns-tab", content: () => moves.view() },
    {
      name: "review",
      className: "review",
      content: () => html`${isCompact ? (review.chart() ?? nothing) : nothing}${review.view()}`,
    },
    { name: "more", className: "more", content: () => moreView(page) },
  ];
}

/** The sides with what belongs to each: reserve, score, cards. */
function sidesView({ state, controller }: StudyPage): TemplateResult {
  const seats = state.players.map((name, seat) => ({ name, seat }));
  return html`<ul class="player-bars study-sides" aria-label=${t("study_sides")}>
    ${repeat(
      seats,
      ({ seat }) => seat,
      ({ name, seat }) =>
        html`<li class="player-bar ${!state.isOver && state.seat === seat ? "acts" : ""}" data-seat=${seat}>
          ${sideSign(state, seat)}
          <span class="player"><span class="name">${name}</span></span>
          ${controller.board?.seatPanel(seat) ?? nothing}
        </li>`,
    )}
  </ul>`;
}

function resultView({ state }: StudyPage): TemplateResult | typeof nothing {
  const result = state.describeResult();
  if (!result) return nothing;
  return html`<div class="result">
    <h2>${result.headline}</h2>
    <p>${result.reason}</p>
  </div>`;
}

function stepsView({ state }: StudyPage): TemplateResult {
  return html`<div class="steps">
    ${stepButton("first", () => state.goTo(0))} ${stepButton("back", () => state.step(-1))}
    ${stepButton("on", () => state.step(1))} ${stepButton("now", () => state.goTo(state.plies.length))}
  </div>`;
}

function moreView(page: StudyPage): TemplateResult {
  const download = (format: string): TemplateResult =>
    html`<button type="button" @click=${() => page.download(format)}>${t(`download_${format}`)}</button>`;
  return html`<div class="buttons">
      <button type="button" class="main" data-open @click=${() => page.openDialog()}>${t("study_open_other")}</button>
    </div>
    <div class="buttons">
      <button type="button" data-share aria-describedby="share-words" @click=${() => page.share()}>${t("share")}</button>
      ${download("json")} ${download("sgf")}
      <a class="button" href="/rules/${page.game.name}" target="_blank">${t("rules")}</a>
    </div>
    <p class="hint" id="share-words">${t("study_share_words")}</p>`;
}

/** Opening something else. */
function dialogView({ dialog, beginForm, textForm }: StudyPage): TemplateResult {
  return html`<dialog class="card study-dialog" aria-labelledby="study-dialog-title" ${ref(dialog)}>
    ${
      beginForm
        ? html`<h2 id="study-dialog-title">${t("study_open_title")}</h2>
            ${textForm.view()}
            <h3>${t("study_anew")}</h3>
            ${beginForm.view()}
            <form method="dialog" class="buttons">
              <button>${t("close")}</button>
            </form>`
        : nothing
    }
  </dialog>`;
}
