// Matchups: decks meet each other, as a job, and the win rates are a heat map.

import { ask, field, h, notice, put, select } from "./dom.js";
import { jobRow, watchJob } from "./jobs.js";
import { saved } from "./drafts.js";

export async function show(main) {
  const there = await ask("decks");
  const mine = saved().map((deck) => ({ name: deck.name, text: deck.versions[0].text }));
  const boxes = new Map();
  const choice = (label, entry, checked = false) => {
    const box = h("input", { type: "checkbox" });
    box.checked = checked;
    boxes.set(box, entry);
    return h("label", {}, box, label);
  };
  const agent = select(there.agents);
  const deals = select([["5", "10 games a pair"], ["20", "40 games a pair"], ["50", "100 games a pair"], ["200", "400 games a pair"]], "20");
  const text = h("textarea", { rows: "5", spellcheck: "false", placeholder: "another deck: a list, a deck code or JSON" });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const form = h("form", { class: "begin" },
    h("fieldset", {}, h("legend", {}, "Decks"), h("div", { class: "picked" },
      mine.map((deck) => choice(`saved: ${deck.name}`, deck)),
      there.starters.map((name, k) => choice(`starter: ${name}`, { name }, k < 3)), there.lists.map((name) => choice(`public: ${name}`, { name })))),
    field("And this one", text), h("div", { class: "fields" }, field("Played by", agent), field("Games", deals)),
    h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, "Let them meet")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const decks = [...boxes].filter(([box]) => box.checked).map(([, entry]) => entry);
    if (text.value.trim()) decks.push({ name: "pasted", text: text.value });
    try {
      const { id } = await ask("matchups", { json: { decks, agent: agent.value, deals: Number(deals.value) } });
      await watchJob(id, (job) => put(found, jobRow(job), job.state === "done" && matrix(job.result)));
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  put(main, h("div", { class: "page wide" }, h("h1", {}, "Matchups"), h("p", { class: "lead" }, "Each pair of decks plays the same deals from both seats, by one player against itself."), form, found));
}

// An editor of a field: how often each deck is met, and how the decks do against that.
function fieldEditor(names, at) {
  const boxes = names.map((name) => h("input", { type: "number", min: "0", max: "999", step: "any", value: "1", "aria-label": `Share of ${name}` }));
  const rows = h("tbody", {});
  const said = h("p", { class: "fine", role: "status" });
  const draw = () => {
    const given = boxes.map((box) => (box.validity.valid ? Number(box.value) : 0));
    const all = given.reduce((sum, share) => sum + share, 0);
    said.textContent = all > 0 ? "Shares are relative: 2 is met twice as often as 1. A deck wins half of the games against itself." : "Give at least one deck a share above 0.";
    const found = names.map((name, i) => {
      const parts = given.map((share, j) => ({ share: all ? share / all : 0, cell: i === j ? { mean: 0.5, low: 0.5, high: 0.5 } : at.get(`${i} ${j}`) }));
      const mean = parts.reduce((sum, { share, cell }) => sum + share * cell.mean, 0);
      const wide = Math.sqrt(parts.reduce((sum, { share, cell }) => sum + ((share * (cell.high - cell.low)) / 2) ** 2, 0));
      return { i, name, mean, low: Math.max(0, mean - wide), high: Math.min(1, mean + wide) };
    });
    const order = all > 0 ? [...found].sort((one, two) => two.mean - one.mean || one.i - two.i) : found;
    put(rows, order.map(({ name, mean, low, high }) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", {}, all > 0 ? percent(mean) : "–"), h("td", {}, all > 0 ? `${percent(low)} to ${percent(high)}` : "–"),
      h("td", {}, all > 0 && h("span", { class: "interval", vars: { low: percent(low), high: percent(1 - high), mean: percent(mean) } })))));
  };
  boxes.forEach((box) => box.addEventListener("input", draw));
  draw();
  return h("section", { class: "fieldeditor" }, h("h2", {}, "Against a field"),
    h("div", { class: "fields shares" }, names.map((name, k) => field(name, boxes[k]))), said,
    h("table", {}, h("thead", {}, h("tr", {}, ["Deck", "Wins against the field", "95 %", ""].map((title) => h("th", { scope: "col" }, title || h("span", { class: "sr" }, "Interval"))))), rows));
}

const percent = (share) => `${(100 * share).toFixed(0)}%`;

function matrix({ names, cells, left_out: left, first, meta, games, agent }) {
  const at = new Map();
  for (const cell of cells) {
    at.set(`${cell.one} ${cell.two}`, cell);
    at.set(`${cell.two} ${cell.one}`, { mean: 1 - cell.mean, low: 1 - cell.high, high: 1 - cell.low });
  }
  const square = (cell) => cell ? h("td", { class: `cell ${cell.mean < 0.5 ? "loses" : "wins"}`, vars: { much: String(Math.min(0.4, Math.abs(cell.mean - 0.5)).toFixed(2)) } }, percent(cell.mean), h("small", {}, `${percent(cell.low)} to ${percent(cell.high)}`)) : h("td", {}, "–");
  const mean = (i) => names.reduce((sum, _, j) => sum + (i === j ? 0 : at.get(`${i} ${j}`).mean), 0) / (names.length - 1);
  return [
    left.map((line) => notice(`Left out: ${line}`)),
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": "win rates" }, h("table", { class: "heat" }, h("caption", { class: "sr" }, "Win rate of the row's deck against the column's"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Deck"), names.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "Mean"))),
      h("tbody", {}, names.map((name, i) => h("tr", {}, h("th", { scope: "row" }, name), names.map((_, j) => square(at.get(`${i} ${j}`))), h("td", {}, percent(mean(i)))))))),
    fieldEditor(names, at),
    h("h2", {}, "The mix that no deck beats"),
    h("table", {}, h("thead", {}, h("tr", {}, ["Deck", "Share", "95 %", "Wins against it"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, [...meta].sort((a, b) => b.share - a.share).map((row) => h("tr", {}, h("th", { scope: "row" }, row.deck), h("td", {}, percent(row.share)), h("td", {}, `${percent(row.low)} to ${percent(row.high)}`), h("td", {}, percent(row.rate)))))),
    h("p", { class: "fine" }, `The first player of day one wins ${percent(first.mean)} (${percent(first.low)} to ${percent(first.high)}). ${games.toLocaleString("en")} games by ${agent} against itself. Intervals are 95 %; wide ones need more games.`),
  ];
}
