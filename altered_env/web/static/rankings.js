// Rankings: every measured card by its worth, and the Heroes by the win rates of their lists.

import { ask, field, h, notice, put, select } from "./dom.js";
import { note, query } from "./server.js";
import { drawn, points } from "./worths.js";
import { folding } from "./tables.js";
import { capital, factionName, number, percent, plural, t, translated, wordy } from "./words.js";

const TIERS = [["strong", t("Stronger than the mean of the Heroes")], ["middle", t("Not clearly different from the mean, or the players disagree")], ["weak", t("Weaker than the mean of the Heroes")]];

export async function show(main, [of]) {
  return of === "heroes" ? heroes(main) : cards(main);
}

// The two parts of the page.
const parts = (here) => h("div", { class: "buttons" }, [["cards", "/rankings", t("Cards")], ["heroes", "/rankings/heroes", t("Heroes")]].map(([part, href, title]) => h("a", { class: "button", href, "aria-current": part === here ? "page" : null }, title)));

async function heroes(main) {
  const { rows, players, conditions } = await ask("rankings/heroes");
  const rate = (one) => percent(one.rate);
  const side = (share) => `${(100 * share).toFixed(0)}%`;
  const mean = rows.reduce((sum, row) => sum + row.rate, 0) / rows.length;
  const between = ({ low, high }) => t`${percent(low)} to ${percent(high)}`;
  const heads = [t("Place"), t("Hero"), t("Faction"), t("Lists"), t("All players"), "95 %", "", t("Another player"), ...players];
  const body = TIERS.map(([tier, title]) => {
    const mine = rows.filter((row) => row.tier === tier);
    if (!mine.length) return null;
    return h("tbody", {}, h("tr", { class: "tier" }, h("th", { scope: "rowgroup", colspan: String(heads.length) }, h("span", {}, title))), mine.map((row) => h("tr", {}, h("td", {}, row.places[0] === row.places[1] ? number(row.places[0]) : t`${number(row.places[0])} to ${number(row.places[1])}`),
      h("th", { scope: "row" }, row.reference ? h("a", { href: `/cards/${row.reference}` }, row.hero) : row.hero), h("td", {}, factionName(row.faction)), h("td", {}, String(row.lists)), h("td", {}, rate(row)), h("td", {}, between(row)),
      h("td", {}, h("span", { class: "interval signed", role: "img", "aria-label": between(row), vars: { low: side(row.low), high: side(1 - row.high), mean: side(row.rate), nothing: side(mean) } })),
      h("td", { class: "fine" }, between(row.another)),
      players.map((name) => h("td", { title: between(row.by[name]) }, rate(row.by[name]))))));
  });
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Rankings")), parts("heroes"),
    h("p", { class: "lead" }, t("How often the lists of each Hero win, by several programs. The lists are part of the figure: a Hero with better lists ranks higher.")),
    folding(t("Heroes by win rate"), heads, body, 4),
    h("p", { class: "fine" }, t`${capital(translated(conditions))}. Tiers, places and the first interval are of these players, at 95 %: Heroes whose places overlap are not told apart. Another player of such kinds may rank them otherwise, within its interval.`)));
}

async function cards(main) {
  const [words, first] = await Promise.all([ask("cards/words"), ask("rankings")]);
  const any = (list, called = wordy) => [["", t("any")], ...list.map((word) => [word, called(word)])];
  const controls = { name: h("input", { type: "search", placeholder: "armorer" }), faction: select(any(words.factions.filter((word) => word !== "neutral"), factionName)), rarity: select(any(words.rarities)), player: select(first.players.map((name) => [name, name]), first.player) };
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
        h("th", { scope: "row" }, row.known ? h("a", { href: `/cards/${row.reference}` }, row.name) : row.name), h("td", {}, factionName(row.faction)), h("td", {}, points(row.worth)), h("td", {}, t`${points(row.low)} to ${points(row.high)}`), h("td", {}, drawn(row.worth, row.low, row.high)))));
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
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Rankings")), parts("cards"), h("p", { class: "lead" }, t("The worth of cards, measured in games between programs. Different players value cards differently: compare several.")), form, count,
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": t("cards by worth") }, h("table", { class: "ranked" }, h("thead", {}, h("tr", {}, [t("Place"), "95 %", t("Card"), t("Faction"), t("Worth"), "95 %", ""].map((title, k) => h("th", { scope: "col" }, title || h("span", { class: "sr" }, t("Interval")))))), body)),
    h("div", { class: "buttons" }, more), said));
  await load(0);
}
