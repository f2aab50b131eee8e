/** The bots of an account: programs that play with a token. */

import { api } from "../api.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import { confirm } from "../notify.js";
import type { AccountBody, BotTokenBody, BotsBody, NewBotBody } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";

export class BotSettings {
  #bots: AccountBody[] = [];
  #tokens = new Map<string, string>(); // by id of the bot; shown once
  #name = "";
  #error = "";

  constructor(
    readonly session: Session,
    readonly update: () => void,
  ) {
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const body = await api<BotsBody>("me/bots").catch(() => null);
    if (!body) return;
    this.#bots = body.bots;
    this.update();
  }

  async #create(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.#name.trim();
    this.#error = name ? "" : t("name_needed");
    this.update();
    if (!name) {
      document.getElementById("bot-name")?.focus();
      return;
    }
    try {
      const bot = await api<NewBotBody>("me/bots", { body: { name } });
      this.#tokens.set(bot.id, bot.token);
      this.#name = "";
      await this.refresh();
      this.session.announce(t("bot_token_words", { name }));
    } catch (error) {
      this.session.showError(error);
    }
  }

  async #replaceToken({ id, name }: AccountBody): Promise<void> {
    if (!(await confirm(t("bot_replace_question", { name }), t("bot_replace")))) return;
    try {
      const { token } = await api<BotTokenBody>(`me/bots/${id}/token`, { method: "POST" });
      this.#tokens.set(id, token);
      this.update();
      this.session.announce(t("bot_token_words", { name }));
    } catch (error) {
      this.session.showError(error);
    }
  }

  view(): TemplateResult {
    return html`<section class="card" id="bots">
      <h2>${t("settings_bots")}</h2>
      <p>${t("bots_words")}</p>
      ${
        this.#bots.length
          ? html`<ul class="bots">
              ${repeat(
                this.#bots,
                ({ id }) => id,
                (bot) => this.#botView(bot),
              )}
            </ul>`
          : nothing
      }
      <form novalidate @submit=${(event: Event) => this.#create(event)}>
        <label for="bot-name">${t("bot_name")}</label>
        <p class="input-line">
          <input
            id="bot-name"
            maxlength="60"
            dir="auto"
            autocomplete="off"
            .value=${this.#name}
            aria-invalid=${this.#error ? "true" : "false"}
            aria-describedby="bot-error"
            @input=${(event: Event) => (this.#name = (event.target as HTMLInputElement).value)}
          />
          <button>${t("bot_create")}</button>
        </p>
        <p class="error" id="bot-error" role="alert">${this.#error}</p>
      </form>
    </section>`;
  }

  #botView(bot: AccountBody): TemplateResult {
    const token = this.#tokens.get(bot.id);
    const select = (event: Event): void => (event.target as HTMLInputElement).select();
    return html`<li>
      <p class="bot">
        <bdi class="name">${bot.name}</bdi>
        <button type="button" aria-label=${t("bot_replace_of", { name: bot.name })} @click=${() => this.#replaceToken(bot)}>
          ${t("bot_replace")}
        </button>
      </p>
      ${
        token
          ? html`<p class="hint">${t("bot_token_words", { name: bot.name })}</p>
              <input
                class="token"
                readonly
                aria-label=${t("bot_token", { name: bot.name })}
                .value=${token}
                @focus=${select}
              />`
          : nothing
      }
    </li>`;
  }
}
