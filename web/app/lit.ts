/** What the views use of lit. One module, so that all pages share one chunk. */

export { html, nothing, render, svg, type TemplateResult } from "lit/html.js";
export { classMap } from "lit/directives/class-map.js";
export { createRef, ref, type Ref } from "lit/directives/ref.js";
export { guard } from "lit/directives/guard.js";
export { ifDefined } from "lit/directives/if-defined.js";
export { keyed } from "lit/directives/keyed.js";
export { live } from "lit/directives/live.js";
export { repeat } from "lit/directives/repeat.js";
