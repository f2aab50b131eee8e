/** Panels of which one is shown at a time. */

import { classMap, html, repeat, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";

export interface Tab {
  readonly name: string; // part of the ids, and of the key of the label: `tab_NAME`
  readonly content: () => TemplateResult;
  readonly className?: string; // of the panel
}

/** Which tab is shown, and which have something new. */
export class Tabs {
  chosen: string;
  readonly #news = new Set<string>();

  constructor(
    first: string,
    readonly update: () => void,
    readonly onChoose: (name: string) => void = () => undefined,
  ) {
    this.chosen = first;
  }

  choose(name: string): void {
    this.chosen = name;
    this.#news.delete(name);
    this.update();
    this.onChoose(name);
  }

  /** Marks a tab that is not shown: it has something new. */
  mark(name: string): void {
    if (name === this.chosen) return;
    this.#news.add(name);
    this.update();
  }

  /** All tabs. `extra` stands at the end of their line. */
  view(tabs: readonly Tab[], extra: TemplateResult | string = ""): TemplateResult {
    if (!tabs.some(({ name }) => name === this.chosen)) this.chosen = tabs[0]?.name ?? "";
    const tab = ({ name }: Tab): TemplateResult => {
      const isChosen = name === this.chosen;
      return html`<button
        type="button"
        role="tab"
        id="tab-${name}"
        class=${classMap({ news: this.#news.has(name) })}
        aria-controls="page-${name}"
        aria-selected=${isChosen ? "true" : "false"}
        tabindex=${isChosen ? 0 : -1}
        @mousedown=${keepFocus}
        @click=${() => this.choose(name)}
      >
        ${t(`tab_${name}`)}
      </button>`;
    };
    const panel = ({ name, content, className = "" }: Tab): TemplateResult =>
      html`<div
        id="page-${name}"
        class=${className}
        role="tabpanel"
        aria-labelledby="tab-${name}"
        ?hidden=${name !== this.chosen}
      >
        ${content()}
      </div>`;
    const key = ({ name }: Tab): string => name;
    return html`<section class="side">
      <div class="tab-line">
        <div class="tabs" role="tablist" @keydown=${(event: KeyboardEvent) => this.#onKey(event, tabs)}>
          ${repeat(tabs, key, tab)}
        </div>
        ${extra}
      </div>
      ${repeat(tabs, key, panel)}
    </section>`;
  }

  #onKey(event: KeyboardEvent, tabs: readonly Tab[]): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const index = tabs.findIndex(({ name }) => name === this.chosen);
    if (!step || index < 0) return;
    event.preventDefault();
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    this.choose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  }
}

/** A click on a tab leaves the focus where it is, so that the arrow keys go on stepping through the moves. */
const keepFocus = (event: Event): void => event.preventDefault();
