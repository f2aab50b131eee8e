/** The study: any position of a game, turns tried for all sides, and what the engine thinks of them. Nothing of it is kept by the server. */

import { game as find, games } from "../api.js";
import { fileUrl, loadStyle } from "../urls.js";
import { title } from "../attention.js";
import { button, fill, h, keepFocus } from "../dom.js";
import { announce, complain, tell } from "../house.js";
import { missing } from "../plain.js";
import { go } from "../router.js";
import { onSettings, settings } from "../settings.js";
import { share } from "../share.js";
import { Doing } from "../table/doing.js";
import { sentences } from "../table/ending.js";
import { Match } from "../table/match.js";
import { Tabs } from "../table/tabs.js";
import { Turns, written } from "../table/turns.js";
import { speakerOf, t } from "../texts.js";
import { readFrom, writtenAs } from "./address.js";
import { attempt, file, lineOf, stand } from "./asking.js";
import { Engine } from "./engine.js";
import { beginForm, brought, carry, textForm, whyNot } from "./opening.js";
import { Review } from "./review.js";
import { Tree } from "./tree.js";

/** @typedef {import("./asking.js").Line} Line */

const QUIET = 1000; // milliseconds until everything that is seen is there

/** @type {import("../router.js").Show} */
export async function show(main, [name, match], signal) {
  await loadStyle("study");
  if (!name) return choice(main);
  const game = await find(name);
  if (!game) return missing(main);
  const study = new Study(main, game, await speakerOf(name), signal);
  await study.lay();
  const given = readFrom(location.hash);
  const edition = game.editions[0].edition;
  const begin = async () => {
    const line = brought() ?? given?.line ?? (match ? await lineOf(match) : { edition, actions: [] });
    const other = gameOf(line);
    if (other !== name && (await find(other))) return elsewhere(line, { instead: true });
    return study.openSome(line, given?.line === line ? given.at : line.actions.length);
  };
  try {
    await begin();
  } catch (error) {
    if (/** @type {any} */ (error).code === "away") {
      Object.assign(main, { className: "" }).replaceChildren(); // what the address says is for later
      throw error;
    }
    complain(error); // it was wrong, or the match is still being played
    await study.open({ edition, actions: [] }, 0);
  }
  setTimeout(() => study.listen().catch(() => {}), settings.text ? 0 : QUIET);
}

/** Which game, or which text. @param {HTMLElement} main */
async function choice(main) {
  await loadStyle("screens");
  title(t("study"));
  const box = (/** @type {any} */ game) =>
    h("li", { class: "box sheet" }, h("a", { href: `/study/${game.name}` }, h("img", { class: "lid-picture", src: fileUrl(`games/${game.name}/cover.svg`), alt: "", width: 320, height: 320 }), h("span", { class: "study-game" }, game.title)));
  main.append(
    h("div", { class: "welcome" }, h("h1", {}, t("study")), h("p", {}, t("study_words"))),
    h("ul", { class: "boxes study-boxes" }, ...(await games()).map(box)),
    h("section", { class: "sheet study-sheet" }, textForm(elsewhere)),
  );
}

/** @param {Line} line */
const gameOf = ({ edition }) => edition.split(":")[0];

/** To the study of another game. @param {Line} line @param {{instead?: boolean}} [how] */
function elsewhere(line, how) {
  carry(line);
  return go(`/study/${gameOf(line)}`, how);
}

/** The line that is shown, as the list of turns has it. */
class Shown {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  get view() {
    return this.study.match.view;
  }

  get turns() {
    return this.study.tree.line().map(({ text, seat }) => ({ text, seat, left: false }));
  }

  /** @param {number} seat */
  side(seat) {
    return this.study.match.side(seat);
  }
}

export class Study {
  /** @param {HTMLElement} main @param {any} game @param {import("../texts.js").Speaker} speak @param {AbortSignal} signal */
  constructor(main, game, speak, signal) {
    this.main = main;
    this.game = game;
    this.speak = speak;
    this.signal = signal;
    this.tree = new Tree();
    this.match = new Match("study", (news) => this.see(news));
    this.match.create = { edition: game.editions[0].edition }; // until the server has told
    /** @type {Line} where it began; the same one all the time, whatever is opened */
    this.begun = { edition: game.editions[0].edition, actions: [] };
    this.engine = false; // whether one plays this
    this.asked = 0;
    /** @type {import("./tree.js").Step | null} where we are going; the next step counts from there */
    this.going = null;
    /** @type {Tabs | null} */
    this.tabs = null;
    this.doing = new Doing(this.match, speak, {
      looked: () => {},
      ending: () => this.ending(),
      ask: (ask) => this.ask(ask),
      submit: ({ action }) => this.play(action),
      unsent: () => null,
      drop: () => {},
    });
    this.thinker = new Engine(this);
    this.review = new Review(this);
    const shown = /** @type {any} */ (new Shown(this));
    this.turns = new Turns(shown, speak, (turn) => this.turnTo(this.tree.at(turn)), () => this.tree.path(this.going ?? this.tree.now).length, () => this.doing.toNext());
    this.others = h("div", { class: "instead" });
    this.turns.node.insertBefore(this.others, this.turns.steps);
    signal.addEventListener("abort", () => {
      this.thinker.rest();
      this.review.stop();
      this.doing.destroy();
    });
  }

  /** Puts everything on the page. */
  async lay() {
    const { main, doing, game, speak, signal } = this;
    main.className = "table study";
    title(t("study_of", { game: game.title }));
    await doing.lay();
    this.tabs = new Tabs([["turns", this.turns.node], ["review", this.review.node], ["more", await this.more()]]);
    const { board, whole, aside, panel } = doing;
    main.append(h("h1", { class: "for-ears" }, t("study_of", { game: game.title })), h("div", { class: "board-place" }, board, whole), panel, this.turns.steps, this.thinker.node, aside, this.tabs.node);
    let { engine } = settings;
    onSettings(() => {
      if (!this.match.view) return undefined;
      doing.show(false);
      if (engine === settings.engine) return this.thinker.show();
      engine = settings.engine;
      return this.thinker.begin();
    }, signal);
  }

  /** What one does seldom. */
  async more() {
    const { game, speak } = this;
    const begin = await beginForm(game.name, speak, (terms) => this.another({ ...terms, actions: [] }));
    return h(
      "div",
      { class: "more" },
      h("p", { class: "buttons" }, button(t("share"), () => share(location.href, document.title)), h("a", { class: "button", href: `/rules/${game.name}`, target: "_blank" }, t("rules")), ...["json", "sgf"].map((format) => button(t(`download_${format}`), () => this.keep(format)))),
      h("h2", {}, t("study_anew")),
      begin,
      textForm((line) => (gameOf(line) === game.name ? this.another(line) : elsewhere(line)), this.begun),
    );
  }

  /** Hands the line that is shown over as a file. @param {string} format */
  async keep(format) {
    try {
      const kept = await file(this.line(this.tree.line().at(-1)), format);
      const link = h("a", { href: URL.createObjectURL(kept), download: kept.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers take their time
    } catch (error) {
      complain(error);
    }
  }

  /** Something else is studied from now on. @param {Line} line @returns {Promise<void>} */
  async another(line) {
    await this.open(line, line.actions.length);
    this.tabs?.choose("turns");
    this.doing.focus();
  }

  /** Lets ears and keys in, after what is seen. */
  async listen() {
    const { match, speak, doing, signal } = this;
    if (signal.aborted) return;
    const { listen } = await import("../ears/listening.js");
    const listening = await listen({ match, speak, doing, me: {}, place: /** @type {HTMLElement} */ (doing.board.parentElement), signal });
    listening.hear({ kind: "all", events: [{ number: 1 }] });
    doing.listening = listening;
    await listening.show();
    this.main.dataset.listening = "";
  }

  // where we are

  /** The line up to here, for the server. @param {import("./tree.js").Step} [step] @returns {Line} */
  line(step) {
    return { ...this.begun, actions: this.tree.path(step).map(({ text }) => text) };
  }

  /** Begins anew with a line, and shows it after so many turns. @param {Line} line @param {number} at */
  async open(line, at) {
    const told = await stand(line);
    const { edition } = told.events[0];
    Object.assign(this.begun, { edition, start: told.start });
    this.match.sides = this.game.editions.find((/** @type {any} */ one) => one.edition === edition).sides;
    this.review.forget();
    this.tree = new Tree();
    for (const event of told.events) if (event.kind === "action") this.tree.play(event.action, event.seat);
    await this.look(this.tree.at(at));
  }

  /** As `open`; a line with a turn that cannot be played is shown up to there. @param {Line} line @param {number} at */
  async openSome(line, at) {
    try {
      await this.open(line, at);
    } catch (error) {
      const { turn } = /** @type {any} */ (error).facts ?? {};
      if (!turn) throw error;
      await this.open({ ...line, actions: line.actions.slice(0, turn - 1) }, at);
      tell(whyNot(error));
    }
  }

  /** Shows the position after a turn. @param {import("./tree.js").Step} step */
  async look(step) {
    this.going = step;
    try {
      const told = await this.answered(stand(this.line(step)));
      if (!told) return;
      this.going = null;
      this.tree.go(step);
      this.take(told, false);
      this.name();
    } finally {
      if (this.going === step) this.going = null;
    }
  }

  /** Goes to a step, or says why that cannot be. @param {import("./tree.js").Step} step */
  async turnTo(step) {
    if (step === (this.going ?? this.tree.now)) return this.name(); // what is thought of it goes on
    return this.look(step).catch(complain);
  }

  /** Says which turn is shown; whoever has just come hears how it stands, and no more. */
  name() {
    const { match, tree, doing } = this;
    if (!doing.listening) return;
    const { text, seat, before } = tree.now;
    const words = before && t("turn_by", { turn: tree.path().length, name: match.view.players[seat], text: doing.listening.ears.told(text, null) });
    announce(words ? `${words}.` : t("at_start"));
  }

  /** Plays a turn from here. @param {string} action */
  async play(action) {
    const line = this.line();
    const told = await this.answered(stand({ ...line, actions: [...line.actions, action] }));
    if (!told) return;
    const last = told.events.at(-1);
    this.tree.play(last.action, last.seat);
    this.take(told, true);
  }

  /** What the server said, unless something else was asked for meanwhile. @param {Promise<any>} promise @returns {Promise<any>} */
  async answered(promise) {
    const mine = ++this.asked;
    this.doing.asked++;
    this.doing.mark();
    try {
      const told = await promise;
      return mine === this.asked && !this.signal.aborted ? told : null;
    } finally {
      this.doing.asked--;
      this.doing.mark();
    }
  }

  /** @param {any} told @param {boolean} played whether its last turn has just been played */
  take(told, played) {
    const { match } = this;
    Object.assign(match, { number: 0, turns: [], view: told.view, mine: told.viewer, table: told.info });
    const events = match.take(told.events, told.view.state.seats);
    match.view = { ...told.view, players: told.view.state.sides.map((/** @type {number} */ side) => this.speak(match.sides[side].toLowerCase())) };
    this.engine = told.engine;
    this.doing.past.clear();
    match.changed({ kind: played ? "update" : "all", events: played ? events.slice(-1) : [] });
  }

  /** What a board or a key wants to know of the line up to here. @param {any} ask */
  async ask(ask) {
    if (ask.type === "try") return { result: await attempt(this.line(), ask.action) };
    const { view } = await stand(this.line(this.tree.path()[ask.turn - 1] ?? this.tree.root));
    return { result: { state: view.state } };
  }

  // what is seen

  /** @param {import("../table/match.js").News} news */
  see(news) {
    const { main, match, tree } = this;
    main.dataset.status = match.view.status;
    main.dataset.events = String(tree.path().length);
    this.doing.show(news.kind === "update");
    this.turns.show();
    keepFocus(this.others, () => this.showOthers(), () => this.doing.toNext());
    this.thinker.begin();
    this.review.show();
    const { actions } = this.line(tree.line().at(-1));
    history.replaceState(history.state, "", writtenAs({ ...this.begun, actions }, tree.path().length));
    this.doing.listening?.hear(news);
  }

  /** What was tried instead of the turn that is shown. */
  showOthers() {
    const { tree } = this;
    const others = tree.instead();
    const cut = tree.now.before && button(t("study_cut"), () => this.cut(), { class: "bare", "data-cut": "" });
    const chips = others.map((step) => button(written(this.speak, step.text), () => this.turnTo(step), { "aria-current": step === tree.now ? "step" : null, class: "turn-button", translate: "no" }));
    fill(this.others, others.length > 1 && h("p", { class: "instead-line" }, h("span", {}, t("study_instead")), ...chips), cut);
  }

  async cut() {
    const { before } = this.tree.now;
    if (!before) return;
    try {
      await stand(this.line(before)); // first, so that nothing goes that cannot be shown gone
      this.tree.cut();
      await this.look(this.tree.now);
    } catch (error) {
      complain(error);
    }
  }

  ending() {
    const { headline, why } = sentences(this.match, this.speak);
    return h("div", { class: "ending" }, h("h2", {}, headline), h("p", {}, why));
  }
}
