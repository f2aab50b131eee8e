/** The sections of the operator's page, one class each. */

import { api } from "../api.js";
import { html, nothing, type TemplateResult } from "../lit.js";
import type { Page } from "../page.js";
import type { AccountDetails, AccountRow, AddressBanRow, AuditRow, GameEntry, MatchRow, ReportRow } from "../protocol.js";
import { formatDate, t } from "../texts.js";
import * as actions from "./actions.js";
import { RecordList, accountLink, accountMarks, accountView, auditView, factsView, isBanned, recordsView } from "./records.js";

/** A part of the page that loads its own data. */
export interface Section {
  load(): Promise<void>;
  view(): TemplateResult;
}

const button = (label: string, act: () => unknown, className = ""): TemplateResult =>
  html`<button type="button" class=${className} @click=${act}>${label}</button>`;

/** Accounts by name or id. */
export class AccountsSection implements Section {
  #search = "";
  readonly #list: RecordList<AccountRow>;

  constructor(page: Page) {
    this.#list = new RecordList(page, "accounts", (): Record<string, string> => (this.#search ? { search: this.#search } : {}));
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  view(): TemplateResult {
    const search = (event: Event): void => {
      event.preventDefault();
      void this.load();
    };
    return html`
      <form class="search" role="search" @submit=${search}>
        <label for="search">${t("op_search")}</label>
        <p class="input-line">
          <input
            type="search"
            id="search"
            maxlength="60"
            .value=${this.#search}
            @input=${(event: Event) => (this.#search = (event.target as HTMLInputElement).value)}
          />
          <button class="main">${t("op_find")}</button>
        </p>
      </form>
      ${this.#list.view(({ id }) => id, accountView, t("op_no_accounts"))}
    `;
  }
}

/** One account with everything that is known about it. */
export class AccountSection implements Section {
  #details: AccountDetails | null = null;

  constructor(
    readonly page: Page,
    readonly id: string,
  ) {}

  async load(): Promise<void> {
    this.#details = await api<AccountDetails>(`operator/accounts/${this.id}`);
    this.page.update();
  }

  async #act(action: Promise<boolean>): Promise<void> {
    if (await action) await this.load().catch(this.page.session.showError);
  }

  view(): TemplateResult {
    if (!this.#details) return html``;
    const { session } = this.page;
    const { account, bots, matches, reports, audit } = this.#details;
    const act = (action: (accountSession: typeof session, row: AccountRow) => Promise<boolean>) => () =>
      this.#act(action(session, account));
    const part = (title: string, content: TemplateResult): TemplateResult =>
      html`<section class="records">
        <h3>${title}</h3>
        ${content}
      </section>`;
    return html`
      <section class="card account">
        <h2><bdi>${account.name || t("op_no_name")}</bdi> ${accountMarks(account)}</h2>
        ${factsView(
          html`<code>${account.id}</code>`,
          t("op_since", { date: formatDate(account.created_at) }),
          account.owner_id ? html`${t("op_owner")} ${accountLink(account.owner_id)}` : "",
        )}
        <p class="buttons">
          ${isBanned(account) ? button(t("op_unban"), act(actions.unbanAccount)) : button(t("op_ban"), act(actions.banAccount), "danger")}
          ${button(t("op_note"), act(actions.addNote))}
          ${account.operator ? button(t("op_revoke"), act(actions.revokeOperator)) : nothing}
          ${account.deleted ? nothing : button(t("op_delete"), act(actions.deleteAccount), "danger")}
        </p>
      </section>
      ${part(
        t("op_audit"),
        recordsView(audit, ({ id }) => id, auditView, t("op_no_audit")),
      )}
      ${part(
        t("op_reports_about"),
        recordsView(reports, ({ id }) => id, reportView, t("op_no_reports")),
      )}
      ${part(
        t("op_last_matches"),
        recordsView(matches, ({ match_id }) => match_id, matchView, t("op_no_matches")),
      )}
      ${
        bots.length
          ? part(
              t("settings_bots"),
              recordsView(bots, ({ id }) => id, accountView, ""),
            )
          : nothing
      }
    `;
  }
}

/** A match in a list. */
const matchView = ({
  match_id: id,
  edition,
  status,
  public: isPublic,
  created_at: createdAt,
  players,
  events,
}: MatchRow): TemplateResult => html`
  <p class="title">
    <a href=${`/m/${id}`}><bdi>${players ?? t("op_nobody")}</bdi></a> <span class="mark">${t(`op_status_${status}`)}</span>
  </p>
  ${factsView(edition, html`<code>${id}</code>`, formatDate(createdAt), t("op_events", { count: events ?? 0 }), isPublic ? "" : t("op_private"))}
`;

/** Matches, also private ones. */
export class MatchesSection implements Section {
  #status = "running";
  #game = "";
  #games: GameEntry[] = [];
  readonly #list: RecordList<MatchRow>;

  constructor(readonly page: Page) {
    const parameters = (): Record<string, string> => ({
      ...(this.#status ? { status: this.#status } : {}),
      ...(this.#game ? { game: this.#game } : {}),
    });
    this.#list = new RecordList(page, "matches", parameters);
  }

  async load(): Promise<void> {
    this.#games = await this.page.session.games();
    await this.#list.load();
  }

  async #end(match: MatchRow): Promise<void> {
    if (await actions.endMatch(this.page.session, match)) await this.#list.load();
  }

  view(): TemplateResult {
    const statuses = ["running", "waiting", "over", ""].map((status): [string, string] => [
      status,
      t(`op_status_${status || "any"}`),
    ]);
    const games = [["", t("all_games")], ...this.#games.map(({ name, title }) => [name, title])] as [string, string][];
    return html`
      <div class="field-row">
        ${selectView("match-status", t("op_status"), statuses, this.#status, (value) => {
          this.#status = value;
          void this.#list.load();
        })}
        ${selectView("match-game", t("op_game"), games, this.#game, (value) => {
          this.#game = value;
          void this.#list.load();
        })}
      </div>
      ${this.#list.view(
        ({ match_id }) => match_id,
        (match) =>
          html`${matchView(match)}
          ${match.status === "over" ? nothing : html`<p class="buttons">${button(t("op_end"), () => this.#end(match), "danger")}</p>`}`,
        t("op_no_matches"),
      )}
    `;
  }
}

/** A report of a chat message in a list. */
const reportView = ({
  at,
  reason,
  closed,
  text,
  hidden,
  account_id: author,
  name,
  match_id: matchId,
  reporter,
}: ReportRow): TemplateResult => html`
  <p class="title">
    ${accountLink(author, name)} ${hidden ? html`<span class="mark bad">${t("op_is_hidden")}</span>` : nothing}
    ${closed ? html`<span class="mark">${t("op_is_closed")}</span>` : nothing}
  </p>
  <blockquote dir="auto">${text}</blockquote>
  ${reason ? html`<p class="detail">${t("op_report_reason", { reason })}</p>` : nothing}
  ${factsView(formatDate(at), html`${t("op_reported_by")} ${accountLink(reporter)}`, html`<a href=${`/m/${matchId}`}>${t("op_match")}</a>`)}
`;

/** Reports of chat messages. */
export class ReportsSection implements Section {
  #closed = false;
  readonly #list: RecordList<ReportRow>;

  constructor(readonly page: Page) {
    this.#list = new RecordList(page, "reports", () => ({ closed: String(this.#closed) }));
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  async #act(action: Promise<boolean>): Promise<void> {
    if (await action) await this.load();
  }

  view(): TemplateResult {
    const options: [string, string][] = [
      ["open", t("op_reports_open")],
      ["closed", t("op_reports_closed")],
    ];
    const buttons = (report: ReportRow): TemplateResult =>
      html`<p class="buttons">
        ${
          report.hidden
            ? button(t("op_show"), () => this.#act(actions.setHidden(this.page.session, report, false)))
            : button(t("op_hide"), () => this.#act(actions.setHidden(this.page.session, report, true)), "danger")
        }
        ${report.closed ? nothing : button(t("op_close"), () => this.#act(actions.closeReport(this.page.session, report)))}
      </p>`;
    return html`
      ${selectView("report-state", t("op_status"), options, this.#closed ? "closed" : "open", (value) => {
        this.#closed = value === "closed";
        void this.load();
      })}
      ${this.#list.view(
        ({ id }) => id,
        (report) => html`${reportView(report)}${buttons(report)}`,
        t(this.#closed ? "op_no_reports" : "op_no_open_reports"),
      )}
    `;
  }
}

/** Banned addresses. */
export class AddressesSection implements Section {
  readonly #list: RecordList<AddressBanRow>;

  constructor(readonly page: Page) {
    this.#list = new RecordList(page, "address-bans", undefined, "address_bans");
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  async #act(action: Promise<boolean>): Promise<void> {
    if (await action) await this.load();
  }

  view(): TemplateResult {
    const { session } = this.page;
    const row = (ban: AddressBanRow): TemplateResult => html`
      <p class="title"><code>${ban.network}</code></p>
      ${ban.reason ? html`<p class="detail">${ban.reason}</p>` : nothing}
      ${factsView(formatDate(ban.created_at), ban.until === null ? t("op_no_end") : t("op_until", { date: formatDate(ban.until) }))}
      <p class="buttons">${button(t("op_unban"), () => this.#act(actions.unbanAddress(session, ban)))}</p>
    `;
    return html`
      <p class="buttons">${button(t("op_ban_address"), () => this.#act(actions.banAddress(session)), "main")}</p>
      ${this.#list.view(({ network }) => network, row, t("op_no_addresses"))}
    `;
  }
}

/** The operators. */
export class OperatorsSection implements Section {
  readonly #list: RecordList<AccountRow>;

  constructor(readonly page: Page) {
    this.#list = new RecordList(page, "operators");
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  async #revoke(operator: AccountRow): Promise<void> {
    const { session, router } = this.page;
    if (!(await actions.revokeOperator(session, operator))) return;
    if (operator.id !== (await session.account()).id) {
      await this.load();
      return;
    }
    session.refreshAccount(); // one's own rights are gone
    await router.go("/");
  }

  view(): TemplateResult {
    const row = (operator: AccountRow): TemplateResult =>
      html`${accountView(operator)}
        <p class="buttons">${button(t("op_revoke"), () => this.#revoke(operator), "danger")}</p>`;
    return html`<p class="hint">${t("op_operators_words")}</p>
      ${this.#list.view(({ id }) => id, row, t("op_nobody"))}`;
  }
}

/** What operators did. */
export class AuditSection implements Section {
  #target = "";
  readonly #list: RecordList<AuditRow>;

  constructor(page: Page) {
    this.#list = new RecordList(page, "audit", (): Record<string, string> =>
      this.#target.trim() ? { target: this.#target.trim() } : {},
    );
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  view(): TemplateResult {
    const search = (event: Event): void => {
      event.preventDefault();
      void this.load();
    };
    return html`
      <form class="search" role="search" @submit=${search}>
        <label for="target">${t("op_target")}</label>
        <p class="input-line">
          <input
            type="search"
            id="target"
            maxlength="60"
            .value=${this.#target}
            @input=${(event: Event) => (this.#target = (event.target as HTMLInputElement).value)}
          />
          <button class="main">${t("op_find")}</button>
        </p>
      </form>
      ${this.#list.view(({ id }) => id, auditView, t("op_no_audit"))}
    `;
  }
}

/** A labelled choice. */
function selectView(
  id: string,
  label: string,
  options: [string, string][],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select>
  </div>`;
}
