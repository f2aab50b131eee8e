/** Defined in the line that the server puts before the service worker's script. */
declare const HOUSE: { version: string; shell: string[] };
