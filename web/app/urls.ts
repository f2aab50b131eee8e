/** Addresses of files. The server lists them in a JSON block of the page (`client_assets` in `client_build.py`). */

interface Assets {
  root: string; // of texts and of the files of games
  styles: Record<string, string>;
  icons: Record<string, string>;
}

const assets = JSON.parse(document.getElementById("assets")?.textContent ?? '{"root": "/static/x/", "styles": {}, "icons": {}}') as Assets;

/** The address of a text file or of a file in the folder of a game: `texts/en.json`, `games/NAME/cover.svg`. */
export const fileUrl = (path: string): string => assets.root + path;

/** The address of an icon by its file name. */
export const iconUrl = (name: string): string => assets.icons[name] ?? "";

const loading = new Map<string, Promise<void>>();

/** Loads a style sheet of the client by its name. */
export const loadStyle = (name: string): Promise<void> => loadStyleUrl(assets.styles[name] ?? "");

/** Adds a style sheet once, and waits for it. A failed one can be tried again. */
export function loadStyleUrl(url: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${url}"]`) && !loading.has(url)) return Promise.resolve(); // part of the page
  let loaded = loading.get(url);
  if (!loaded) {
    loaded = new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: url });
      link.addEventListener("load", () => resolve());
      link.addEventListener("error", () => {
        link.remove();
        loading.delete(url);
        reject(new Error(url));
      });
      document.head.append(link);
    });
    loading.set(url, loaded);
  }
  return loaded;
}
