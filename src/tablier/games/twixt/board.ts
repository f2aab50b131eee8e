/** TwixT's board: pegs, links between them, and the turn that places both. */

import { Board, defineSymbols, group, use, type BoardA11y, type Drag, type Host, type Layout, type Point } from "tablier/board";
import { Coordinates, MARGIN } from "./board.coordinates.js";
import { TurnDraft, type TwixtPosition, type TwixtScene, type TwixtView } from "./board.draft.js";
import { PITCH, formatLink, holeName, holePoint, liftOf, linkBetween, linkEnds, pegOf, pointOf } from "./board.notation.js";
import { fillSeatPanel } from "./board.panel.js";
import {
  SYMBOLS,
  drawBoard,
  drawGuides,
  drawLink,
  halo,
  holeRows,
  isBorderHole,
  isHole,
  type SymbolIds,
} from "./board.pieces.js";

const NEAR_HOLE = 0.34 * PITCH; // a tap this near to a hole means the hole and not a link beside it
const NEAR_LINK = 0.3 * PITCH;
const MIN_LINK_PITCH = 18; // css pixels between holes from which on a tap can tell a link from a hole
const HOVER_MS = 60; // a pointer that rests so long is worth asking for the links of its peg
const LIGHT_MS = 1000; // how long new links are lit

export const create = (host: Host): TwixtBoard => new TwixtBoard(host);

export class TwixtBoard extends Board<TwixtPosition, TwixtScene> {
  private ids!: SymbolIds;
  private layers!: Record<"last" | "links" | "lights" | "hints" | "drafted" | "pegs" | "ghosts", SVGElement>;
  private bands!: SVGElement[]; // the border rows by side
  private guides!: SVGElement;
  private coordinates: Coordinates | null = null;
  private readonly linkNodes = new Map<string, SVGElement>();
  private turn!: TurnDraft;

  // Drawing

  layout(): Layout {
    const { size } = this.view.position;
    const [wide, margin] = [size * PITCH, size * MARGIN];
    this.coordinates = null;
    return {
      name: `twixt twixt-${this.sideKeys()[0]}`,
      label: this.t("grid", { size }),
      box: { x: -margin, y: -margin, width: wide + 2 * margin, height: wide + 2 * margin },
      rows: holeRows(size).map((row) =>
        row.map((hole) => {
          const { x, y } = pointOf(hole);
          return { id: holeName(hole), x: x - PITCH / 2, y: y - PITCH / 2, width: PITCH, height: PITCH };
        }),
      ),
      cellAt: (x, y) => {
        const hole = { column: Math.floor(x / PITCH), row: Math.floor(y / PITCH) };
        return isHole(hole, size) ? holeName(hole) : null;
      },
      zoom: { window: { x: 0, y: 0, width: wide, height: wide }, max: Math.max(3, size / 5) },
    };
  }

  override build(): void {
    const { stage } = this;
    const { size } = this.view.position;
    this.ids = defineSymbols(stage.defs, SYMBOLS);
    this.bands = drawBoard(stage.defs, stage.under, stage.layer("ground"), size);
    this.guides = stage.layer("guides");
    this.guides.append(drawGuides(size));
    this.layers = {
      last: stage.layer("last-layer"),
      links: stage.layer("links"),
      lights: stage.layer("lights"),
      hints: stage.layer("hints"),
      drafted: stage.layer("drafted"),
      pegs: stage.layer("pegs"),
      ghosts: stage.layer("ghosts"),
    };
    this.coordinates = new Coordinates(stage, size);
  }

  override onViewportChange(): void {
    this.coordinates?.place();
  }

  paint(before: TwixtView | null): void {
    this.guides.classList.toggle("off", !this.host.settings.guides);
    const { to_act: seat, sides } = this.view;
    this.bands.forEach((band, side) => band.classList.toggle("acts", seat !== null && sides[seat] === side));
    this.drawLinks(before);
    this.drawPegs(before);
    const last = this.lastPeg();
    const isOver = this.view.scene.chain !== null;
    this.layers.last.replaceChildren(...(last && !isOver ? [this.cellShape(last, "last-move")] : []));
  }

  private drawLinks(before: TwixtView | null): void {
    const { position, scene } = this.view;
    const won = new Set(scene.chain?.links);
    this.linkNodes.clear();
    position.links.forEach((links, side) => {
      for (const link of links) {
        const node = drawLink(link, won.has(link) ? "link won" : "link", side);
        this.linkNodes.set(link, node);
        if (before && !before.position.links[side].includes(link)) this.light(node, link);
      }
    });
    const nodes = [...this.linkNodes];
    const isWon = ([link]: [string, SVGElement]): boolean => won.has(link);
    const ordered = [...nodes.filter((entry) => !isWon(entry)), ...nodes.filter(isWon)]; // the chain above what it crosses
    this.layers.links.replaceChildren(...ordered.map(([, node]) => node));
  }

  /** Lets a new link appear, and lights it for a moment. The light outlasts the animation and further moves. */
  private light(node: SVGElement, link: string): void {
    if (!this.motion.enabled) return;
    void this.motion.appear(node, { duration: 200, delay: this.wasDrafted ? 0 : 120 });
    const light = drawLink(link, "link-light");
    this.layers.lights.append(light);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
    const remove = (): void => light.remove();
    light.animate(frames, { duration: LIGHT_MS, fill: "both" }).finished.then(remove, remove);
  }

  private drawPegs(before: TwixtView | null): void {
    const { position, scene } = this.view;
    const won = new Set(scene.chain?.holes);
    const swapped = before !== null && this.last === "swap";
    const nodes = position.pegs.flatMap((pegs, side) =>
      pegs.map((hole) => {
        const node = group(`peg side${side}`, this.peg(hole, side));
        if (won.has(hole)) node.append(halo(hole, "won-peg", PITCH * 0.4));
        else if (isBorderHole(hole, position.size)) node.append(halo(hole, "peg-outline", PITCH * 0.375));
        node.dataset.peg = hole;
        const isNew = before !== null && !before.position.pegs[side].includes(hole);
        if (isNew || swapped) void this.motion.press(node, holePoint(hole));
        return node;
      }),
    );
    this.layers.pegs.replaceChildren(...nodes);
  }

  private peg(hole: string, side: number, className = ""): SVGElement {
    const { x, y } = holePoint(hole);
    return use(side ? this.ids.peg1 : this.ids.peg0, x, y, `${className} side${side}`.trim());
  }

  /** The peg of the last move; after a swap the one that changed its owner. */
  lastPeg(): string | null {
    if (this.last === "swap") return this.view.position.pegs.flat()[0] ?? null;
    return this.last && pegOf(this.last);
  }

  override cellShape(cell: string, className: string): SVGElement {
    return halo(cell, className);
  }

  override renderDraft(): void {
    const { turn, side } = this;
    const { parts, linkStart } = turn;
    const { hints, drafted, pegs, ghosts } = this.layers;
    const dragged = this.dragged?.source ?? null;
    const lift = dragged !== null && dragged !== parts.peg ? dragged : parts.lift;
    const goes = (link: string): boolean => parts.removed.has(link) || (lift !== null && linkEnds(link).includes(lift));
    for (const [link, node] of this.linkNodes) node.classList.toggle("gone", goes(link));
    for (const node of pegs.children) node.classList.toggle("gone", (node as SVGElement).dataset.peg === lift);
    const possible = turn.isEmpty && !linkStart ? [] : this.view.scene.linkable.filter((link) => !parts.added.has(link));
    const near = linkStart ? possible.filter((link) => linkEnds(link).includes(linkStart)) : possible;
    hints.replaceChildren(
      ...near.map((link) => drawLink(link, "link possible")),
      ...[...parts.refused].map((link) => drawLink(link, "link refused")),
    );
    drafted.replaceChildren(...[...turn.coming].map((link) => drawLink(link, "link coming", side)));
    ghosts.replaceChildren();
    if (parts.peg && parts.peg !== dragged) {
      const radius = PITCH * 0.46;
      ghosts.append(
        this.peg(parts.peg, side, "drafted-peg"),
        halo(parts.peg, "ring-edge", radius),
        halo(parts.peg, "ring", radius),
      );
    }
    if (linkStart) ghosts.append(halo(linkStart, "ring from", PITCH * 0.5));
    const { hovered } = this;
    const idle = !this.sent && dragged === null && !linkStart;
    if (hovered && hovered !== parts.peg && idle && turn.open.has(hovered)) void this.drawGhost(hovered);
  }

  /** The peg under the pointer, and the links that it would place. */
  private async drawGhost(hole: string): Promise<void> {
    const { turn } = this;
    this.layers.ghosts.append(this.peg(hole, this.side, "ghost"));
    const isCurrent = (): boolean => turn === this.turn && this.hovered === hole && turn.isEmpty && !this.sent;
    if (!isCurrent()) return;
    await new Promise((resolve) => setTimeout(resolve, HOVER_MS));
    if (!isCurrent()) return;
    const { view } = await this.tryOnce(hole);
    if (!view || !isCurrent()) return;
    const links = [...turn.linksAdded(view)];
    this.layers.drafted.replaceChildren(...links.map((link) => drawLink(link, "link coming ghost", this.side)));
    this.stage.loupe?.refresh();
  }

  // The draft

  /** The side of the viewer. */
  get side(): number {
    return this.seat === null ? 0 : this.view.sides[this.seat];
  }

  override clearDraft(): void {
    const { view, side } = this;
    this.turn = new TurnDraft({ view, side, tryAction: (text) => this.tryAction(text) });
  }

  override onTap(hole: string, point: Point | null): void {
    const { turn } = this;
    const { parts, linkStart } = turn;
    const link = point && this.linkAt(hole, point);
    if (hole === parts.lift) return this.cancel();
    if (link) return void this.toggle(link);
    if (hole === parts.peg) return linkStart ? this.drawLinkTo(hole) : this.commit();
    const isOwn = this.view.position.pegs[this.side].includes(hole);
    if (isOwn && turn.liftable.includes(hole) && !linkStart) return void this.change(turn.lift(hole));
    if (isOwn) return this.drawLinkTo(hole);
    if (turn.open.has(hole)) return void this.place(hole);
    this.explain((parts.lift ? `^${parts.lift},` : "") + hole);
  }

  private async place(hole: string, lift?: string): Promise<void> {
    const { turn } = this;
    if (!(await this.change(turn.place(hole, lift)))) return;
    const { removed, added } = turn.parts;
    if (this.host.settings.oneTap && !removed.size && !added.size) this.commit();
  }

  /** Begins a link at a peg, or ends it there: a link that is on the board goes, another one comes. */
  private drawLinkTo(hole: string): void {
    const { turn } = this;
    const start = turn.linkStart;
    turn.linkStart = start ? null : hole;
    this.proposeTurn();
    if (start && start !== hole) void this.toggle(linkBetween(start, hole));
  }

  private toggle(link: string): Promise<boolean> {
    return this.change(this.turn.toggle(link));
  }

  /** Shows the draft after a change of it, if the change was possible. */
  private async change(changed: Promise<boolean>): Promise<boolean> {
    const { turn } = this;
    if (!(await changed) || turn !== this.turn) return false;
    this.proposeTurn();
    return true;
  }

  private proposeTurn(): void {
    const { turn } = this;
    const { notation: text, linkStart } = turn;
    if (linkStart) this.propose({ text, whole: false, description: this.t("from", { hole: linkStart }) });
    else if (turn.isEmpty) this.propose(null);
    else this.propose({ text, whole: turn.parts.peg !== null, description: this.describeDraft() });
  }

  private describeDraft(): string {
    const { parts, coming } = this.turn;
    const sentences: string[] = [];
    if (parts.lift) sentences.push(this.t("lifts", { hole: parts.lift }));
    if (parts.removed.size) sentences.push(this.t("takes_off", { links: [...parts.removed].map(formatLink).join(", ") }));
    const { holes, others } = splitLinks(coming, parts.peg);
    if (others.length) sentences.push(this.t("adds_links", { links: others.map(formatLink).join(", ") }));
    if (!parts.peg) sentences.push(this.t("choose_hole"));
    else if (holes.length) sentences.push(this.t("peg_links", { hole: parts.peg, holes: holes.join(", ") }));
    else sentences.push(this.t("peg_alone", { hole: parts.peg }));
    return sentences.join(" ");
  }

  override undoPart(): void {
    const { turn } = this;
    if (turn.linkStart) {
      turn.linkStart = null;
      return this.proposeTurn();
    }
    const undone = turn.undo();
    if (undone) void this.change(undone);
    else this.cancel();
  }

  /** The link that a tap at a point means: one's own, a proposed or a possible one. */
  private linkAt(hole: string, point: Point): string | null {
    const { turn } = this;
    const { x, y } = holePoint(hole);
    const pitch = this.coordinates?.pitch ?? 0;
    if (Math.hypot(point.x - x, point.y - y) < NEAR_HOLE || pitch < MIN_LINK_PITCH) return null;
    const known = [...this.view.position.links[this.side], ...turn.automatic, ...turn.parts.added];
    if (!turn.isEmpty) known.push(...this.view.scene.linkable);
    let best: string | null = null;
    let least = NEAR_LINK;
    for (const link of known) {
      const [one, two] = linkEnds(link).map(holePoint);
      const distance = distanceToSegment(point, one, two);
      if (distance < least) [best, least] = [link, distance];
    }
    return best;
  }

  // Dragging: a peg that must be taken up, or the peg of the draft

  override startDrag(hole: string): Drag | null {
    const { turn, side } = this;
    const isDrafted = hole === turn.parts.peg;
    const lifts = turn.liftable.includes(hole);
    if (!isDrafted && !lifts) return null;
    const targets = new Set(isDrafted ? turn.open : turn.openAfter(hole));
    targets.delete(hole);
    return { source: hole, ghost: group("peg", this.peg(hole, side)), targets };
  }

  override onDrop({ source }: Drag, target: string): void {
    void this.place(target, source === this.turn.parts.peg ? undefined : source);
  }

  override onDragCancelled(): void {
    this.refresh();
  }

  /** Every hole is a target: only the one under the pointer is lit. */
  override drawDropTargets(drag: Drag | null, over: string | null): void {
    this.renderDraft();
    if (drag && over && drag.targets.has(over)) this.layers.hints.append(this.cellShape(over, "target chosen"));
  }

  // Texts

  override tappable(): ReadonlySet<string> {
    const { turn } = this;
    const cells = new Set(turn.open);
    if (!turn.openAfter(null).size) for (const peg of turn.liftable) cells.add(peg);
    if (turn.parts.peg) cells.add(turn.parts.peg);
    return cells;
  }

  override wordActions(): string[] {
    return ["swap"];
  }

  override cellsOf(action: string): string[] {
    return [liftOf(action), pegOf(action)].filter((hole) => hole !== null);
  }

  override prompt(): string {
    if (!this.legal.size) return "";
    if (this.legal.has("swap")) return this.t("prompt_pie");
    return this.t(this.view.scene.must_lift ? "prompt_lift" : "prompt_peg");
  }

  /** The keys of the sides' names. */
  sideKeys(): string[] {
    return this.view.edition.endsWith(":kosmos") ? ["white", "black"] : ["red", "black"];
  }

  sideName(side: number): string {
    return this.t(this.sideKeys()[side]);
  }

  describe(hole: string): string {
    const { pegs, links } = this.view.position;
    const side = pegs.findIndex((holes) => holes.includes(hole));
    if (side < 0) return this.t("empty", { hole });
    const { holes } = splitLinks(links[side], hole);
    const facts = { hole, side: this.sideName(side), holes: holes.join(", ") };
    return this.t(holes.length ? "peg_linked" : "peg", facts);
  }

  override renderSeatPanel(seat: number, panel: HTMLElement): boolean {
    fillSeatPanel(this, this.view.sides[seat], panel);
    return true;
  }

  override async loadA11y(): Promise<BoardA11y> {
    const { TwixtA11y } = await import("./board.a11y.js");
    return new TwixtA11y(this);
  }
}

/** Splits links into those at a peg, given by the holes of their other ends, and the others. */
export function splitLinks(links: Iterable<string>, peg: string | null): { holes: string[]; others: string[] } {
  const holes: string[] = [];
  const others: string[] = [];
  for (const link of links) {
    const [one, two] = linkEnds(link);
    if (one === peg) holes.push(two);
    else if (two === peg) holes.push(one);
    else others.push(link);
  }
  return { holes, others };
}

function distanceToSegment(point: Point, one: Point, two: Point): number {
  const [x, y] = [two.x - one.x, two.y - one.y];
  const along = Math.min(1, Math.max(0, ((point.x - one.x) * x + (point.y - one.y) * y) / (x * x + y * y)));
  return Math.hypot(point.x - one.x - along * x, point.y - one.y - along * y);
}
