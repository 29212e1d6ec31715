// Decks: legality, statistics and test games.

import { ask, field, h, icon, notice, put, select } from "./dom.js";
import { TERRAINS, full } from "./cards_drawn.js";
import { deckLabel } from "./decks_named.js";
import { fieldTest } from "./field_test.js";
import { follow, named } from "./jobs.js";
import { practice } from "./practice.js";
import { query } from "./server.js";
import { capital, number, percent, plural, t, translated, wordy } from "./words.js";

export async function show(main, [page]) {
  if (page === "build") return (await import("./build.js")).show(main);
  const there = await ask("decks");
  const text = h("textarea", { rows: "12", spellcheck: "false", placeholder: t("1 Sierra & Oddball\n3 Foundry Armorer C\n…\n\nor a deck code, or JSON") });
  const name = select([["", t("choose…")], ...[...there.starters, ...there.lists].map((deck) => [deck, deckLabel(there, deck)])]);
  const found = h("div", { class: "found", "aria-live": "polite" });
  const examine = async (asked) => {
    try {
      put(found, deck(await ask("decks", { json: asked }), asked, there));
    } catch (error) {
      put(found, notice(error.message));
    }
  };
  name.addEventListener("change", () => name.value && examine({ name: name.value }));
  const form = h("form", { class: "begin" }, field(t("Choose a deck"), name), field(t("Or paste your own, in any form"), text), h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, t("Show deck"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) {
      name.value = "";
      return examine({ text: text.value });
    }
    return name.value ? examine({ name: name.value }) : put(found, notice(t("Choose a deck, or paste one.")));
  });
  const called = new URLSearchParams(query()).get("name");
  if (called) {
    name.value = called;
    examine({ name: called });
  }
  const before = h("div", { class: "found" });
  put(main, h("div", { class: "page wide decks" }, h("div", { class: "titled" }, h("h1", {}, t("Decks")), h("a", { class: "button", href: "/decks/build" }, t("Build a deck"))), before, h("div", { class: "twofold" }, form, found)));
  if (named()) await follow(named(), before, (job) => rates(job.result));
}

function deck(told, asked, there) {
  const { stats } = told;
  const games = h("section", { class: "begin" }, h("h2", {}, t("Play with it, or against it")));
  practice(() => asked).then((form) => games.append(form), (error) => games.append(notice(error.message)));
  const legal = (entry) => h("li", { class: entry.wrong.length ? "broken" : "legal" }, h("b", {}, `${translated(entry.title)}, ${entry.rules}${t(": ")}`), entry.wrong.length ? h("ul", {}, entry.wrong.map((line) => h("li", {}, translated(line)))) : t("legal"));
  const standard = told.formats.filter((entry) => entry.title === "Standard");
  const others = told.formats.filter((entry) => entry.title !== "Standard");
  return [
    h("h2", {}, capital(translated(told.name))), h("p", { class: "lead" }, translated(told.summary)),
    told.unplayable.length > 0 && notice(t`Not yet playable: ${told.unplayable.join(", ")}`),
    h("ul", { class: "legality" }, standard.map(legal)),
    h("details", {}, h("summary", {}, t`Other formats: legal in ${others.filter((entry) => !entry.wrong.length).length} of ${others.length}`), h("ul", { class: "legality" }, others.map(legal))),
    h("div", { class: "figures" },
      h("figure", {}, h("figcaption", {}, t("Hand Cost")), bars(stats.curve)),
      h("figure", {}, h("figcaption", {}, t("Reserve Cost")), bars(stats.reserve_curve))),
    h("p", { class: "fine" }, t`Mean cost ${number(stats.mean[0], 2)} from hand, ${number(stats.mean[1], 2)} from Reserve; ${plural(stats.early, "card")} of cost 1 to 3.`),
    h("table", {}, h("thead", {}, h("tr", {}, [t("Terrain"), t("Total"), t("Per Character"), t("Per mana"), t("Best in")].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, TERRAINS.map((terrain) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: `stat ${terrain}` }, icon(terrain), wordy(terrain))), h("td", {}, String(stats.terrains[terrain].total)), h("td", {}, number(stats.terrains[terrain].per_character, 2)), h("td", {}, number(stats.terrains[terrain].per_mana, 2)), h("td", {}, String(stats.terrains[terrain].best)))))),
    h("dl", { class: "rows" }, [[t("Types"), stats.types], [t("Rarities"), stats.rarities], [t("Sets"), stats.sets], [t("Roles"), stats.roles]].map(([title, counts]) => [h("dt", {}, title), h("dd", {}, counts.filter(([, many]) => many).map(([word, many]) => `${capital(wordy(word))} ${many}`).join(", ") || t("none"))]), h("dt", {}, t("Archetype")), h("dd", {}, stats.hints.map(translated).join(translated("; ")) || t("none")), h("dt", {}, t("Code")), h("dd", { class: "code" }, translated(told.code))),
    games,
    h("section", { class: "begin" }, h("h2", {}, t("Test this deck")), fieldTest(there, () => asked, rates)),
    h("h2", {}, t("Cards")),
    h("div", { class: "gallery" }, told.hero && h("a", { class: "leaf", href: `/cards/${told.hero.reference}` }, full(told.hero)), told.cards.map((entry) => h("a", { class: "leaf counted", href: `/cards/${entry.face.reference}` }, h("span", { class: "copies" }, `×${entry.count}`), full(entry.face)))),
  ];
}

export function bars(counts) {
  const most = Math.max(1, ...counts.map(([, number]) => number));
  return h("div", { class: "bars" }, counts.map(([cost, number]) => h("div", { class: "column" }, h("span", {}, String(number)), h("i", { vars: { high: `${(100 * number) / most}%` } }), h("b", {}, String(cost)))));
}

export function rates(result) {
  const rows = [...(result.rows || []), ...(result.all ? [{ deck: t("all of them"), ...result.all }] : [])];
  if (!rows.length) return null;
  const share = (value) => `${(100 * value).toFixed(0)}%`;  // a length
  return h("table", {}, h("thead", {}, h("tr", {}, [t("Against"), t("Wins"), "95 %", ""].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.deck), h("td", {}, percent(row.mean)), h("td", {}, t`${percent(row.low)} to ${percent(row.high)}`), h("td", {}, h("span", { class: "interval", vars: { low: share(row.low), high: share(1 - row.high), mean: share(row.mean) } }))))));
}
