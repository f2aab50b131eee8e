/** The entry point of every page. */

import { RequestError } from "./api.js";
import { Frame, restoreFocus } from "./header.js";
import { showMessage, showMissing } from "./message_page.js";
import { Router, preload } from "./router.js";
import { Session } from "./session.js";
import { loadTexts, t } from "./texts.js";

const session = new Session();
preload();
for (const early of [session.games(), session.account()]) early.catch(() => undefined); // pages report a failure when they need them
await loadTexts();
const router = new Router(session, showMissing, showFailure);
new Frame(session, router).mount();
await router.start();
restoreFocus();
navigator.serviceWorker?.register("/service_worker.js", { updateViaCache: "none" }).catch(() => undefined); // not over plain http

/** Shows why a page could not be opened. If the server was away, the page is reloaded once it is back. */
function showFailure(error: unknown, main: HTMLElement): void {
  const { connection } = session;
  const message = error instanceof Error ? error.message : "";
  const isModule = /import/i.test(message); // a module that could not be loaded
  const isAway = (error instanceof RequestError && error.code === "away") || connection.status === "lost" || isModule;
  showMessage(main, t(isAway ? "offline" : "went_wrong"), isAway ? t("offline_words") : message);
  console.warn(error);
  let wasLost = connection.status === "lost";
  connection.addEventListener("status", () => {
    if (connection.status === "open" && wasLost) location.reload();
    wasLost ||= connection.status === "lost";
  });
}
