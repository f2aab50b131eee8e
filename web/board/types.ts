/** The interface between boards and the pages around them. */

/** A position as the rules describe it for one seat (`State.view`). `position` and `scene` belong to the game. */
export interface View<Position = unknown, Scene = unknown> {
  edition: string; // "mixtour:stein"
  options: Record<string, unknown>;
  seats: number;
  sides: number[]; // the side of each seat
  turn: number;
  to_act: number | null;
  outcome: {
    winner: number | null;
    reason: string;
    scores?: number[] | null;
  } | null;
  position: Position;
  scene: Scene;
  legal: string[]; // actions of the seat that looks; empty if it must wait
}

/** The result of trying an action. `error` is a sentence for the person. */
export type TryResult<Position = unknown, Scene = unknown> =
  { view: View<Position, Scene>; error?: undefined } | { view?: undefined; error: string };

export interface BoardSettings {
  oneTap: boolean; // a tap plays at once if it has one meaning only
  guides: boolean; // guide lines, if the board has any
}

/** The page around a board. */
export interface Host {
  readonly element: HTMLElement; // container; the drawing takes its width and is at most as high
  readonly settings: BoardSettings; // read at each use
  t(key: string, facts?: Record<string, unknown>): string;
  /** Returns the view after an action, or why it is not possible. Nothing is played. */
  tryAction(text: string): Promise<TryResult>;
  /** Receives a whole action to confirm or send. The host then calls `update`, or `cancel` if it could not be sent. */
  onAction(text: string): void;
  /** The draft, the extras or the prompt have changed. */
  onDraft(draft: Draft | null): void;
  /** Shows a message about what the person just did; empty to clear it. */
  showMessage(text: string): void;
  /** A piece touches the board: the moment for a sound. Called once per animated update, also if motion is reduced. */
  onLand?(): void;
}

/** An action under construction. */
export interface Draft {
  text: string; // in the notation of the game
  whole: boolean; // it can be played as it is
  description: string; // in words
}

/** Something to do that is not a cell: a button of the page. */
export interface Extra {
  label: string;
  action?: string; // a whole action for `onAction`, or
  change?: () => void; // a change of the draft
}

export interface UpdateOptions {
  seat?: number | null; // the viewer; null for a spectator
  last?: string | null; // the action that led to this position
  animate?: boolean; // that action was just played
}

/** What a page may call. `create(host)` of a game's board module returns one. */
export interface BoardApi {
  /**
   * Shows a position. The promise resolves when its animation has ended. An update during an animation is queued: no animation
   * is cut off. Without a running animation the position is drawn before `update` returns.
   */
  update(view: View, options?: UpdateOptions): Promise<void>;
  draft(): Draft | null;
  commit(): void; // plays the draft if it is whole
  undoPart(): void; // takes back the last part of the draft
  cancel(): void; // discards the draft
  extras(): Extra[];
  prompt(): string; // what the viewer is asked to do; empty if nothing
  promptIcon?(): Element | null; // a small picture in front of the prompt, such as the piece that it names
  describe(cell: string): string; // the label of a cell
  focus(cell?: string): void; // without a cell, the current one
  tap(cell: string): void; // as a tap by the keyboard or the text board
  offered(): ReadonlySet<string>; // the cells where a tap does something now; none after the action was sent
  /** Sets the draft to a legal action that was not built by taps, such as a typed one. */
  propose(draft: Draft): void;
  zoom(factor?: number): void; // around the middle; without a factor, shows the whole board
  /**
   * What belongs to a player: reserve, score, cards. Null if the game has nothing, and before the first `update`. Always the
   * same element for a seat, kept up to date by `update`.
   */
  seatPanel(seat: number): Element | null;
  /** Draws the engine's evaluation of actions; empty to clear it. */
  drawHeat(candidates: HeatCandidate[]): void;
  /** Texts for screen readers, loaded on demand. */
  loadA11y(): Promise<BoardA11y>;
  destroy(): void;
}

export interface HeatCandidate {
  action: string;
  expectedScore: number; // 0 to 1 for the seat to act; a draw counts half
  best: boolean;
}

/** A cell of the text board. */
export interface TextCell {
  id: string;
  label: string; // what stands on it, in a letter or a word; empty if nothing
  description: string; // the same as a name for screen readers
  column: number; // 1-based; rows may lack cells
}

/** Texts of a board for screen readers and the text board. They describe the position that the board shows. */
export interface BoardA11y {
  readonly gridLabel: string; // name of the grid
  /** The rows of cells as the text board shows them, from the top. */
  rows(): { label: string; cells: TextCell[] }[];
  /**
   * An action in words that can follow a name. With the view `before` it, the action that has just led to the position on the
   * board, with its effect; with null, an action that can be played now.
   */
  describeAction(action: string, before: View | null): string;
  summary(): string; // the state of the game beside the board in a sentence or two: scores, reserves
  describeAll(): string; // every cell that holds something
  cellsOf(action: string): string[]; // the cells that an action concerns, from start to end
  lastCells(): string[]; // the cells that the last action concerned, the one it ended on first
  pieces(): { cell: string; side: number }[]; // the pieces on the board and whose they are
}

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A cell and the box it takes. */
export interface CellBox extends Box {
  id: string;
}

/** What a stage must know of a board. */
export interface Layout {
  name: string; // classes of the drawing
  label: string; // name of the grid for screen readers
  box: Box;
  rows: CellBox[][]; // the cells as they are seen, from the top left
  cellAt(x: number, y: number): string | null;
  zoom?: { window: Box; max: number }; // the part that can be zoomed, and how far
}

/** What a stage reports to its board. */
export interface StageHandlers {
  tap(cell: string, point: Point | null): void; // without a point it came from the keyboard
  hover(cell: string | null, point: Point | null): void;
  back(): void; // Escape or Backspace
  play(): void; // Shift+Enter: the draft as it is
  startDrag(cell: string, point: Point): Drag | null; // null if nothing can be dragged from there
  endDrag(drag: Drag, target: string | null, point: Point): void; // target: one of the drag's targets, or null
  moved(): void; // the viewport or the size of the drawing has changed
}

/** Something under the pointer that is being dragged. */
export interface Drag {
  source: string;
  ghost: SVGElement; // drawn at its place on the board; it follows the pointer from there
  targets: ReadonlySet<string>; // the cells where it can be dropped
}
