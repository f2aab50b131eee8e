/** The header and the footer of every page. */

import { icon } from "./icons.js";
import { language, languageName, languages, chooseLanguage } from "./language.js";
import { html, render, type TemplateResult } from "./lit.js";
import type { Router } from "./router.js";
import type { Session } from "./session.js";
import { t } from "./texts.js";

const LANGUAGE_NAMES_MS = 1500; // the first language name takes long to compute, so names wait until the page is there
const SHORT_GAP_MS = 400; // a lost connection is reported after this time
const FIRST_GAP_MS = 2500; // and a connection that was never there after this one
const FOCUS_KEY = "tablier.focus"; // id of the element to focus after a reload
const LINKS = [
  ["/", "shelf"],
  ["/games", "my_games"],
  ["/watch", "watch"],
  ["/study", "study"],
  ["/settings", "settings"],
] as const;
const OPERATOR_LINK = ["/operator", "operator"] as const;

/** Renders the header and the footer, and keeps them up to date. */
export class Frame {
  readonly #header = document.createElement("header");
  readonly #footer = document.createElement("footer");
  readonly #skip = document.createElement("div");
  #statusText = "";
  #statusTimer = 0;
  #namesKnown = false;
  #isOperator = false;

  constructor(
    readonly session: Session,
    readonly router: Router,
  ) {
    this.#skip.className = "skip-links";
    session.settings.onChange(() => this.#render());
    addEventListener("tablier:render", () => this.#render());
    router.addEventListener("navigate", () => {
      this.#render();
      this.#checkOperator();
    });
    session.connection.addEventListener("status", () => this.#onStatus());
    setTimeout(() => {
      this.#namesKnown = true;
      this.#render();
    }, LANGUAGE_NAMES_MS);
    this.#onStatus();
    this.#render();
  }

  /** Puts everything into the page, with an empty `main` between. */
  mount(): void {
    const main = Object.assign(document.createElement("main"), { id: "main" });
    document.body.replaceChildren(this.#skip, this.#header, main, this.#footer);
    this.session.announcer.mount();
  }

  #render(): void {
    render(html`<a href="#main" class="skip">${t("skip")}</a>${this.#textSwitch("skip")}`, this.#skip);
    render(this.#headerView(), this.#header);
    render(html`${this.#textSwitch()}<a href="/help/keys">${t("keys")}</a>`, this.#footer);
  }

  #headerView(): TemplateResult {
    const { settings, connection } = this.session;
    const dark = settings.isDark;
    const label = t(dark ? "make_light" : "make_dark");
    const links = (this.#isOperator ? [...LINKS, OPERATOR_LINK] : LINKS).map(
      ([path, key]) => html`<a href=${path} aria-current=${path === this.router.path ? "page" : "false"}>${t(key)}</a>`,
    );
    return html`
      <a href="/" class="home" aria-label=${t("tablier")}><span class="logo" aria-hidden="true"></span><span>${t("tablier")}</span></a>
      <nav aria-label=${t("pages")}>${links}</nav>
      <span id="connection-status" data-status=${connection.status}>${this.#statusText}</span>
      <span class="language"><span aria-hidden="true" translate="no">${language}</span>${languageSelect("language-here", this.#namesKnown)}</span>
      <button type="button" class="bare theme" aria-label=${label} title=${label}
        @click=${() => settings.update({ theme: settings.isDark ? "light" : "dark" })}>${icon(dark ? "sun" : "moon")}</button>
      <div id="page-tools"></div>
    `;
  }

  /** Turns the text board on and off. */
  #textSwitch(className = ""): TemplateResult {
    const { settings } = this.session;
    return html`<button type="button" class=${className} title=${t("text_board_words")} aria-pressed=${settings.values.text ? "true" : "false"}
      @click=${() => settings.update({ text: !settings.values.text })}>${t("text_board")}</button>`;
  }

  /** Reports a connection that stays lost; a short gap is not worth a word. */
  #onStatus(): void {
    clearTimeout(this.#statusTimer);
    const { status } = this.session.connection;
    if (status === "open") this.#setStatusText("");
    else if (status === "outdated") this.#setStatusText(t("line_outdated"));
    else {
      const delay = status === "lost" ? SHORT_GAP_MS : FIRST_GAP_MS;
      this.#statusTimer = window.setTimeout(() => this.#setStatusText(t("line_lost")), delay);
    }
    this.#render();
  }

  /** Operators have a link to their page. */
  #checkOperator(): void {
    const check = ({ operator }: { operator: boolean }): void => {
      if (operator === this.#isOperator) return;
      this.#isOperator = operator;
      this.#render();
    };
    this.session.account().then(check, () => undefined);
  }

  #setStatusText(text: string): void {
    if (text === this.#statusText) return;
    this.session.announce(text || t("line_found"));
    this.#statusText = text;
    this.#render();
  }
}

/** A choice of all languages, by their names or, until these are known, by their codes. */
export function languageSelect(id: string, names = true): TemplateResult {
  const choose = (event: Event): void => {
    saveFocus(id);
    chooseLanguage((event.target as HTMLSelectElement).value);
  };
  return html`<select id=${id} aria-label=${t("language")} translate="no" @change=${choose}>
    ${languages.map((code) => html`<option value=${code} lang=${code} ?selected=${code === language}>${names ? languageName(code) : code}</option>`)}
  </select>`;
}

function saveFocus(id: string): void {
  try {
    sessionStorage.setItem(FOCUS_KEY, id);
  } catch {
    // a browser without storage
  }
}

/** After a reload by `languageSelect`: focuses the same field again. */
export function restoreFocus(): void {
  try {
    const id = sessionStorage.getItem(FOCUS_KEY);
    sessionStorage.removeItem(FOCUS_KEY);
    if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
  } catch {
    // a browser without storage
  }
}
