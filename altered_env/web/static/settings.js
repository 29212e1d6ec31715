// Settings of the table, kept in this browser.

import { field, h, select } from "./dom.js";
import { kept, remember } from "./stored.js";
import { LANGUAGES, number, t } from "./words.js";

const CHOICES = {
  language: [t("Language"), [["browser", t("as the browser")], ...Object.entries(LANGUAGES)]],
  theme: [t("Colours"), [["system", t("as the system")], ["light", t("light")], ["dark", t("dark")]]],
  pace: [t("Between two steps of others"), [["0", t("no pause")], ...[200, 500, 1000].map((pause) => [String(pause), t`${number(pause / 1000)} s`])]],
  confirm: [t("Pass with playable cards"), [["on", t("wait two seconds")], ["ask", t("ask once more")], ["off", t("at once")]]],
  single: [t("Only one answer is possible"), [["on", t("give it for me")], ["off", t("ask me")]]],
  idle: [t("Nothing can be played or used"), [["off", t("ask me")], ["on", t("pass for me")]]],
  explain: [t("Rules as they come up"), [["off", t("do not explain")], ["on", t("explain, each once")]]],
  order: [t("Order of my Reactions"), [["off", t("ask me")], ["on", t("as listed")]]],
};
const USUAL = { language: "browser", theme: "system", pace: "500", confirm: "on", single: "on", idle: "off", order: "off", explain: "off" };

export function setting(name) {
  const value = kept()[name];
  return CHOICES[name][1].some(([one]) => one === value) ? value : USUAL[name];
}

export function keep(name, value) {
  remember(name, value);
  if (name === "theme") colour(value);
}

// From now on; theme.js does it for pages that are opened.
function colour(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function settings(names = Object.keys(CHOICES)) {
  return h("div", { class: "settings" }, names.map((name) => {
    const [label, entries] = CHOICES[name];
    const chosen = select(entries, setting(name));
    chosen.addEventListener("change", () => {
      keep(name, chosen.value);
      if (name === "language") location.reload();  // every text is another one
    });
    return field(label, chosen);
  }));
}
