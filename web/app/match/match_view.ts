/** The view of a match. */

import { icon } from "../icons.js";
import { html, nothing, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";
import { boardPanel, boardPlace } from "./board_panel.js";
import { matchMenu } from "./match_menu.js";
import type { MatchPage } from "./match_page.js";
import { playerBars } from "./player_bars.js";
import { resultBanner, resultFacts, resultTexts, resultView } from "./result.js";
import type { Tab } from "./tabs.js";

export function matchView(page: MatchPage): TemplateResult {
  const { match, controller, offers } = page;
  return html`<h1 class="visually-hidden">${page.title}</h1>
    ${playerBars(match, controller, "far")} ${boardPlace(controller, overlay(page))}
    ${boardPanel(controller, { offers: offers.view(), notice: page.notice, result: resultView(page) })}
    ${controller.inputElement} ${playerBars(match, controller, "near")} ${page.tabs.view(tabs(page), watchers(page))}`;
}

/** Above the board: the invitation before the game, the banner at its end. */
function overlay(page: MatchPage): TemplateResult | typeof nothing {
  if (page.match.shared?.status === "waiting") return html`<div class="invitation-place">${page.invitation.view()}</div>`;
  const facts = page.showsBanner ? resultFacts(page.match) : null;
  return facts ? resultBanner(resultTexts(facts)) : nothing;
}

function tabs(page: MatchPage): Tab[] {
  return [
    { name: "turns", className: "turns-tab", content: () => page.moveList.view() },
    ...(page.chat.isUseful ? [{ name: "chat", className: "chat", content: () => page.chat.view() }] : []),
    { name: "more", className: "more", content: () => matchMenu(page) },
  ];
}

function watchers({ match }: MatchPage): TemplateResult {
  const count = match.info?.watchers ?? 0;
  const text = count ? t("watchers", { count }) : "";
  return html`<span class="watchers" role="status" title=${text}>
    ${count ? html`${icon("eye")}<span aria-hidden="true">${count}</span><span class="visually-hidden">${text}</span>` : nothing}
  </span>`;
}
