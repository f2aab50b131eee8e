/** The shelf: one box for each game, and the matches that are going on. */

import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import { Page, type PageContext } from "../page.js";
import type { GameEntry } from "../protocol.js";
import { loadGameTexts, t, type Translate } from "../texts.js";
import { setMyTurn, setTitle } from "../title.js";
import { fileUrl } from "../urls.js";
import { gameFacts } from "./game_facts.js";
import { openLists, type MatchList } from "./match_list.js";

const MAX_SHOWN = 12; // matches of each list
const SHORT_GAP_MS = 400; // a shorter loss of the connection is not shown

interface Box {
  game: GameEntry;
  gameText: Translate;
}

class ShelfPage extends Page {
  #boxes: Box[] = [];
  #lists: MatchList[] = [];
  #isResting = false; // the server cannot be reached
  #restTimer = 0;

  async open(): Promise<void> {
    setTitle("");
    const games = await this.session.games();
    this.#boxes = await Promise.all(games.map(async (game) => ({ game, gameText: await loadGameTexts(game.name) })));
    this.#lists = openLists(this, [
      { kind: "mine", limit: MAX_SHOWN },
      { kind: "open", limit: MAX_SHOWN },
      { kind: "live", limit: MAX_SHOWN },
    ]);
    this.session.connection.addEventListener("status", () => this.#onStatus(), { signal: this.signal });
    this.signal.addEventListener("abort", () => clearTimeout(this.#restTimer));
    this.#onStatus();
    this.render();
  }

  #onStatus(): void {
    clearTimeout(this.#restTimer);
    const rest = (resting: boolean): void => {
      this.#isResting = resting;
      this.update();
    };
    if (this.session.connection.status === "lost") this.#restTimer = window.setTimeout(() => rest(true), SHORT_GAP_MS);
    else if (this.session.connection.status === "open") rest(false);
  }

  protected view(): TemplateResult {
    const words = this.#isResting ? html`<p class="offline">${t("offline_words")}</p>` : html`<p>${t("welcome_words")}</p>`;
    return html`
      <div class="welcome">
        <h1>${t("welcome")}</h1>
        ${words}
      </div>
      <ul class="boxes" ?data-resting=${this.#isResting}>
        ${repeat(
          this.#boxes,
          ({ game }) => game.name,
          (box) => this.#boxView(box),
        )}
      </ul>
      <div class="lists">${this.#lists.map((list) => this.#listView(list))}</div>
    `;
  }

  /** While the server is away, nothing is known of a list that has not been loaded. */
  #listView(list: MatchList): TemplateResult | typeof nothing {
    if (this.#isResting && !list.matches) return nothing;
    const isMine = list.query.kind === "mine";
    return list.section(isMine ? html`<p class="more"><a href="/games">${t("all_my_games")}</a></p>` : nothing);
  }

  #boxView({ game, gameText }: Box): TemplateResult {
    const address = `/play/${game.name}`;
    const cover = html`<img src=${fileUrl(`games/${game.name}/cover.svg`)} alt="" width="320" height="320" />`;
    return html`<li class="box card">
      ${this.#isResting ? html`<span class="cover">${cover}</span>` : html`<a class="cover" href=${address} tabindex="-1" aria-hidden="true">${cover}</a>`}
      <div class="about">
        <h2>${game.title}</h2>
        <p class="description">${gameText("sentence")}</p>
        ${gameFacts(gameText)}
      </div>
      ${
        this.#isResting
          ? html`<p class="resting">${t("resting")}</p>`
          : html`<a class="button main" href=${address} aria-label=${t("play_game", { game: game.title })}>${t("play")}</a>`
      }
    </li>`;
  }

  protected override rendered(): void {
    const own = this.#lists.find(({ query }) => query.kind === "mine");
    setMyTurn(own?.matches?.some(({ my_turn }) => my_turn) ?? false);
  }
}

export const createPage = (context: PageContext): Page => new ShelfPage(context);
