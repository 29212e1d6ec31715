// Settings of the table, kept in this browser.

import { field, h, select } from "./dom.js";

const CHOICES = {
  theme: ["Colours", [["system", "as the system"], ["light", "light"], ["dark", "dark"]]],
  pace: ["Between two steps of others", [["0", "no pause"], ["200", "0.2 s"], ["500", "0.5 s"], ["1000", "1 s"]]],
  confirm: ["Pass with playable cards", [["on", "wait two seconds"], ["ask", "ask once more"], ["off", "at once"]]],
  single: ["Only one answer is possible", [["on", "give it for me"], ["off", "ask me"]]],
  idle: ["No card can be played", [["off", "ask me"], ["on", "pass for me"]]],
  explain: ["Rules as they come up", [["off", "do not explain"], ["on", "explain, each once"]]],
  order: ["Order of my Reactions", [["off", "ask me"], ["on", "as listed"]]],
};
const USUAL = { theme: "system", pace: "500", confirm: "on", single: "on", idle: "off", order: "off", explain: "off" };
const KEY = "altered-table";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}") || {};
  } catch {
    return {};
  }
}

export function setting(name) {
  const value = kept()[name];
  return CHOICES[name][1].some(([one]) => one === value) ? value : USUAL[name];
}

export function keep(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: value }));
  } catch {
    // no storage: the setting holds for nothing but this page's theme
  }
  colour();
}

export function colour() {
  const theme = setting("theme");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function settings(names = Object.keys(CHOICES)) {
  return h("div", { class: "settings" }, names.map((name) => {
    const [label, entries] = CHOICES[name];
    const chosen = select(entries, setting(name));
    chosen.addEventListener("change", () => keep(name, chosen.value));
    return field(label, chosen);
  }));
}
