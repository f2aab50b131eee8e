/** Where cells and pieces are, and which part of the wall is drawn. */

import type { Box, Point } from "tablier/board";

export const CUBE = 44;
export const LETTERS = "abcdefghijklmnopq"; // of the columns

const SPARE_COLUMNS = 2; // on a table the wall may grow by a lying piece at either end
const SPARE_ROWS = 2; // above the highest piece
const MIN_ROWS = 4;

/** The visible part of the wall; columns are counted from 0. */
export interface Wall {
  first: number; // the leftmost column
  columns: number;
  rows: number;
}

/** The part of the wall that is drawn: two rows above the highest piece; on a table, the columns around the pieces. */
export function visibleWall(cells: readonly string[], width: number, height: number, isTable: boolean): Wall {
  const highest = Math.max(0, ...cells.map((cell) => Number(cell.slice(1))));
  const rows = Math.min(height, Math.max(MIN_ROWS, highest + SPARE_ROWS));
  if (!isTable) return { first: 0, columns: width, rows };
  const columns = Math.min(LETTERS.length, width + SPARE_COLUMNS);
  const taken = cells.map((cell) => LETTERS.indexOf(cell[0]));
  const middle = taken.length ? (Math.min(...taken) + Math.max(...taken) + 1) / 2 : LETTERS.length / 2;
  return { first: Math.min(LETTERS.length - columns, Math.max(0, Math.ceil(middle - columns / 2))), columns, rows };
}

export const isStanding = ([one, two]: readonly string[]): boolean => one[0] === two[0];

/** The upper left corner of a cell. */
export const corner = (cell: string): Point => ({ x: LETTERS.indexOf(cell[0]) * CUBE, y: -Number(cell.slice(1)) * CUBE });

export const middle = (cell: string): Point => ({ x: corner(cell).x + CUBE / 2, y: corner(cell).y + CUBE / 2 });

/** The box of a piece. Of its cells the left or lower one is first. */
export function pieceBox(cells: readonly string[]): Box {
  const { x, y } = corner(cells[0]);
  return isStanding(cells) ? { x, y: y - CUBE, width: CUBE, height: 2 * CUBE } : { x, y, width: 2 * CUBE, height: CUBE };
}
