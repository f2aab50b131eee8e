/** What one can choose: the name, how it looks and sounds, and this browser's ties to other devices. */

import { api } from "./api.js";
import { title } from "./attention.js";
import { button, fill, h } from "./dom.js";
import { complain, confirm, myself, rename, tell } from "./house.js";
import { languageSelect } from "./language_menu.js";
import { notifications } from "./phone.js";
import { choose, settings } from "./settings.js";
import { linkBox } from "./share.js";
import { t } from "./texts.js";

/** @type {import("./router.js").Show} */
export async function show(main) {
  title(t("settings"));
  main.append(h("h1", {}, t("settings")), await who(), look(), notifications(), devices(), keeping());
}

async function who() {
  const me = await myself();
  const name = h("input", { id: "my-name", maxlength: 60, value: me.name, autocomplete: "nickname", dir: "auto", required: true, "aria-describedby": "name-wrong" });
  const wrong = h("p", { class: "wrong", id: "name-wrong", role: "alert" });
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const empty = !name.value.trim();
    wrong.textContent = empty ? t("name_needed") : "";
    name.setAttribute("aria-invalid", String(empty));
    if (empty) return name.focus();
    await rename(name.value).then((now) => (name.value = now.name)).then(() => tell(t("saved")), complain);
  };
  const form = h("form", { submit: save, novalidate: true }, h("label", { for: "my-name" }, t("my_name")), h("p", { class: "line-up" }, name, h("button", { class: "main" }, t("save"))), wrong);
  return h("section", { class: "sheet" }, h("h2", {}, t("settings_me")), form);
}

function look() {
  const theme = h("select", { id: "theme", change: () => choose({ theme: /** @type {any} */ (theme).value }) });
  for (const value of ["system", "light", "dark"]) theme.append(h("option", { value, selected: settings.theme === value }, t(`theme_${value}`)));
  const contrast = h("select", { id: "contrast", change: () => choose({ contrast: /** @type {any} */ (contrast).value }) });
  for (const value of ["system", "more", "normal"]) contrast.append(h("option", { value, selected: settings.contrast === value }, t(`contrast_${value}`)));
  const boxes = /** @type {const} */ (["confirm", "sounds", "guides", "text", "chatter"]).map((name) => {
    const box = h("input", { type: "checkbox", id: name, checked: settings[name], change: () => choose({ [name]: box.checked }) });
    return h("label", { class: "check", for: name }, box, h("span", {}, t(`setting_${name}`), h("small", {}, t(`setting_${name}_words`))));
  });
  return h("section", { class: "sheet" }, h("h2", {}, t("settings_look")), h("div", { class: "field" }, h("label", { for: "theme" }, t("theme")), theme), h("div", { class: "field" }, h("label", { for: "contrast" }, t("contrast")), contrast), h("div", { class: "field" }, h("label", { for: "language" }, t("language")), languageSelect({ id: "language" })), ...boxes);
}

function devices() {
  const place = h("div", { "aria-live": "polite" });
  const make = (/** @type {"device" | "recovery"} */ kind) =>
    api("me/links", { body: { kind } }).then(({ url }) => fill(place, h("p", {}, t(`link_${kind}`)), linkBox(url, t("tablier"))), complain);
  const links = h("p", { class: "buttons" }, button(t("make_link_device"), () => make("device")), button(t("make_link_recovery"), () => make("recovery")));
  return h("section", { class: "sheet" }, h("h2", {}, t("settings_devices")), h("p", {}, t("devices_words")), links, place);
}

function keeping() {
  const away = () => api("me/sign-out-everywhere", { method: "POST" }).then(() => (tell(t("signed_out")), document.getElementById("notifications")?.replaceWith(notifications())), complain);
  const forget = async () => {
    if (!(await confirm(t("forget_question"), t("forget_yes")))) return;
    await api("me", { method: "DELETE" }).then(() => location.assign("/"), complain);
  };
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, t("settings_kept")),
    h("p", {}, t("kept_words")),
    h("p", { class: "buttons" }, h("a", { class: "button", href: "/api/me/export", download: true }, t("export")), button(t("sign_out"), away), button(t("forget"), forget, { class: "warn" })),
  );
}
