/** Where the files of this version of the page are: `web/…` and `games/NAME/…`. */

const root = new URL("../../", import.meta.url);

/** @param {string} path */
export const asset = (path) => new URL(path, root).href;

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** Adds a style sheet once, and waits for it. @param {string} path */
export function style(path) {
  const given = document.querySelector(`link[rel="stylesheet"][href="${new URL(asset(path)).pathname}"]`);
  if (given) return Promise.resolve(); // the page came with it, and scripts run after it
  let loaded = styles.get(path);
  if (!loaded) {
    loaded = new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: asset(path) });
      link.addEventListener("load", resolve);
      link.addEventListener("error", () => {
        link.remove();
        styles.delete(path);
        reject(new Error(path));
      });
      document.head.append(link);
    });
    styles.set(path, loaded);
  }
  return loaded;
}
