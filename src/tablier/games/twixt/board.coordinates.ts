/** The coordinates around TwixT's board. They stay at the edge of the visible part, each beside its row or column. */

import { el, group, set, short, type Stage } from "tablier/board";
import { PITCH, columnName } from "./board.notation.js";

export const MARGIN = PITCH / 24; // the strip of the coordinates, for each hole of a side: the same part of every board

type Side = "top" | "bottom" | "left" | "right";

interface Label {
  readonly node: SVGElement;
  readonly side: Side;
  readonly index: number; // of its row or column
}

export class Coordinates {
  private readonly labels: Label[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly size: number,
  ) {
    const node = group("coordinates");
    set(node, { "aria-hidden": "true" });
    node.style.setProperty("--label", `${short(size * MARGIN * 0.7)}px`);
    for (let index = 0; index < size; index++) {
      for (const side of ["top", "bottom", "left", "right"] as const) {
        const text = side === "top" || side === "bottom" ? columnName(index) : String(index + 1);
        const label = el("text", { class: "coordinate", "data-side": side }, text);
        this.labels.push({ node: label, side, index });
        node.append(label);
      }
    }
    stage.svg.append(node);
    this.place();
  }

  /** The css pixels between two holes. */
  get pitch(): number {
    return (PITCH * this.stage.viewport.scale) / this.stage.pixel;
  }

  /** Follows the viewport. Labels that would touch each other are left out. */
  place(): void {
    const wide = this.size * PITCH;
    const middle = (this.size * MARGIN) / 2;
    const every = this.pitch >= 11 ? 1 : this.pitch >= 6 ? 2 : 4;
    for (const { node, side, index } of this.labels) {
      const at = (index + 0.5) * PITCH;
      const { x, y } = this.stage.viewport.outside({ x: at, y: at });
      const horizontal = side === "top" || side === "bottom";
      const along = horizontal ? x : y;
      if (along <= 0 || along >= wide || index % every) {
        set(node, { visibility: "hidden" });
        continue;
      }
      const across = side === "top" || side === "left" ? -middle : wide + middle;
      const place = horizontal ? `${short(x)} ${across}` : `${across} ${short(y)}`;
      set(node, { transform: `translate(${place})`, visibility: null });
    }
  }
}
