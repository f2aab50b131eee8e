/** Draws, takebacks, aborts, rematches and interruptions: asking for them, and answering. */

import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import { confirm } from "../notify.js";
import type { MatchEvent, OfferType } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import type { MatchState } from "./match_state.js";

const NOTICE_MS = 8000; // an answer stays on the screen for this time

export type PauseKind = "adjourn" | "resume";
const PAUSE_KINDS: readonly PauseKind[] = ["adjourn", "resume"];

interface Notice {
  key: number;
  text: string;
}

/** The open offers of a match, and what has become of the last ones. */
export class Offers {
  #askers = new Map<OfferType, number>(); // the seats whose offers were open before the last events
  #ownRequests: { kinds: PauseKind[]; changes: number; status: string } = { kinds: [], changes: 0, status: "" };
  #notices: Notice[] = [];
  #lastKey = 0;

  constructor(
    readonly session: Session,
    readonly match: MatchState,
    readonly accountId: string,
    readonly update: () => void,
  ) {}

  // what happens

  /** Notes answers to offers. */
  receive(events: readonly MatchEvent[]): void {
    for (const event of events)
      if (event.kind === "decline" && !this.match.isLocal) this.#noteDecline(event.seat, event.offer_type);
    this.#askers = new Map((this.match.shared?.offers ?? []).map(({ offer_type, seat }) => [offer_type, seat]));
  }

  /** Notes that a request of this account to adjourn or to resume was declined. */
  receivePauseRequests(): void {
    const { shared, info, seats } = this.match;
    const { kinds, changes, status } = this.#ownRequests;
    const own = PAUSE_KINDS.filter((kind) => this.hasRequested(kind));
    const isSame = shared?.changes === changes && shared.status === status; // otherwise the match went on
    if (isSame && kinds.some((kind) => !own.includes(kind))) {
      const others = (info?.participants ?? []).filter(({ level }, seat) => level === null && !seats.includes(seat));
      this.#addNotice(t("told_decline", { name: others.map(({ name }) => name).join(", ") }));
    }
    if (own.join() !== kinds.join())
      this.#ownRequests = { kinds: own, changes: shared?.changes ?? 0, status: shared?.status ?? "" };
  }

  #noteDecline(seat: number, type: OfferType): void {
    const { match } = this;
    const asker = this.#askers.get(type);
    if (match.seats.includes(seat)) return; // the person's own answer
    this.#addNotice(t(seat === asker ? "told_withdraw" : "told_decline", { name: match.players[seat] ?? "" }));
  }

  #addNotice(text: string): void {
    const notice = { key: ++this.#lastKey, text };
    this.#notices = [...this.#notices.filter((other) => other.text !== text), notice];
    setTimeout(() => {
      this.#notices = this.#notices.filter((other) => other !== notice);
      this.update();
    }, NOTICE_MS);
    this.update();
  }

  // asking

  /** Makes an offer or agrees to the one that is open. On a shared device all seats agree. */
  async make(type: OfferType, seat = this.match.seats[0] ?? 0): Promise<void> {
    const { match } = this;
    const open = match.offer(type);
    try {
      if (open && !open.agreed.includes(seat)) {
        await match.submit({ type: "accept", offer_type: type, seat });
        return;
      }
      await match.submit({ type: "offer", offer_type: type, seat });
      for (const other of match.seats) {
        if (other !== seat && match.offer(type)) await match.submit({ type: "accept", offer_type: type, seat: other });
      }
    } catch (error) {
      this.session.showError(error);
    }
  }

  /** Requests to adjourn or to resume; `agree` false withdraws one's own request or declines those of others. */
  async pause(kind: PauseKind, agree = true): Promise<void> {
    if (!agree) this.#ownRequests.kinds = []; // withdrawn, not declined
    await this.match.request({ type: kind, agree }).catch(this.session.showError);
  }

  /** True if this account has requested to adjourn or to resume. */
  hasRequested(kind: PauseKind): boolean {
    return this.match.pauseRequests[kind]?.includes(this.accountId) ?? false;
  }

  /** Resigns after a question. */
  async resign(): Promise<void> {
    const { match } = this;
    const seat = match.viewer?.to_act ?? match.seats[0] ?? 0;
    const leaves = match.isForSeveral;
    const question = t(leaves ? "leave_question" : "resign_question");
    const ownQuestion = match.isLocal ? t("resign_question_of", { name: match.players[seat] ?? "" }) : question;
    if (!(await confirm(ownQuestion, t(leaves ? "leave" : "resign"), { no: t("play_on"), danger: true }))) return;
    await match.submit({ type: "resign", seat }).catch(this.session.showError);
  }

  // the view

  /** The open offers with what can be answered, and the answers of the last seconds. */
  view(): TemplateResult {
    const boxes = this.match.isLocal ? [] : [...this.#offerBoxes(), ...this.#pauseBoxes(), ...this.#noticeBoxes()];
    const list = repeat(
      boxes,
      ({ key }) => key,
      ({ view }) => view,
    );
    return html`<div class="offers">${list}</div>`;
  }

  #offerBoxes(): Box[] {
    const { match, session } = this;
    const offers = (match.shared?.offers ?? []).filter(({ offer_type }) => offer_type !== "rematch");
    return offers.map(({ offer_type: type, seat, agreed }) => {
      const own = match.seats.find((other) => !agreed.includes(other));
      const answer = (verb: "accept" | "decline", by: number) => (): void =>
        void match.submit({ type: verb, offer_type: type, seat: by }).catch(session.showError);
      if (match.seats.includes(seat)) return askedBox(type, answer("decline", seat));
      return asksBox(
        type,
        [match.players[seat] ?? ""],
        own === undefined ? null : { yes: answer("accept", own), no: answer("decline", own) },
      );
    });
  }

  #pauseBoxes(): Box[] {
    const { match } = this;
    return PAUSE_KINDS.flatMap((kind) => {
      const accounts = match.pauseRequests[kind] ?? [];
      if (!accounts.length) return [];
      if (this.hasRequested(kind)) return [askedBox(kind, () => void this.pause(kind, false))];
      const names = (match.info?.participants ?? [])
        .filter(({ account_id }) => accounts.includes(account_id ?? ""))
        .map(({ name }) => name);
      const answers = match.seats.length ? { yes: () => void this.pause(kind), no: () => void this.pause(kind, false) } : null;
      return [asksBox(kind, names, answers)];
    });
  }

  #noticeBoxes(): Box[] {
    return this.#notices.map(({ key, text }) => ({
      key: `notice ${key}`,
      view: html`<div class="offer answered"><span>${text}</span></div>`,
    }));
  }
}

interface Box {
  key: string;
  view: TemplateResult;
}

/** What the viewer has asked for. */
function askedBox(type: string, withdraw: () => void): Box {
  const view = html`<div class="offer" data-offer=${type}>
    <span>${t(`asked_${type}`)}</span><button type="button" @click=${withdraw}>${t("withdraw")}</button>
  </div>`;
  return { key: `asked ${type}`, view };
}

/** What somebody else asks for. A spectator cannot answer. */
function asksBox(type: string, names: string[], answers: { yes: () => void; no: () => void } | null): Box {
  const buttons = answers
    ? html`<button type="button" class="main" @click=${answers.yes}>${t("accept")}</button>
        <button type="button" @click=${answers.no}>${t("decline")}</button>`
    : nothing;
  const text = t(`asks_${type}`, { name: names.join(", ") });
  return { key: `asks ${type}`, view: html`<div class="offer" data-offer=${type}><span>${text}</span>${buttons}</div>` };
}
