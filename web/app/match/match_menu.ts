/** What is done seldom: offers, time, resigning, sounds, chat, sharing, the record; and the menu in the header of a phone. */

import { icon } from "../icons.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import type { OfferType } from "../protocol.js";
import { share } from "../share.js";
import { t } from "../texts.js";
import type { MatchPage } from "./match_page.js";
import type { PauseKind } from "./offers.js";
import { downloadLink } from "./result.js";

const TIME_GIFT_MS = 60_000;

interface Entry {
  key: string;
  view: TemplateResult;
}

const list = (entries: Entry[]): unknown =>
  repeat(
    entries,
    ({ key }) => key,
    ({ view }) => view,
  );

/** The tab "more". */
export function matchMenu(page: MatchPage): TemplateResult {
  const { match } = page;
  const canAct = match.seats.length > 0 && match.shared?.status !== "over";
  const acts = canAct ? gameActs(page) : [];
  const resign = canAct && match.shared?.status === "running" ? resignButton(page, "data-resign") : nothing;
  return html`${acts.length ? html`<div class="buttons">${list(acts)}</div>` : nothing}
    <div class="switches">${soundSwitch(page)} ${chatSwitch(page)}</div>
    <div class="buttons">
      <button type="button" @click=${() => void share(page.session, location.href, document.title)}>${t("share")}</button>
      ${rulesLink(page, "button")} ${downloadLink(match, "json")} ${downloadLink(match, "sgf")}
    </div>
    <p class="terms"><span>${match.t(`edition_${match.editionName}`)}</span> ${terms(page)}</p>
    ${resign === nothing ? nothing : html`<div class="buttons resign">${resign}</div>`}`;
}

/** Offers, gifts of time and interruptions that are possible now. */
function gameActs(page: MatchPage): Entry[] {
  const { match } = page;
  const { shared } = match;
  if (!shared) return [];
  const isRunning = shared.status === "running";
  const seat = match.seats[0] ?? 0;
  const takers = match.viewer?.takeback_seats ?? [];
  const last = match.plies.at(-1)?.seat ?? -1;
  const taker = takers.includes(last) ? last : takers[0];
  const hasEngine = match.info?.participants.some(({ level }) => level) ?? false;
  const others = match.players.map((name, other) => ({ name, other })).filter(({ other }) => !match.seats.includes(other));
  return [
    ...(isRunning && taker !== undefined ? [offerEntry(page, "takeback", taker)] : []),
    ...(isRunning && !hasEngine ? [offerEntry(page, "draw", seat)] : []),
    ...(shared.can_abort_alone || shared.status === "waiting" ? [offerEntry(page, "abort", seat)] : []),
    ...(isRunning && shared.clock?.kind === "increment" ? others.map(({ name, other }) => giftEntry(page, name, other)) : []),
    ...(shared.clock && !match.isLocal && shared.status !== "waiting"
      ? [pauseEntry(page, isRunning ? "adjourn" : "resume")]
      : []),
  ];
}

function offerEntry(page: MatchPage, type: OfferType, seat: number): Entry {
  const isOpen = page.match.offer(type) !== null;
  const make = (): void => {
    if (!isOpen) void page.offers.make(type, seat);
  };
  const view = html`<button type="button" data-offer=${type} aria-disabled=${isOpen ? "true" : "false"} @click=${make}>
    ${t(`offer_${type}`)}
  </button>`;
  return { key: type, view };
}

function giftEntry({ match, session }: MatchPage, name: string, to: number): Entry {
  const command = { type: "give_time", to, time_ms: TIME_GIFT_MS, seat: match.seats[0] ?? 0 };
  const give = (): void => void match.submit(command).catch(session.showError);
  return { key: `time ${to}`, view: html`<button type="button" @click=${give}>${t("give_time", { name })}</button>` };
}

function pauseEntry({ offers }: MatchPage, kind: PauseKind): Entry {
  const isOpen = offers.hasRequested(kind);
  const request = (): void => {
    if (!isOpen) void offers.pause(kind);
  };
  const view = html`<button type="button" data-pause=${kind} aria-disabled=${isOpen ? "true" : "false"} @click=${request}>
    ${t(`wish_${kind}`)}
  </button>`;
  return { key: kind, view };
}

/** The red button; `hook` is an attribute by which tests find it. */
function resignButton(page: MatchPage, hook: "data-resign" | "data-menu-resign"): TemplateResult {
  const label = t(page.match.isForSeveral ? "leave" : "resign");
  const resign = (): void => void page.resign();
  return hook === "data-resign"
    ? html`<button type="button" class="danger" data-resign @click=${resign}>${label}</button>`
    : html`<button type="button" class="danger" data-menu-resign @click=${resign}>${label}</button>`;
}

function switchButton(label: string, isOn: boolean, change: () => void): TemplateResult {
  return html`<button type="button" class="switch" role="switch" aria-checked=${isOn ? "true" : "false"} @click=${change}>
    <span>${label}</span><span class="track" aria-hidden="true"></span>
  </button>`;
}

function soundSwitch({ session: { settings } }: MatchPage): TemplateResult {
  const { sounds } = settings.values;
  return switchButton(t("setting_sounds"), sounds, () => settings.update({ sounds: !sounds }));
}

/** Switches the chat for everyone at the table. */
function chatSwitch({ match, session, chat }: MatchPage): TemplateResult | typeof nothing {
  if (!match.seats.length || !chat.isUseful) return nothing;
  const isOn = match.info?.chat ?? false;
  const change = (): void => void match.request({ type: "set_chat", enabled: !isOn }).catch(session.showError);
  return switchButton(t("tab_chat"), isOn, change);
}

const rulesLink = ({ match }: MatchPage, className: string): TemplateResult =>
  html`<a class=${className} href="/rules/${match.game}/${match.editionName}" target="_blank">${t("rules")}</a>`;

/** The options that differ from the edition. Those that only set the game up are left out. */
function terms({ match, game }: MatchPage): TemplateResult[] {
  const hidden = new Set(game?.options.filter(({ setup }) => setup).map(({ name }) => name));
  return Object.entries(match.terms?.options ?? {})
    .filter(([name]) => !hidden.has(name))
    .map(
      ([name, value]) =>
        html`<span>${t("option_is", { option: match.t(`option_${name}`), value: optionValue(match.t, name, value) })}</span>`,
    );
}

/** A value in words, where there are words for it; counts by kind (`step:4,knight:2`) with the names of the kinds. */
function optionValue(gameText: MatchPage["match"]["t"], name: string, value: string): string {
  if (/^\w+:\d+(,\w+:\d+)*$/.test(value)) {
    const parts = value.split(",").map((part) => part.split(":"));
    return parts
      .map(([kind, count]) => t("option_is", { option: gameText(`option_${name}_${kind ?? ""}`), value: count }))
      .join(", ");
  }
  const key = `value_${value}`;
  const words = gameText(key);
  return words === key ? value : words;
}

/** The menu in the header, for phones. */
export function headerMenu(page: MatchPage): TemplateResult {
  const { match } = page;
  const canResign = match.seats.length > 0 && match.shared?.status === "running";
  const label = t("menu");
  return html`<span class="page-title">${match.t("title")}</span>
    <button type="button" class="bare menu-button" popovertarget="page-menu" aria-label=${label} title=${label}>
      ${icon("more")}
    </button>
    <div id="page-menu" class="card menu" popover>
      ${rulesLink(page, "menu-item")} ${soundSwitch(page)}
      <a class="menu-item" href="/settings">${t("settings")}</a>
      ${canResign ? resignButton(page, "data-menu-resign") : nothing}
    </div>`;
}
