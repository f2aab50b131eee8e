/** The base class of boards: whose turn it is, the draft of an action, and what the host is told of it. */

import { A11y } from "./a11y.js";
import { heatElements, rankCandidates, type HeatMark } from "./heat.js";
import { Motion } from "./motion.js";
import { Stage } from "./stage.js";
import { arrow, el } from "./svg.js";
import type {
  BoardA11y,
  BoardApi,
  CellBox,
  Draft,
  Drag,
  Extra,
  HeatCandidate,
  Host,
  Layout,
  Point,
  StageHandlers,
  TryResult,
  UpdateOptions,
  View,
} from "./types.js";

interface QueuedUpdate {
  view: View;
  options: UpdateOptions;
  done: () => void;
}

/**
 * A board of a game. A game's class says how the position looks (`layout`, `build`, `paint`, `describe`), what a tap means
 * (`onTap`) and what is drawn of the draft (`renderDraft`).
 *
 * `Position` and `Scene` are the types of `view.position` and `view.scene`.
 */
export abstract class Board<Position = unknown, Scene = unknown> implements BoardApi {
  /** The position that is shown. Set by the first `update`, before any other method is called. */
  view!: View<Position, Scene>;
  stage!: Stage;
  seat: number | null = null; // the viewer
  last: string | null = null; // the action that led to the position
  legal: ReadonlySet<string> = new Set(); // what may be played now
  sent = false; // an action was submitted and is not yet on the board
  hovered: string | null = null;
  /** True while `paint` shows an action that the viewer has seen as a draft: the piece is there and only has to land. */
  wasDrafted = false;
  readonly motion = new Motion();

  protected proposal: Draft | null = null;
  protected dragged: Drag | null = null;
  private readonly tries = new Map<string, Promise<TryResult<Position, Scene>>>();
  private readonly panels = new Map<number, HTMLElement>();
  private readonly queue: QueuedUpdate[] = [];
  private busy = false;
  private destroyed = false;
  private builtFor = "";
  private submitted: string | null = null;
  private heat: HeatCandidate[] = [];
  private heatLayer: SVGElement | null = null;
  private dropLayer: SVGElement | null = null;

  constructor(readonly host: Host) {}

  t(key: string, facts?: Record<string, unknown>): string {
    return this.host.t(key, facts);
  }

  // What the host calls

  update(view: View, options: UpdateOptions = {}): Promise<void> {
    if (this.destroyed) return Promise.resolve();
    if (!this.busy) return this.show(view, options);
    // A queued position without an animation need not be seen if another one follows.
    const waiting = this.queue.at(-1);
    return new Promise((resolve) => {
      if (waiting && !waiting.options.animate && !options.animate) {
        const former = waiting.done;
        Object.assign(waiting, {
          view,
          options,
          done: () => {
            former();
            resolve();
          },
        });
      } else this.queue.push({ view, options, done: resolve });
    });
  }

  draft(): Draft | null {
    return this.proposal;
  }

  commit(): void {
    if (this.proposal?.whole && !this.sent) this.submit(this.proposal.text);
  }

  undoPart(): void {
    this.cancel();
  }

  cancel(): void {
    this.sent = false;
    this.submitted = null;
    this.clearDraft();
    this.propose(null);
  }

  extras(): Extra[] {
    return this.wordActions()
      .filter((action) => this.legal.has(action))
      .map((action) => ({ action, label: this.t(action) }));
  }

  prompt(): string {
    return "";
  }

  abstract describe(cell: string): string;

  offered(): ReadonlySet<string> {
    return this.sent || !this.legal.size ? new Set() : this.tappable();
  }

  tap(cell: string): void {
    this.handlers().tap(cell, null);
  }

  focus(cell = this.currentCell): void {
    this.stage.cells.focus(cell);
  }

  get currentCell(): string {
    return this.stage.cells.current;
  }

  zoom(factor?: number): void {
    const { viewport, layout } = this.stage;
    const { x, y, width, height } = layout.box;
    if (factor) viewport.zoom({ x: x + width / 2, y: y + height / 2 }, factor);
    else viewport.fit();
  }

  seatPanel(seat: number): HTMLElement | null {
    if (!this.stage) return null;
    let panel = this.panels.get(seat);
    if (!panel) {
      panel = document.createElement("div");
      panel.className = `seat-panel ${this.stage.layout.name.split(" ")[0]}-panel`;
      if (!this.renderSeatPanel(seat, panel)) return null;
      this.panels.set(seat, panel);
    }
    return panel;
  }

  drawHeat(candidates: HeatCandidate[]): void {
    this.heat = candidates;
    if (this.stage) this.renderHeat();
  }

  loadA11y(): Promise<BoardA11y> {
    return Promise.resolve(new A11y(this));
  }

  destroy(): void {
    this.destroyed = true;
    this.stage?.destroy();
    for (const panel of this.panels.values()) panel.remove();
    for (const { done } of this.queue.splice(0)) done();
  }

  // What a game's board defines

  /** The measures and cells of the drawing. Called again when edition or options change. */
  abstract layout(): Layout;

  /** Draws what stays as long as edition and options do: creates the layers and symbols. */
  build(): void {}

  /** Draws the position. `before` is the one shown before, if the step from there is to be animated (with `this.motion`). */
  abstract paint(before: View<Position, Scene> | null): void;

  /** Draws what depends on the draft and the hovered cell. Called after every `paint` and change of these. */
  renderDraft(): void {}

  /** A tap on a cell by a viewer who may act. The point is missing if it came from the keyboard. */
  onTap(_cell: string, _point: Point | null): void {}

  /** Forgets the parts of the draft. */
  clearDraft(): void {}

  /** The cells where a tap does something now. Only called if the viewer may act. */
  tappable(): ReadonlySet<string> {
    return new Set();
  }

  /** Actions that are words and not cells, such as "pass": offered as buttons. Each is also the key of its text. */
  wordActions(): string[] {
    return [];
  }

  /** The cells that an action concerns, from start to end. */
  cellsOf(action: string): string[] {
    return action.match(/[a-z]{1,2}\d{1,2}/g) ?? [];
  }

  /** Starts to drag what lies on a cell; null if nothing can be dragged from there. */
  startDrag(_cell: string, _point: Point): Drag | null {
    return null;
  }

  /** Something was dropped on one of its targets: propose or play the action. */
  onDrop(_drag: Drag, _target: string): void {}

  /** A drag ended elsewhere: put it back. */
  onDragCancelled(_drag: Drag): void {
    this.cancel();
  }

  /** Lights the cells where something can be dropped. `over` is the one under the pointer. */
  drawDropTargets(drag: Drag | null, over: string | null): void {
    this.dropLayer ??= this.stage.layer("drop-targets");
    const cells = drag ? [...drag.targets] : [];
    this.dropLayer.replaceChildren(...cells.map((cell) => this.cellShape(cell, cell === over ? "target chosen" : "target")));
  }

  /** The shape of a cell for fills and outlines. */
  cellShape(cell: string, className: string): SVGElement {
    const { x, y, width, height } = this.cellBox(cell) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const gap = Math.min(width, height) * 0.06;
    return el("rect", {
      class: className,
      x: x + gap,
      y: y + gap,
      width: width - 2 * gap,
      height: height - 2 * gap,
      rx: gap * 2,
    });
  }

  /** The engine's evaluation of an action, where a disc or an arrow does not say enough; null for these. */
  drawHeatMark(_mark: HeatMark): SVGElement | null {
    return null;
  }

  /** Fills the panel of a seat and returns true; false if the game has nothing to show. */
  renderSeatPanel(_seat: number, _panel: HTMLElement): boolean {
    return false;
  }

  /** The viewport or the size of the drawing has changed. */
  onViewportChange(): void {}

  // What games' boards call

  /** What the stage reports to this board. */
  handlers(): StageHandlers {
    return {
      tap: (cell, point) => {
        if (!this.legal.size || this.sent) return;
        this.host.showMessage("");
        this.onTap(cell, point);
      },
      hover: (cell, point) => {
        if (this.dragged) this.drawDropTargets(this.dragged, cell);
        else this.onHover(cell, point);
      },
      back: () => this.undoPart(),
      play: () => this.commit(),
      startDrag: (cell, point) => this.beginDrag(cell, point),
      endDrag: (drag, target) => this.finishDrag(drag, target),
      moved: () => {
        if (this.stage) this.onViewportChange();
      },
    };
  }

  onHover(cell: string | null, _point: Point | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.renderDraft();
  }

  cellBox(cell: string): CellBox | null {
    return this.stage.cells.all.get(cell)?.box ?? null;
  }

  /** The middle of a cell's box. */
  middleOf(cell: string): Point {
    const box = this.cellBox(cell);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
  }

  /**
   * The marks of the last move: a warm fill on its cells and, if it has more than one, a faint arrow through them. Put them
   * below the pieces.
   */
  lastMoveMarks(cells: readonly string[], middle = (cell: string): Point => this.middleOf(cell)): SVGElement[] {
    const marks: SVGElement[] = [...new Set(cells)].map((cell) => this.cellShape(cell, "last-move"));
    if (cells.length > 1) marks.push(this.lastMoveArrow(cells.map(middle)));
    return marks;
  }

  /** The arrow of the last move through some points. */
  lastMoveArrow(points: readonly Point[]): SVGElement {
    const box = this.stage.layout.rows[0][0];
    const size = Math.min(box.width, box.height);
    return arrow("last-move-arrow", points, {
      head: size * 0.16,
      start: size * 0.1,
      end: size * 0.1,
    });
  }

  /** Shows a draft, or that there is none. */
  propose(draft: Draft | null): void {
    this.proposal = draft;
    this.host.showMessage("");
    this.refresh();
    this.host.onDraft(draft);
  }

  /** Draws the draft again and marks the cells that can be tapped. */
  refresh(): void {
    this.renderDraft();
    this.stage.cells.setOffered(this.offered());
  }

  /** Hands a whole action to the host. */
  submit(text: string): void {
    this.sent = true;
    this.submitted = text;
    this.refresh();
    this.host.onAction(text);
  }

  /** The view after an action, or why it is not possible. Asked once per position. */
  tryOnce(text: string): Promise<TryResult<Position, Scene>> {
    let result = this.tries.get(text);
    if (!result) {
      result = this.host.tryAction(text) as Promise<TryResult<Position, Scene>>;
      this.tries.set(text, result);
    }
    return result;
  }

  /** The view after an action. Null if it is not possible, which is shown as a message, or if the position has changed. */
  async tryAction(text: string): Promise<View<Position, Scene> | null> {
    const { view } = this;
    const result = await this.tryOnce(text);
    if (view !== this.view) return null;
    if (result.error !== undefined) this.host.showMessage(result.error);
    return result.view ?? null;
  }

  /** Shows why an action is not possible. */
  explain(text: string): void {
    void this.tryAction(text);
  }

  // Updates

  /** Draws a position at once; the promise resolves when its animation has ended and the queued updates may begin. */
  private async show(view: View, { seat = null, last = null, animate = false }: UpdateOptions): Promise<void> {
    const before = this.stage && animate ? this.view : null;
    this.abandonDrag();
    this.view = view as View<Position, Scene>;
    this.seat = seat;
    this.last = last;
    this.legal = new Set(view.legal);
    this.tries.clear();
    this.wasDrafted = before !== null && last !== null && last === this.submitted;
    this.submitted = null;
    this.sent = false;
    this.proposal = null;
    this.host.showMessage("");
    this.clearDraft();
    this.rebuild();
    this.paint(before);
    this.stage.cells.setLabels((cell) => this.describe(cell));
    this.refresh();
    this.renderSeatPanels();
    this.host.onDraft(null);
    if (before) this.motion.whenLanded(() => this.host.onLand?.());
    if (this.motion.idle) return;
    this.busy = true;
    await this.motion.finished();
    this.busy = false;
    this.showNext();
  }

  private showNext(): void {
    const next = this.queue.shift();
    if (!next || this.destroyed) return;
    // Somebody far behind, such as after a pause of the browser, catches up without seeing every step.
    const options = this.queue.length > 2 ? { ...next.options, animate: false } : next.options;
    void this.show(next.view, options).then(next.done);
    if (!this.busy) this.showNext();
  }

  private rebuild(): void {
    const key = JSON.stringify([this.view.edition, this.view.options]);
    if (key === this.builtFor) return;
    this.stage?.destroy();
    this.heatLayer = null;
    this.dropLayer = null;
    this.stage = new Stage(this.host.element, this.layout(), this.handlers());
    this.builtFor = key;
    this.build();
  }

  /** Brings the panels of the seats up to date. */
  renderSeatPanels(): void {
    for (const [seat, panel] of this.panels) this.renderSeatPanel(seat, panel);
  }

  private renderHeat(): void {
    this.heatLayer ??= this.stage.layer("heat");
    this.heatLayer.replaceChildren(...heatElements(this, rankCandidates(this.heat)));
  }

  // Dragging

  private beginDrag(cell: string, point: Point): Drag | null {
    if (!this.legal.size || this.sent) return null;
    const drag = this.startDrag(cell, point);
    this.dragged = drag;
    if (drag) {
      this.host.showMessage("");
      this.drawDropTargets(drag, null);
    }
    return drag;
  }

  /** Ends a drag because the position changes. */
  private abandonDrag(): void {
    if (!this.dragged) return;
    this.dragged = null;
    this.stage.cancelDrag();
    this.dropLayer?.replaceChildren();
  }

  private finishDrag(drag: Drag, target: string | null): void {
    if (this.dragged !== drag) return; // the position has changed
    this.dragged = null;
    this.drawDropTargets(null, null);
    if (target) this.onDrop(drag, target);
    else this.onDragCancelled(drag);
  }
}
