/** The choice of a clock: none, one of a few, or minutes and seconds of one's own. */

import { html, nothing, type TemplateResult } from "../lit.js";
import type { ClockTerms } from "../protocol.js";
import { t } from "../texts.js";

const MINUTE_MS = 60_000;
const OWN = "own"; // minutes and increment are typed
const MAX_MINUTES = 240;
const MAX_INCREMENT_S = 300;

/** The clocks by their keys; `clock_KEY` is the text. */
const TIMED: Record<string, ClockTerms> = {
  min1: { base_ms: MINUTE_MS, increment_ms: 0 },
  min3: { base_ms: 3 * MINUTE_MS, increment_ms: 2000 },
  min5: { base_ms: 5 * MINUTE_MS, increment_ms: 5000 },
  min15: { base_ms: 15 * MINUTE_MS, increment_ms: 10_000 },
  min30: { base_ms: 30 * MINUTE_MS, increment_ms: 20_000 },
};
const CORRESPONDENCE: Record<string, ClockTerms> = { day1: { days: 1 }, day3: { days: 3 }, day7: { days: 7 } };

/** What is kept of a choice. */
export interface ClockChoice {
  clock?: string;
  minutes?: string;
  increment?: string;
}

const isWholeNumber = (text: string, low: number, high: number): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= low && Number(text) <= high;

export class ClockForm {
  #clock: string;
  #minutes: string;
  #increment: string;
  #error = "";

  constructor(
    { clock = "none", minutes = "10", increment = "0" }: ClockChoice,
    readonly update: () => void,
  ) {
    this.#clock = clock in TIMED || clock in CORRESPONDENCE || clock === OWN ? clock : "none";
    this.#minutes = minutes;
    this.#increment = increment;
  }

  get choice(): ClockChoice {
    return { clock: this.#clock, minutes: this.#minutes, increment: this.#increment };
  }

  /** The clock of the match. Days for each move only make sense if the players are not here at the same time. */
  terms(withDays: boolean): ClockTerms | null {
    const clock = this.#chosen(withDays);
    if (clock === OWN) return { base_ms: Number(this.#minutes) * MINUTE_MS, increment_ms: Number(this.#increment) * 1000 };
    return TIMED[clock] ?? CORRESPONDENCE[clock] ?? null;
  }

  #chosen(withDays: boolean): string {
    return !withDays && this.#clock in CORRESPONDENCE ? "none" : this.#clock;
  }

  /**
   * Checks what is typed. Returns the id of the field that is wrong, else null. Called when the form is submitted, and after a
   * change of what was wrong: a sentence that appears earlier would move the button under the pointer.
   */
  check(withDays: boolean): string | null {
    const isOwn = this.#chosen(withDays) === OWN;
    const wrongMinutes = isOwn && !isWholeNumber(this.#minutes, 1, MAX_MINUTES);
    const wrongIncrement = isOwn && !isWholeNumber(this.#increment, 0, MAX_INCREMENT_S);
    this.#error = wrongMinutes
      ? t("number_between", { option: t("clock_minutes_each"), low: 1, high: MAX_MINUTES })
      : wrongIncrement
        ? t("number_between", { option: t("clock_seconds_added"), low: 0, high: MAX_INCREMENT_S })
        : "";
    this.update();
    return wrongMinutes ? "clock-minutes" : wrongIncrement ? "clock-increment" : null;
  }

  view(withDays: boolean): TemplateResult {
    const chosen = this.#chosen(withDays);
    const keys = ["none", ...Object.keys(TIMED), OWN, ...(withDays ? Object.keys(CORRESPONDENCE) : [])];
    const choose = (event: Event): void => {
      this.#clock = (event.target as HTMLSelectElement).value;
      this.#error = "";
      this.update();
    };
    return html`<div class="field">
        <label for="clock">${t("clock")}</label>
        <select id="clock" @change=${choose}>
          ${keys.map((key) => html`<option value=${key} .selected=${key === chosen}>${t(`clock_${key}`)}</option>`)}
        </select>
      </div>
      ${chosen === OWN ? this.#ownView(withDays) : nothing}`;
  }

  #ownView(withDays: boolean): TemplateResult {
    const field = (
      id: string,
      label: string,
      value: string,
      low: number,
      high: number,
      change: (text: string) => void,
    ): TemplateResult =>
      html`<div class="field">
        <label for=${id}>${label}</label>
        <input
          id=${id}
          type="number"
          inputmode="numeric"
          min=${low}
          max=${high}
          .value=${value}
          aria-invalid=${this.#error && !isWholeNumber(value, low, high) ? "true" : "false"}
          aria-describedby="clock-error"
          @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
          @change=${() => this.#error && this.check(withDays)}
        />
      </div>`;
    return html`<div class="own-clock">
      ${field("clock-minutes", t("clock_minutes_each"), this.#minutes, 1, MAX_MINUTES, (text) => (this.#minutes = text))}
      ${field("clock-increment", t("clock_seconds_added"), this.#increment, 0, MAX_INCREMENT_S, (text) => (this.#increment = text))}
      <p class="error" id="clock-error" role="alert">${this.#error}</p>
    </div>`;
  }
}
