/** Signs drawn as lines: no font has to know them. */

const NAMESPACE = "http://www.w3.org/2000/svg";
const LINES = {
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M12 1.5v2.5M12 20v2.5M1.5 12H4M20 12h2.5M4.6 4.6l1.8 1.8M17.6 17.6l1.8 1.8M19.4 4.6l-1.8 1.8M6.4 17.6l-1.8 1.8",
  moon: "M19.5 14.5A8.5 8.5 0 0 1 9.5 4.5A8.5 8.5 0 1 0 19.5 14.5z",
  first: "M6 5v14M18 5l-7 7l7 7",
  back: "M15 5l-7 7l7 7",
  on: "M9 5l7 7l-7 7",
  now: "M18 5v14M6 5l7 7l-7 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  eye: "M2 12C5 6.5 9 5 12 5s7 1.5 10 7c-3 5.5-7 7-10 7s-7-1.5-10-7zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

/** @param {keyof typeof LINES} name */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  for (const [key, value] of Object.entries({ class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = svg.appendChild(document.createElementNS(NAMESPACE, "path"));
  path.setAttribute("d", LINES[name]);
  return svg;
}
