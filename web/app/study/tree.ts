/** The moves of a study as a tree: one line of it is shown, the variations wait beside it. */

/** A move. The root stands for the position before the first one. */
export interface TreeNode {
  readonly action: string; // in the notation of the game; empty for the root
  readonly seat: number; // -1 for the root
  readonly parent: TreeNode | null;
  children: readonly TreeNode[];
  next: TreeNode | null; // the child on the line that is shown
}

const createNode = (action: string, seat: number, parent: TreeNode | null): TreeNode => ({
  action,
  seat,
  parent,
  children: [],
  next: null,
});

export class Tree {
  readonly root = createNode("", -1, null);
  current = this.root;

  /** The moves that lead to a node. */
  path(node: TreeNode = this.current): TreeNode[] {
    const path: TreeNode[] = [];
    for (let step = node; step.parent; step = step.parent) path.unshift(step);
    return path;
  }

  /** The line that is shown: the moves that led to the current node, and those that follow it. */
  line(): TreeNode[] {
    const line = this.path();
    for (let step = this.current.next; step; step = step.next) line.push(step);
    return line;
  }

  /** The node after a number of moves of the line that is shown. */
  nodeAt(ply: number): TreeNode {
    const line = this.line();
    return (ply > 0 ? line[Math.min(ply, line.length) - 1] : null) ?? this.root;
  }

  /** The moves that were tried in the place of a node, itself among them. */
  siblings(node: TreeNode = this.current): readonly TreeNode[] {
    return node.parent?.children ?? [];
  }

  /** Plays a move after the current node; a move that was tried before is not added again. */
  play(action: string, seat: number): void {
    let node = this.current.children.find((child) => child.action === action);
    if (!node) {
      node = createNode(action, seat, this.current);
      this.current.children = [...this.current.children, node];
    }
    this.goTo(node);
  }

  /** Makes a node the current one, and the line through it the one that is shown. */
  goTo(node: TreeNode): void {
    this.current = node;
    for (let step = node; step.parent; step = step.parent) step.parent.next = step;
  }

  /** Deletes the current move with all that follow it. */
  cut(): void {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    parent.next = parent.children[0] ?? null;
    this.current = parent;
  }
}
