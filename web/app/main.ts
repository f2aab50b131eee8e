/** The page starts here. */

import { games } from "./api.js";
import { h } from "./dom.js";
import { footer, header, textSwitch } from "./header.js";
import { connection, earsPlace, myself } from "./house.js";
import { regain } from "./language_menu.js";
import { missing, plain } from "./plain.js";
import { prepare, start } from "./router.js";
import { apply } from "./settings.js";
import { loadTexts, t } from "./texts.js";

apply();
prepare();
for (const early of [games(), myself()]) early.catch(() => {}); // whoever needs them says when they cannot be had
await loadTexts();
document.body.replaceChildren(h("a", { href: "#main", class: "skip" }, t("skip")), textSwitch("skip"), header(), h("main", { id: "main" }), footer(), earsPlace());
await start(
  missing,
  (error, main) => {
    const { code, message } = /** @type {any} */ (error) ?? {};
    const away = code === "away" || connection.condition === "lost" || /import/i.test(message); // a module that could not be had
    plain(main, t(away ? "offline" : "went_wrong"), away ? t("offline_words") : (message ?? ""));
    console.warn(error);
    let gone = connection.condition === "lost";
    connection.addEventListener("condition", () => (connection.condition === "open" && gone ? location.reload() : (gone ||= connection.condition === "lost")));
  },
);
regain();
navigator.serviceWorker?.register("/service_worker.js", { updateViaCache: "none" }).catch(() => {}); // plain http has none
