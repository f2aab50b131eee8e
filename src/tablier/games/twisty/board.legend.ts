/** A button beside the board that explains its marks. */

import { el, unique } from "tablier/board";
import { ring, trail } from "./board.pieces.js";

type Translate = (key: string, facts?: Record<string, unknown>) => string;

export class Legend {
  private readonly button = document.createElement("button");
  private readonly panel = document.createElement("div");

  /** @param element the container of the drawing */
  constructor(
    element: HTMLElement,
    private readonly t: Translate,
  ) {
    const { button, panel } = this;
    panel.id = unique("legend");
    panel.className = "twisty-legend";
    panel.popover = "auto";
    panel.setAttribute("role", "note");
    Object.assign(button, { type: "button", className: "twisty-legend-button", textContent: "?", title: t("legend") });
    button.setAttribute("aria-label", t("legend"));
    button.popoverTargetElement = panel;
    panel.addEventListener("beforetoggle", () => {
      if (!panel.hasChildNodes()) this.fill();
      this.place();
    });
    element.append(button, panel);
  }

  private fill(): void {
    const title = Object.assign(document.createElement("p"), { className: "legend-title", textContent: this.t("legend") });
    const list = document.createElement("ul");
    for (const [key, drawing] of pictures()) {
      const item = document.createElement("li");
      item.append(drawing, Object.assign(document.createElement("span"), { textContent: this.t(key) }));
      list.append(item);
    }
    this.panel.append(title, list);
  }

  /** Puts the panel above the button, inside the window. */
  private place(): void {
    const { right, top } = this.button.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    this.panel.style.setProperty("--right", `${Math.max(8, clientWidth - right)}px`);
    this.panel.style.setProperty("--bottom", `${Math.max(8, clientHeight - top + 8)}px`);
  }

  destroy(): void {
    this.button.remove();
    this.panel.remove();
  }
}

/** The marks with the keys of their texts. */
function pictures(): [string, SVGElement][] {
  const picture = (...content: SVGElement[]): SVGElement =>
    el("svg", { class: "twisty", viewBox: "-54 -54 108 108", "aria-hidden": "true" }, ...content);
  const well = (): SVGElement => el("circle", { class: "legend-well", r: 50 });
  return [
    ["legend_hop", picture(well(), ring("reach"))],
    ["legend_effect", picture(well(), ring("reach strong"))],
    ["legend_onward", picture(well(), ring("reach far"))],
    [
      "legend_last",
      picture(
        well(),
        el("circle", { class: "last-move", r: 43 }),
        trail([
          { x: -40, y: 29 },
          { x: 62, y: -45 },
        ]),
      ),
    ],
  ];
}
