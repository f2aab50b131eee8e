/** Lists of records that are loaded page by page, and how records of each kind are shown. */

import { api } from "../api.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import type { Page } from "../page.js";
import type { AccountRow, AuditRow } from "../protocol.js";
import { formatDate, hasText, t } from "../texts.js";

/** The rows of `GET /api/operator/NAME`, which are in the field `NAME` of the body. */
export class RecordList<Row> {
  rows: Row[] | null = null; // null until the first response
  #nextOffset: number | null = null;
  #request = 0;

  constructor(
    readonly page: Page,
    readonly name: string,
    readonly parameters: () => Record<string, string> = () => ({}),
    readonly field: string = name,
  ) {}

  /** Loads the first rows again. */
  async load(): Promise<void> {
    await this.#load(0);
  }

  async #load(offset: number): Promise<void> {
    const request = ++this.#request;
    const query = new URLSearchParams({ ...this.parameters(), ...(offset ? { offset: String(offset) } : {}) });
    try {
      const body = await api<Record<string, unknown>>(`operator/${this.name}?${query}`);
      if (request !== this.#request) return; // there is a newer one
      const rows = body[this.field] as Row[];
      this.rows = offset ? [...(this.rows ?? []), ...rows] : rows;
      this.#nextOffset = (body.next_offset as number | null | undefined) ?? null;
    } catch (error) {
      this.page.session.showError(error);
    }
    this.page.update();
  }

  /** The rows, each with a key, and a button for more of them. */
  view(keyOf: (row: Row) => unknown, rowView: (row: Row) => TemplateResult, emptyText: string): TemplateResult {
    const offset = this.#nextOffset;
    return html`
      <div class="records" aria-busy=${this.rows ? "false" : "true"}>
        ${this.rows ? recordsView(this.rows, keyOf, rowView, emptyText) : nothing}
      </div>
      ${offset === null ? nothing : html`<p><button type="button" @click=${() => this.#load(offset)}>${t("op_more")}</button></p>`}
    `;
  }
}

/** A list of rows, or a sentence if there are none. */
export function recordsView<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
  rowView: (row: Row) => TemplateResult,
  emptyText: string,
): TemplateResult {
  if (!rows.length) return html`<p class="empty">${emptyText}</p>`;
  return html`<ul>
    ${repeat(rows, keyOf, (row) => html`<li>${rowView(row)}</li>`)}
  </ul>`;
}

/** Facts about a record in one line, without those that are empty. */
export const factsView = (...facts: unknown[]): TemplateResult =>
  html`<p class="facts">${facts.filter((fact) => fact && fact !== nothing).map((fact) => html`<span>${fact}</span>`)}</p>`;

/** A link to the page of an account. */
export const accountLink = (id: string | null, name?: string): TemplateResult | string =>
  id ? html`<a href=${`/operator/accounts/${id}`}><bdi>${name ?? id}</bdi></a>` : (name ?? t("op_nobody"));

/** What is special about an account. */
export function accountMarks({
  operator,
  banned,
  banned_until: until,
  owner_id: owner,
  deleted,
}: AccountRow): TemplateResult[] {
  const mark = (text: string, className = ""): TemplateResult => html`<span class=${`mark ${className}`}>${text}</span>`;
  const marks: TemplateResult[] = [];
  if (operator) marks.push(mark(t("op_is_operator")));
  if (owner) marks.push(mark(t("op_is_bot")));
  if (isBanned({ banned, banned_until: until }))
    marks.push(mark(until === null ? t("op_is_banned") : t("op_is_banned_until", { date: formatDate(until) }), "bad"));
  if (deleted) marks.push(mark(t("op_is_deleted"), "bad"));
  return marks;
}

/** True if an account is banned now; a ban with an end may be over. */
export const isBanned = ({ banned, banned_until: until }: Pick<AccountRow, "banned" | "banned_until">): boolean =>
  banned && (until === null || until > Date.now());

/** An account in a list. */
export const accountView = (account: AccountRow): TemplateResult => html`
  <p class="title">${accountLink(account.id, account.name || t("op_no_name"))} ${accountMarks(account)}</p>
  ${factsView(html`<code>${account.id}</code>`, formatDate(account.created_at))}
`;

/** An entry of the audit log. The target leads to an account or a match where it is one. */
export function auditView({ at, operator_id: operatorId, action, target, detail }: AuditRow): TemplateResult {
  const key = `op_action_${action}`;
  return html`
    <p class="title">${hasText(key) ? t(key) : action} ${targetLink(action, target)}</p>
    ${detail ? html`<p class="detail">${describeDetail(detail)}</p>` : nothing}
    ${factsView(formatDate(at), operatorId ? accountLink(operatorId) : t("op_command_line"))}
  `;
}

/** The end of a ban is stored as a Unix time in milliseconds. */
const describeDetail = (detail: string): string =>
  detail.replace(/^until (\d+)/, (_, until: string) => t("op_until", { date: formatDate(Number(until)) }));

function targetLink(action: string, target: string): TemplateResult {
  if (/^[0-9a-f]{16}$/.test(target)) return html`<a href=${`/operator/accounts/${target}`}><code>${target}</code></a>`;
  if (action === "end_match") return html`<a href=${`/m/${target}`}><code>${target}</code></a>`;
  return html`<code>${target}</code>`;
}
