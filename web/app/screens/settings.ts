/** The settings: the name, look and feel, notifications, other devices, bots, and what is stored. */

import { api } from "../api.js";
import { languageSelect } from "../header.js";
import { html, nothing, type TemplateResult } from "../lit.js";
import { confirm } from "../notify.js";
import { Page, type PageContext } from "../page.js";
import type { AccountBody, LinkBody, LinkRequest, SignedOutBody } from "../protocol.js";
import { LinkBox } from "../share.js";
import { t } from "../texts.js";
import { setTitle } from "../title.js";
import { BotSettings } from "./bot_settings.js";
import { PushSettings } from "./push_settings.js";

type LinkKind = NonNullable<LinkRequest["kind"]>;

const SWITCHES = ["confirm", "sounds", "guides", "text", "chatter"] as const;
const CHOICES = { theme: ["system", "light", "dark"], contrast: ["system", "more", "normal"] } as const;

class SettingsPage extends Page {
  #account: AccountBody | null = null;
  #name = "";
  #nameError = "";
  #link: { kind: LinkKind; box: LinkBox } | null = null;
  #push: PushSettings | null = null; // until the account is known
  #bots: BotSettings | null = null;

  async open(): Promise<void> {
    this.#account = await this.session.account();
    this.#name = this.#account.name;
    this.#push = new PushSettings(this.session, this.update);
    this.#bots = new BotSettings(this.session, this.update);
    setTitle(t("settings"));
    this.session.settings.onChange(this.update, this.signal);
    this.render();
  }

  async #rename(event: Event): Promise<void> {
    event.preventDefault();
    const isEmpty = !this.#name.trim();
    this.#nameError = isEmpty ? t("name_needed") : "";
    this.render();
    if (isEmpty) {
      document.getElementById("my-name")?.focus();
      return;
    }
    try {
      this.#name = (await this.session.rename(this.#name)).name;
      this.session.notify(t("saved"));
    } catch (error) {
      this.session.showError(error);
    }
    this.update();
  }

  async #createLink(kind: LinkKind): Promise<void> {
    try {
      const { url } = await api<LinkBody>("me/links", { body: { kind } });
      this.#link = { kind, box: new LinkBox(this.session, url, t("tablier"), this.update) };
    } catch (error) {
      this.session.showError(error);
    }
    this.update();
  }

  async #signOutEverywhere(): Promise<void> {
    try {
      const { bots } = await api<SignedOutBody>("me/sign-out-everywhere", { method: "POST" });
      const names = bots.map(({ name }) => name).join(", ");
      this.session.notify(names ? `${t("signed_out")} ${t("signed_out_bots", { names })}` : t("signed_out"));
      await Promise.all([this.#push?.refresh(), this.#bots?.refresh()]);
    } catch (error) {
      this.session.showError(error);
    }
  }

  async #deleteAccount(): Promise<void> {
    if (!(await confirm(t("forget_question"), t("forget_yes"), { danger: true }))) return;
    await api("me", { method: "DELETE" }).then(() => location.assign("/"), this.session.showError);
  }

  protected view(): TemplateResult {
    return html`
      <h1>${t("settings")}</h1>
      ${this.#accountView()} ${this.#lookView()} ${this.#push?.view()} ${this.#devicesView()} ${this.#bots?.view()}
      ${this.#storedView()} ${this.#account?.operator ? operatorView() : nothing}
    `;
  }

  #accountView(): TemplateResult {
    return html`<section class="card">
      <h2>${t("settings_me")}</h2>
      <form novalidate @submit=${(event: Event) => this.#rename(event)}>
        <label for="my-name">${t("my_name")}</label>
        <p class="input-line">
          <input
            id="my-name"
            maxlength="60"
            autocomplete="nickname"
            dir="auto"
            required
            .value=${this.#name}
            aria-invalid=${this.#nameError ? "true" : "false"}
            aria-describedby="name-error"
            @input=${(event: Event) => (this.#name = (event.target as HTMLInputElement).value)}
          />
          <button class="main">${t("save")}</button>
        </p>
        <p class="error" id="name-error" role="alert">${this.#nameError}</p>
      </form>
    </section>`;
  }

  #lookView(): TemplateResult {
    const { settings } = this.session;
    const select = (name: "theme" | "contrast"): TemplateResult =>
      html`<div class="field">
        <label for=${name}>${t(name)}</label>
        <select id=${name} @change=${(event: Event) => settings.update({ [name]: (event.target as HTMLSelectElement).value })}>
          ${CHOICES[name].map(
            (value) =>
              html`<option value=${value} .selected=${settings.values[name] === value}>${t(`${name}_${value}`)}</option>`,
          )}
        </select>
      </div>`;
    const switches = SWITCHES.map(
      (name) =>
        html`<label class="check" for=${name}>
          <input
            type="checkbox"
            id=${name}
            .checked=${settings.values[name]}
            @change=${(event: Event) => settings.update({ [name]: (event.target as HTMLInputElement).checked })}
          />
          <span>${t(`setting_${name}`)}<small>${t(`setting_${name}_words`)}</small></span>
        </label>`,
    );
    return html`<section class="card">
      <h2>${t("settings_look")}</h2>
      <div class="field-row">
        ${select("theme")} ${select("contrast")}
        <div class="field"><label for="language">${t("language")}</label>${languageSelect("language")}</div>
      </div>
      ${switches}
    </section>`;
  }

  #devicesView(): TemplateResult {
    const button = (kind: LinkKind): TemplateResult =>
      html`<button type="button" @click=${() => this.#createLink(kind)}>${t(`make_link_${kind}`)}</button>`;
    return html`<section class="card">
      <h2>${t("settings_devices")}</h2>
      <p>${t("devices_words")}</p>
      <p class="buttons">${button("device")}${button("recovery")}</p>
      <div class="new-link" aria-live="polite">
        ${
          this.#link
            ? html`<p>${t(`link_${this.#link.kind}`)}</p>
                ${this.#link.box.view()}`
            : nothing
        }
      </div>
    </section>`;
  }

  #storedView(): TemplateResult {
    return html`<section class="card">
      <h2>${t("settings_kept")}</h2>
      <p>${t("kept_words")}</p>
      <p class="buttons">
        <a class="button" href="/api/me/export" download>${t("export")}</a>
        <button type="button" @click=${() => this.#signOutEverywhere()}>${t("sign_out")}</button>
        <button type="button" class="danger" @click=${() => this.#deleteAccount()}>${t("forget")}</button>
      </p>
    </section>`;
  }
}

const operatorView = (): TemplateResult =>
  html`<section class="card">
    <h2>${t("operator")}</h2>
    <p>${t("operator_words")}</p>
    <p class="buttons"><a class="button" href="/operator">${t("operator_open")}</a></p>
  </section>`;

export const createPage = (context: PageContext): Page => new SettingsPage(context);
