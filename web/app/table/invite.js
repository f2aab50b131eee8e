/** Before a match begins: a link to hand on, or the question whether to sit down. */

import { button, called, h } from "../dom.js";
import { complain, connection } from "../house.js";
import { go } from "../router.js";
import { linkBox } from "../share.js";
import { t } from "../texts.js";

/** @param {import("./match.js").Match} match @param {import("../texts.js").Speaker} speak @param {any} me */
export function invitation(match, speak, me) {
  const { table, view } = match;
  const edition = match.create.edition.split(":")[1];
  const game = t("what_is_played", { game: speak("title"), edition: speak(`edition_${edition}`) });
  const clock = view.clock ? h("p", { class: "hint" }, clockTerms(view.clock)) : null;
  if (match.seats.length) {
    return h(
      "section",
      { class: "sheet invite" },
      h("h2", {}, t(table.public ? "open_waits" : "invite_title")),
      h("p", {}, t(table.public ? "open_waits_words" : "invite_words", { count: table.open_seats })),
      linkBox(location.href, t("invite_share", { name: me.name, game })),
      h("p", { class: "hint" }, game),
      clock,
      h("p", { class: "buttons" }, button(t("offer_abort"), () => connection.submit(match.id, { type: "offer", offer_type: "abort", seat: match.seats[0] }).then(() => go("/"), complain))),
    );
  }
  const name = h("input", { id: "join-name", maxlength: 60, value: me.name, autocomplete: "nickname", dir: "auto", required: true });
  const sit = h("button", { class: "main large", "data-join": "" }, t("sit_down"));
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    sit.disabled = true;
    await connection.submit(match.id, { type: "join", name: name.value.trim() || me.name }).catch(complain);
    sit.disabled = false;
  };
  return h(
    "section",
    { class: "sheet invite" },
    h("h2", {}, game),
    h("p", {}, ...match.view.players.map((/** @type {string} */ player) => called(player)).flatMap((/** @type {Node} */ node, /** @type {number} */ index) => [index ? t("between_names") : "", node]), " ", t("invites_you")),
    clock,
    h("form", { submit: join }, h("label", { for: "join-name" }, t("my_name")), h("p", { class: "line-up" }, name, sit)),
    h("p", { class: "hint" }, h("a", { href: `/rules/${match.game}/${edition}`, target: "_blank" }, t("rules"))),
  );
}

/** @param {any} clock */
function clockTerms({ days, base_ms, increment_ms }) {
  return days ? t("clock_days", { count: days }) : t("clock_minutes", { minutes: base_ms / 60_000, seconds: increment_ms / 1000 });
}
