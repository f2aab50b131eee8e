/** Matches to watch, and open ones that wait for players. */

import { awayError } from "../api.js";
import { html, type TemplateResult } from "../lit.js";
import { Page, type PageContext } from "../page.js";
import { t } from "../texts.js";
import { setTitle } from "../title.js";
import { openLists, type MatchList } from "./match_list.js";

class WatchPage extends Page {
  #lists: MatchList[] = [];

  async open(): Promise<void> {
    await this.session.account();
    if (this.session.connection.status === "lost") throw awayError(); // empty lists would not say why
    setTitle(t("watch"));
    this.#lists = openLists(this, [{ kind: "live" }, { kind: "open" }]);
    this.render();
  }

  protected view(): TemplateResult {
    return html`
      <h1>${t("watch")}</h1>
      <div class="lists">${this.#lists.map((list) => list.section())}</div>
    `;
  }
}

export const createPage = (context: PageContext): Page => new WatchPage(context);
