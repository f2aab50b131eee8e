/** Which page an address means. Every page has an address of its own; going back and forth works as everywhere. */

import { loadStyle } from "./urls.js";
import { here as spoken } from "./language.js";

/**
 * @typedef {(main: HTMLElement, parts: string[], signal: AbortSignal) => Promise<void> | void} Show a page; the signal says that it is left
 * @type {[RegExp, () => Promise<{show: Show}>, string][]} the address, the module, the style sheet
 */
const PAGES = [
  [/^\/$/, () => import("./shelf.js"), "screens"],
  [/^\/play\/([a-z0-9_]+)$/, () => import("./game.js"), "screens"],
  [/^\/m\/([\w-]+)$/, () => import("./table/table.js"), "table"],
  [/^\/rules\/([a-z0-9_]+)(?:\/([a-z0-9_]+))?$/, () => import("./rules.js"), "screens"],
  [/^\/study(?:\/([a-z0-9_]+)(?:\/([\w-]+))?)?$/, () => import("./study/study.js"), "table"],
  [/^\/watch$/, () => import("./watch.js"), "screens"],
  [/^\/help\/keys$/, () => import("./ears/help.js"), "text_board"],
  [/^\/settings$/, () => import("./settings_page.js"), "screens"],
];

const STILL = 150; // milliseconds without scrolling until it is worth remembering where

let leave = new AbortController();
let there = false; // whether what is seen is what the address says
let scrolled = 0;
/** @type {(main: HTMLElement) => void} */
let missing = () => {};
/** @type {(error: unknown, main: HTMLElement) => void} */
let failed = () => {};

const here = () => location.pathname.replace(/(.)\/$/, "$1");

/** @param {string} path */
const pageAt = (path) => PAGES.find(([address]) => address.test(path));

/** Begins to load what the address asks for, while there is something else to wait for. */
export function prepare() {
  const [, load, sheet] = pageAt(here()) ?? [];
  load?.().catch(() => {});
  if (sheet) loadStyle(sheet).catch(() => {});
}

/** Shows what the address says, now and whenever it changes. @param {typeof missing} none @param {typeof failed} broken */
export function start(none, broken) {
  missing = none;
  failed = broken;
  history.scrollRestoration = "manual"; // browsers scroll before the page is there
  addEventListener("popstate", () => show(true));
  addEventListener("scroll", () => {
    clearTimeout(scrolled);
    scrolled = window.setTimeout(keepPlace, STILL);
  });
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.download || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) go(link.pathname);
    else if (link.hash) location.hash = link.hash;
  });
  return show(false);
}

/** @param {string} path @param {{instead?: boolean}} [how] */
export function go(path, { instead = false } = {}) {
  keepPlace();
  history[instead ? "replaceState" : "pushState"](null, "", spoken(path));
  return show(true);
}

/** Writes down how far this page is scrolled, for whoever comes back to it. */
const keepPlace = () => there && history.replaceState({ ...history.state, y: scrollY }, "");

/** Scrolls there as soon as the page is long enough, unless somebody scrolls first. @param {HTMLElement} page @param {number} y @param {AbortSignal} signal */
function scrollBack(page, y, signal) {
  const grows = new ResizeObserver(() => {
    scrollTo(0, y);
    if (Math.abs(scrollY - y) < 1) grows.disconnect();
  });
  grows.observe(page);
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(kind, () => grows.disconnect(), { signal, once: true, passive: true });
  signal.addEventListener("abort", () => grows.disconnect());
}

/** @param {boolean} moved whether somebody came here from another page */
async function show(moved) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  clearTimeout(scrolled);
  const { y = 0 } = history.state ?? {};
  there = false;
  document.getElementById("main")?.setAttribute("aria-busy", "true"); // until the page that comes takes its place
  const page = Object.assign(document.createElement("main"), { id: "main", tabIndex: -1 });
  const path = here();
  document.body.dataset.page = path.split("/")[1] || "shelf";
  for (const link of document.querySelectorAll("header a")) {
    if (link.getAttribute("href") === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const known = pageAt(path);
    if (!known) missing(page);
    else {
      const [address, load, sheet] = known;
      const [module] = await Promise.all([load(), loadStyle(sheet)]);
      await module.show(page, (address.exec(path) ?? []).slice(1).map((part) => part ?? ""), signal);
    }
  } catch (error) {
    if (!signal.aborted) failed(error, page);
  }
  if (signal.aborted) return;
  document.getElementById("main")?.replaceWith(page);
  there = true;
  if (moved) scrollTo(0, 0);
  if (y) scrollBack(page, y, signal);
  if (moved) page.focus({ preventScroll: true });
}
