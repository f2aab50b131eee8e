/** The rules of a game, with diagrams drawn by its own board. */

import type { BoardApi } from "../../board/types.js";
import { api } from "../api.js";
import { language } from "../language.js";
import { html, type TemplateResult } from "../lit.js";
import { mountPicture } from "../match/mount_board.js";
import { showMissing } from "../message_page.js";
import { Page, type PageContext } from "../page.js";
import type { GameEntry, SetupBody } from "../protocol.js";
import { loadGameTexts, t, type Translate } from "../texts.js";
import { setTitle } from "../title.js";
import { fileUrl } from "../urls.js";
import { editionKey } from "./match_list.js";

interface Content {
  game: GameEntry;
  gameText: Translate;
  edition: string; // "mixtour:stein"
  article: Element[];
}

class RulesPage extends Page {
  #content: Content | null = null;

  async open(): Promise<void> {
    const [name = "", wanted] = this.parameters;
    const game = await this.session.game(name);
    const edition = (game?.editions.find((entry) => entry.edition === `${name}:${wanted}`) ?? game?.editions[0])?.edition;
    if (!game || !edition) {
      showMissing(this.main);
      return;
    }
    const [gameText, text] = await Promise.all([loadGameTexts(name), loadRules(name)]);
    setTitle(t("rules_of", { game: game.title }));
    this.#content = { game, gameText, edition, article: selectEdition(text, edition.split(":")[1] ?? "") };
    this.render();
    const figures = [...this.main.querySelectorAll<HTMLElement>("figure[data-position]")];
    await Promise.all(figures.map((figure) => this.#draw(figure, edition, gameText))); // before the page is shown, so that nothing moves
  }

  /** Draws the position of a figure. Where legal actions are given, the board shows what a player sees who taps. */
  async #draw(figure: HTMLElement, edition: string, gameText: Translate): Promise<void> {
    const diagram = Object.assign(document.createElement("div"), { className: "diagram", inert: true });
    const image = document.createElement("div");
    image.setAttribute("role", "img");
    image.setAttribute("aria-label", figure.querySelector("figcaption")?.textContent ?? t("diagram"));
    image.append(diagram);
    figure.prepend(image);
    const { position = "", legal, taps, aside } = figure.dataset;
    const start = position.startsWith("|") ? edition + position : position; // without an edition: that of the page
    const [{ state }, board] = await Promise.all([
      api<SetupBody>("setup", { body: { edition: start.split("|")[0], start } }),
      mountPicture(this.session, edition.split(":")[0] ?? "", diagram, gameText),
    ]);
    if (this.signal.aborted) {
      board.destroy();
      return;
    }
    this.signal.addEventListener("abort", () => board.destroy());
    await board.update({ ...state, legal: legal?.split(" ") ?? [] }, { seat: legal ? state.to_act : null });
    for (const cell of taps?.split(" ") ?? []) board.tap(cell);
    if (aside !== undefined) figure.append(...seatPanels(board, state.seats));
    if (this.session.settings.values.text) await addDescription(figure, board);
  }

  protected view(): TemplateResult {
    if (!this.#content) return html``;
    const { game, gameText, edition, article } = this.#content;
    const heading = t("rules_of", { game: game.title });
    const tabs = game.editions.map(
      (entry) =>
        html`<a href=${`/rules/${entry.edition.replace(":", "/")}`} aria-current=${entry.edition === edition ? "page" : "false"}
          >${gameText(editionKey(entry.edition))}</a
        >`,
    );
    return html`
      <div class="rules-page">
        <h1>${heading}</h1>
        <nav class="tab-links" aria-label=${t("rules_edition")}>${tabs}</nav>
        <article class="rules">${article}</article>
      </div>
      <p class="buttons"><a class="button main" href=${`/play/${game.name}`}>${t("play_this", { game: game.title })}</a></p>
    `;
  }
}

async function loadRules(game: string): Promise<string> {
  const response = await fetch(fileUrl(`games/${game}/rules/${language}.html`));
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

/** The elements of a rules page that are about an edition. */
function selectEdition(text: string, edition: string): Element[] {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  for (const part of body.querySelectorAll("[data-only]")) {
    if (!part.getAttribute("data-only")?.split(" ").includes(edition)) part.remove();
  }
  return [...body.children];
}

const seatPanels = (board: BoardApi, seats: number): Element[] =>
  Array.from({ length: seats }, (_, seat) => board.seatPanel(seat)).filter((panel) => panel !== null);

/** Adds the position in words, for the text board. */
async function addDescription(figure: HTMLElement, board: BoardApi): Promise<void> {
  const a11y = await board.loadA11y();
  const description = document.createElement("p");
  description.className = "diagram-text";
  description.textContent = a11y.describeAll();
  figure.append(description);
}

export const createPage = (context: PageContext): Page => new RulesPage(context);
