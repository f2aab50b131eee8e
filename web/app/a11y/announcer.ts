/** Announces to screen readers what happens at a board: each event once and in order, then what is asked. */

import type { BoardA11y, View } from "../../board/types.js";
import type { BoardController } from "../match/board_controller.js";
import type { MatchState } from "../match/match_state.js";
import { formatAction } from "../match/notation.js";
import type { PositionChange } from "../match/position_source.js";
import { resultFacts, resultTexts } from "../match/result.js";
import type { AccountBody, MatchEvent } from "../protocol.js";
import type { Session } from "../session.js";
import { formatClock, t } from "../texts.js";

const TOGETHER_MS = 50; // messages of the server that come this close together are one
const LOW_TIME_MS = 20_000; // below it, one's own clock is announced

export interface AnnouncerContext {
  readonly session: Session;
  readonly controller: BoardController;
  readonly match: MatchState | null; // null in a study
  readonly account: AccountBody | null;
  readonly a11y: BoardA11y;
}

/** A change, with the state that it left. */
interface ReceivedChange {
  readonly change: PositionChange;
  readonly view: View | null;
  readonly isCurrent: boolean; // the board shows the current position, not an earlier one
}

export class PositionAnnouncer {
  readonly #context: AnnouncerContext;
  readonly #inbox: ReceivedChange[] = [];
  #before: View | null; // the position before the next event
  #offerers = new Map<string, number>(); // the seats that have made the open offers, by type
  #prompt = "";
  #draft = "";
  #wasOver = false;
  #warnedAt = -1; // the number of the event after which low time was announced
  #inboxTimer = 0;
  #promptTimer = 0;

  constructor(context: AnnouncerContext) {
    this.#context = context;
    this.#before = context.controller.lookedAt === null ? context.controller.source.view : null;
  }

  /** Announces a change, as soon as the board shows it. */
  receive(change: PositionChange): void {
    const { source, lookedAt } = this.#context.controller;
    this.#inbox.push({ change, view: source.view, isCurrent: lookedAt === null });
    this.#inboxTimer ||= window.setTimeout(() => {
      this.#inboxTimer = 0;
      const inbox = this.#inbox.splice(0);
      inbox.forEach((received, index) => this.#announceChange(received, index === inbox.length - 1));
      this.update();
    });
  }

  /** `isLast`: no later change is known, so that the board shows the position after this one. */
  #announceChange({ change: { kind, events, chat }, view, isCurrent }: ReceivedChange, isLast: boolean): void {
    const { session, account, controller } = this.#context;
    if (kind === "chat" && chat && session.settings.values.chatter && chat.account_id !== account?.id)
      session.announce(t("told_chat", { name: chat.name, text: chat.text }));
    if (events[0]?.number !== 1) {
      // Otherwise it is the whole match, for somebody who has just come.
      const isShown = isCurrent && isLast && events.filter((event) => event.kind === "action").length === 1;
      for (const event of events) session.announce(this.#describeEvent(event, isShown ? this.#before : null));
    }
    if (controller.source.goTo && (kind === "all" || kind === "info")) void this.#announceStep();
    if (kind === "all" || kind === "update") this.#before = isCurrent ? view : null;
  }

  /** In words. `before` is the position before an action that the board shows now; null if it shows another one. */
  #describeEvent(event: MatchEvent, before: View | null): string {
    const { a11y, controller, match } = this.#context;
    const { players, seats } = controller.source;
    const nameOf = (seat: number): string => players[seat] ?? "";
    switch (event.kind) {
      case "action":
        return t("told_turn", { name: nameOf(event.seat), turn: a11y.describeAction(event.action, before) });
      case "join":
        return t("told_join", { name: event.player });
      case "start":
        return t("told_start");
      case "offer":
        if (match?.isLocal || event.accepted) return "";
        if (!seats.includes(event.seat)) return t(`asks_${event.offer_type}`, { name: nameOf(event.seat) });
        return event.offer_type === "rematch" ? "" : t(`asked_${event.offer_type}`);
      case "accept":
        return event.offer_type === "takeback" && event.accepted ? t("told_takeback") : "";
      case "decline": {
        const isWithdrawn = event.seat === this.#offerers.get(event.offer_type);
        return match?.isLocal
          ? ""
          : t(isWithdrawn ? "told_withdraw" : "told_decline", {
              name: nameOf(event.seat),
            });
      }
      case "time":
        return t("told_time", { name: nameOf(event.seat), other: nameOf(event.to) });
      case "adjourn":
        return t("adjourned");
      case "resume":
        return match?.engineQueue ? "" : t("told_resume"); // the clock only waited for a free engine
      case "leave":
      case "resign":
      case "flag":
        return players.length > 2 ? t("told_gone", { name: nameOf(event.seat) }) : "";
      default:
        return "";
    }
  }

  /** In a study: announces which move is shown now. */
  async #announceStep(): Promise<void> {
    const { session, controller } = this.#context;
    const { source } = controller;
    const { revision, ply } = source;
    const move = source.plies[ply - 1];
    if (!move) {
      session.announce(t("at_start"));
      return;
    }
    const text = await describeMove(this.#context, ply);
    if (source.revision === revision)
      session.announce(`${t("turn_by", { turn: ply, name: source.players[move.seat] ?? "", text })}.`);
  }

  /** Announces once per move that the viewer's own time is nearly over. */
  warnOfLowTime(): void {
    const { match, session } = this.#context;
    const ticking = match?.shared?.ticking ?? -1;
    if (!match?.seats.includes(ticking) || this.#warnedAt === match.number) return;
    const left = match.remainingMs(ticking);
    if (left === null || left >= LOW_TIME_MS) return;
    this.#warnedAt = match.number;
    session.announce(t("time_left", { time: formatClock(left) }));
  }

  /** Announces the result, the draft or the prompt if it has changed, once everything is shown. */
  update(): void {
    this.#promptTimer ||= window.setTimeout(() => {
      this.#promptTimer = 0;
      if (this.#inbox.length) this.update();
      else this.#announceState();
    }, TOGETHER_MS);
  }

  stop(): void {
    clearTimeout(this.#inboxTimer);
    clearTimeout(this.#promptTimer);
  }

  #announceState(): void {
    const { session, controller, match } = this.#context;
    this.#offerers = new Map(match?.shared?.offers.map(({ offer_type, seat }) => [offer_type, seat]));
    const isOver = match?.isOver ?? false;
    if (isOver && !this.#wasOver) session.announce(describeResult(match));
    this.#wasOver = isOver;
    if (isOver && controller.lookedAt === null) {
      this.#prompt = ""; // a position that is looked at again is announced again
      return;
    }
    const draft = controller.lookedAt === null ? (controller.draft?.description ?? "") : "";
    if (draft !== this.#draft) session.announce(draft);
    this.#draft = draft;
    const { prompt } = controller;
    if (draft || !prompt || prompt === this.#prompt) return;
    this.#prompt = prompt;
    session.announce(prompt);
  }
}

/** The result of a match in a sentence or two; empty before its end. */
export function describeResult(match: MatchState | null): string {
  const facts = match && resultFacts(match);
  if (!facts) return "";
  const { headline, reason } = resultTexts(facts);
  return `${headline} ${reason}`.trim();
}

/** The move that led to the position after `ply` moves, which the board shows, with its effect. */
export async function describeMove({ controller, a11y }: AnnouncerContext, ply: number): Promise<string> {
  const move = controller.source.plies[ply - 1];
  if (!move) return "";
  if (move.left) return t(`turn_${move.text}`);
  const before = await controller.viewAfter(ply - 1).catch(() => null);
  return before ? a11y.describeAction(move.text, before.view) : formatAction(controller.source.t, move.text);
}
