/** Draws, takebacks, rematches, going home: asking, and answering. */

import { button, h } from "../dom.js";
import { complain, confirm, connection } from "../house.js";
import { t } from "../texts.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {"draw" | "takeback" | "rematch" | "abort"} What */

/** @param {Match} match @param {Record<string, any>} ask */
const submit = (match, ask) => connection.submit(match.id, ask);

/** Asks for something; where all sit at this device, all agree. @param {Match} match @param {What} what @param {number} [seat] */
export async function offer(match, what, seat = match.seats[0]) {
  try {
    if (match.view.offers.some((/** @type {any} */ one) => one.offer_type === what && !one.agreed.includes(seat))) return await submit(match, { type: "accept", offer_type: what, seat });
    await submit(match, { type: "offer", offer_type: what, seat });
    for (const other of match.seats) if (other !== seat && pending(match, what)) await submit(match, { type: "accept", offer_type: what, seat: other });
  } catch (error) {
    complain(error);
  }
  return undefined;
}

/** @param {Match} match @param {What} what */
export const pending = (match, what) => match.view.offers.find((/** @type {any} */ one) => one.offer_type === what) ?? null;

/** The offers that wait, each with what we can answer. @param {Match} match @returns {HTMLElement[]} */
export function answers(match) {
  if (match.alone) return [];
  return match.view.offers.filter((/** @type {any} */ one) => one.offer_type !== "rematch").map((/** @type {any} */ { offer_type: what, seat, agreed }) => {
    const mine = match.seats.find((own) => !agreed.includes(own));
    const asked = match.seats.includes(seat);
    const name = match.view.players[seat];
    const say = (/** @type {string} */ answer, /** @type {number | undefined} */ by) => submit(match, { type: answer, offer_type: what, seat: by }).catch(complain);
    return h(
      "div",
      { class: "offer", "data-offer": what },
      h("span", {}, asked ? t(`asked_${what}`) : t(`asks_${what}`, { name })),
      asked ? button(t("withdraw"), () => say("decline", seat)) : null,
      !asked && mine !== undefined ? button(t("accept"), () => say("accept", mine), { class: "main" }) : null,
      !asked && mine !== undefined ? button(t("decline"), () => say("decline", mine)) : null,
    );
  });
}

/** Gives up, after a question. @param {Match} match */
export async function resign(match) {
  const { view } = match;
  const several = view.state.seats - view.gone.length > 2;
  const seat = match.mine.to_act ?? match.seats[0];
  const name = view.players[seat];
  const question = match.alone ? t("resign_question_of", { name }) : t(several ? "leave_question" : "resign_question");
  if (!(await confirm(question, t(several ? "leave" : "resign"), t("play_on")))) return;
  await submit(match, { type: "resign", seat }).catch(complain);
}
