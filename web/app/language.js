/**
 * The language of the page: the one in its address (`?lang=fr`), or else the one chosen here before, or else what the server made of
 * the browser's wishes. A page in another language is another page: choosing one loads it anew.
 */

const COOKIE = "language"; // not in the settings, since the server reads it, too
const YEAR = 365 * 24 * 60 * 60;
const PSEUDO = "qps"; // never offered: it shows what bypasses the texts
const root = document.documentElement;

export const languages = (root.dataset.languages ?? "en").split(" ");

/** @param {string | null | undefined} code */
const known = (code) => (code && (code === PSEUDO || languages.includes(code)) ? code : null);
const inAddress = known(new URLSearchParams(location.search).get("lang"));
const kept = () => known(/(?:^|; )language=([\w-]+)/.exec(document.cookie ?? "")?.[1]);

/** What a person chose; null where the browser did. */
export const chosen = inAddress ?? kept();
export const language = chosen ?? known(root.lang) ?? "en";
root.lang = language;

/** Chooses for this browser. @param {string} code */
export function choose(code) {
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  const address = new URL(location.href);
  if (kept() === code) address.searchParams.delete("lang");
  else address.searchParams.set("lang", code); // a browser that keeps nothing
  history.replaceState(history.state, "", address);
  location.reload();
}

/** A path on this site, in the same language as the address. @param {string} path */
export const here = (path) => (inAddress ? `${path}?lang=${inAddress}` : path);

/** An address to hand on: whoever chose a language hands it on, too. @param {string} address */
export function carrying(address) {
  const url = new URL(address);
  if (chosen) url.searchParams.set("lang", chosen);
  return url.href;
}

/** What a language calls itself. @param {string} code */
export function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
