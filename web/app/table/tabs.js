/** Turns, chat and the rest, one at a time. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";

export class Tabs {
  /** @param {[string, HTMLElement, (() => void)?][]} pages each with what happens when it comes into sight */
  constructor(pages) {
    /** @type {Map<string, {tab: HTMLButtonElement, page: HTMLElement, opened: () => void}>} */
    this.all = new Map();
    const bar = h("div", { role: "tablist", class: "tabs", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) });
    this.watchers = h("span", { class: "watchers", role: "status" });
    this.node = h("section", { class: "side" }, h("div", { class: "tab-line" }, bar, this.watchers));
    for (const [name, page, opened = () => {}] of pages) {
      const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `page-${name}`, click: () => this.choose(name) }, t(`tab_${name}`));
      Object.assign(page, { id: `page-${name}` });
      page.setAttribute("role", "tabpanel");
      page.setAttribute("aria-labelledby", tab.id);
      this.all.set(name, { tab, page, opened });
      bar.append(tab);
      this.node.append(page);
    }
    this.choose(pages[0][0]);
  }

  /** @param {string} chosen */
  choose(chosen) {
    for (const [name, { tab, page, opened }] of this.all) {
      const on = name === chosen;
      const comes = on && page.hidden;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      page.hidden = !on;
      if (on) tab.classList.remove("news");
      if (comes) opened();
    }
  }

  /** How many watch. @param {number} count */
  watched(count) {
    const words = count ? t("watchers", { count }) : "";
    if (words === this.watchers.title) return;
    this.watchers.title = words;
    fill(this.watchers, ...(count ? [icon("eye"), h("span", { "aria-hidden": "true" }, count), h("span", { class: "for-ears" }, words)] : []));
  }

  /** There is something new to see in a tab. @param {string} name */
  mark(name) {
    const { tab, page } = this.all.get(name) ?? {};
    if (page?.hidden) tab?.classList.add("news");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const names = [...this.all.keys()];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = names.findIndex((name) => this.all.get(name)?.tab === event.target);
    if (!step || at < 0) return;
    const next = names[(at + step + names.length) % names.length];
    this.choose(next);
    this.all.get(next)?.tab.focus();
  }
}
