/** What is said at the table. Seats and watchers have a room each. */

import { api } from "../api.js";
import { button, called, fill, h, keepFocus } from "../dom.js";
import { complain, connection, tell } from "../house.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";

export class Chat {
  /** @param {import("./match.js").Match} match @param {any} me */
  constructor(match, me) {
    this.match = match;
    this.me = me;
    this.muted = new Set(me.muted);
    this.list = h("ol", { class: "said-lines", tabindex: 0, "aria-label": t("tab_chat") });
    this.field = h("input", { maxlength: 500, "aria-label": t("say"), placeholder: t("say"), dir: "auto", autocomplete: "off" });
    this.form = h("form", { class: "line-up", submit: (/** @type {Event} */ event) => this.send(event) }, this.field, h("button", { class: "main" }, t("send")));
    this.off = h("p", { class: "empty" }, t("chat_off"));
    this.node = h("div", { class: "chat" }, this.list, this.off, this.form);
    this.shown = "";
  }

  show() {
    const { chat, table } = this.match;
    this.form.hidden = !table.chat;
    this.off.hidden = table.chat;
    const lines = chat.filter((line) => !this.muted.has(line.account_id));
    const key = lines.map((line) => line.id).join();
    if (key === this.shown && key) return;
    this.shown = key;
    const written = () => (lines.length ? lines.map((line) => this.line(line)) : [h("li", { class: "empty" }, t(this.match.seats.length ? "no_chat" : "no_chat_watching"))]);
    keepFocus(this.list, () => fill(this.list, ...written()), () => this.list.focus());
    this.toEnd();
  }

  /** To what was said last; nothing that is hidden can be scrolled, so also when it comes into sight. */
  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {any} line */
  line(line) {
    const own = line.account_id === this.me.id;
    const words = h("span", { class: "words", dir: "auto" }, line.text);
    return h("li", { class: own ? "own" : "" }, called(line.name), " ", words, !own && line.account_id && this.against(line));
  }

  /** What can be done about a line one does not like. @param {any} line */
  against(line) {
    const mute = () =>
      api("me/mutes", { body: { account_id: line.account_id, muted: true } }).then(() => {
        this.muted.add(line.account_id);
        this.shown = "";
        this.show();
        tell(t("muted", { name: line.name }));
      }, complain);
    const report = () => api(`matches/${this.match.id}/report`, { body: { chat_id: line.id } }).then(() => tell(t("reported")), complain);
    return h("details", { class: "against" }, h("summary", { "data-same": line.id, "aria-label": t("about_line", { name: line.name }) }, icon("more")), button(t("mute"), mute, { class: "bare" }), button(t("report"), report, { class: "bare" }));
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    const room = this.match.seats.length ? "seats" : "watchers";
    try {
      await connection.ask(this.match.id, { type: "chat", text, room });
    } catch (error) {
      this.field.value ||= text;
      complain(error);
    }
  }
}
