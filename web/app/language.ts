/**
 * The language of the page: the one in its address (`?lang=fr`), else the one chosen here before, else what the server negotiated.
 * A page in another language is another page: choosing a language reloads it.
 */

const COOKIE = "language"; // not in the settings, because the server reads it, too
const YEAR_S = 365 * 24 * 60 * 60;
const PSEUDO = "qps"; // never offered: it shows texts that bypass the translation
const root = document.documentElement;

/** The codes of all languages. */
export const languages: readonly string[] = (root.dataset.languages ?? "en").split(" ");

const isKnown = (code: string | null | undefined): code is string => Boolean(code) && (code === PSEUDO || languages.includes(code ?? ""));

function fromAddress(): string | null {
  const code = new URLSearchParams(location.search).get("lang");
  return isKnown(code) ? code : null;
}

function fromCookie(): string | null {
  const code = /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1];
  return isKnown(code) ? code : null;
}

const addressLanguage = fromAddress();

/** The language that the person chose; null if the browser's preference decides. */
export const chosenLanguage: string | null = addressLanguage ?? fromCookie();

/** The language of this page. */
export const language: string = chosenLanguage ?? (isKnown(root.lang) ? root.lang : "en");
root.lang = language;

/** Chooses a language for this browser and reloads the page. */
export function chooseLanguage(code: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  const address = new URL(location.href);
  if (fromCookie() === code) address.searchParams.delete("lang");
  else address.searchParams.set("lang", code); // a browser without cookies
  history.replaceState(history.state, "", address);
  location.reload();
}

/** A path on this site, with the language of the address. */
export const withLanguage = (path: string): string => (addressLanguage ? `${path}?lang=${addressLanguage}` : path);

/** An address to share. It carries the language if the person chose one. */
export function shareableUrl(address: string): string {
  const url = new URL(address);
  if (chosenLanguage) url.searchParams.set("lang", chosenLanguage);
  return url.href;
}

/** The name of a language in that language. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The locale for dates and times: the browser's own where its language is that of the page, such as en-GB for English. */
export const dateLocale: string = navigator.languages.find((code) => code.split("-")[0] === language) ?? language;
