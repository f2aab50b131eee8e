/** The operator's page: accounts, matches, reports, bans of addresses, operators, and the audit log. */

import { api } from "../api.js";
import { html, nothing, type TemplateResult } from "../lit.js";
import { showMessage, showMissing } from "../message_page.js";
import { Page, type PageContext } from "../page.js";
import type { StateBody } from "../protocol.js";
import { formatDate, t } from "../texts.js";
import { setTitle } from "../title.js";
import { factsView } from "./records.js";
import {
  AccountSection,
  AccountsSection,
  AddressesSection,
  AuditSection,
  MatchesSection,
  OperatorsSection,
  ReportsSection,
  type Section,
} from "./sections.js";

/** The sections by their names in the address; `op_NAME` is the text. */
const SECTIONS: Record<string, new (page: Page) => Section> = {
  accounts: AccountsSection,
  reports: ReportsSection,
  matches: MatchesSection,
  addresses: AddressesSection,
  operators: OperatorsSection,
  audit: AuditSection,
};
const FIRST_SECTION = "accounts";

class OperatorPage extends Page {
  #name = FIRST_SECTION;
  #section: Section | null = null;
  #state: StateBody | null = null;

  async open(): Promise<void> {
    const account = await this.session.account();
    if (!account.operator) {
      showMessage(this.main, t("operator_only"), t("operator_only_words"));
      return;
    }
    const [name, item] = this.parameters;
    this.#name = name || FIRST_SECTION;
    const createSection = SECTIONS[this.#name];
    if (!createSection || (item && this.#name !== "accounts")) {
      showMissing(this.main);
      return;
    }
    setTitle(t("operator"));
    this.#section = item ? new AccountSection(this, item) : new createSection(this);
    const [state] = await Promise.all([api<StateBody>("operator/state"), this.#section.load()]);
    this.#state = state;
    this.render();
  }

  protected view(): TemplateResult {
    const isPart = this.parameters[1] !== "";
    const tabs = Object.keys(SECTIONS).map((name) => {
      const current = name === this.#name ? (isPart ? "true" : "page") : "false";
      return html`<a href=${`/operator/${name}`} aria-current=${current}>${t(`op_${name}`)}</a>`;
    });
    return html`
      <div class="operator">
        <h1>${t("operator")}</h1>
        ${this.#state ? stateView(this.#state) : nothing}
        <nav class="tab-links" aria-label=${t("operator")}>${tabs}</nav>
        ${this.#section?.view() ?? nothing}
      </div>
    `;
  }
}

/** Figures about the running server. */
const stateView = ({ started_at: startedAt, matches, sockets, clocks, studies }: StateBody): TemplateResult =>
  factsView(
    t("op_started", { date: formatDate(startedAt) }),
    t("op_running", { count: matches.running ?? 0 }),
    t("op_waiting", { count: matches.waiting ?? 0 }),
    t("op_sockets", { count: sockets }),
    t("op_clocks", { count: clocks }),
    t("op_studies", { count: studies }),
  );

export const createPage = (context: PageContext): Page => new OperatorPage(context);
