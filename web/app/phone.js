/** Being told that it is one's turn while no page is open: on or off for this device, and a message to try it. */

import { api } from "./api.js";
import { button, fill, h } from "./dom.js";
import { complain, tell } from "./house.js";
import { language } from "./language.js";
import { t } from "./texts.js";

const PATIENCE = 5000; // milliseconds; some browsers have a service worker only in name
const possible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The section of the settings page. */
export function notifications() {
  const place = h("div", { class: "push" });
  show(place).catch(complain);
  return h("section", { class: "sheet", id: "notifications" }, h("h2", {}, t("settings_push")), h("p", {}, t("push_words")), place);
}

/** @param {HTMLElement} place */
async function show(place) {
  if (!isSecureContext) return fill(place, h("p", { class: "hint" }, t("push_insecure")));
  if (!possible()) return fill(place, h("p", { class: "hint" }, t("push_impossible")));
  if (!(await registration())) {
    navigator.serviceWorker.ready.then(() => show(place).catch(complain)); // it was only slow
    return fill(place, h("p", { class: "hint" }, t("push_impossible")));
  }
  if (Notification.permission === "denied") return fill(place, h("p", { class: "hint" }, t("push_denied")));
  const subscription = await current();
  const known = subscription ? await api("me/push/status", { body: { endpoint: subscription.endpoint } }) : { subscribed: false, all_events: false };
  const again = (/** @type {() => Promise<unknown>} */ act) => async (/** @type {Event} */ { target }) => {
    await act().catch(complain);
    await show(place);
    document.getElementById(/** @type {Element} */ (target).id)?.focus();
  };
  /** @type {HTMLInputElement} */
  const on = h("input", { type: "checkbox", id: "push", checked: known.subscribed, change: again(() => (on.checked ? subscribe(false) : unsubscribe())) });
  /** @type {HTMLInputElement} */
  const also = h("input", { type: "checkbox", id: "push-also", checked: known.all_events, disabled: !known.subscribed, change: again(() => subscribe(also.checked)) });
  const check = (/** @type {HTMLInputElement} */ box, /** @type {string} */ text, /** @type {string} */ words) => h("label", { class: "check", for: box.id }, box, h("span", {}, text, h("small", {}, words)));
  fill(
    place,
    check(on, t("push_turn"), t("push_turn_words")),
    check(also, t("push_also"), t("push_also_words")),
    h("p", { class: "buttons" }, button(t("push_test"), test, { id: "push-test", disabled: !known.subscribed })),
  );
  return undefined;
}

/** @returns {Promise<ServiceWorkerRegistration | undefined>} none where the browser gives none */
const registration = () => Promise.race([navigator.serviceWorker.ready, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

/** @returns {Promise<PushSubscription | null>} */
const current = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription();

/** Asks the browser, then tells the server. @param {boolean} also whether of offers, beginnings and ends as well */
async function subscribe(also) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("push_denied"));
  const { key } = await api("me/push");
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription && encoded(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe(); // of a server that had another key
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api("me/push", { method: "PUT", body: { endpoint, keys, language, all_events: also } });
}

async function unsubscribe() {
  const subscription = await current();
  if (!subscription) return;
  await api("me/push/unsubscribe", { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

async function test() {
  const subscription = await current();
  if (subscription) await api("me/push/test", { body: { endpoint: subscription.endpoint } }).then(() => tell(t("push_tested")), complain);
}

/** @param {ArrayBuffer | null} key */
const encoded = (key) => btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
