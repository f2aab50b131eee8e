/** The state of a study: a tree of moves, and the position of it that is shown. The viewer acts for every side. */

import type { View } from "../../board/types.js";
import { ChangeEmitter, type PastPosition, type Ply, type PositionSource } from "../match/position_source.js";
import { resultTexts, type ResultTexts } from "../match/result.js";
import type { GameEntry, StudyBody } from "../protocol.js";
import { t as clientText, type Translate } from "../texts.js";
import type { Line, StudyApi } from "./study_api.js";
import { Tree, type TreeNode } from "./tree.js";

export interface StudyStateOptions {
  readonly game: GameEntry;
  readonly t: Translate; // texts of the game
  readonly api: StudyApi;
  readonly signal: AbortSignal; // aborted when the page is left
  /** Called when a request begins or ends. */
  readonly update: () => void;
  /** Called if a position cannot be loaded. */
  readonly showError: (error: unknown) => void;
}

/**
 * A position source with a tree. After a step it emits `all`, after a move `update` with its event, and `info` if the position
 * that is shown was asked for again.
 */
export class StudyState extends ChangeEmitter implements PositionSource {
  tree = new Tree();
  /** The names of the sides of the edition. */
  sides: readonly string[];
  view: View | null = null;
  revision = 0;
  readonly #options: StudyStateOptions;
  #origin: { edition: string; start?: string }; // where the line begins
  #body: StudyBody | null = null;
  #target: TreeNode | null = null; // the node that is being loaded; the next step counts from it
  #requests = 0;
  #lastRequest = 0;

  constructor(options: StudyStateOptions) {
    super();
    this.#options = options;
    const [edition] = options.game.editions;
    this.sides = edition?.sides ?? [];
    this.#origin = { edition: edition?.edition ?? "" };
  }

  // the position source

  get game(): string {
    return this.#options.game.name;
  }

  get t(): Translate {
    return this.#options.t;
  }

  get seat(): number | null {
    return this.#body?.viewer?.to_act ?? this.seats[0] ?? null;
  }

  get seats(): readonly number[] {
    return this.#body?.viewer?.seats ?? [];
  }

  get players(): readonly string[] {
    return (this.view?.sides ?? []).map((_, seat) => this.t(this.sideOf(seat)));
  }

  get mayAct(): boolean {
    return this.#body?.viewer?.to_act !== undefined;
  }

  get isOver(): boolean {
    return this.#body?.view.status === "over";
  }

  get plies(): readonly Ply[] {
    return this.tree.line().map(({ action, seat }) => ({ seat, text: action, left: false }));
  }

  get ply(): number {
    return this.tree.path().length;
  }

  get lastAction(): string | null {
    return this.tree.current.action || null;
  }

  describeStatus(prompt: string): string {
    const result = this.describeResult();
    if (result) return `${result.headline} ${result.reason}`.trim();
    const name = this.players[this.#body?.view.to_act ?? -1];
    return name === undefined ? "" : `${clientText("turn_of", { name })} ${prompt}`.trim();
  }

  async viewAfter(ply: number): Promise<PastPosition> {
    const node = this.tree.nodeAt(ply);
    const { view } = await this.#options.api.position(this.lineTo(node));
    return { view: { ...view.state, legal: [] }, last: node.action || null };
  }

  tryAction(action: string): Promise<View> {
    return this.#options.api.tryAction(this.lineTo(), action);
  }

  async play(action: string): Promise<void> {
    const line = this.lineTo();
    const body = await this.#latest(this.#options.api.position({ ...line, actions: [...line.actions, action] }));
    const event = body?.events.at(-1);
    if (!body || event?.kind !== "action") return;
    this.tree.play(event.action, event.seat);
    this.#install(body);
    this.emit({ kind: "update", events: [event] });
  }

  goTo(ply: number): Promise<void> {
    return this.goToNode(this.tree.nodeAt(ply));
  }

  // the tree

  /** True while a position is being loaded. */
  get isLoading(): boolean {
    return this.#requests > 0;
  }

  /** True if an engine can analyse this line. */
  get hasEngine(): boolean {
    return this.#body?.engine ?? false;
  }

  /** The node that is shown, or that is being loaded. */
  get target(): TreeNode {
    return this.#target ?? this.tree.current;
  }

  /** The name of the side of a seat in lower case, as in keys of texts and classes: "white". */
  sideOf(seat: number): string {
    return (this.sides[this.view?.sides[seat] ?? -1] ?? "").toLowerCase();
  }

  /** The line from the start to a node, for requests. */
  lineTo(node: TreeNode = this.tree.current): Line {
    return { ...this.#origin, actions: this.tree.path(node).map(({ action }) => action) };
  }

  /** The whole line that is shown. */
  get line(): Line {
    return this.lineTo(this.tree.line().at(-1));
  }

  /** Opens a line and shows the position after `ply` moves. Rejects without a change if it cannot be had. */
  async open(line: Line, ply: number): Promise<void> {
    const { api, game } = this.#options;
    const whole = await this.#latest(api.position(line));
    if (!whole) return;
    const { edition } = whole.view.state;
    const origin = { edition, start: whole.start };
    const tree = new Tree();
    for (const event of whole.events) if (event.kind === "action") tree.play(event.action, event.seat);
    tree.goTo(tree.nodeAt(ply));
    const actions = tree.path().map(({ action }) => action);
    const body = await this.#latest(api.position({ ...origin, actions }));
    if (!body) return;
    this.sides = game.editions.find((entry) => entry.edition === edition)?.sides ?? this.sides;
    this.#origin = origin;
    this.tree = tree;
    this.#install(body);
    this.emit({ kind: "all", events: [] });
  }

  /** Shows the position after a move. Does not reject. */
  async goToNode(node: TreeNode): Promise<void> {
    if (node === this.target) this.emit({ kind: "info", events: [] });
    else await this.#load(node).catch(this.#options.showError);
  }

  /** Goes some moves on, or back if `moves` is negative. Counts from the position that is being loaded. */
  step(moves: number): Promise<void> {
    return this.goTo(this.tree.path(this.target).length + moves);
  }

  /** Goes to the next move that was tried in the same place; to the one before it with -1. */
  goToSibling(offset: 1 | -1): Promise<void> {
    const siblings = this.tree.siblings(this.target);
    const node = siblings[(siblings.indexOf(this.target) + offset + siblings.length) % siblings.length];
    return node ? this.goToNode(node) : Promise.resolve();
  }

  /** Deletes the move that is shown with all that follow it. */
  async cut(): Promise<void> {
    const { parent } = this.tree.current;
    if (!parent) return;
    try {
      await this.#options.api.position(this.lineTo(parent)); // nothing is deleted if the position before it cannot be shown
      this.tree.cut();
      await this.#load(this.tree.current);
    } catch (error) {
      this.#options.showError(error);
    }
  }

  async #load(node: TreeNode): Promise<void> {
    this.#target = node;
    try {
      const body = await this.#latest(this.#options.api.position(this.lineTo(node)));
      if (!body) return;
      this.tree.goTo(node);
      this.#install(body);
    } finally {
      if (this.#target === node) this.#target = null;
    }
    this.emit({ kind: "all", events: [] });
  }

  /** The result of a request; null if another one was made meanwhile, or the page was left. */
  async #latest(request: Promise<StudyBody>): Promise<StudyBody | null> {
    const number = ++this.#lastRequest;
    this.#requests++;
    this.#options.update();
    try {
      const body = await request;
      return number === this.#lastRequest && !this.#options.signal.aborted ? body : null;
    } finally {
      this.#requests--;
      this.#options.update();
    }
  }

  #install(body: StudyBody): void {
    const { state } = body.view;
    this.#body = body;
    this.view = { ...state, scene: body.viewer?.scene ?? state.scene, legal: body.viewer?.legal ?? [] };
    this.revision++;
  }

  // the result

  /** The result in words; null before the end. */
  describeResult(): ResultTexts | null {
    const { result = null, state } = this.#body?.view ?? {};
    if (!result || !state) return null;
    return resultTexts({
      t: this.t,
      result,
      players: this.players,
      sides: this.sides,
      sideOfSeat: state.sides,
      options: state.options,
      moves: this.ply,
      ownSeats: [],
    });
  }
}
