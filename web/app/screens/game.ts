/** The page of a game: with whom and how to play it, and its matches. */

import { RequestError, api, newNonce } from "../api.js";
import { html, type TemplateResult } from "../lit.js";
import { showMissing } from "../message_page.js";
import { Page, type PageContext } from "../page.js";
import type { AccountBody, GameEntry, MatchBody, SetupBody } from "../protocol.js";
import { loadGameTexts, t, type Translate } from "../texts.js";
import { setTitle } from "../title.js";
import { fileUrl } from "../urls.js";
import { gameFacts } from "./game_facts.js";
import { openLists, type MatchList } from "./match_list.js";
import { OpponentForm } from "./opponent_form.js";
import { OptionForm } from "./option_form.js";

const MAX_SHOWN = 12; // matches of each list

/** What is known once the page is open. */
interface Content {
  game: GameEntry;
  gameText: Translate;
  account: AccountBody;
  options: OptionForm;
  opponent: OpponentForm;
  lists: MatchList[];
}

class GamePage extends Page {
  #content: Content | null = null;
  #lastCheck = 0;
  #checked: Promise<void> = Promise.resolve();
  #nonce = newNonce();
  #isCreating = false;

  async open(): Promise<void> {
    const [name = ""] = this.parameters;
    const game = await this.session.game(name);
    const edition = game?.editions[0];
    if (!game || !edition) {
      showMissing(this.main);
      return;
    }
    const [gameText, account] = await Promise.all([loadGameTexts(name), this.session.account()]);
    setTitle(game.title);
    const options = new OptionForm(game, gameText, this.update, () => this.#check());
    const opponent = new OpponentForm(name, account, edition, gameText, this.update);
    const query = { game: name, limit: MAX_SHOWN };
    const lists = openLists(this, [
      { ...query, kind: "mine", emptyText: "empty_mine_game" },
      { ...query, kind: "open" },
      { ...query, kind: "live" },
    ]);
    this.#content = { game, gameText, account, options, opponent, lists };
    this.#check();
    this.render();
  }

  /** Checks the options here and then by the server, which knows whether they can be played and by how many. */
  #check(): void {
    this.#checked = this.#requestCheck();
    this.update();
  }

  async #requestCheck(): Promise<void> {
    const content = this.#content;
    if (!content) return;
    const { options, opponent } = content;
    const check = ++this.#lastCheck;
    let problem = options.findProblem();
    if (!problem) {
      const body = await api<SetupBody>("setup", { body: options.terms() }).catch((error: unknown) => error);
      if (check !== this.#lastCheck) return; // there is a newer one
      if (body instanceof RequestError) problem = options.describeRefusal(body);
      else if (!(body instanceof Error)) opponent.fit(body as SetupBody);
    }
    options.problem = problem;
    this.update();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const content = this.#content;
    if (!content || this.#isCreating) return;
    const { options, opponent, account } = content;
    if (options.problem && !options.problem.options.length) this.#check(); // the server was away, and may be back
    await this.#checked;
    if (options.problem) {
      this.#focus(options.revealProblem());
      return;
    }
    const wrongField = opponent.check();
    if (wrongField) {
      this.#focus(wrongField);
      return;
    }
    this.#isCreating = true;
    try {
      const { accountName } = opponent;
      if (accountName && accountName !== account.name) content.account = await this.session.rename(accountName);
      const body = { ...options.terms(), ...opponent.terms(), nonce: this.#nonce };
      const { match_id: matchId } = await api<MatchBody>("matches", { body });
      opponent.store();
      await this.router.go(`/m/${matchId}`);
    } catch (error) {
      this.session.showError(error);
      this.#nonce = newNonce();
    }
    this.#isCreating = false;
  }

  #focus(id: string | null): void {
    this.render();
    if (id) document.getElementById(id)?.focus();
  }

  protected view(): TemplateResult {
    if (!this.#content) return html``;
    const { game, gameText, options, opponent, lists } = this.#content;
    return html`
      <div class="game-page">
        <div class="game-about">
          <img class="cover" src=${fileUrl(`games/${game.name}/cover.svg`)} alt="" width="320" height="320" />
          <div>
            <h1>${game.title}</h1>
            <p class="author">${t("by", { author: game.author })}</p>
            <p class="description">${gameText("sentence")}</p>
            ${gameFacts(gameText)}
            <p class="buttons">
              <a class="button" href=${`/rules/${game.name}`}>${t("rules")}</a
              ><a class="button" href=${`/study/${game.name}`}>${t("study")}</a>
            </p>
          </div>
        </div>
        <form class="card game-form" novalidate @submit=${(event: Event) => this.#submit(event)}>
          ${opponent.view(options.playersView())} ${options.view()}
          <p class="buttons"><button class="main large">${t(`start_${opponent.way}`)}</button></p>
          ${options.errorView()}
        </form>
      </div>
      <div class="lists">${lists.map((list) => list.section())}</div>
    `;
  }
}

export const createPage = (context: PageContext): Page => new GamePage(context);
