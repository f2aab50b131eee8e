/** Messages to the person: announcements for screen readers, a short notice at the foot of the page, and questions. */

import { html, render } from "./lit.js";
import { t } from "./texts.js";

const MAX_ANNOUNCEMENTS = 40;
const NOTICE_MS = 6000;

/** The live region of the page. Announcements are read one after the other, each once. */
export class Announcer {
  readonly element = document.createElement("div");
  #waiting: string[] = [];

  constructor() {
    Object.assign(this.element, { id: "announcements", className: "visually-hidden" });
    this.element.setAttribute("role", "log");
  }

  /** Puts the region into the page. It must be there before the first announcement. */
  mount(): void {
    this.element.setAttribute("aria-label", t("announcements"));
    document.body.append(this.element);
  }

  /** Announces a text after those before it. */
  announce(text: string): void {
    if (text) this.#waiting.push(text);
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      dialog.addEventListener("close", () => this.announce(""), { once: true }); // the page behind a dialog is not read
      return;
    }
    for (const line of this.#waiting) this.element.append(Object.assign(document.createElement("p"), { textContent: line }));
    this.#waiting = [];
    while (this.element.childElementCount > MAX_ANNOUNCEMENTS) this.element.firstElementChild?.remove();
  }

  /** Announces the last text again. */
  repeat(): void {
    this.announce(this.element.lastElementChild?.textContent ?? "");
  }
}

/** Shows notices and announces them. */
export class Notifier {
  readonly #element = Object.assign(document.createElement("p"), { id: "notice" });
  #timer = 0;

  constructor(readonly announcer: Announcer) {}

  /** Shows a text for a few seconds, and announces it. */
  notify(text: string): void {
    this.announcer.announce(text);
    if (!this.#element.isConnected) document.body.append(this.#element);
    this.#element.textContent = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#element.textContent = ""), NOTICE_MS);
  }

  /** Shows the message of an error. */
  showError = (error: unknown): void => {
    this.notify(error instanceof Error && error.message ? error.message : t("went_wrong"));
  };
}

/** Asks a question in a dialog. `danger` marks an answer that cannot be undone. */
export function confirm(question: string, yes: string, { no = t("cancel"), danger = false } = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = Object.assign(document.createElement("dialog"), { className: "card" });
    dialog.setAttribute("aria-labelledby", "question");
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    const form = html`<form method="dialog">
      <p id="question">${question}</p>
      <p class="buttons"><button value="no">${no}</button><button value="yes" class=${danger ? "danger" : "main"}>${yes}</button></p>
    </form>`;
    render(form, dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}
