/** Addresses and pages. Every page has an address; going back and forward works as everywhere. */

import { withLanguage } from "./language.js";
import type { CreatePage } from "./page.js";
import type { Session } from "./session.js";
import { loadStyle } from "./urls.js";

interface Route {
  pattern: RegExp;
  load: () => Promise<{ createPage: CreatePage }>;
  style: string;
}

/** As `PAGES` in `client_build.py`, which preloads the modules and styles. */
const ROUTES: Route[] = [
  { pattern: /^\/$/, load: () => import("./screens/shelf.js"), style: "screens" },
  { pattern: /^\/play\/([a-z0-9_]+)$/, load: () => import("./screens/game.js"), style: "screens" },
  { pattern: /^\/m\/([\w-]+)$/, load: () => import("./match/match_page.js"), style: "match" },
  { pattern: /^\/rules\/([a-z0-9_]+)(?:\/([a-z0-9_]+))?$/, load: () => import("./screens/rules.js"), style: "screens" },
  { pattern: /^\/study(?:\/([a-z0-9_]+)(?:\/([\w-]+))?)?$/, load: () => import("./study/study_page.js"), style: "match" },
  { pattern: /^\/games$/, load: () => import("./screens/my_games.js"), style: "screens" },
  { pattern: /^\/watch$/, load: () => import("./screens/watch.js"), style: "screens" },
  { pattern: /^\/operator(?:\/([a-z]+)(?:\/([\w-]+))?)?$/, load: () => import("./operator/operator_page.js"), style: "screens" },
  { pattern: /^\/help\/keys$/, load: () => import("./a11y/help.js"), style: "text_board" },
  { pattern: /^\/settings$/, load: () => import("./screens/settings.js"), style: "screens" },
];

const SCROLL_SETTLED_MS = 150;

const currentPath = (): string => location.pathname.replace(/(.)\/$/, "$1");
const findRoute = (path: string): Route | undefined => ROUTES.find(({ pattern }) => pattern.test(path));

/** Starts to load what the address needs, while the page waits for something else. */
export function preload(): void {
  const route = findRoute(currentPath());
  route?.load().catch(() => undefined);
  if (route) loadStyle(route.style).catch(() => undefined);
}

/** Shows the page of the address, now and whenever it changes. */
export class Router extends EventTarget {
  #leave = new AbortController();
  #isShown = false; // whether the page of the address is shown
  #scrollTimer = 0;

  constructor(
    readonly session: Session,
    readonly showMissing: (main: HTMLElement) => void,
    readonly showFailure: (error: unknown, main: HTMLElement) => void,
  ) {
    super();
  }

  start(): Promise<void> {
    history.scrollRestoration = "manual"; // browsers would scroll before the page is there
    addEventListener("popstate", () => void this.#show(true));
    addEventListener("scroll", () => {
      clearTimeout(this.#scrollTimer);
      this.#scrollTimer = window.setTimeout(() => this.#saveScroll(), SCROLL_SETTLED_MS);
    });
    document.addEventListener("click", (event) => this.#onClick(event));
    return this.#show(false);
  }

  get path(): string {
    return currentPath();
  }

  /** Goes to another page; with `replace`, this one leaves no entry in the history. */
  go(path: string, { replace = false } = {}): Promise<void> {
    this.#saveScroll();
    history[replace ? "replaceState" : "pushState"](null, "", withLanguage(path));
    return this.#show(true);
  }

  #onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) void this.go(link.pathname);
    else if (link.hash) location.hash = link.hash;
  }

  #saveScroll(): void {
    if (this.#isShown) history.replaceState({ ...(history.state as object | null), y: scrollY }, "");
  }

  async #show(moved: boolean): Promise<void> {
    this.#leave.abort();
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    clearTimeout(this.#scrollTimer);
    const { y = 0 } = (history.state ?? {}) as { y?: number };
    this.#isShown = false;
    document.getElementById("main")?.setAttribute("aria-busy", "true"); // until the next page replaces it
    const main = Object.assign(document.createElement("main"), { id: "main", tabIndex: -1 });
    const path = currentPath();
    document.body.dataset.page = path.split("/")[1] || "shelf";
    this.dispatchEvent(new Event("navigate"));
    try {
      const route = findRoute(path);
      if (!route) this.showMissing(main);
      else {
        const [{ createPage }] = await Promise.all([route.load(), loadStyle(route.style)]);
        const parameters = (route.pattern.exec(path) ?? []).slice(1).map((part: string | undefined) => part ?? "");
        await createPage({ session: this.session, router: this, main, parameters, signal }).open();
      }
    } catch (error) {
      if (!signal.aborted) this.showFailure(error, main);
    }
    if (signal.aborted) return;
    document.getElementById("main")?.replaceWith(main);
    this.#isShown = true;
    if (moved) scrollTo(0, 0);
    if (y) restoreScroll(main, y, signal);
    if (moved) main.focus({ preventScroll: true });
  }
}

/** Scrolls to `y` as soon as the page is long enough, unless the person scrolls first. */
function restoreScroll(main: HTMLElement, y: number, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, y);
    if (Math.abs(scrollY - y) < 1) observer.disconnect();
  });
  observer.observe(main);
  for (const type of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(type, () => observer.disconnect(), { signal, once: true, passive: true });
  }
  signal.addEventListener("abort", () => observer.disconnect());
}
