/** Who sits there: sign, name, whose turn it is, the score of the series, the clock. */

import { called, fill, h, say } from "../dom.js";
import { connection } from "../house.js";
import { clockText, t } from "../texts.js";

const LOW = 20_000; // milliseconds: from here on a clock asks for attention

export class Plates {
  /** @param {import("./match.js").Match} match @param {import("../texts.js").Speaker} speak */
  constructor(match, speak) {
    this.match = match;
    this.speak = speak;
    this.others = h("ul", { class: "plates plates-far", "aria-label": t("players_there") });
    this.own = h("ul", { class: "plates plates-near", "aria-label": t("players_here") });
    /** @type {Map<number, HTMLElement>} */
    this.clocks = new Map();
    this.timer = setInterval(() => this.tick(), 250);
  }

  stop() {
    clearInterval(this.timer);
  }

  show() {
    const { view, seats } = this.match;
    const numbers = [...view.players.keys()];
    // we sit at the near side; who only watches, or plays all seats, sees the first seat there
    const near = this.match.alone || !seats.length ? [numbers.length - 1] : seats;
    this.clocks.clear();
    const after = (/** @type {number} */ seat) => (seat - (near[0] ?? 0) + numbers.length) % numbers.length;
    const far = numbers.filter((seat) => !near.includes(seat)).sort((one, two) => after(one) - after(two));
    fill(this.others, ...far.map((seat) => this.plate(seat)));
    fill(this.own, ...near.filter((seat) => seat in view.players && seat >= 0).map((seat) => this.plate(seat)));
    this.tick();
  }

  /** @param {number} seat */
  plate(seat) {
    const { match, speak } = this;
    const { view, table } = match;
    const place = table.participants[seat] ?? {};
    const started = view.status !== "waiting";
    const clock = h("span", { class: "clock", role: "timer" });
    this.clocks.set(seat, clock);
    const acts = view.to_act === seat;
    const [wins, draws] = view.score[seat] ?? [0, 0];
    const mine = match.seats.includes(seat) && !match.alone;
    const notes = [
      mine && t("you"),
      place.level && t("computer_level", { level: place.level }),
      view.gone.includes(seat) && t("has_left"),
      !place.level && !mine && place.online === false && !match.alone && t("not_here"),
    ].filter(Boolean);
    return h(
      "li",
      { class: ["plate", acts ? "acts" : "", view.result?.winner === seat ? "won" : ""].join(" "), "data-seat": seat },
      started && sign(match, seat, speak),
      h("span", { class: "person" }, called(view.players[seat]), notes.length > 0 && h("small", {}, notes.join(" · "))),
      acts && h("span", { class: "turn" }, mine ? t("your_turn") : t("to_move")),
      view.round > 1 && h("span", { class: "score", title: t("series") }, `${wins + draws / 2}`),
      clock,
    );
  }

  tick() {
    const { view } = this.match;
    if (!view?.clock) return;
    for (const [seat, node] of this.clocks) {
      const left = view.ticking === seat && view.deadline !== null ? view.deadline - connection.now() : view.remaining_ms[seat];
      if (left === null) continue;
      say(node, clockText(left));
      node.classList.toggle("low", view.ticking === seat && left < LOW);
      node.classList.toggle("runs", view.ticking === seat);
    }
  }
}

/** A small sign of a side: a disc of its colour, or what the style of its game makes of it. @param {import("./match.js").Match} match @param {number} seat @param {import("../texts.js").Speaker} speak */
export function sign(match, seat, speak) {
  const side = match.side(seat).toLowerCase();
  return h("span", { class: `sign sign-${side}`, role: "img", "aria-label": speak(side) });
}
