// Rankings: every measured card by its worth.

import { ask, field, h, notice, put, select } from "./dom.js";
import { note, query } from "./server.js";
import { drawn, points } from "./worths.js";
import { number, plural, t, translated, wordy } from "./words.js";

export async function show(main) {
  const [words, first] = await Promise.all([ask("cards/words"), ask("rankings")]);
  const any = (list) => [["", t("any")], ...list.map((word) => [word, wordy(word)])];
  const controls = { name: h("input", { type: "search", placeholder: "armorer" }), faction: select(any(words.factions.filter((word) => word !== "neutral"))), rarity: select(any(words.rarities)), player: select(first.players.map((name) => [name, name]), first.player) };
  const labels = { name: t("Name"), faction: t("Faction"), rarity: t("Rarity"), player: t("Measured by") };
  const given = new URLSearchParams(query());
  for (const [name, control] of Object.entries(controls)) if (given.has(name)) control.value = given.get(name);
  const body = h("tbody", {});
  const count = h("p", { class: "fine", role: "status" });
  const said = h("p", { class: "fine" });
  const more = h("button", { type: "button" }, t("Show more"));
  let shown = 0;
  let turn = 0;
  async function load(start) {
    const mine = ++turn;
    const asked = new URLSearchParams(Object.entries(controls).map(([name, control]) => [name, control.value.trim()]).filter(([, value]) => value));
    note(String(asked));
    asked.set("start", String(start));
    try {
      const found = await ask(`rankings?${asked}`);
      if (mine !== turn) return;
      if (!start) body.replaceChildren();
      body.append(...found.rows.map((row) => h("tr", {}, h("td", {}, number(row.place)), h("td", { class: "fine" }, t`${number(row.place_low)} to ${number(row.place_high)}`),
        h("th", { scope: "row" }, row.known ? h("a", { href: `/cards/${row.reference}` }, row.name) : row.name), h("td", {}, wordy(row.faction)), h("td", {}, points(row.worth)), h("td", {}, t`${points(row.low)} to ${points(row.high)}`), h("td", {}, drawn(row.worth, row.low, row.high)))));
      shown = start + found.rows.length;
      count.textContent = t`${number(found.count)} of ${plural(found.of, "measured card")}`;
      said.textContent = t`${translated(found.about)} Measured ${translated(found.conditions)}. Unique cards without a link have no known text here. Heroes: ${translated(found.by_hero)}.`;
      more.hidden = shown >= found.count;
    } catch (error) {
      if (mine !== turn) return;
      put(body);
      put(count, notice(error.message));
    }
  }
  more.addEventListener("click", () => load(shown));
  let soon;
  const form = h("form", { class: "fields filters" }, Object.entries(controls).map(([name, control]) => field(labels[name], control)));
  form.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(() => load(0), 250); });
  form.addEventListener("submit", (event) => { event.preventDefault(); load(0); });
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Rankings")), h("p", { class: "lead" }, t("The worth of cards, measured in games between programs. Different players value cards differently: compare several.")), form, count,
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": t("cards by worth") }, h("table", {}, h("thead", {}, h("tr", {}, [t("Place"), "95 %", t("Card"), t("Faction"), t("Worth"), "95 %", ""].map((title, k) => h("th", { scope: "col" }, title || h("span", { class: "sr" }, t("Interval")))))), body)),
    h("div", { class: "buttons" }, more), said));
  await load(0);
}
