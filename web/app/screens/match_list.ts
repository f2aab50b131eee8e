/** Lists of matches: own, open and live ones. They stay up to date until the page is left. */

import { api } from "../api.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import type { Page } from "../page.js";
import type { ListKind, ListedMatch, LobbyMessage, MatchList as MatchListBody } from "../protocol.js";
import { formatClock, formatDate, loadGameTexts, t, type Translate } from "../texts.js";
import { fileUrl } from "../urls.js";

const POLL_MS = 15_000; // while there is no socket that pushes the lists
const MAX_LISTED = 100; // entries of a list of the server

export interface ListQuery {
  kind: ListKind;
  game?: string; // the name of a game; without it, all games
  limit?: number;
  emptyText?: string; // the key of the text of an empty list
}

export const gameOf = (edition: string): string => edition.split(":")[0] ?? "";

/** The key of a text about an edition: `edition_NAME`. */
export const editionKey = (edition: string): string => `edition_${edition.split(":")[1] ?? ""}`;

/** A list of matches as the server has it. */
export class MatchList {
  /** The matches, those that wait for the viewer first; null until the first response. */
  matches: readonly ListedMatch[] | null = null;
  readonly #texts = new Map<string, Translate>();
  #lastRequest = 0;
  #shownRequest = 0;

  constructor(
    readonly page: Page,
    public query: ListQuery,
  ) {}

  /** Shows the matches of one game; with an empty name, of all. */
  filter(game: string): void {
    this.query = { ...this.query, game };
    void this.refresh();
  }

  /** The texts of the game of a listed match. */
  textsOf(match: ListedMatch): Translate {
    return this.#texts.get(gameOf(match.edition)) ?? t;
  }

  /** Requests the list again. A response that was overtaken by a later one is ignored. */
  async refresh(): Promise<void> {
    if (this.page.signal.aborted || document.hidden) return;
    const request = ++this.#lastRequest;
    const { kind, game } = this.query;
    const parameters = new URLSearchParams({ kind, ...(game ? { game } : {}) });
    const body = await api<MatchListBody>(`matches?${parameters}`).catch(() => null);
    if (body) await this.#show(body.matches, request);
  }

  /** Takes a list that the server has pushed, or requests it again if one of the own matches has changed. */
  onLobby(message: LobbyMessage): void {
    const { kind, game } = this.query;
    if (kind === "mine" || kind === "past") {
      if (message.own) void this.refresh();
      return;
    }
    const pushed = message[kind];
    if (!pushed) return;
    if (game && pushed.length >= MAX_LISTED)
      void this.refresh(); // a full list has no room for all matches of one game
    else void this.#show(game ? pushed.filter(({ edition }) => gameOf(edition) === game) : pushed, ++this.#lastRequest);
  }

  async #show(matches: readonly ListedMatch[], request: number): Promise<void> {
    const listed = this.#sort(matches).slice(0, this.query.limit ?? MAX_LISTED);
    const games = new Set(listed.map(({ edition }) => gameOf(edition)));
    for (const game of games) if (!this.#texts.has(game)) this.#texts.set(game, await loadGameTexts(game));
    if (request < this.#shownRequest) return;
    this.#shownRequest = request;
    this.matches = listed;
    this.page.update();
  }

  /** Public lists are the same for everyone, so they do not say which matches wait for the viewer. */
  #sort(matches: readonly ListedMatch[]): ListedMatch[] {
    const id = this.page.session.connection.account?.id;
    const isMyTurn = ({ participants, position_to_act }: ListedMatch): boolean =>
      participants.some(({ position, account_id }) => position === position_to_act && account_id !== null && account_id === id);
    return matches
      .map((match) => ({ ...match, my_turn: match.my_turn ?? isMyTurn(match) }))
      .sort((first, second) => Number(second.my_turn) - Number(first.my_turn));
  }

  /** The list, or a sentence about what will be there. */
  view(): TemplateResult {
    const { kind, emptyText = `empty_${kind}` } = this.query;
    const rows = this.matches;
    const content = !rows
      ? nothing
      : rows.length
        ? html`<ul>
            ${repeat(
              rows,
              ({ match_id }) => match_id,
              (match) => this.#row(match),
            )}
          </ul>`
        : html`<p class="empty">${t(emptyText)}</p>`;
    return html`<div class="matches" data-kind=${kind} aria-busy=${rows ? "false" : "true"}>${content}</div>`;
  }

  /** A section with a heading and the list. */
  section(more: TemplateResult | typeof nothing = nothing): TemplateResult {
    return html`<section>
      <h2>${t(`list_${this.query.kind}`)}</h2>
      ${this.view()}${more}
    </section>`;
  }

  #row(match: ListedMatch): TemplateResult {
    const { deadline, status } = match;
    const left = deadline && status === "running" ? deadline - this.page.session.connection.now() : null;
    return html`<li class=${match.my_turn ? "my-turn" : ""}>
      <a href=${`/m/${match.match_id}`}>
        ${coverOf(match)}
        <span class="who"
          ><span class="names">${playerNames(match)}</span><small>${describeGame(match, this.textsOf(match))}</small></span
        >
        <span class="state">
          <span>${this.#describeState(match)}</span>
          ${left === null ? nothing : html`<small>${t("time_left", { time: formatClock(left) })}</small>`}
        </span>
      </a>
    </li>`;
  }

  #describeState({ my_turn, status, created_at }: ListedMatch): string {
    if (my_turn) return t("your_turn");
    if (status === "waiting") return t("waits");
    if (status === "over") return formatDate(created_at);
    return t(this.query.kind === "live" ? "being_played" : "their_turn");
  }
}

/** Opens the lists of a page: the server pushes them; while it cannot, they are requested every few seconds. */
export function openLists(page: Page, queries: readonly ListQuery[]): MatchList[] {
  const { session, signal } = page;
  const { connection } = session;
  const lists = queries.map((query) => new MatchList(page, query));
  const refresh = (): void => {
    for (const list of lists) void list.refresh();
  };
  const timer = setInterval(() => {
    if (connection.status !== "open") refresh();
  }, POLL_MS);
  const onLobby = (event: Event): void => {
    for (const list of lists) list.onLobby((event as CustomEvent<LobbyMessage>).detail);
  };
  connection.addEventListener("lobby", onLobby, { signal });
  connection.addEventListener("status", refresh, { signal });
  document.addEventListener("visibilitychange", refresh, { signal });
  connection.watchLobby(true);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    connection.watchLobby(false);
  });
  refresh();
  return lists;
}

/** The cover of the game of a match. */
export const coverOf = ({ edition }: ListedMatch): TemplateResult =>
  html`<img src=${fileUrl(`games/${gameOf(edition)}/cover.svg`)} alt="" width="48" height="48" loading="lazy" />`;

/** The names of the participants, each in its own writing direction. */
export const playerNames = ({ participants }: ListedMatch): TemplateResult[] =>
  participants.map(({ name }, index) => html`${index ? t("between_names") : nothing}<bdi class="name">${name}</bdi>`);

/** The game and the edition of a match. */
export const describeGame = ({ edition }: ListedMatch, gameText: Translate): string =>
  t("what_is_played", { game: gameText("title"), edition: gameText(editionKey(edition)) });
