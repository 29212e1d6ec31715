// Cards: searching the pool, a page a card, and trying a text.

import { ask, field, h, notice, plural, put, select, wordy } from "./dom.js";
import { full } from "./cards_drawn.js";
import { note, query } from "./server.js";
import { drawn, points } from "./worths.js";

export async function show(main, [reference]) {
  if (reference === "try") return attempt(main);
  if (reference) return card(main, reference);
  return search(main);
}

async function search(main) {
  const words = await ask("cards/words");
  const given = new URLSearchParams(query());
  const any = (list) => [["", "any"], ...list.map((word) => [word, wordy(word)])];
  const controls = {
    text: h("input", { type: "search", placeholder: "kelon elemental rare" }),
    wording: h("input", { type: "search", placeholder: "draw 1 card" }),
    faction: select(any(words.factions)),
    type: select(any(words.types)),
    rarity: select(any(words.rarities)),
    set: select(any(words.sets)),
    subtype: select(any(words.subtypes)),
    cost: h("input", { type: "text", placeholder: "3, 2-4, >=5", size: "8" }),
    keyword: h("input", { type: "text", placeholder: "gigantic" }),
    forest: h("input", { type: "number", min: "0", max: "12" }),
    mountain: h("input", { type: "number", min: "0", max: "12" }),
    water: h("input", { type: "number", min: "0", max: "12" }),
    order: select([["", "by set"], ["name", "by name"], ["cost", "by Hand Cost"], ["worth", "by worth"]]),
  };
  const labels = { text: "Text", wording: "Wording", faction: "Faction", type: "Type", rarity: "Rarity", set: "Set", subtype: "Sub-type", cost: "Hand Cost", keyword: "Keyword", forest: "Forest at least", mountain: "Mountain at least", water: "Water at least", order: "Order" };
  for (const [name, control] of Object.entries(controls)) if (given.has(name)) control.value = given.get(name);
  const grid = h("div", { class: "gallery" });
  const count = h("p", { class: "fine", role: "status" });
  const more = h("button", { type: "button" }, "Show more");
  let shown = 0;
  let turn = 0;

  async function load(start) {
    const mine = ++turn;
    const asked = new URLSearchParams(Object.entries(controls).map(([name, control]) => [name, control.value.trim()]).filter(([, value]) => value));
    note(String(asked));
    asked.set("start", String(start));
    try {
      const found = await ask(`cards?${asked}`);
      if (mine !== turn) return;
      if (!start) grid.replaceChildren();
      grid.append(...found.cards.map((face) => h("a", { href: `/cards/${face.reference}`, class: "leaf counted-worth" }, full(face), face.worth && h("span", { class: "worthline", title: `worth ${points(face.worth.low)} to ${points(face.worth.high)}, ${face.worth.source}` }, points(face.worth.worth), drawn(face.worth.worth, face.worth.low, face.worth.high)))));
      shown = start + found.cards.length;
      count.textContent = found.note ? `${plural(found.count, "card")}: ${found.note}` : plural(found.count, "card");
      more.hidden = shown >= found.count;
    } catch (error) {
      if (mine !== turn) return;
      grid.replaceChildren(notice(error.message));
      count.textContent = "";
      more.hidden = true;
    }
  }
  more.addEventListener("click", () => load(shown));
  let soon;
  const form = h("form", { class: "fields filters" }, Object.entries(controls).map(([name, control]) => field(labels[name], control)));
  form.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(() => load(0), 250); });
  form.addEventListener("submit", (event) => { event.preventDefault(); load(0); });
  put(main, h("div", { class: "page wide" }, h("div", { class: "titled" }, h("h1", {}, "Cards"), h("a", { class: "button", href: "/cards/try" }, "Try a text")), form, count, grid, h("div", { class: "buttons" }, more)));
  await load(0);
}

async function card(main, reference) {
  const found = await ask(`cards/${encodeURIComponent(reference)}`);
  const { face } = found;
  const rows = [["Set", found.set], ["Reference", face.reference], ["Status", found.status]];
  if (found.worth) {
    rows.push([found.worth.alone ? "Estimated worth" : "Worth", [worthy(found.worth), drawn(found.worth.worth, found.worth.low, found.worth.high)]]);
    rows.push([found.worth.alone ? "Estimate" : "Measured", [found.worth.conditions, ...(found.worth.remarks || [])].join("; ")]);
  }
  for (const other of found.to_others) {
    rows.push([`Worth to ${other.by}`, [worthy(other), drawn(other.worth, other.low, other.high)]]);
    rows.push(["Measured", other.conditions]);
  }
  if (found.suspended) rows.push(["Suspended", "not legal in constructed decks"]);
  if (found.prints.length) rows.push(["Other prints", found.prints.join(", ")]);
  put(main, h("div", { class: "page" }, h("p", {}, h("a", { href: "/cards" }, "‹ All cards")),
    h("h1", {}, `${face.name} ${face.version}`),
    h("div", { class: "cardpage" }, full(face),
      h("div", { class: "about" },
        found.lines.map((line) => h("div", { class: "ability" }, h("p", {}, line.wording), h("code", {}, line.notation))),
        found.lines.length === 0 && h("p", { class: "lead" }, "No abilities."),
        h("dl", { class: "rows" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])))),
    found.versions.length > 1 && h("section", { class: "versions" }, h("h2", {}, "Versions"), h("div", { class: "gallery" }, found.versions.map((other) => h("a", { href: `/cards/${other.reference}`, class: "leaf", "aria-current": other.reference === face.reference ? "true" : null }, full(other)))))));
  document.title = `${face.name} · Altered table`;
  try {
    main.querySelector(".about").append(...byPlayer(await ask(`cards/${encodeURIComponent(reference)}/players`)));
  } catch (error) {
    main.querySelector(".about").append(notice(error.message));
  }
}

// Studies and datasets in the --data folder, by player of the card.
function byPlayer({ rows, wrong }) {
  const said = {
    caused: ["Effect by player", "Worth", "Win rate with the card minus win rate with its replacement, in points, from altered strength."],
    observed: ["Observations by player", "Improvement", "Win rate of copies in hand minus that of copies never seen, in points, from altered simulate. Longer games draw more cards, so this is not a causal effect."],
  };
  const share = (n) => points(100 * n);
  const rated = (elo) => elo === null ? "not rated" : String(Math.round(elo)).replace("-", "−");
  const parts = Object.entries(said).map(([kind, [title, figure, words]]) => {
    const mine = rows.filter((row) => row.kind === kind);
    if (!mine.length) return null;
    const least = Math.min(0, ...mine.map((row) => row.low));
    const most = Math.max(0, ...mine.map((row) => row.high));
    const at = (value) => `${((100 * (value - least)) / (most - least || 1)).toFixed(1)}%`;
    return h("section", { class: "players" }, h("h2", {}, title), h("p", { class: "fine" }, words),
      h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": title }, h("table", {}, h("thead", {}, h("tr", {}, ["Player", "Elo", figure, "95 %", "", "Replacement", "Games", "File"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, mine.map((row) => h("tr", {}, h("th", { scope: "row" }, row.player), h("td", {}, rated(row.elo)), h("td", {}, share(row.mean)), h("td", {}, `${share(row.low)} to ${share(row.high)}`),
          h("td", {}, h("span", { class: "interval signed", vars: { low: at(row.low), high: `${(100 - parseFloat(at(row.high))).toFixed(1)}%`, mean: at(row.mean), nothing: at(0) } })),
          h("td", {}, row.against), h("td", {}, row.games.toLocaleString("en")), h("td", {}, row.file)))))));
  });
  return [...parts, ...wrong.map((text) => notice(text))].filter(Boolean);
}

// The worth of a card, in words.
function worthy({ worth, low, high, place, of }) {
  const placed = place ? `; place ${place} of ${of}` : "";
  return `${points(worth)} points of win rate (${points(low)} to ${points(high)}) when dealt early, compared with a plain 3/3 Character${placed}`;
}

async function attempt(main) {
  const words = await ask("cards/words");
  const text = h("textarea", { rows: "6", spellcheck: "false", maxlength: "2000", placeholder: "When I enter play: Draw a card." });
  const support = h("textarea", { rows: "3", spellcheck: "false", maxlength: "2000" });
  const type = select(words.types.filter((word) => word !== "mana").map((word) => [word, wordy(word)]), "character");
  const name = h("input", { type: "text", maxlength: "80" });
  const faction = select([["", "unknown"], ...words.factions.filter((word) => word !== "neutral").map((word) => [word, wordy(word)])], "");
  const subtypes = h("input", { type: "text", maxlength: "120", placeholder: "engineer, animal" });
  const numbers = Object.fromEntries([["hand_cost", "Hand Cost"], ["reserve_cost", "Reserve Cost"], ["forest", "Forest"], ["mountain", "Mountain"], ["water", "Water"]].map(([key, label]) => [key, [label, h("input", { type: "number", min: "0", max: "99" })]]));
  const found = h("div", { class: "found", "aria-live": "polite" });
  const form = h("form", { class: "begin" }, h("div", { class: "fields" }, field("Type", type), field("Name", name, "If the text refers to the card by name."), field("Sub-types", subtypes), field("Faction", faction), Object.values(numbers).map(([label, control]) => field(label, control))), h("p", { class: "hint" }, "Add faction, costs and statistics for an estimate of the card's worth."), field("Text", text), field("Support text", support), h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, "Read text")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await ask("cards/try", { json: {
        text: text.value, support: support.value, type: type.value, name: name.value, faction: faction.value,
        subtypes: subtypes.value.split(",").map((word) => word.trim().toLowerCase().replaceAll(" ", "_")).filter(Boolean),
        ...Object.fromEntries(Object.entries(numbers).map(([key, [, control]]) => [key, control.value === "" ? null : Number(control.value)])),
      } });
      put(found,
        notice(answer.understood ? "The text is fully understood." : "Part of the text is not understood; it is marked.", answer.understood ? "fine" : "wrong"),
        answer.problems.map((problem) => h("div", { class: "ability" },
          h("p", { class: "span" }, problem.before, h("mark", {}, problem.span), problem.after),
          h("p", { class: "fine" }, problem.why))),
        answer.worth ? h("div", { class: "ability" }, h("p", {}, h("b", {}, "Estimated worth: "), worthy(answer.worth)),
          h("p", { class: "fine" }, ["Estimated from cards with similar costs, statistics and abilities, since this card was never played. The interval is wide, because much of a card's worth is specific to it.", ...answer.worth.remarks.map((remark) => ` ${remark[0].toUpperCase()}${remark.slice(1)}.`), ` An estimate ${answer.worth.conditions}.`].join(""))) : h("p", { class: "fine" }, `No estimate: ${answer.without}.`),
        answer.abilities.length > 0 && h("h2", {}, "Meaning, in this project's wording"),
        answer.abilities.map((line) => h("div", { class: "ability" }, h("p", {}, line.where && h("b", {}, "Support "), line.wording), h("code", {}, line.notation))));
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  put(main, h("div", { class: "page" }, h("p", {}, h("a", { href: "/cards" }, "‹ All cards")), h("h1", {}, "Try a text"),
    h("p", { class: "lead" }, "Paste the official English text of a card, for instance a unique one, to see how the grammar reads it. Nothing is saved."), form, found));
}

