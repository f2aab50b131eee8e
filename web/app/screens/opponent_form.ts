/** With whom one plays: the computer, a friend by a link, people on this device, or whoever comes to an open table. */

import { html, nothing, type TemplateResult } from "../lit.js";
import type { AccountBody, NewMatch, SetupBody } from "../protocol.js";
import { t, type Translate } from "../texts.js";
import { ClockForm, type ClockChoice } from "./clock_form.js";

const WAYS = ["computer", "friend", "device", "open"] as const;
const DEFAULT_LEVEL = 3;
const MAX_LEVEL = 10;

export type Way = (typeof WAYS)[number];
/** What the form must know of a setup. */
export type SetupFacts = Pick<SetupBody, "seats" | "sides" | "engine">;
/** The part of a new match that this form decides. */
export type SeatTerms = Pick<NewMatch, "seats" | "first" | "clock" | "public">;

interface StoredChoice extends ClockChoice {
  way?: Way;
  level?: number;
}

export class OpponentForm {
  readonly #storageKey: string;
  readonly #clock: ClockForm;
  #setup: SetupFacts;
  #way: Way;
  #level: number;
  #first = "lot"; // or the seat of the account, as text
  #name: string;
  #names: string[]; // of the players on this device, by seat
  #namelessSeat: number | null = null; // a name that is missing

  constructor(
    game: string,
    readonly account: AccountBody,
    setup: SetupFacts,
    readonly gameText: Translate,
    readonly update: () => void,
  ) {
    this.#storageKey = `tablier.play.${game}`;
    const stored = readChoice(this.#storageKey);
    this.#setup = setup;
    this.#way = stored.way && WAYS.includes(stored.way) ? stored.way : "computer";
    this.#level = Math.min(MAX_LEVEL, Math.max(1, stored.level ?? DEFAULT_LEVEL));
    this.#clock = new ClockForm(stored, update);
    this.#name = account.name;
    this.#names = [account.name];
    this.fit(setup);
  }

  /** Adapts to a setup: the number of players, their sides, and whether an engine plays it. */
  fit(setup: SetupFacts): void {
    this.#setup = setup;
    this.#names = Array.from({ length: setup.seats }, (_, seat) => this.#names[seat] ?? t("guest", { number: seat + 1 }));
    if (Number(this.#first) >= Math.min(setup.seats, 2)) this.#first = "lot";
    this.update();
  }

  /** The chosen way; without an engine, a friend takes its place. */
  get way(): Way {
    return this.#way === "computer" && !this.#setup.engine ? "friend" : this.#way;
  }

  /** The name to give the account; empty if it is not asked for. */
  get accountName(): string {
    return this.way === "friend" || this.way === "open" ? this.#name.trim() : "";
  }

  /** Players who are not here at the same time may have days for each move. */
  get #withDays(): boolean {
    return this.way === "friend" || this.way === "open";
  }

  /** Checks the fields. Returns the id of the first one that is wrong, else null. */
  check(): string | null {
    const nameless = this.way === "device" ? this.#names.findIndex((name) => !name.trim()) : -1;
    this.#namelessSeat = nameless < 0 ? null : nameless;
    this.update();
    return nameless >= 0 ? `name-${nameless}` : this.#clock.check(this.#withDays);
  }

  /** Who sits where, who begins, and the clock. */
  terms(): SeatTerms {
    const first = this.way === "device" ? { first: 0 } : this.#first === "lot" ? {} : { first: Number(this.#first) };
    const clock = this.#clock.terms(this.#withDays);
    if (this.way === "device") {
      return { ...first, clock, seats: this.#names.map((name, seat) => ({ who: seat ? "guest" : "me", name: name.trim() })) };
    }
    if (this.way !== "computer") return { ...first, clock, public: this.way === "open" };
    const opponents = this.#setup.seats - 1;
    const key = opponents > 1 ? "engine_name_of" : "engine_name";
    const engines = Array.from({ length: opponents }, (_, index) => ({
      who: "engine" as const,
      level: this.#level,
      name: t(key, { name: t(`level_${this.#level}`), number: index + 1 }),
    }));
    return { ...first, clock, seats: [{ who: "me" }, ...engines] };
  }

  /** Keeps the choice for the next time. */
  store(): void {
    const choice: StoredChoice = { way: this.#way, level: this.#level, ...this.#clock.choice };
    try {
      localStorage.setItem(this.#storageKey, JSON.stringify(choice));
    } catch {
      // a browser without storage
    }
  }

  /** The form. `players` is shown where the number of players is asked for. */
  view(players: TemplateResult | typeof nothing): TemplateResult {
    const { way } = this;
    const choose = (chosen: Way) => (): void => {
      this.#way = chosen;
      this.update();
    };
    const choices = WAYS.map(
      (key) =>
        html`<label for=${`way-${key}`}>
          <input
            type="radio"
            name="way"
            id=${`way-${key}`}
            value=${key}
            .checked=${key === way}
            ?disabled=${key === "computer" && !this.#setup.engine}
            @change=${choose(key)}
          />
          <span>${t(`way_${key}`)}</span>
        </label>`,
    );
    const noEngine = !this.#setup.engine && way === "friend" ? `${t("no_engine")} ` : "";
    return html`
      <fieldset class="choices ways">
        <legend>${t("with_whom")}</legend>
        ${choices}
      </fieldset>
      <p class="hint">${noEngine}${t(`way_${way}_words`)}</p>
      ${players}
      <div class="way" data-way=${way}>
        ${way === "computer" ? this.#levelField() : way === "device" ? this.#nameFields() : this.#nameField()}
        ${way === "device" ? nothing : this.#firstField()} ${this.#clock.view(this.#withDays)}
      </div>
    `;
  }

  #levelField(): TemplateResult {
    const change = (event: Event): void => {
      this.#level = Number((event.target as HTMLInputElement).value);
      this.update();
    };
    return html`<div class="field">
      <label for="level">${t("level")}</label>
      <input type="range" id="level" min="1" max=${MAX_LEVEL} .value=${String(this.#level)} @input=${change} />
      <output for="level">${t("level_name", { level: this.#level, name: t(`level_${this.#level}`) })}</output>
    </div>`;
  }

  #firstField(): TemplateResult {
    const { seats } = this.#setup;
    const options: [string, string][] = [["lot", t("begins_lot")]];
    if (seats > 2) options.push(["0", t("begins_me")]);
    else options.push(["0", this.#seatLabel(0)], ["1", this.#seatLabel(1)]);
    const change = (event: Event): void => {
      this.#first = (event.target as HTMLSelectElement).value;
      this.update();
    };
    return html`<div class="field">
      <label for="begins">${t("who_begins")}</label>
      <select id="begins" @change=${change}>
        ${options.map(([value, label]) => html`<option value=${value} .selected=${value === this.#first}>${label}</option>`)}
      </select>
    </div>`;
  }

  #nameField(): TemplateResult {
    const change = (event: Event): void => {
      this.#name = (event.target as HTMLInputElement).value;
    };
    return html`<div class="field">
      <label for="name">${t("my_name")}</label>
      <input id="name" maxlength="60" autocomplete="nickname" dir="auto" .value=${this.#name} @input=${change} />
    </div>`;
  }

  /** The names of the players on this device. */
  #nameFields(): TemplateResult[] {
    return this.#names.map((name, seat) => {
      const isMissing = seat === this.#namelessSeat;
      const change = (event: Event): void => {
        this.#names[seat] = (event.target as HTMLInputElement).value;
        if (isMissing && this.#names[seat].trim()) this.check();
      };
      return html`<div class="field">
        <label for=${`name-${seat}`}>${this.#seatLabel(seat)}</label>
        <input
          id=${`name-${seat}`}
          maxlength="60"
          required
          dir="auto"
          .value=${name}
          aria-invalid=${isMissing ? "true" : "false"}
          aria-describedby=${`name-error-${seat}`}
          @input=${change}
        />
        <p class="error" id=${`name-error-${seat}`} role="alert">${isMissing ? t("name_needed") : nothing}</p>
      </div>`;
    });
  }

  /** The side of a seat, and when it moves, in the same words wherever one chooses. */
  #seatLabel(seat: number): string {
    const { seats, sides } = this.#setup;
    const side = this.gameText((sides[seat] ?? "").toLowerCase());
    if (seat === 0) return t("plays_first", { side });
    return t(seats > 2 ? "plays" : "plays_second", { side });
  }
}

function readChoice(key: string): StoredChoice {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as StoredChoice;
  } catch {
    return {}; // a browser without storage
  }
}
