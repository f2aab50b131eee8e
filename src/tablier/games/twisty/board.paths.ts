/** Actions as texts: `@a1`, `c5>d6>f7!`, `pass`; and the ways of a turn over the hops that the server allows. */

export type Hops = Readonly<Record<string, readonly string[]>>; // by cell, where a turn may go on to

/** The cells that an action lands on; none for a pass. */
export const cellsIn = (action: string): string[] => action.match(/[a-g][1-7]/g) ?? [];

/** The cell that an action ends on; null for a pass. */
export const endOf = (action: string): string | null => cellsIn(action).at(-1) ?? null;

/** True if an action puts a pawn on a corner. */
export const isCornerPick = (action: string): boolean => action.startsWith("@");

/** True if an action protects cubes where it ends. */
export const isProtecting = (action: string): boolean => action.endsWith("!");

/** A hop of a way beyond a path. */
export interface Branch {
  readonly from: string;
  readonly to: string;
  readonly depth: number; // hops beyond the path; 1 for the next one
}

/** The shortest way on from the end of a path to every cell beyond it, as a tree in breadth-first order. */
export function branchesBeyond(hops: Hops, path: readonly string[]): Branch[] {
  const start = path.at(-1);
  if (start === undefined) return [];
  const known = new Set(path);
  const branches: Branch[] = [];
  const queue: { cell: string; depth: number }[] = [{ cell: start, depth: 0 }];
  for (const { cell, depth } of queue) {
    for (const to of hops[cell] ?? []) {
      if (known.has(to)) continue; // no turn lands on a cell twice
      known.add(to);
      branches.push({ from: cell, to, depth: depth + 1 });
      queue.push({ cell: to, depth: depth + 1 });
    }
  }
  return branches;
}

/** A path that goes on to a cell in as few hops as possible; null if there is none. */
export function extendPath(hops: Hops, path: readonly string[], target: string): string[] | null {
  const branches = new Map(branchesBeyond(hops, path).map((branch) => [branch.to, branch]));
  const way: string[] = [];
  for (let branch = branches.get(target); branch; branch = branches.get(branch.from)) way.unshift(branch.to);
  return way.length ? [...path, ...way] : null;
}
