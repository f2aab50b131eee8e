/** The edition and the options of a game. They are folded away, and rare options once more. */

import type { RequestError } from "../api.js";
import { html, nothing, repeat, type TemplateResult } from "../lit.js";
import type { EditionEntry, GameEntry, OptionEntry } from "../protocol.js";
import { t, type Translate } from "../texts.js";
import { editionKey } from "./match_list.js";

const PLAYERS = "players"; // the option that everybody must see
const NONE = "none";
const ERROR_ID = "options-error";

/** A sentence about what cannot be played, and the options that it is about. */
export interface OptionProblem {
  message: string;
  options: string[];
}

/** What is typed into the fields of an option: one text, or one for each kind that is counted. */
interface FieldState {
  texts: string[];
  unreadable: boolean; // a number field whose text is no number has an empty value
}

export class OptionForm {
  problem: OptionProblem | null = null;
  readonly #fields = new Map<string, FieldState>();
  #edition: EditionEntry;
  #players = "";
  #isOpen = false;
  #rareIsOpen = false;

  /** `onChange` is called when a value has changed, `update` when the view has. */
  constructor(
    readonly game: GameEntry,
    readonly gameText: Translate,
    readonly update: () => void,
    readonly onChange: () => void,
  ) {
    const edition = game.editions[0];
    if (!edition) throw new Error(`${game.name}: no edition`);
    this.#edition = edition;
    this.#reset(edition);
  }

  /** Sets all options to the values of an edition. */
  #reset(edition: EditionEntry): void {
    this.#edition = edition;
    this.#players = edition.values[PLAYERS] ?? "";
    for (const option of this.#foldedOptions()) {
      this.#fields.set(option.name, { texts: toTexts(option, edition.values[option.name] ?? ""), unreadable: false });
    }
  }

  #foldedOptions(): OptionEntry[] {
    return this.game.options.filter(({ name }) => name !== PLAYERS);
  }

  #chooseEdition(edition: EditionEntry): void {
    this.#reset(edition);
    this.onChange();
  }

  /** The edition and the options that differ from it. */
  terms(): { edition: string; options: Record<string, string> } {
    const options = this.#changedOptions();
    if (this.#players) options[PLAYERS] = this.#players;
    return { edition: this.#edition.edition, options };
  }

  /** The values that differ from those of the edition, without the number of players. */
  #changedOptions(): Record<string, string> {
    const changed: Record<string, string> = {};
    for (const option of this.#foldedOptions()) {
      const value = toValue(option, this.#texts(option));
      if (value !== this.#edition.values[option.name]) changed[option.name] = value;
    }
    return changed;
  }

  #texts({ name }: OptionEntry): string[] {
    return this.#fields.get(name)?.texts ?? [];
  }

  // problems

  /** The first problem that can be seen without asking the server. */
  findProblem(): OptionProblem | null {
    for (const option of this.#foldedOptions()) {
      const message = this.#describeProblem(option);
      if (message) return { message, options: [option.name] };
    }
    return null;
  }

  #describeProblem(option: OptionEntry): string {
    const { kind, name, low, high, none_text: noneText, total = 0 } = option;
    const texts = this.#texts(option);
    const unreadable = this.#fields.get(name)?.unreadable ?? false;
    const label = this.#label(name);
    if (kind === "counts") {
      const sum = texts.reduce((all, text) => all + Number(text), 0);
      if (unreadable || !texts.every((text) => isWholeNumber(text, 0, total)))
        return t("number_between", { option: label, low: 0, high: total });
      return sum === total ? "" : t("counts_total", { option: label, total, now: sum });
    }
    if (kind !== "number") return "";
    const text = texts[0]?.trim() ?? "";
    if (!unreadable && (text ? isWholeNumber(text, low, high) : noneText)) return "";
    return t(high === undefined || high === null ? "number_whole" : "number_between", { option: label, low, high });
  }

  /** What the server refused, in the words of these fields. */
  describeRefusal({ code, facts, message }: RequestError): OptionProblem {
    const names = [facts.option, facts.other].filter(
      (name): name is string => typeof name === "string" && this.#fields.has(name),
    );
    const [option = "", other = ""] = names.map((name) => this.#label(name));
    if (code === "bad_value" && names.length) return { message: t("option_refused", { option }), options: names };
    if (code === "conflict" && names.length > 1) return { message: t("option_conflict", { option, other }), options: names };
    return { message, options: names };
  }

  /** Unfolds the field that is wrong. Returns its id once the view has been rendered. */
  revealProblem(): string | null {
    const name = this.problem?.options[0];
    const option = this.game.options.find((entry) => entry.name === name);
    if (!option) return null;
    this.#isOpen = true;
    if (this.#isRare(option)) this.#rareIsOpen = true;
    this.update();
    return option.kind === "counts" ? `option-${option.name}-${option.choices?.[0] ?? ""}` : `option-${option.name}`;
  }

  /** Options that few people need: seeds and setups as text, and limits that no edition has. */
  #isRare({ name, kind, seed, setup, none_text: noneText }: OptionEntry): boolean {
    const isOffEverywhere = Boolean(noneText) && this.game.editions.every(({ values }) => values[name] === noneText);
    return seed || setup || kind === "text" || isOffEverywhere;
  }

  #label(name: string): string {
    return this.gameText(`option_${name}`);
  }

  // view

  /** How many play; nothing in games for two. */
  playersView(): TemplateResult | typeof nothing {
    const option = this.game.options.find(({ name }) => name === PLAYERS);
    if (!option) return nothing;
    const { low = 2, high = 2 } = option;
    const counts = Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
    const choose = (count: string) => (): void => {
      this.#players = count;
      this.onChange();
    };
    return html`<fieldset class="choices">
      <legend>${t("how_many")}</legend>
      ${counts.map(
        (count) =>
          html`<label for=${`players-${count}`}>
            <input
              type="radio"
              name="players"
              id=${`players-${count}`}
              value=${count}
              .checked=${count === this.#players}
              @change=${choose(count)}
            />
            <span>${count}</span>
          </label>`,
      )}
    </fieldset>`;
  }

  view(): TemplateResult {
    const { edition } = this.#edition;
    const name = this.gameText(editionKey(edition));
    const isChanged = Object.keys(this.#changedOptions()).length > 0;
    const options = this.#foldedOptions();
    const rare = options.filter((option) => this.#isRare(option));
    const toggle = (event: Event): void => {
      this.#isOpen = (event.target as HTMLDetailsElement).open;
      this.update();
    };
    return html`
      <details class="options-fold" .open=${this.#isOpen} @toggle=${toggle}>
        <summary>
          <span>${t(isChanged ? "edition_changed" : "edition_is", { edition: name })}</span>
          <small>${this.gameText(`${editionKey(edition)}_words`)}</small>
        </summary>
        ${this.game.editions.length > 1 ? this.#editionsView() : nothing}
        <div class="options">${this.#optionViews(options.filter((option) => !this.#isRare(option)))}</div>
        ${rare.length ? this.#rareView(rare) : nothing}
      </details>
    `;
  }

  /** What is wrong with the options. It stands below the button, which must not move when it appears. */
  errorView(): TemplateResult {
    return html`<p class="error" id=${ERROR_ID} role="alert">${this.problem?.message ?? nothing}</p>`;
  }

  /** All editions, each with a sentence about its difference. */
  #editionsView(): TemplateResult {
    return html`<fieldset class="editions-choice">
      <legend>${t("edition")}</legend>
      ${this.game.editions.map((entry) => {
        const id = `edition-${entry.edition.split(":")[1] ?? ""}`;
        return html`<label class="check" for=${id}>
          <input
            type="radio"
            name="edition"
            id=${id}
            value=${entry.edition}
            .checked=${entry === this.#edition}
            @change=${() => this.#chooseEdition(entry)}
          />
          <span
            >${this.gameText(editionKey(entry.edition))}<small
              >${this.gameText(`${editionKey(entry.edition)}_words`)}</small
            ></span
          >
        </label>`;
      })}
    </fieldset>`;
  }

  #rareView(options: OptionEntry[]): TemplateResult {
    const toggle = (event: Event): void => {
      this.#rareIsOpen = (event.target as HTMLDetailsElement).open;
      this.update();
    };
    return html`<details class="rare-options" .open=${this.#rareIsOpen} @toggle=${toggle}>
      <summary>${t("rare_options")}</summary>
      <div class="options">${this.#optionViews(options)}</div>
    </details>`;
  }

  #optionViews(options: OptionEntry[]): unknown {
    return repeat(
      options,
      ({ name }) => name,
      (option) => (option.kind === "counts" ? this.#countsView(option) : this.#fieldView(option)),
    );
  }

  #fieldView(option: OptionEntry): TemplateResult {
    const { name, kind } = option;
    const [text = ""] = this.#texts(option);
    const id = `option-${name}`;
    const invalid = this.#isInvalid(name);
    const describedBy = invalid ? ERROR_ID : nothing;
    let input: TemplateResult;
    if (kind === "yes_no") {
      const change = (event: Event): void => this.#set(option, 0, (event.target as HTMLInputElement).checked ? "yes" : "no");
      input = html`<input
        type="checkbox"
        id=${id}
        .checked=${text === "yes"}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @change=${change}
      />`;
    } else if (kind === "choice") {
      const change = (event: Event): void => this.#set(option, 0, (event.target as HTMLSelectElement).value);
      input = html`<select id=${id} aria-invalid=${invalid} aria-describedby=${describedBy} @change=${change}>
        ${option.choices?.map((value) => html`<option value=${value} .selected=${value === text}>${this.gameText(`value_${value}`)}</option>`)}
      </select>`;
    } else if (kind === "number") {
      input = this.#numberInput(option, 0, id, this.gameText(option.none_text ? `value_${option.none_text}` : ""));
    } else {
      input = html`<input
        type="text"
        id=${id}
        .value=${text}
        placeholder=${t("value_none")}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${(event: Event) => this.#type(option, 0, event.target as HTMLInputElement)}
        @change=${this.onChange}
      />`;
    }
    return html`<div class=${`field ${kind}`}><label for=${id}>${this.#label(name)}</label>${input}</div>`;
  }

  /** A number for each kind, with a fixed sum. */
  #countsView(option: OptionEntry): TemplateResult {
    const { name, choices = [] } = option;
    return html`<fieldset class="counts">
      <legend>${this.#label(name)}</legend>
      ${choices.map((kind, index) => {
        const id = `option-${name}-${kind}`;
        return html`<div class="field">
          <label for=${id}>${this.gameText(`option_${name}_${kind}`)}</label>${this.#numberInput(option, index, id, "")}
        </div>`;
      })}
      <p class="hint">${this.gameText(`option_${name}_words`)}</p>
    </fieldset>`;
  }

  #numberInput(option: OptionEntry, index: number, id: string, placeholder: string): TemplateResult {
    const { name, kind, low, high, total } = option;
    const invalid = this.#isInvalid(name);
    return html`<input
      type="number"
      inputmode="numeric"
      id=${id}
      min=${(kind === "counts" ? 0 : low) ?? nothing}
      max=${(kind === "counts" ? total : high) ?? nothing}
      placeholder=${placeholder || nothing}
      .value=${this.#texts(option)[index] ?? ""}
      aria-invalid=${invalid}
      aria-describedby=${invalid ? ERROR_ID : nothing}
      @input=${(event: Event) => this.#type(option, index, event.target as HTMLInputElement)}
      @change=${this.onChange}
    />`;
  }

  #isInvalid(name: string): "true" | typeof nothing {
    return this.problem?.options.includes(name) ? "true" : nothing;
  }

  /** Takes what is being typed. It is checked when the field is left. */
  #type({ name }: OptionEntry, index: number, input: HTMLInputElement): void {
    const field = this.#fields.get(name);
    if (!field) return;
    field.texts[index] = input.value;
    field.unreadable = input.validity.badInput;
  }

  #set({ name }: OptionEntry, index: number, text: string): void {
    const field = this.#fields.get(name);
    if (field) field.texts[index] = text;
    this.onChange();
  }
}

/** The texts of the fields for a value of an option. */
function toTexts({ kind, none_text: noneText, choices = [] }: OptionEntry, value: string): string[] {
  if (kind === "counts") {
    const counts = new Map(value.split(",").map((part) => part.split(":") as [string, string]));
    return choices.map((choice) => counts.get(choice) ?? "0");
  }
  if (kind === "number") return [value === noneText ? "" : value];
  return [kind === "text" && value === NONE ? "" : value];
}

/** The value of an option for the texts of its fields. */
function toValue({ kind, none_text: noneText, choices = [] }: OptionEntry, texts: string[]): string {
  if (kind === "counts") return choices.map((choice, index) => `${choice}:${texts[index]?.trim() ?? ""}`).join(",");
  return texts[0]?.trim() || (noneText ?? NONE);
}

/** True if a text is a whole number within bounds; a bound that is missing does not count. */
function isWholeNumber(text: string, low?: number | null, high?: number | null): boolean {
  return /^-?(0|[1-9]\d*)$/.test(text) && Number(text) >= (low ?? -Infinity) && Number(text) <= (high ?? Infinity);
}
