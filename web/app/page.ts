/** A page: a controller that keeps the state, and a view that is a function of it. */

import { render, type TemplateResult } from "./lit.js";
import type { Router } from "./router.js";
import type { Session } from "./session.js";

/** What a page needs. */
export interface PageContext {
  session: Session;
  router: Router;
  main: HTMLElement; // the element of this page; it is shown once `open` has returned
  parameters: readonly string[]; // parts of the address
  signal: AbortSignal; // aborted when the page is left
}

/** The base class of pages. `update` renders at most once per microtask, so it may be called after every change. */
export abstract class Page {
  readonly session: Session;
  readonly router: Router;
  readonly main: HTMLElement;
  readonly parameters: readonly string[];
  readonly signal: AbortSignal;
  #scheduled = false;

  constructor({ session, router, main, parameters, signal }: PageContext) {
    this.session = session;
    this.router = router;
    this.main = main;
    this.parameters = parameters;
    this.signal = signal;
    // Tests render on every frame.
    addEventListener("tablier:render", () => main.isConnected && this.render(), { signal });
  }

  /** Loads what the first view needs. The page is shown when it returns. */
  abstract open(): Promise<void> | void;

  /** The content of the page. It must not change any state. */
  protected abstract view(): TemplateResult;

  /** Renders the view soon. */
  update = (): void => {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (!this.signal.aborted) this.render();
    });
  };

  /** Renders the view now. */
  render(): void {
    render(this.view(), this.main);
    this.rendered();
  }

  /** Called after every rendering. */
  protected rendered(): void {
    // most pages have nothing to do
  }
}

/** The module of a page exports this function. */
export type CreatePage = (context: PageContext) => Page;
