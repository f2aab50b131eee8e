/** My games: the unfinished ones first, then the finished ones with their results. */

import { awayError } from "../api.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import { Page, type PageContext } from "../page.js";
import type { GameEntry, ListedMatch } from "../protocol.js";
import { formatDate, t } from "../texts.js";
import { setTitle } from "../title.js";
import { coverOf, describeGame, openLists, playerNames, type MatchList } from "./match_list.js";

/** How a finished match ended for the viewer. `shared`: the viewer played more than one side. */
type OwnResult = "won" | "lost" | "drawn" | "aborted" | "shared" | "unknown";

class MyGamesPage extends Page {
  #games: GameEntry[] = [];
  #game = ""; // the name of the game that is shown; empty for all
  #unfinished: MatchList | null = null;
  #finished: MatchList | null = null;

  async open(): Promise<void> {
    await this.session.account();
    if (this.session.connection.status === "lost") throw awayError(); // empty lists would not say why
    this.#games = await this.session.games();
    setTitle(t("my_games"));
    const wanted = location.hash.slice(1);
    this.#game = this.#games.some(({ name }) => name === wanted) ? wanted : "";
    const game = this.#game;
    const [unfinished, finished] = openLists(this, [
      { kind: "mine", game, emptyText: "empty_mine_game" },
      { kind: "past", game },
    ]);
    this.#unfinished = unfinished ?? null;
    this.#finished = finished ?? null;
    this.render();
  }

  /** Shows one game or all. The choice is part of the address, so that going back finds it again. */
  #filter(game: string): void {
    this.#game = game;
    history.replaceState(history.state, "", game ? `#${game}` : location.pathname + location.search);
    this.#unfinished?.filter(game);
    this.#finished?.filter(game);
    this.update();
  }

  protected view(): TemplateResult {
    return html`
      <h1>${t("my_games")}</h1>
      ${this.#filterView()}
      <div class="my-games">
        <section>
          <h2>${t("games_unfinished")}</h2>
          ${this.#unfinished?.view()}
        </section>
        <section>
          <h2>${t("games_finished")}</h2>
          ${this.#finishedView()}
        </section>
      </div>
    `;
  }

  #filterView(): TemplateResult {
    const choices = [{ name: "", title: t("all_games") }, ...this.#games];
    return html`<fieldset class="choices filter">
      <legend class="visually-hidden">${t("filter_games")}</legend>
      ${choices.map(({ name, title }) => {
        const id = `filter-${name || "all"}`;
        return html`<label for=${id}>
          <input
            type="radio"
            name="filter"
            id=${id}
            value=${name}
            .checked=${name === this.#game}
            @change=${() => this.#filter(name)}
          />
          <span>${title}</span>
        </label>`;
      })}
    </fieldset>`;
  }

  #finishedView(): TemplateResult {
    const matches = this.#finished?.matches;
    const busy = matches ? "false" : "true";
    if (!matches?.length) {
      return html`<div class="matches" data-kind="past" aria-busy=${busy}>
        ${matches ? html`<p class="empty">${t("empty_past")}</p>` : nothing}
      </div>`;
    }
    const count = (result: OwnResult): number => matches.filter((match) => ownResult(match) === result).length;
    const [won, lost, drawn] = [count("won"), count("lost"), count("drawn")];
    return html`
      ${won + lost + drawn ? html`<p class="tally">${t("tally", { won, lost, drawn })}</p>` : nothing}
      <div class="matches" data-kind="past" aria-busy=${busy}>
        <ul>
          ${repeat(
            matches,
            ({ match_id }) => match_id,
            (match) => this.#rowView(match),
          )}
        </ul>
      </div>
    `;
  }

  #rowView(match: ListedMatch): TemplateResult {
    const result = ownResult(match);
    const gameText = this.#finished?.textsOf(match) ?? t;
    const own = match.own_positions?.length === 1 ? match.own_positions[0] : undefined;
    const side = own === undefined ? undefined : match.result?.sides[own];
    const opponents = match.participants.filter(({ position }) => own === undefined || position !== own);
    const [opponent] = opponents;
    const level = opponents.length === 1 ? opponent?.level : null;
    const about = [
      describeGame(match, gameText),
      side ? t("as_side", { side: gameText(side.toLowerCase()) }) : "",
      level ? t("computer_level", { level }) : "",
    ];
    return html`<li data-result=${result}>
      <a href=${`/m/${match.match_id}`}>
        ${coverOf(match)}
        <span class="who">
          <span class="names">${opponents.length ? playerNames({ ...match, participants: opponents }) : t("nobody")}</span>
          <small>${about.filter(Boolean).join(t("between_facts"))}</small>
        </span>
        <span class="state">
          <span class="outcome">${describeResult(match, result)}</span>
          <small class="moves">${match.result ? t("moves", { count: match.result.actions }) : nothing}</small>
        </span>
        <small class="date"
          ><time datetime=${new Date(match.created_at).toISOString()}>${formatDate(match.created_at)}</time></small
        >
      </a>
    </li>`;
  }
}

/** How a finished match ended for the viewer. */
function ownResult({ result, own_positions: own = [] }: ListedMatch): OwnResult {
  if (!result) return "unknown";
  if (result.aborted) return "aborted";
  if (result.winner === null) return "drawn";
  if (own.length > 1) return "shared";
  return own.includes(result.winner) ? "won" : "lost";
}

function describeResult({ result, participants }: ListedMatch, own: OwnResult): string {
  if (own !== "shared") return t(`result_${own}`);
  return t("result_winner", { name: participants.find(({ position }) => position === result?.winner)?.name ?? "" });
}

export const createPage = (context: PageContext): Page => new MyGamesPage(context);
