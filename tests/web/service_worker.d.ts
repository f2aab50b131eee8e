/** The line that the server puts before the service worker's text. */
declare const HOUSE: { version: string; shell: string[] };
