/** A game's own page: against whom, how, and then to the table. */

import { api, game as find, nonce } from "./api.js";
import { fileUrl } from "./urls.js";
import { title } from "./attention.js";
import { h } from "./dom.js";
import { complain, myself, rename } from "./house.js";
import { matchList } from "./lists.js";
import { Options } from "./options.js";
import { missing } from "./plain.js";
import { go } from "./router.js";
import { speakerOf, t } from "./texts.js";
import { Ways } from "./ways.js";

/** @type {import("./router.js").Show} */
export async function show(main, [name], signal) {
  const game = await find(name);
  if (!game) return missing(main);
  const [speak, me] = await Promise.all([speakerOf(name), myself()]);
  title(game.title);
  const about = h(
    "div",
    { class: "game-about" },
    h("img", { class: "lid-picture", src: fileUrl(`games/${name}/cover.svg`), alt: "", width: 320, height: 320 }),
    h(
      "div",
      {},
      h("h1", {}, game.title),
      h("p", { class: "author" }, t("by", { author: game.author })),
      h("p", { class: "facts" }, h("span", {}, speak("players")), h("span", {}, speak("minutes")), h("span", {}, speak("age"))),
      h("p", { class: "sentence" }, speak("sentence")),
      h("p", { class: "buttons" }, h("a", { href: `/rules/${name}`, class: "button" }, t("rules")), h("a", { href: `/study/${name}`, class: "button" }, t("study"))),
    ),
  );
  const list = (/** @type {import("./lists.js").Kind} */ kind) => h("section", {}, h("h2", {}, t(`list_${kind}`)), matchList({ kind, game: name, most: 12 }, signal));
  main.append(h("div", { class: "game-page" }, about, form(game, speak, me)), h("div", { class: "going-on" }, list("mine"), list("open"), list("live")));
}

/** @param {any} game @param {import("./texts.js").Speaker} speak @param {any} me */
function form(game, speak, me) {
  const options = new Options(game, speak);
  const ways = new Ways(game, speak, me);
  const wrong = h("p", { class: "wrong", id: "options-wrong", role: "alert" });
  let asked = 0;
  /** Whether this can be played, as far as one can see here, and then by the server. @returns {Promise<void>} */
  const look = async () => {
    const mine = ++asked;
    const seen = options.problem();
    const setup = seen ? null : await api("setup", { body: options.terms() }).catch((error) => error);
    if (mine !== asked) return;
    options.mark(seen ?? (setup instanceof Error ? options.refusal(setup) : null), wrong);
    if (setup && !(setup instanceof Error)) ways.fit(setup);
  };
  let looking = Promise.resolve();
  let once = nonce();
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await looking;
    if (wrong.textContent) return options.turnTo();
    if (!ways.named()) return;
    ways.start.disabled = true;
    try {
      const called = ways.myName();
      if (called && called !== me.name) Object.assign(me, await rename(called));
      const { match_id: match } = await api("matches", { body: { ...options.terms(), ...ways.terms(), nonce: once } });
      ways.keep();
      await go(`/m/${match}`);
    } catch (error) {
      complain(error);
      once = nonce();
    }
    ways.start.disabled = false;
    if (document.activeElement === document.body) ways.start.focus(); // refused: whoever pressed it was on it
  };
  options.changed = () => (looking = look());
  ways.fit({ seats: game.editions[0].seats, sides: game.editions[0].sides, engine: game.editions[0].engine, levels: 10 });
  options.changed();
  return h("form", { class: "sheet game-form", submit: begin, novalidate: true }, ...ways.parts(), options.players ?? null, options.node, wrong, h("p", { class: "buttons" }, ways.start));
}
