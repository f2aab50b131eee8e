/** Before a match begins: a link to hand on, or the question whether to sit down. */

import { html, nothing, type TemplateResult } from "../lit.js";
import type { Clock } from "../protocol.js";
import { LinkBox } from "../share.js";
import { t } from "../texts.js";
import type { MatchPage } from "./match_page.js";

const MAX_NAME_LENGTH = 60;

export class Invitation {
  #linkBox: LinkBox | null = null;
  #isJoining = false;

  constructor(readonly page: MatchPage) {}

  view(): TemplateResult {
    return this.page.match.seats.length ? this.#hostView() : this.#guestView();
  }

  /** "Mixtour, Stein" */
  get #title(): string {
    const { match } = this.page;
    return t("what_is_played", { game: match.t("title"), edition: match.t(`edition_${match.editionName}`) });
  }

  /** For those who have a seat: the link. */
  #hostView(): TemplateResult {
    const { match, session, account, update } = this.page;
    const { info } = match;
    this.#linkBox ??= new LinkBox(session, location.href, t("invite_share", { name: account.name, game: this.#title }), update);
    return html`<section class="card invite">
      <h2>${t(info?.public ? "open_waits" : "invite_title")}</h2>
      <p>${t(info?.public ? "open_waits_words" : "invite_words", { count: info?.open_seats ?? 1 })}</p>
      ${this.#linkBox.view()}
      <p class="hint">${this.#title}</p>
      ${this.#clock()}
      <p class="buttons"><button type="button" @click=${() => void this.#abort()}>${t("offer_abort")}</button></p>
    </section>`;
  }

  /** For those who have been invited. */
  #guestView(): TemplateResult {
    const { match, account } = this.page;
    const names = match.players.map(
      (name, index) => html`${index ? t("between_names") : nothing}<bdi class="name">${name}</bdi>`,
    );
    return html`<section class="card invite">
      <h2>${this.#title}</h2>
      <p>${names} ${t("invites_you")}</p>
      ${this.#clock()}
      <form @submit=${(event: SubmitEvent) => void this.#join(event)}>
        <label for="join-name">${t("my_name")}</label>
        <p class="input-line">
          <input
            id="join-name"
            name="name"
            maxlength=${MAX_NAME_LENGTH}
            .value=${account.name}
            autocomplete="nickname"
            dir="auto"
            required
          />
          <button class="main large" data-join aria-disabled=${this.#isJoining ? "true" : "false"}>${t("sit_down")}</button>
        </p>
      </form>
      <p class="hint"><a href="/rules/${match.game}/${match.editionName}" target="_blank">${t("rules")}</a></p>
    </section>`;
  }

  #clock(): TemplateResult | typeof nothing {
    const clock = this.page.match.shared?.clock ?? null;
    return clock ? html`<p class="hint">${describeClock(clock)}</p>` : nothing;
  }

  async #abort(): Promise<void> {
    const { match, router, session } = this.page;
    try {
      await match.submit({ type: "offer", offer_type: "abort", seat: match.seats[0] ?? 0 });
      await router.go("/");
    } catch (error) {
      session.showError(error);
    }
  }

  /** Takes a seat. The name is kept for other matches, too. */
  async #join(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#isJoining) return;
    const { match, account, session, update } = this.page;
    const field = (event.target as HTMLFormElement).elements.namedItem("name") as HTMLInputElement;
    const name = field.value.trim() || account.name;
    this.#isJoining = true;
    update();
    try {
      await match.submit({ type: "join", name });
      if (name !== account.name) this.page.account = await session.rename(name);
    } catch (error) {
      session.showError(error);
    }
    this.#isJoining = false;
    update();
  }
}

function describeClock(clock: NonNullable<Clock>): string {
  if (clock.kind === "days") return t("clock_days", { count: clock.days });
  return t("clock_minutes", { minutes: clock.base_ms / 60_000, seconds: clock.increment_ms / 1000 });
}
