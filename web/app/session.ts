/** What lasts as long as the page: the connection, the account, the settings, and messages to the person. Created once. */

import { api } from "./api.js";
import { Connection } from "./connection.js";
import { Announcer, Notifier } from "./notify.js";
import type { AccountBody, GameEntry, GamesBody } from "./protocol.js";
import { SettingsStore } from "./settings.js";

export class Session {
  readonly settings = new SettingsStore();
  readonly announcer = new Announcer();
  readonly notifier = new Notifier(this.announcer);
  #account: Promise<AccountBody> | null = null;
  #games: Promise<GameEntry[]> | null = null;

  constructor(readonly connection = new Connection()) {}

  /** The account of this browser. A failed request is repeated at the next call. */
  account(): Promise<AccountBody> {
    this.#account ??= api<AccountBody>("me");
    this.#account.catch(() => (this.#account = null));
    return this.#account;
  }

  async rename(name: string): Promise<AccountBody> {
    const account = await api<AccountBody>("me", { method: "PATCH", body: { name } });
    this.#account = Promise.resolve(account);
    return account;
  }

  /** Forgets what is known of the account, after it was changed. */
  refreshAccount(): void {
    this.#account = null;
  }

  /** All games on the shelf. */
  games(): Promise<GameEntry[]> {
    this.#games ??= api<GamesBody>("games").then(({ games }) => games);
    this.#games.catch(() => (this.#games = null));
    return this.#games;
  }

  /** A game by its name; undefined if it is not on the shelf. */
  async game(name: string): Promise<GameEntry | undefined> {
    return (await this.games()).find((game) => game.name === name);
  }

  readonly notify = (text: string): void => this.notifier.notify(text);
  readonly showError = (error: unknown): void => this.notifier.showError(error);
  readonly announce = (text: string): void => this.announcer.announce(text);
}
