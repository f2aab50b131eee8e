/** Dialogs in which an operator says why, for how long, and with which result. */

import { html, nothing, render, type TemplateResult } from "../lit.js";
import { t } from "../texts.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const BAN_DAYS = [1, 7, 30, 365] as const;
const MAX_REASON_LENGTH = 500;

interface FormOptions {
  title: string;
  submit: string; // label of the button
  text?: string; // what happens
  fields?: TemplateResult | typeof nothing;
  danger?: boolean; // it cannot be undone
  reasonRequired?: boolean;
}

/** Asks for the fields and a reason, which every change takes for the audit log. Returns null if it is cancelled. */
export function askForm({
  title,
  submit,
  text = "",
  fields = nothing,
  danger = false,
  reasonRequired = false,
}: FormOptions): Promise<FormData | null> {
  return new Promise((resolve) => {
    const dialog = Object.assign(document.createElement("dialog"), { className: "card" });
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.addEventListener("close", () => {
      const form = dialog.querySelector("form");
      resolve(dialog.returnValue === "yes" && form ? new FormData(form) : null);
      dialog.remove();
    });
    const form = html`<form method="dialog">
      <h2 id="dialog-title">${title}</h2>
      ${text ? html`<p>${text}</p>` : nothing} ${fields}
      <div class="field">
        <label for="reason">${t("op_reason")}</label>
        <textarea
          id="reason"
          name="reason"
          rows="3"
          maxlength=${MAX_REASON_LENGTH}
          ?required=${reasonRequired}
          aria-describedby="reason-hint"
        ></textarea>
        <small id="reason-hint">${t("op_reason_words")}</small>
      </div>
      <p class="buttons">
        <button value="no" formnovalidate>${t("cancel")}</button
        ><button value="yes" class=${danger ? "danger" : "main"}>${submit}</button>
      </p>
    </form>`;
    render(form, dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Fields for the end of a ban; `readUntil` reads them. */
export function untilFields(): TemplateResult {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  return html`<div class="field">
      <label for="ban-length">${t("op_ban_length")}</label>
      <select id="ban-length" name="length">
        ${BAN_DAYS.map((days) => html`<option value=${days} ?selected=${days === BAN_DAYS[0]}>${t("op_days", { count: days })}</option>`)}
        <option value="date">${t("op_until_date")}</option>
        <option value="">${t("op_no_end")}</option>
      </select>
    </div>
    <div class="field until-date">
      <label for="ban-date">${t("op_date")}</label>
      <input type="date" id="ban-date" name="date" min=${tomorrow} .value=${tomorrow} />
    </div>`;
}

/** The end of a ban in milliseconds since the epoch; null for no end. */
export function readUntil(form: FormData): number | null {
  const length = textOf(form, "length");
  if (length !== "date") return length ? Date.now() + Number(length) * DAY_MS : null;
  const until = new Date(`${textOf(form, "date")}T00:00`).getTime(); // at the beginning of that day here
  return Number.isNaN(until) ? null : until;
}

/** The text of a field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}
