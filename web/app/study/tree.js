/** Turns and what was tried instead of them: one line is shown, the others wait beside it. */

/** @typedef {{text: string, seat: number, before: Step | null, after: Step[], next: Step | null}} Step a turn; `next` is how the line shown goes on */

/** @param {string} text @param {number} seat @param {Step | null} before @returns {Step} */
const made = (text, seat, before) => ({ text, seat, before, after: [], next: null });

export class Tree {
  constructor() {
    /** @type {Step} before the first turn */
    this.root = made("", -1, null);
    this.now = this.root;
  }

  /** The turns that lead to a step. @param {Step} [step] @returns {Step[]} */
  path(step = this.now) {
    /** @type {Step[]} */
    const found = [];
    for (let at = step; at.before; at = at.before) found.unshift(at);
    return found;
  }

  /** The line that is shown: what led here, and how it goes on. @returns {Step[]} */
  line() {
    const found = this.path();
    for (let at = this.now.next; at; at = at.next) found.push(at);
    return found;
  }

  /** What was tried instead of a step, the step itself among it. @param {Step} [step] @returns {Step[]} */
  instead(step = this.now) {
    return step.before?.after ?? [];
  }

  /** Plays a turn from here, anew or as it was tried before. @param {string} text @param {number} seat */
  play(text, seat) {
    let step = this.now.after.find((one) => one.text === text);
    if (!step) {
      step = made(text, seat, this.now);
      this.now.after.push(step);
    }
    this.go(step);
  }

  /** @param {Step} step */
  go(step) {
    this.now = step;
    for (let at = step; at.before; at = at.before) at.before.next = at;
  }

  /** To the position after so many turns of the line that is shown. @param {number} turn */
  at(turn) {
    const line = this.line();
    return turn > 0 ? (line[Math.min(turn, line.length) - 1] ?? this.root) : this.root;
  }

  /** Takes this turn away, and all that follows it. */
  cut() {
    const { before } = this.now;
    if (!before) return;
    before.after = before.after.filter((one) => one !== this.now);
    before.next = before.after[0] ?? null;
    this.now = before;
  }
}
