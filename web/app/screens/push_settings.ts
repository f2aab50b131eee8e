/** Push notifications of this device: a message when it is one's turn while no page is open. */

import { api } from "../api.js";
import { language } from "../language.js";
import { html, live, nothing, type TemplateResult } from "../lit.js";
import type { PushBody, SubscriptionStatus } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";

const WORKER_TIMEOUT_MS = 5000; // some browsers have service workers only in name

/** Why there are no notifications here: the key of a text. */
type Obstacle = "push_insecure" | "push_impossible" | "push_denied";

export class PushSettings {
  #obstacle: Obstacle | null = null;
  #status: SubscriptionStatus | null = null; // null until it is known

  constructor(
    readonly session: Session,
    readonly update: () => void,
  ) {
    void this.refresh();
  }

  /** Reads the state of this device again. */
  async refresh(): Promise<void> {
    try {
      this.#obstacle = await this.#findObstacle();
      if (!this.#obstacle) this.#status = await readStatus();
    } catch (error) {
      this.session.showError(error);
    }
    this.update();
  }

  async #findObstacle(): Promise<Obstacle | null> {
    if (!isSecureContext) return "push_insecure";
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "push_impossible";
    if (!(await workerRegistration())) {
      void navigator.serviceWorker.ready.then(() => this.refresh()); // it may only be slow
      return "push_impossible";
    }
    return Notification.permission === "denied" ? "push_denied" : null;
  }

  async #change(change: () => Promise<void>): Promise<void> {
    await change().catch(this.session.showError);
    await this.refresh();
  }

  view(): TemplateResult {
    return html`<section class="card" id="notifications">
      <h2>${t("settings_push")}</h2>
      <p>${t("push_words")}</p>
      ${this.#obstacle ? html`<p class="hint">${t(this.#obstacle)}</p>` : this.#status ? this.#fieldsView(this.#status) : nothing}
    </section>`;
  }

  #fieldsView({ subscribed, all_events: allEvents }: SubscriptionStatus): TemplateResult {
    const isChecked = (event: Event): boolean => (event.target as HTMLInputElement).checked;
    const toggle = (event: Event): void => {
      const on = isChecked(event);
      void this.#change(() => (on ? subscribe(false) : unsubscribe()));
    };
    const toggleAll = (event: Event): void => {
      const all = isChecked(event);
      void this.#change(() => subscribe(all));
    };
    return html`
      <label class="check" for="push">
        <input type="checkbox" id="push" .checked=${live(subscribed)} @change=${toggle} />
        <span>${t("push_turn")}<small>${t("push_turn_words")}</small></span>
      </label>
      <label class="check" for="push-all">
        <input type="checkbox" id="push-all" .checked=${live(allEvents)} ?disabled=${!subscribed} @change=${toggleAll} />
        <span>${t("push_also")}<small>${t("push_also_words")}</small></span>
      </label>
      <p class="buttons">
        <button type="button" id="push-test" ?disabled=${!subscribed} @click=${() => this.#test()}>${t("push_test")}</button>
      </p>
    `;
  }

  async #test(): Promise<void> {
    try {
      const subscription = await currentSubscription();
      if (!subscription) return;
      await api("me/push/test", { body: { endpoint: subscription.endpoint } });
      this.session.notify(t("push_tested"));
    } catch (error) {
      this.session.showError(error);
    }
  }
}

/** The service worker; undefined if the browser does not start one. */
const workerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, WORKER_TIMEOUT_MS);
    }),
  ]);

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.ready).pushManager.getSubscription();

async function readStatus(): Promise<SubscriptionStatus> {
  const subscription = await currentSubscription();
  if (!subscription) return { subscribed: false, all_events: false };
  return api<SubscriptionStatus>("me/push/status", { body: { endpoint: subscription.endpoint } });
}

/** Asks the browser for a subscription and sends it to the server. `allEvents` includes offers, starts and results. */
async function subscribe(allEvents: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("push_denied"));
  const { key } = await api<PushBody>("me/push");
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription && toBase64Url(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe(); // of a server that had another key
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api("me/push", { method: "PUT", body: { endpoint, keys, language, all_events: allEvents } });
}

async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await api("me/push/unsubscribe", { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

const toBase64Url = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
