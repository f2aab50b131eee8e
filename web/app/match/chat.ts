/** The chat of a match. Players and watchers have a room each. */

import { api } from "../api.js";
import { icon } from "../icons.js";
import { createRef, html, nothing, ref, repeat, type Ref, type TemplateResult } from "../lit.js";
import type { AccountBody, ChatEntry } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import type { MatchState } from "./match_state.js";

const MAX_LENGTH = 500;

export class Chat {
  readonly #muted: Set<string>;
  readonly #list: Ref<HTMLOListElement> = createRef();
  #lastShown = 0; // id of the last message that was scrolled to

  constructor(
    readonly session: Session,
    readonly match: MatchState,
    readonly account: AccountBody,
    readonly update: () => void,
  ) {
    this.#muted = new Set(account.muted);
  }

  /** False if nobody else can read it: against engines, and on a shared device. */
  get isUseful(): boolean {
    const { match } = this;
    return !match.seats.length || match.hasOtherPeople || (match.info?.open_seats ?? 0) > 0;
  }

  view(): TemplateResult {
    const { match } = this;
    const empty = html`<li class="empty">${t(match.seats.length ? "no_chat" : "no_chat_watching")}</li>`;
    const entries = this.#visible;
    return html`<ol class="chat-lines" tabindex="0" aria-label=${t("tab_chat")} ${ref(this.#list)}>
        ${
          entries.length
            ? repeat(
                entries,
                ({ id }) => id,
                (entry) => this.#entry(entry),
              )
            : empty
        }
      </ol>
      ${match.info?.chat ? this.#form() : html`<p class="empty">${t("chat_off")}</p>`}`;
  }

  get #visible(): ChatEntry[] {
    return this.match.chat.filter(({ account_id }) => !this.#muted.has(account_id ?? ""));
  }

  /** Scrolls to the last message if it is new. Call it after rendering; with `always` also if it was there. */
  reveal(always = false): void {
    const list = this.#list.value;
    const last = this.#visible.at(-1)?.id ?? 0;
    if (!list?.clientHeight || (last === this.#lastShown && !always)) return; // what is hidden cannot be scrolled
    this.#lastShown = last;
    list.scrollTop = list.scrollHeight;
  }

  #form(): TemplateResult {
    return html`<form class="input-line" @submit=${(event: SubmitEvent) => void this.#send(event)}>
      <input name="text" maxlength=${MAX_LENGTH} aria-label=${t("say")} placeholder=${t("say")} dir="auto" autocomplete="off" />
      <button class="main">${t("send")}</button>
    </form>`;
  }

  #entry(entry: ChatEntry): TemplateResult {
    const isOwn = entry.account_id === this.account.id;
    return html`<li class=${isOwn ? "own" : ""}>
      <bdi class="name">${entry.name}</bdi> <span class="words" dir="auto">${entry.text}</span>
      ${!isOwn && entry.account_id ? this.#measures(entry) : nothing}
    </li>`;
  }

  /** What can be done about a message of somebody else. */
  #measures(entry: ChatEntry): TemplateResult {
    return html`<details class="measures">
      <summary aria-label=${t("about_line", { name: entry.name })}>${icon("more")}</summary>
      <button type="button" class="bare" @click=${() => void this.#mute(entry)}>${t("mute")}</button>
      <button type="button" class="bare" @click=${() => void this.#report(entry)}>${t("report")}</button>
    </details>`;
  }

  async #mute({ account_id, name }: ChatEntry): Promise<void> {
    try {
      await api("me/mutes", { body: { account_id, muted: true } });
    } catch (error) {
      this.session.showError(error);
      return;
    }
    this.#muted.add(account_id ?? "");
    this.session.refreshAccount();
    this.session.notify(t("muted", { name }));
    this.update();
  }

  async #report({ id }: ChatEntry): Promise<void> {
    try {
      await api(`matches/${this.match.id}/report`, { body: { chat_id: id } });
      this.session.notify(t("reported"));
    } catch (error) {
      this.session.showError(error);
    }
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    try {
      await this.match.request({ type: "chat", text, room: this.match.seats.length ? "seats" : "watchers" });
    } catch (error) {
      field.value ||= text;
      this.session.showError(error);
    }
  }
}
