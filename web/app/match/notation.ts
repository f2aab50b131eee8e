/** Moves as people read them. The text of an action in the notation of the game stays in data attributes and records. */

import { html, type TemplateResult } from "../lit.js";
import type { Translate } from "../texts.js";

/** An action as plain text: its word where the game has one (`turn_swap`), else its notation with arrows for moves. */
export function formatAction(t: Translate, action: string): string {
  const word = t(`turn_${action}`);
  return word === `turn_${action}` ? action.replace(/[->]/g, "→") : word;
}

/** An action typeset: column letters set apart from numbers, so that l12 and I12 differ. */
export function actionView(t: Translate, action: string): TemplateResult {
  const text = formatAction(t, action);
  if (!/\d/.test(text)) return html`<span class="notation">${text}</span>`;
  const parts = text.split(/([a-z]{1,2}(?=\d))/);
  return html`<span class="notation" translate="no"
    >${parts.map((part, index) => (index % 2 ? html`<i>${part}</i>` : part))}</span
  >`;
}
