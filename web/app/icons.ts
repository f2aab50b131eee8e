/** Icons as line drawings, so that no font is needed. */

import { html, type TemplateResult } from "./lit.js";

const PATHS = {
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M12 1.5v2.5M12 20v2.5M1.5 12H4M20 12h2.5M4.6 4.6l1.8 1.8M17.6 17.6l1.8 1.8M19.4 4.6l-1.8 1.8M6.4 17.6l-1.8 1.8",
  moon: "M19.5 14.5A8.5 8.5 0 0 1 9.5 4.5A8.5 8.5 0 1 0 19.5 14.5z",
  first: "M6 5v14M18 5l-7 7l7 7",
  back: "M15 5l-7 7l7 7",
  next: "M9 5l7 7l-7 7",
  last: "M18 5v14M6 5l7 7l-7 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  eye: "M2 12C5 6.5 9 5 12 5s7 1.5 10 7c-3 5.5-7 7-10 7s-7-1.5-10-7zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01",
};

export type IconName = keyof typeof PATHS;

/** An icon that screen readers ignore. */
export const icon = (name: IconName): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
