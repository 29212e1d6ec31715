// Matchups: decks meet each other, as a job, and the win rates are a heat map.

import { ask, field, h, notice, put, select } from "./dom.js";
import { deckLabel } from "./decks_named.js";
import { follow, named } from "./jobs.js";
import { saved } from "./drafts.js";
import { number, percent, t, translated } from "./words.js";

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
  const agent = select(there.agents.map(([name, label]) => [name, translated(label)]));
  const deals = select([["5", t("10 games a pair")], ["20", t("40 games a pair")], ["50", t("100 games a pair")], ["200", t("400 games a pair")]], "20");
  const text = h("textarea", { rows: "5", spellcheck: "false", placeholder: t("another deck: a list, a deck code or JSON") });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const count = h("p", { class: "fine", role: "status" });
  const meet = h("button", { class: "primary", type: "submit" }, t("Play the matchups"));
  const [least, most] = there.met;
  const counted = () => {
    const many = [...boxes.keys()].filter((box) => box.checked).length + (text.value.trim() ? 1 : 0);
    count.textContent = t`${many} chosen; choose ${least} to ${most} decks.`;
    meet.disabled = many < least || many > most;
  };
  const result = (job) => job.state === "done" && matrix(job.result, (name) => deckLabel(there, name));
  const form = h("form", { class: "begin" },
    h("fieldset", {}, h("legend", {}, t("Decks")), h("div", { class: "picked" },
      mine.map((deck) => choice(t`saved: ${deck.name}`, deck)),
      [...there.starters, ...there.lists].map((name, k) => choice(deckLabel(there, name), { name }, k < 3)))),
    field(t("And this one"), text), count, h("div", { class: "fields" }, field(t("Played by"), agent), field(t("Games"), deals)),
    h("div", { class: "buttons" }, meet));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const decks = [...boxes].filter(([box]) => box.checked).map(([, entry]) => entry);
    try {
      if (text.value.trim()) {
        const { name, formats } = await ask("decks", { json: { text: text.value } });
        const { wrong } = formats.find((entry) => entry.title === "Standard");
        if (wrong.length) throw new Error(t`${translated(name)} is illegal: ${wrong.map(translated).join(translated("; "))}`);
        decks.push({ name: decks.some((deck) => deck.name === name) ? t`${name}, pasted` : name, text: text.value });
      }
      const { id } = await ask("matchups", { json: { decks, agent: agent.value, deals: Number(deals.value) } });
      await follow(id, found, result);
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Matchups")), h("p", { class: "lead" }, t("Each pair of decks plays the same deals from both seats, by one player against itself.")), form, found));
  form.addEventListener("input", counted);
  counted();
  if (named()) await follow(named(), found, result);
}

const length = (share) => `${(100 * share).toFixed(0)}%`;

// An editor of a field: how often each deck is met, and how the decks do against that.
function fieldEditor(names, at) {
  const boxes = names.map((name) => h("input", { type: "number", min: "0", max: "999", step: "any", value: "1", "aria-label": t`Share of ${name}` }));
  const rows = h("tbody", {});
  const said = h("p", { class: "fine", role: "status" });
  const draw = () => {
    const given = boxes.map((box) => (box.validity.valid ? Number(box.value) : 0));
    const all = given.reduce((sum, share) => sum + share, 0);
    said.textContent = all > 0 ? t("Shares are relative: a deck with 2 is met twice as often as one with 1. A deck wins half of its games against itself.") : t("Give at least one deck a share above 0.");
    const found = names.map((name, i) => {
      const parts = given.map((share, j) => ({ share: all ? share / all : 0, cell: i === j ? { mean: 0.5, low: 0.5, high: 0.5 } : at.get(`${i} ${j}`) }));
      const mean = parts.reduce((sum, { share, cell }) => sum + share * cell.mean, 0);
      const wide = Math.sqrt(parts.reduce((sum, { share, cell }) => sum + ((share * (cell.high - cell.low)) / 2) ** 2, 0));
      return { i, name, mean, low: Math.max(0, mean - wide), high: Math.min(1, mean + wide) };
    });
    const order = all > 0 ? [...found].sort((one, two) => two.mean - one.mean || one.i - two.i) : found;
    put(rows, order.map(({ name, mean, low, high }) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", {}, all > 0 ? percent(mean) : "–"), h("td", {}, all > 0 ? t`${percent(low)} to ${percent(high)}` : "–"),
      h("td", {}, all > 0 && h("span", { class: "interval", vars: { low: length(low), high: length(1 - high), mean: length(mean) } })))));
  };
  boxes.forEach((box) => box.addEventListener("input", draw));
  draw();
  return h("section", { class: "fieldeditor" }, h("h2", {}, t("Against a field")),
    h("div", { class: "fields shares" }, names.map((name, k) => field(name, boxes[k]))), said,
    h("table", {}, h("thead", {}, h("tr", {}, [t("Deck"), t("Wins against the field"), "95 %", ""].map((title) => h("th", { scope: "col" }, title || h("span", { class: "sr" }, t("Interval")))))), rows));
}

// `called`: a deck by its Hero and faction, where it is one of the package.
function matrix({ names: decks, cells, left_out: left, first, meta, games, agent }, called) {
  const names = decks.map(called);
  const at = new Map();
  for (const cell of cells) {
    at.set(`${cell.one} ${cell.two}`, cell);
    at.set(`${cell.two} ${cell.one}`, { mean: 1 - cell.mean, low: 1 - cell.high, high: 1 - cell.low });
  }
  const square = (cell) => cell ? h("td", { class: `cell ${cell.mean < 0.5 ? "loses" : "wins"}`, vars: { much: String(Math.min(0.4, Math.abs(cell.mean - 0.5)).toFixed(2)) } }, percent(cell.mean), h("small", {}, t`${percent(cell.low)} to ${percent(cell.high)}`)) : h("td", {}, "–");
  const mean = (i) => names.reduce((sum, _, j) => sum + (i === j ? 0 : at.get(`${i} ${j}`).mean), 0) / (names.length - 1);
  return [
    left.map((line) => notice(t`Left out: ${translated(line)}`)),
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": t("win rates") }, h("table", { class: "heat" }, h("caption", { class: "sr" }, t("Win rate of the row's deck against the column's")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Deck")), names.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, t("Mean")))),
      h("tbody", {}, names.map((name, i) => h("tr", {}, h("th", { scope: "row" }, name), names.map((_, j) => square(at.get(`${i} ${j}`))), h("td", {}, percent(mean(i)))))))),
    fieldEditor(names, at),
    h("h2", {}, t("The mix that no deck beats")),
    h("table", {}, h("thead", {}, h("tr", {}, [t("Deck"), t("Share of the mix"), "95 %", t("Wins against it")].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, [...meta].sort((a, b) => b.share - a.share).map((row) => h("tr", {}, h("th", { scope: "row" }, called(row.deck)), h("td", {}, percent(row.share)), h("td", {}, t`${percent(row.low)} to ${percent(row.high)}`), h("td", {}, percent(row.rate)))))),
    h("p", { class: "fine" }, t`The first player of day one wins ${percent(first.mean)} (${percent(first.low)} to ${percent(first.high)}). ${number(games)} games by ${agent} against itself. Intervals are 95 %; wide ones need more games.`),
  ];
}
