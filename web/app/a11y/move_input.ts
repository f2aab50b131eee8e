/** Moves by their notation: typed with suggestions, or taken from the list of all that can be played. */

import type { BoardA11y } from "../../board/types.js";
import { createRef, html, nothing, ref, repeat, type Ref, type TemplateResult } from "../lit.js";
import type { BoardController } from "../match/board_controller.js";
import { t } from "../texts.js";

const MAX_SUGGESTIONS = 8;
const MAX_LISTED = 60;
const collator = new Intl.Collator("en", { numeric: true }); // a2 before a10

export class MoveInput {
  readonly #controller: BoardController;
  readonly #a11y: BoardA11y;
  readonly #render: () => void;
  readonly #field: Ref<HTMLInputElement> = createRef();
  readonly #list: Ref<HTMLElement> = createRef();
  #sorted: { legal: readonly string[]; actions: readonly string[] } = { legal: [], actions: [] };
  #isOpen = false; // suggestions are wanted
  #active = -1; // the index of the chosen suggestion
  #tabStop = ""; // the action in the list that Tab leads to

  /** `render` renders the text mode now. */
  constructor(controller: BoardController, a11y: BoardA11y, render: () => void) {
    this.#controller = controller;
    this.#a11y = a11y;
    this.#render = render;
  }

  focusField(): void {
    this.#field.value?.focus();
  }

  focusList(): void {
    this.#list.value?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }

  /** True if the focus is in the list, whose entries change with every move. */
  get listHasFocus(): boolean {
    return this.#list.value?.contains(document.activeElement) ?? false;
  }

  /** The actions that can be played now, in natural order. Those of other kinds can still be typed. */
  get #legal(): readonly string[] {
    const { canPlay, source } = this.#controller;
    const legal = canPlay ? (source.view?.legal ?? []) : [];
    if (legal !== this.#sorted.legal)
      this.#sorted = { legal, actions: [...legal].sort((one, two) => collator.compare(one, two)) };
    return this.#sorted.actions;
  }

  #describe(action: string): string {
    return this.#a11y.describeAction(action, null);
  }

  view(): TemplateResult {
    return html`<section class="move-input" aria-labelledby="can-do">
      <form class="typed" @submit=${this.#onSubmit}>
        <label for="typed-turn">${t("type_turn")}</label>
        <p class="typed-line">${this.#fieldView()}<button>${t("play_turn")}</button></p>
        ${this.#suggestionsView()}
        <p id="typed-words" class="hint">${t("type_words")}</p>
      </form>
      <h2 id="can-do">${t("can_do")}</h2>
      ${this.#listView()}
    </section>`;
  }

  // typing

  #fieldView(): TemplateResult {
    const isOpen = this.#suggestions.length > 0;
    return html`<input
      ${ref(this.#field)}
      id="typed-turn"
      role="combobox"
      aria-expanded=${isOpen ? "true" : "false"}
      aria-controls="suggestions"
      aria-autocomplete="list"
      aria-activedescendant=${isOpen && this.#active >= 0 ? `suggestion-${this.#active}` : nothing}
      aria-describedby="typed-words"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      @input=${() => this.#suggest(true)}
      @keydown=${this.#onKey}
      @blur=${() => this.#suggest(false)}
    />`;
  }

  #suggestionsView(): TemplateResult {
    const option = (action: string, index: number): TemplateResult => {
      const choose = (event: Event): void => {
        event.preventDefault(); // the field keeps the focus
        this.#choose(action);
      };
      return html`<li
        role="option"
        id="suggestion-${index}"
        aria-selected=${index === this.#active ? "true" : "false"}
        @pointerdown=${choose}
      >
        <b translate="no">${action}</b> ${this.#describe(action)}
      </li>`;
    };
    const suggestions = this.#suggestions;
    return html`<ul id="suggestions" role="listbox" aria-label=${t("suggestions")} ?hidden=${!suggestions.length}>
      ${repeat(suggestions, (action) => action, option)}
    </ul>`;
  }

  /** Actions that begin with what is typed, then those that contain it. */
  get #suggestions(): readonly string[] {
    const typed = this.#field.value?.value.trim().toLowerCase() ?? "";
    if (!this.#isOpen || !typed) return [];
    const first = this.#legal.filter((action) => action.startsWith(typed));
    const rest = first.length < MAX_SUGGESTIONS ? this.#legal.filter((action) => action.indexOf(typed) > 0) : [];
    return [...new Set([...first, ...rest])].slice(0, MAX_SUGGESTIONS);
  }

  #suggest(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#active = -1;
    this.#render();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { length } = this.#suggestions;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!length || (!step && event.key !== "Escape")) return;
    event.preventDefault();
    if (!step) {
      this.#suggest(false);
      return;
    }
    this.#active = this.#active < 0 && step < 0 ? length - 1 : (this.#active + step + length) % length;
    this.#render();
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    const action = this.#suggestions[this.#active];
    if (action !== undefined) {
      this.#choose(action);
      return;
    }
    this.#suggest(false);
    void this.#propose(this.#field.value?.value.trim() ?? "");
  };

  #choose(action: string): void {
    if (this.#field.value) this.#field.value.value = action;
    this.#suggest(false);
    void this.#propose(action);
  }

  // playing

  /** Describes a move; proposed again, it is played. */
  async #propose(action: string): Promise<void> {
    const { canPlay, draft, session } = this.#controller;
    if (!action || !canPlay) return;
    if (draft?.text === action) {
      this.#play();
      return;
    }
    const description = t("typed", { turn: this.#describe(action) });
    const isProposed = await this.#controller.propose(action, description);
    if (isProposed && !session.settings.values.confirm) this.#play();
  }

  #play(): void {
    if (this.#field.value) this.#field.value.value = "";
    this.#controller.commit();
  }

  // the list

  /** One tab stop; arrow keys move within it. */
  #listView(): TemplateResult {
    const legal = this.#legal;
    const listed = legal.slice(0, MAX_LISTED);
    const rest = legal.length - listed.length;
    if (!listed.includes(this.#tabStop)) this.#tabStop = listed[0] ?? "";
    const button = (action: string): TemplateResult =>
      html`<button
        type="button"
        data-act=${action}
        tabindex=${action === this.#tabStop ? 0 : -1}
        @click=${() => this.#propose(action)}
      >
        <b translate="no">${action}</b> <span>${this.#describe(action)}</span>
      </button>`;
    const hint = legal.length ? (rest > 0 ? t("can_more", { count: rest }) : "") : t("can_do_nothing");
    return html`<div class="can-do" role="toolbar" aria-labelledby="can-do" @keydown=${this.#onListKey} ${ref(this.#list)}>
      ${repeat(listed, (action) => action, button)} ${hint ? html`<p class="hint">${hint}</p>` : nothing}
    </div>`;
  }

  readonly #onListKey = (event: KeyboardEvent): void => {
    const listed = this.#legal.slice(0, MAX_LISTED);
    const index = listed.indexOf(this.#tabStop);
    const target = {
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    }[event.key];
    const action = target === undefined ? undefined : listed.at(target % listed.length);
    if (action === undefined) return;
    event.preventDefault();
    this.#tabStop = action;
    this.#render();
    this.focusList();
  };
}
