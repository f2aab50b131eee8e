/** Sharing an address: share sheet, clipboard, QR code. Plain http has neither of the first two, so each has a fallback. */

import { api } from "./api.js";
import { shareableUrl } from "./language.js";
import { html, nothing, type TemplateResult } from "./lit.js";
import type { Session } from "./session.js";
import { t } from "./texts.js";

const LOCAL_HOST = /^(localhost|127\.|\[::1\])/; // names that mean another machine to everyone else

/** The address as others reach it. */
async function reachableUrl(url: string): Promise<string> {
  const { host, origin, pathname, hash } = new URL(url);
  if (!LOCAL_HOST.test(host)) return shareableUrl(url);
  const { address } = await api<{ address: string }>("address").catch(() => ({ address: origin }));
  return shareableUrl(address + pathname + hash);
}

/** Copies a text. Returns false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: text, className: "visually-hidden" });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy"); // the only way over plain http
    field.remove();
    return copied;
  }
}

/** Copies an address and says so. */
export async function copyUrl(session: Session, url: string): Promise<void> {
  session.notify((await copyText(url)) ? t("link_copied", { url }) : t("copy_yourself"));
}

/** Shares an address by the share sheet or the clipboard. */
export async function share(session: Session, url: string, title: string): Promise<void> {
  const reachable = await reachableUrl(url);
  if ("share" in navigator) await navigator.share({ title, url: reachable }).catch(() => undefined);
  else await copyUrl(session, reachable);
}

/** An address with buttons to copy and share it, and its QR code. */
export class LinkBox {
  #url: string;

  constructor(
    readonly session: Session,
    readonly ownUrl: string,
    readonly title: string,
    update: () => void,
  ) {
    this.#url = ownUrl;
    void reachableUrl(ownUrl).then((url) => {
      this.#url = url;
      update();
    });
  }

  view(): TemplateResult {
    const select = (event: Event): void => (event.target as HTMLInputElement).select();
    const shareButton = html`<button type="button" @click=${() => share(this.session, this.ownUrl, this.title)}>${t("share")}</button>`;
    return html`<div class="link-box">
      <p class="link-line">
        <input class="link" readonly aria-label=${t("link")} .value=${this.#url} @focus=${select} />
        <button type="button" class="main" @click=${() => copyUrl(this.session, this.#url)}>${t("copy")}</button>
      </p>
      <img class="qr" alt=${t("qr")} width="148" height="148" src=${`/api/qr?text=${encodeURIComponent(this.#url)}`} />
      ${"share" in navigator ? html`<p class="buttons">${shareButton}</p>` : nothing}
    </div>`;
  }
}
