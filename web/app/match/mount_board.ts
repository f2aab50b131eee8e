/** Loads the board of a game and puts it into a page. */

import type { BoardApi, Host } from "../../board/types.js";
import type { Session } from "../session.js";
import type { Translate } from "../texts.js";
import { loadStyle, loadStyleUrl } from "../urls.js";

interface BoardModule {
  create(host: Host): BoardApi;
}

interface BoardFiles {
  script: string;
  style: string | null;
}

/** The page names the files of its own board; those of other games are in the list of games. */
async function findFiles(session: Session, game: string): Promise<BoardFiles> {
  const script = document.querySelector<HTMLLinkElement>(`link[rel="modulepreload"][data-board="${game}"]`);
  const style = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][data-board="${game}"]`);
  if (script)
    return {
      script: script.href,
      style: style && new URL(style.href).pathname,
    };
  const board = (await session.game(game))?.board;
  if (!board) throw new Error(`${game}: no board`);
  return board;
}

/** Loads the board of a game and puts it into `host.element`. */
export async function mountBoard(session: Session, game: string, host: Host): Promise<BoardApi> {
  const { script, style } = await findFiles(session, game);
  const module = import(script) as Promise<BoardModule>;
  const [{ create }] = await Promise.all([module, loadStyle("board"), style ? loadStyleUrl(style) : null]);
  return create(host);
}

/** A board to look at. Nothing can be done on it. */
export function mountPicture(session: Session, game: string, element: HTMLElement, t: Translate): Promise<BoardApi> {
  const ignore = (): void => undefined;
  return mountBoard(session, game, {
    element,
    t,
    settings: { oneTap: false, guides: session.settings.values.guides },
    tryAction: () => Promise.resolve({ error: "" }),
    onAction: ignore,
    onDraft: ignore,
    showMessage: ignore,
  });
}
