/** The board of Pebbles: a row of pebbles. A tap on the n-th pebble proposes to take n; a second tap plays it. */

import { Board, el, set } from "/static/board-api.js";

const SIZE = 60;
const ASK = /^(ask[0-3]|keep|drop)$/;

export const create = (host) => new PebblesBoard(host);

class PebblesBoard extends Board {
  layout() {
    const { heap } = this.view.options;
    const row = Array.from({ length: heap }, (_, index) => ({ id: `p${index + 1}`, x: index * SIZE, y: 0, width: SIZE, height: SIZE }));
    const box = { x: 0, y: 0, width: heap * SIZE, height: SIZE };
    return { name: "pebbles", label: this.t("heap"), box, rows: [row], cellAt: (x) => row[Math.floor(x / SIZE)]?.id ?? null };
  }

  build() {
    const [row] = this.stage.layout.rows;
    this.pebbles = row.map(({ x }) => el("circle", { class: "pebbles-pebble", cx: x + SIZE / 2, cy: SIZE / 2, r: SIZE / 3 }));
    this.stage.layer("pebbles").append(...this.pebbles);
  }

  paint() {
    this.pebbles.forEach((pebble, index) => set(pebble, { visibility: index < this.view.position.heap ? null : "hidden" }));
  }

  tappable() {
    return new Set(["p1", "p2", "p3"].filter((cell) => this.legal.has(`take${cell[1]}`)));
  }

  wordActions() {
    return this.view.legal.filter((action) => ASK.test(action));
  }

  onTap(cell) {
    const text = `take${cell.slice(1)}`;
    if (this.draft()?.text === text) this.commit();
    else if (this.legal.has(text)) this.propose({ text, whole: true, description: this.t(text) });
  }

  describe(cell) {
    return this.t("pebble", { number: cell.slice(1) });
  }

  prompt() {
    return this.legal.size ? this.t("your_turn") : "";
  }
}
