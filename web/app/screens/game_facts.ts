/** The facts on the box of a game. */

import { html, type TemplateResult } from "../lit.js";
import type { Translate } from "../texts.js";

/** For how many players, how long, and from which age on. */
export const gameFacts = (gameText: Translate): TemplateResult =>
  html`<p class="facts">
    <span>${gameText("players")}</span><span>${gameText("minutes")}</span><span>${gameText("age")}</span>
  </p>`;
