/**
 * Between the pages and the network, where the connection is secure. It keeps the files of one version of the client, so that the next
 * visit opens at once and the shelf shows without a server. What the server says about people is never kept.
 *
 * The server puts one line before this text: `const BUILD = {version, shell}`, so that it changes with every version of the client.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `tablier-${BUILD.version}`;
const FILES = "/static/";
const VERSIONED = `/static/${BUILD.version}/`; // in every page of this version
const PATIENCE = 5000; // milliseconds for the server to answer before the page opens without it
const CHANGING = "tablier-caches"; // lock of every worker that creates or deletes a cache
const OTHERS = /^\/(api|enter|static)\//; // addresses that are no page of the client
const SHELF = "/api/games"; // the same for everybody

// one version after the other

worker.addEventListener("install", (event) => event.waitUntil(furnish().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(clear().then(() => worker.clients.claim())));

async function furnish() {
  const cache = await caches.open(CACHE);
  const page = await fetch("/", { cache: "no-cache" }); // in the language of this browser
  const text = await page.clone().text();
  if (!page.ok || !text.includes(VERSIONED)) throw new Error("the server has another version by now");
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? "en";
  await cache.addAll([SHELF, ...BUILD.shell.map((path) => path.replace("{language}", language))]);
  await cache.put("/", page);
}

async function clear() {
  await worker.navigator.locks.request(CHANGING, async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("tablier-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  });
}

// answering

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(FILES)) event.respondWith(kept(request));
  else if (pathname === SHELF) event.respondWith(fetch(request).catch(async (error) => (await found(SHELF)) ?? Promise.reject(error)));
  else if (request.mode === "navigate" && !OTHERS.test(pathname)) event.respondWith(opened(event));
});

const found = (/** @type {RequestInfo} */ what) => caches.match(what, { cacheName: CACHE });

/** Opening a cache creates it: a request that outlives this version must not bring back the cache that its successor deleted. @param {RequestInfo} what @param {Response} answer */
async function store(what, answer) {
  await worker.navigator.locks.request(CHANGING, async () => {
    if (await caches.has(CACHE)) await (await caches.open(CACHE)).put(what, answer);
  });
}

/** A file of this version never changes. A server that has another one by now gives what it has, and says that it may change. @param {Request} request */
async function kept(request) {
  const known = await found(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("cache-control")?.includes("immutable")) store(request, answer.clone());
  return answer;
}

/** The page itself always comes from the server when there is one, so that an upgrade is never missed. @param {FetchEvent} event */
async function opened({ request, resultingClientId }) {
  const coming = fetch(request).then((answer) => (answer.status < 500 ? answer : Promise.reject(new Error(String(answer.status)))));
  const late = /** @type {Promise<void>} */ (new Promise((resolve) => setTimeout(resolve, PATIENCE)));
  const answer = await Promise.race([coming.catch(() => null), late]);
  if (answer) {
    if (new URL(request.url).pathname === "/") remember(answer.clone());
    return answer;
  }
  const shell = await found("/");
  if (!shell) return coming.catch(() => fetch(request));
  coming.then((after) => renew(after, resultingClientId)).catch(() => {}); // the page looks for the server itself
  return shell;
}

/** The page of an unknown address has status 404. */
const ours = async (/** @type {Response} */ answer) => (answer.ok || answer.status === 404) && (await answer.clone().text()).includes(VERSIONED);

/** The shelf as it was last given: its language may have been changed. @param {Response} answer */
async function remember(answer) {
  if (!answer.redirected && (await ours(answer))) await store("/", answer);
}

/** A server that was slow to answer may have been upgraded: then what was opened meanwhile is opened again. @param {Response} answer @param {string} id */
async function renew(answer, id) {
  if (await ours(answer)) return;
  const page = await worker.clients.get(id);
  if (page instanceof WindowClient) await page.navigate(page.url);
}

// being told

worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));

/** @param {{title: string, body: string, url: string, tag: string}} message */
async function show({ title, body, url, tag }) {
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  const shown = /** @type {NotificationOptions} */ ({ body, tag, renotify: true, icon: BUILD.icons["icon_192.png"], badge: BUILD.icons["badge.png"], data: { url } });
  await worker.registration.showNotification(title, shown);
  await worker.navigator.setAppBadge?.().catch(() => {});
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data.url));
});

/** @param {string} url */
async function visit(url) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  if (there) return there.focus();
  const shelf = pages.find((page) => new URL(page.url).pathname === "/"); // nobody is interrupted there
  if (shelf) return (await shelf.navigate(url))?.focus();
  return worker.clients.openWindow(url);
}

// a browser may change its address at the push service
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event.oldSubscription, event.newSubscription)));

/** @param {PushSubscription | null} before @param {PushSubscription | null} after */
async function moved(before, after) {
  const { key } = await (await fetch("/api/me/push")).json();
  const now = after ?? (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: before?.options?.applicationServerKey ?? key }));
  const { endpoint, keys } = now.toJSON();
  const body = JSON.stringify({ endpoint, keys, ...(before && { replaces: before.endpoint }) });
  await fetch("/api/me/push", { method: "PUT", headers: { "content-type": "application/json" }, body });
}
