/** The interface of boards, served at `/static/board-api.js` for the boards of other packages. */

export const VERSION = 1; // grows when a board written for the former interface would no longer work

export * from "./ears.js";
export * from "./board.js";
export * from "./motion.js";
export * from "./svg.js";
