// Decks: legality, statistics and test games.

import { ask, field, h, icon, notice, plural, put, select, wordy } from "./dom.js";
import { TERRAINS, full } from "./cards_drawn.js";
import { jobRow, watchJob } from "./jobs.js";
import { practice } from "./practice.js";
import { query } from "./server.js";

export async function show(main, [page]) {
  if (page === "build") return (await import("./build.js")).show(main);
  const there = await ask("decks");
  const text = h("textarea", { rows: "12", spellcheck: "false", placeholder: "1 Sierra & Oddball\n3 Foundry Armorer C\n…\n\nor a deck code, or JSON" });
  const name = select([["", "choose…"], ...there.starters.map((deck) => [deck, `starter: ${deck}`]), ...there.lists.map((deck) => [deck, `public: ${deck}`])]);
  const found = h("div", { class: "found", "aria-live": "polite" });
  const examine = async (asked) => {
    try {
      put(found, deck(await ask("decks", { json: asked }), asked, there.agents));
    } catch (error) {
      put(found, notice(error.message));
    }
  };
  name.addEventListener("change", () => name.value && examine({ name: name.value }));
  const form = h("form", { class: "begin" }, field("Choose a deck", name), field("Or paste your own, in any form", text), h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, "Show deck")));
  form.addEventListener("submit", (event) => { event.preventDefault(); examine({ text: text.value }); });
  const named = new URLSearchParams(query()).get("name");
  if (named) {
    name.value = named;
    examine({ name: named });
  }
  put(main, h("div", { class: "page wide decks" }, h("div", { class: "titled" }, h("h1", {}, "Decks"), h("a", { class: "button", href: "/decks/build" }, "Build a deck")), h("div", { class: "twofold" }, form, found)));
}

function deck(told, asked, agents) {
  const { stats } = told;
  const results = h("div", { class: "found" });
  const agent = select(agents);
  const deals = select([["20", "40 games per opponent"], ["50", "100 games per opponent"], ["200", "400 games per opponent"]], "20");
  const test = h("button", { type: "button", class: "primary" }, "Test against the starters");
  test.addEventListener("click", async () => {
    try {
      const { id } = await ask("decks/test", { json: { ...asked, agent: agent.value, deals: Number(deals.value) } });
      watchJob(id, (job) => put(results, jobRow(job), rates(job.result)));
    } catch (error) {
      put(results, notice(error.message));
    }
  });
  const games = h("section", { class: "begin" }, h("h2", {}, "Play with it, or against it"));
  practice(() => asked).then((form) => games.append(form), (error) => games.append(notice(error.message)));
  const legal = (entry) => h("li", { class: entry.wrong.length ? "broken" : "legal" }, h("b", {}, `${entry.title}, ${entry.rules}: `), entry.wrong.length ? h("ul", {}, entry.wrong.map((line) => h("li", {}, line))) : "legal");
  const standard = told.formats.filter((entry) => entry.title === "Standard");
  const others = told.formats.filter((entry) => entry.title !== "Standard");
  return [
    h("h2", {}, told.name), h("p", { class: "lead" }, told.summary),
    told.unplayable.length > 0 && notice(`Not yet playable: ${told.unplayable.join(", ")}`),
    h("ul", { class: "legality" }, standard.map(legal)),
    h("details", {}, h("summary", {}, `Other formats: legal in ${others.filter((entry) => !entry.wrong.length).length} of ${others.length}`), h("ul", { class: "legality" }, others.map(legal))),
    h("div", { class: "figures" },
      h("figure", {}, h("figcaption", {}, "Hand Cost"), bars(stats.curve)),
      h("figure", {}, h("figcaption", {}, "Reserve Cost"), bars(stats.reserve_curve))),
    h("p", { class: "fine" }, `Mean cost ${stats.mean[0].toFixed(2)} from hand, ${stats.mean[1].toFixed(2)} from Reserve; ${plural(stats.early, "card")} of cost 1 to 3.`),
    h("table", {}, h("thead", {}, h("tr", {}, ["Terrain", "Total", "Per Character", "Per mana", "Best in"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, TERRAINS.map((terrain) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: `stat ${terrain}` }, icon(terrain), terrain)), h("td", {}, String(stats.terrains[terrain].total)), h("td", {}, stats.terrains[terrain].per_character.toFixed(2)), h("td", {}, stats.terrains[terrain].per_mana.toFixed(2)), h("td", {}, String(stats.terrains[terrain].best)))))),
    h("dl", { class: "rows" }, [["Types", stats.types], ["Rarities", stats.rarities], ["Sets", stats.sets], ["Roles", stats.roles]].map(([title, counts]) => [h("dt", {}, title), h("dd", {}, counts.filter(([, number]) => number).map(([word, number]) => `${number} ${wordy(word)}`).join(", ") || "none")]), h("dt", {}, "Archetype"), h("dd", {}, stats.hints.join("; ") || "none"), h("dt", {}, "Code"), h("dd", { class: "code" }, told.code)),
    games,
    h("section", { class: "begin" }, h("h2", {}, "Test this deck"), h("div", { class: "fields" }, field("Played by", agent), field("Games", deals)), h("div", { class: "buttons" }, test), results),
    h("h2", {}, "Cards"),
    h("div", { class: "gallery" }, told.hero && h("a", { class: "leaf", href: `/cards/${told.hero.reference}` }, full(told.hero)), told.cards.map((entry) => h("a", { class: "leaf counted", href: `/cards/${entry.face.reference}` }, h("span", { class: "copies" }, `×${entry.count}`), full(entry.face)))),
  ];
}

export function bars(counts) {
  const most = Math.max(1, ...counts.map(([, number]) => number));
  return h("div", { class: "bars" }, counts.map(([cost, number]) => h("div", { class: "column" }, h("span", {}, String(number)), h("i", { vars: { high: `${(100 * number) / most}%` } }), h("b", {}, String(cost)))));
}

export function rates(result) {
  const rows = [...(result.rows || []), ...(result.all ? [{ deck: "all starters", ...result.all }] : [])];
  if (!rows.length) return null;
  const share = (value) => `${(100 * value).toFixed(0)}%`;
  return h("table", {}, h("thead", {}, h("tr", {}, ["Against", "Wins", "95 %", ""].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.deck), h("td", {}, share(row.mean)), h("td", {}, `${share(row.low)} to ${share(row.high)}`), h("td", {}, h("span", { class: "interval", vars: { low: share(row.low), high: share(1 - row.high), mean: share(row.mean) } }))))));
}
