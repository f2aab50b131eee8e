/**
 * The interface of boards, served at `/static/board-api.js` for the boards of other packages. Boards in this repository import
 * it as "tablier/board".
 */

/** Grows when a board written for the former interface would no longer work. */
export const VERSION = 1;

export { A11y } from "./a11y.js";
export { Board } from "./board.js";
export { heatRank, setStrength, type HeatMark } from "./heat.js";
export { Motion, type PlayOptions } from "./motion.js";
export { Stage } from "./stage.js";
export {
  arrow,
  defineSymbols,
  el,
  gradient,
  group,
  set,
  short,
  unique,
  use,
  type Attributes,
  type PieceSymbol,
} from "./svg.js";
export type * from "./types.js";
