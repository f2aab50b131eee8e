/** What operators do. Each action asks for a reason, reports an error, and returns true if it was done. */

import { api } from "../api.js";
import { html, type TemplateResult } from "../lit.js";
import type { AccountRow, AddressBanRow, MatchBody, MatchRow, ReportRow } from "../protocol.js";
import type { Session } from "../session.js";
import { t } from "../texts.js";
import { askForm, readUntil, textOf, untilFields } from "./dialog.js";

async function send(session: Session, path: string, body: Record<string, unknown>): Promise<boolean> {
  try {
    await api(`operator/${path}`, { body });
    session.notify(t("op_done"));
    return true;
  } catch (error) {
    session.showError(error);
    return false;
  }
}

export async function banAccount(session: Session, { id, name }: AccountRow): Promise<boolean> {
  const form = await askForm({
    title: t("op_ban_title", { name }),
    text: t("op_ban_words"),
    submit: t("op_ban"),
    fields: untilFields(),
    danger: true,
  });
  return form !== null && send(session, "ban", { account_id: id, until: readUntil(form), reason: textOf(form, "reason") });
}

export async function unbanAccount(session: Session, { id, name }: AccountRow): Promise<boolean> {
  const form = await askForm({ title: t("op_unban_title", { name }), submit: t("op_unban") });
  return form !== null && send(session, "ban", { account_id: id, banned: false, reason: textOf(form, "reason") });
}

export async function deleteAccount(session: Session, { id, name }: AccountRow): Promise<boolean> {
  const form = await askForm({
    title: t("op_delete_title", { name }),
    text: t("op_delete_words"),
    submit: t("op_delete"),
    danger: true,
  });
  return form !== null && send(session, "delete-account", { account_id: id, reason: textOf(form, "reason") });
}

export async function addNote(session: Session, { id, name }: AccountRow): Promise<boolean> {
  const form = await askForm({ title: t("op_note_title", { name }), submit: t("op_note"), reasonRequired: true });
  return form !== null && send(session, "note", { account_id: id, reason: textOf(form, "reason") });
}

export async function revokeOperator(session: Session, { id, name }: AccountRow): Promise<boolean> {
  const form = await askForm({
    title: t("op_revoke_title", { name }),
    text: t("op_revoke_words"),
    submit: t("op_revoke"),
    danger: true,
  });
  return form !== null && send(session, "revoke-operator", { account_id: id, reason: textOf(form, "reason") });
}

export async function setHidden(session: Session, { chat_id: chatId }: ReportRow, hidden: boolean): Promise<boolean> {
  const key = hidden ? "op_hide" : "op_show";
  const form = await askForm({ title: t(`${key}_title`), text: t(`${key}_words`), submit: t(key) });
  return form !== null && send(session, "hide", { chat_id: chatId, hidden, reason: textOf(form, "reason") });
}

export async function closeReport(session: Session, { id }: ReportRow): Promise<boolean> {
  const form = await askForm({ title: t("op_close_title"), text: t("op_close_words"), submit: t("op_close") });
  return form !== null && send(session, "close-report", { report_id: id, reason: textOf(form, "reason") });
}

export async function banAddress(session: Session): Promise<boolean> {
  const address = html`<div class="field">
    <label for="address">${t("op_address")}</label>
    <input id="address" name="address" required minlength="2" maxlength="60" autocomplete="off" spellcheck="false" />
    <small>${t("op_address_words")}</small>
  </div>`;
  const form = await askForm({
    title: t("op_ban_address"),
    submit: t("op_ban"),
    fields: html`${address}${untilFields()}`,
    danger: true,
  });
  if (!form) return false;
  return send(session, "address-bans", {
    address: textOf(form, "address"),
    until: readUntil(form),
    reason: textOf(form, "reason"),
  });
}

export async function unbanAddress(session: Session, { network }: AddressBanRow): Promise<boolean> {
  const form = await askForm({ title: t("op_unban_title", { name: network }), submit: t("op_unban") });
  return form !== null && send(session, "address-bans", { address: network, banned: false, reason: textOf(form, "reason") });
}

/** Ends a match: aborted, drawn, or won by a seat. A match that waits for players can only be aborted. */
export async function endMatch(session: Session, { match_id: matchId, status }: MatchRow): Promise<boolean> {
  let players: string[] = [];
  try {
    if (status === "running") ({ players } = (await api<MatchBody>(`matches/${matchId}`)).view);
  } catch (error) {
    session.showError(error);
    return false;
  }
  const results: [string, string][] = [["abort", t("op_result_abort")]];
  if (players.length) results.push(["draw", t("op_result_draw")]);
  players.forEach((name, seat) => results.push([`win ${seat}`, t("op_result_win", { name })]));
  const form = await askForm({ title: t("op_end_title"), submit: t("op_end"), fields: resultFields(results), danger: true });
  if (!form) return false;
  const [result, seat] = textOf(form, "result").split(" ");
  const winner = seat === undefined ? {} : { winner: Number(seat) };
  return send(session, `matches/${matchId}/end`, { result, ...winner, reason: textOf(form, "reason") });
}

const resultFields = (results: [string, string][]): TemplateResult =>
  html`<fieldset class="results">
    <legend>${t("op_result")}</legend>
    ${results.map(
      ([value, label], index) =>
        html`<label class="check" for=${`result-${index}`}>
          <input type="radio" name="result" id=${`result-${index}`} value=${value} ?checked=${index === 0} /><span
            >${label}</span
          >
        </label>`,
    )}
  </fieldset>`;
