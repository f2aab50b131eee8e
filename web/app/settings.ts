/** Settings of this browser. */

import { loadStyle } from "./urls.js";

const KEY = "tablier.settings";

export interface Settings {
  theme: "system" | "light" | "dark";
  contrast: "system" | "more" | "normal";
  text: boolean; // the text board instead of the drawing
  chatter: boolean; // chat messages are announced to screen readers
  sounds: boolean;
  confirm: boolean; // a first tap shows a move, a second one plays it
  guides: boolean; // guide lines on boards
  engine: boolean; // the engine analyses in studies
  heat: boolean; // and its evaluation is drawn on the board
}

const DEFAULTS: Settings = {
  theme: "system",
  contrast: "system",
  text: false,
  chatter: false,
  sounds: true,
  confirm: true,
  guides: true,
  engine: true,
  heat: true,
};

function read(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // a browser without storage
  }
}

/** The settings, stored in this browser and applied to the page. Fires `change`. */
export class SettingsStore extends EventTarget {
  readonly values: Settings = { ...DEFAULTS, ...read() };
  readonly #moreContrast = matchMedia("(prefers-contrast: more)");
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  constructor() {
    super();
    this.#moreContrast.addEventListener("change", () => this.#apply());
    this.#dark.addEventListener("change", () => this.#apply());
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      Object.assign(this.values, DEFAULTS, read()); // changed in another tab
      this.#apply();
    });
    this.#apply();
  }

  /** Changes some settings. */
  update(changes: Partial<Settings>): void {
    Object.assign(this.values, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // they hold for this page only
    }
    this.#apply();
  }

  /** True if the page is dark. */
  get isDark(): boolean {
    return this.values.theme === "system" ? this.#dark.matches : this.values.theme === "dark";
  }

  /** Calls `listener` after every change until `signal` is aborted. */
  onChange(listener: () => void, signal?: AbortSignal): void {
    this.addEventListener("change", listener, signal ? { signal } : {});
  }

  #apply(): void {
    const root = document.documentElement;
    const { theme, contrast, text } = this.values;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    const moreContrast = contrast === "more" || (contrast === "system" && this.#moreContrast.matches);
    if (moreContrast) loadStyle("contrast").catch(() => undefined);
    root.toggleAttribute("data-contrast", moreContrast);
    root.toggleAttribute("data-text", text);
    this.dispatchEvent(new Event("change"));
  }
}
