/**
 * The service worker: answers requests of the pages from a cache or from the server, where the connection is secure.
 *
 * It caches the files of one version of the client, so that the next visit opens at once and the shelf is shown without a server.
 * Personal data are never cached.
 */

/** Defined in the line that the server puts before this script, so that the script changes with every version of the client. */
declare const BUILD: { version: string; icons: Record<string, string>; shell: string[] };

interface PushMessage {
  title: string;
  body: string;
  url: string;
  tag: string;
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE_PREFIX = "tablier-";
const CACHE = CACHE_PREFIX + BUILD.version;
const STATIC_FILES = "/static/";
const VERSIONED_FILES = `${STATIC_FILES}${BUILD.version}/`; // in every page of this version
const GAMES = "/api/games"; // the same for everybody
const OTHER_ADDRESSES = /^\/(api|enter|static)\//; // which are no page of the client
const SERVER_TIMEOUT_MS = 5000; // then a page opens from the cache
const CACHE_LOCK = "tablier-caches"; // held by every worker that creates or deletes a cache

// one version after the other

worker.addEventListener("install", (event) => event.waitUntil(installShell().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())));

/** Caches the home page in the language of this browser, and its files. */
async function installShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch("/", { cache: "no-cache" });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(VERSIONED_FILES)) throw new Error("The server has another version by now.");
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "en";
  await cache.addAll([GAMES, ...BUILD.shell.map((path) => path.replace("{language}", language))]);
  await cache.put("/", page);
}

async function deleteOldCaches(): Promise<void> {
  await worker.navigator.locks.request(CACHE_LOCK, async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
  });
}

// requests

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(STATIC_FILES)) event.respondWith(respondFromCache(request));
  else if (pathname === GAMES) event.respondWith(respondFromServer(request));
  else if (request.mode === "navigate" && !OTHER_ADDRESSES.test(pathname)) event.respondWith(openPage(event));
});

const findInCache = (request: RequestInfo): Promise<Response | undefined> => caches.match(request, { cacheName: CACHE });

/**
 * Stores a response, unless the cache was deleted: opening a cache creates it, so a request that outlives this version would bring
 * back the cache that the next version has deleted.
 */
async function store(request: RequestInfo, response: Response): Promise<void> {
  await worker.navigator.locks.request(CACHE_LOCK, async () => {
    if (await caches.has(CACHE)) await (await caches.open(CACHE)).put(request, response);
  });
}

/** A file of this version never changes. A server of another version sends its own file, which is not immutable. */
async function respondFromCache(request: Request): Promise<Response> {
  const cached = await findInCache(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.headers.get("cache-control")?.includes("immutable")) void store(request, response.clone());
  return response;
}

/** The answer of the server, or the cached one if there is no server. */
async function respondFromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await findInCache(GAMES);
    if (cached) return cached;
    throw error;
  }
}

/** A page comes from the server if there is one, so that an upgrade is never missed, otherwise the cached home page opens. */
async function openPage({ request, resultingClientId }: FetchEvent): Promise<Response> {
  const fetched = fetchPage(request);
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), SERVER_TIMEOUT_MS));
  const response = await Promise.race([fetched.catch(() => null), timeout]);
  if (response) {
    if (new URL(request.url).pathname === "/") void storeHomePage(response.clone());
    return response;
  }
  const home = await findInCache("/");
  if (!home) return fetched.catch(() => fetch(request));
  fetched.then((late) => reloadAfterUpgrade(late, resultingClientId)).catch(() => undefined); // the page looks for the server itself
  return home;
}

async function fetchPage(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status >= 500) throw new Error(String(response.status));
  return response;
}

/** True for a page of this version of the client. The page of an unknown address has status 404. */
async function isOfThisVersion(response: Response): Promise<boolean> {
  return (response.ok || response.status === 404) && (await response.clone().text()).includes(VERSIONED_FILES);
}

/** Caches the home page again, because its language may have changed. */
async function storeHomePage(response: Response): Promise<void> {
  if (!response.redirected && (await isOfThisVersion(response))) await store("/", response);
}

/** Reloads a page that was opened from the cache if the late answer shows that the server was upgraded. */
async function reloadAfterUpgrade(response: Response, clientId: string): Promise<void> {
  if (await isOfThisVersion(response)) return;
  const client = await worker.clients.get(clientId);
  if (client instanceof WindowClient) await client.navigate(client.url);
}

// notifications

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json() as PushMessage));
});

/** Shows a notification, unless a visible page shows what it is about. */
async function showNotification({ title, body, url, tag }: PushMessage): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  const icons = { icon: BUILD.icons["icon_192.png"], badge: BUILD.icons["badge.png"] };
  // TypeScript does not know `renotify`
  await worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    ...icons,
    data: { url },
  } as NotificationOptions);
  await setBadge();
}

/** Marks the icon of the installed app. Not every browser can, and a person may forbid it. */
async function setBadge(): Promise<void> {
  const { navigator }: { navigator: Partial<Pick<WorkerNavigator, "setAppBadge">> } = worker;
  await navigator.setAppBadge?.().catch(() => undefined);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(openWindow(url));
});

/** Shows an address: in a page that has it already, else in the home page, where nobody is interrupted, else in a new window. */
async function openWindow(url: string): Promise<WindowClient | null | undefined> {
  const pages = await worker.clients.matchAll({ type: "window" });
  const findPage = (path: string) => pages.find((page) => new URL(page.url).pathname === path);
  const open = findPage(url);
  if (open) return open.focus();
  const home = findPage("/");
  if (home) return (await home.navigate(url))?.focus();
  return worker.clients.openWindow(url);
}

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(event.oldSubscription, event.newSubscription));
});

/** Tells the server the new address of this device at the push service, which a browser may change at any time. */
async function renewSubscription(old: PushSubscription | null, renewed: PushSubscription | null): Promise<void> {
  const { key } = (await (await fetch("/api/me/push")).json()) as { key: string };
  const applicationServerKey = old?.options.applicationServerKey ?? key;
  const subscription =
    renewed ?? (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, ...(old && { replaces: old.endpoint }) });
  await fetch("/api/me/push", { method: "PUT", headers: { "content-type": "application/json" }, body });
}
