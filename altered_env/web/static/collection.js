// A collection: pasted in any form, valued, filtered, compared, searched for a deck, exported.

import { ask, field, h, notice, put, select } from "./dom.js";
import { full } from "./cards_drawn.js";
import { asCard, folding } from "./tables.js";
import { drawn, points } from "./worths.js";
import { draft, keepDraft, setAside } from "./drafts.js";
import { keptText, rememberText } from "./stored.js";
import { factionName, number, plural, t, translated, wordy } from "./words.js";

const PAGE = 100;
const COMPARED = 6;
const LARGEST = 9_000_000;
const KEPT = 1_000_000; // characters that are kept in the browser
const HEADS = [["name", t("Card")], ["count", t("Copies")], ["worth", t("Worth")], ["low", "95 %"], ["", ""], ["source", t("From")], ["best_hero", t("Best with")], ["faction", t("Faction")], ["hand_cost", t("Cost")], ["forest", t("Statistics")]];
const FIGURE = 3;  // the worth, after the box, the name and the copies
const FORMS = t("2 ALT_CORE_B_AX_16_C\nFoundry Armorer R1\na link to a card\n…\n\nor a deck code, CSV with a column “reference”, JSON of any site,\nor texts of cards after a line such as\nOwl (Axiom Character, Robot) 3/2 1/2/3");

export async function show(main) {
  const text = h("textarea", { rows: "12", spellcheck: "false", placeholder: FORMS });
  const file = h("input", { type: "file", accept: ".txt,.csv,.tsv,.json,.jsonl" });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const read = h("button", { class: "primary", type: "submit" }, t("Value the cards"));
  const forget = h("button", { type: "button", hidden: true }, t("Forget the list"));
  forget.addEventListener("click", () => {
    rememberText("collection", "");
    form.reset();
    put(found);
    forget.hidden = true;
  });
  const form = h("form", { class: "begin" }, field(t("Paste a collection"), text), field(t("Or choose a file"), file), h("div", { class: "buttons" }, read, forget));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    read.disabled = true;
    put(found, h("p", { class: "lead" }, t("Reading…")));
    try {
      const chosen = file.files[0];
      if (chosen && chosen.size > LARGEST) throw new Error(t`The file has ${plural(chosen.size, "byte")}; at most ${number(LARGEST)} are read here. For more, use altered cards value FILE.`);
      const given = chosen ? await chosen.text() : text.value;
      const answer = await ask("collection", { json: { text: given } });
      const kept = given.length <= KEPT && rememberText("collection", given);
      if (!kept) rememberText("collection", "");
      put(found, !kept && notice(t("The list is too large to be kept in this browser: a reload of the page forgets it."), "fine"), told(answer));
      forget.hidden = !kept;
    } catch (error) {
      put(found, notice(error.message));
    }
    read.disabled = false;
  });
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Collection")),
    h("p", { class: "lead" }, t("What your cards are worth: measured, or estimated from what is printed on them. Nothing leaves this server; the list is kept in this browser.")), form, found));
  const before = keptText("collection");
  if (before) {
    text.value = before;
    form.requestSubmit();
  }
}

function told(answer) {
  const rows = answer.rows.map((row) => Object.fromEntries(answer.fields.map((name, k) => [name, row[k]])));
  const { counts } = answer;
  const some = [
    problems(answer),
    h("p", { role: "status" }, t`${plural(counts.different, "different card")}, ${number(counts.cards)} in all: ${[t`${number(counts.measured)} measured`, t`${number(counts.estimated)} estimated`, t`${number(counts.unknown)} unknown`].join(", ")}.`),
  ];
  if (!rows.length) return [...some, notice(t("There is no card in it."))];
  return [...some, listed(answer.id, rows), forDeck(answer.id), lists(answer.id),
    h("p", { class: "fine" }, t`${translated(answer.about)} Measured ${translated(answer.conditions.measured)}. Estimates come from the elements of the measured cards. Heroes: ${translated(answer.by_hero)}. ${translated(answer.context)}.`)];
}

function problems({ problems: list, counts }) {
  if (!counts.problems) return null;
  const more = counts.problems - list.length;
  return h("details", { class: "unread" }, h("summary", {}, t`Not read: ${number(counts.problems)}`),
    h("ul", {}, list.map((one) => h("li", {}, t`${translated(one.place)}: ${translated(one.why)}`)), more > 0 && h("li", {}, t`and ${number(more)} more`)));
}

// The table: sorted by a click on a head, filtered by words, with cards to compare.
function listed(id, rows) {
  const any = (name, called = wordy) => [["", t("any")], ...[...new Set(rows.map((row) => row[name]).filter(Boolean))].sort().map((word) => [word, called(word)])];
  const controls = { words: h("input", { type: "search", placeholder: "armorer" }), faction: select(any("faction", factionName)), rarity: select(any("rarity")), type: select(any("type")), source: select(any("source")), cost: h("input", { type: "number", min: "0", max: "20" }) };
  const labels = { words: t("Name"), faction: t("Faction"), rarity: t("Rarity"), type: t("Type"), source: t("From"), cost: t("Hand Cost") };
  const body = h("tbody", {});
  const count = h("p", { class: "fine", role: "status" });
  const more = h("button", { type: "button" }, t("Show more"));
  const chosen = new Set();
  const beside = h("div", { class: "compared", "aria-live": "polite" });
  const compare = h("button", { type: "button", disabled: true }, t("Compare"));
  let order = "worth";
  let down = true;
  const sort = (name) => { down = order === name ? !down : name === "worth"; order = name; sorting.value = name; draw(); };
  const sorting = select(HEADS.filter(([name]) => name && name !== "low").map(([name, title]) => [name, title]), order);  // where rows are cards without heads
  sorting.addEventListener("change", () => sort(sorting.value));
  const heads = [h("span", { class: "sr" }, t("Compare")), ...HEADS.map(([name, title]) => name && h("button", { type: "button", class: "head", onclick: () => sort(name) }, title))];
  let shown = PAGE;
  const fits = (row) => row.name.toLowerCase().includes(controls.words.value.trim().toLowerCase())
    && ["faction", "rarity", "type", "source"].every((name) => !controls[name].value || row[name] === controls[name].value)
    && (controls.cost.value === "" || row.hand_cost === Number(controls.cost.value));
  const before = (a, b) => {
    const [x, y] = [a[order], b[order]];
    if (x === y) return 0;
    if (x === null) return 1;
    if (y === null) return -1;
    return (x < y ? -1 : 1) * (down ? -1 : 1);
  };
  function draw() {
    const some = rows.filter(fits).sort(before);
    put(body, some.slice(0, shown).map((row) => {
      const box = h("input", { type: "checkbox", "aria-label": t`compare ${row.name}` });
      box.checked = chosen.has(row.reference);
      box.addEventListener("change", () => {
        if (box.checked && chosen.size >= COMPARED) box.checked = false;
        else if (box.checked) chosen.add(row.reference);
        else chosen.delete(row.reference);
        compare.disabled = !chosen.size;
        compare.textContent = chosen.size ? t`Compare ${chosen.size}` : t("Compare");
      });
      const statistics = row.forest === null || row.type !== "character" ? "" : `${row.forest}/${row.mountain}/${row.water}`;
      return asCard(h("tr", {}, h("td", {}, box), h("th", { scope: "row" }, row.name), h("td", {}, String(row.count)), h("td", {}, points(row.worth)),
        h("td", {}, row.worth === null ? "" : t`${points(row.low)} to ${points(row.high)}`), h("td", {}, drawn(row.worth, row.low, row.high)), h("td", {}, wordy(row.source)),
        h("td", {}, row.best_hero === null ? "" : `${row.best_hero}, ${wordy(row.best_archetype)} ${points(row.gain)}`),
        h("td", {}, row.faction ? factionName(row.faction) : ""), h("td", {}, row.hand_cost === null || row.type === "hero" ? "" : `${row.hand_cost}/${row.reserve_cost}`), h("td", {}, statistics)), heads, FIGURE);
    }));
    count.textContent = t`${number(some.length)} of ${plural(rows.length, "card")}`;
    more.hidden = some.length <= shown;
  }
  more.addEventListener("click", () => { shown += PAGE; draw(); });
  compare.addEventListener("click", async () => {
    try {
      const { cards } = await ask(`collection/${id}/cards?cards=${[...chosen].map(encodeURIComponent).join(",")}`);
      put(beside, cards.map((card) => one(id, card)));
      beside.scrollIntoView({ block: "nearest" });
    } catch (error) {
      put(beside, notice(error.message));
    }
  });
  const filters = h("form", { class: "fields filters" }, Object.entries(controls).map(([name, control]) => field(labels[name], control)), h("div", { class: "sorting" }, field(t("Order"), sorting)));
  filters.addEventListener("input", (event) => { if (event.target !== sorting) { shown = PAGE; draw(); } });
  filters.addEventListener("submit", (event) => event.preventDefault());
  draw();
  return h("section", { class: "valued" }, filters, count,
    h("div", { class: "buttons" }, compare, h("a", { class: "button", href: `/api/collection/${id}/export.csv` }, t("Export CSV")), h("a", { class: "button", href: `/api/collection/${id}/export.json` }, t("Export JSON"))),
    beside,
    folding(t("values"), heads, body, FIGURE),
    h("div", { class: "buttons" }, more));
}

// A card in full, and what its body and each of its lines bring.
function one(id, card) {
  const rows = card.body === null ? [] : [[points(card.body), t("its body: costs, statistics, types, name")], ...card.lines.map((line) => [points(line.worth), translated(line.wording)]), ...(card.own === null ? [] : [[points(card.own), t("not explained by these")]])];
  const add = h("button", { type: "button" }, t("Add to my deck"));
  add.addEventListener("click", () => {
    const deck = draft();
    const there = deck.cards.find((entry) => entry.reference === card.reference);
    if (there) there.count += 1;
    else deck.cards.push({ reference: card.reference, count: 1 });
    keepDraft({ ...deck, collection: id });
    put(add, t("Added"));
    add.after(h("a", { class: "button", href: "/decks/build" }, t("Open the deck")));
  });
  return h("article", { class: "beside" },
    card.face ? full(card.face) : h("h3", {}, card.name),
    h("p", {}, card.worth === null ? t("Its worth is not known.") : t`${points(card.worth)} (${points(card.worth_low)} to ${points(card.worth_high)}), ${wordy(card.source)}`),
    drawn(card.worth, card.worth_low, card.worth_high),
    h("dl", { class: "rows" }, rows.map(([worth, words]) => [h("dt", {}, worth), h("dd", {}, words)])),
    card.best_hero && h("p", {}, t`Best with ${card.best_hero} in a deck of ${wordy(card.best_archetype)}: ${points(card.there)} (${points(card.there_low)} to ${points(card.there_high)}) there, of which ${points(card.gain)} (${points(card.gain_low)} to ${points(card.gain_high)}) comes from this context`),
    card.remarks.map((remark) => h("p", { class: "fine" }, translated(remark))),
    card.face && card.face.type !== "mana" && add);
}

// Which of these cards for a deck?
function forDeck(id) {
  const text = h("textarea", { rows: "6", spellcheck: "false", placeholder: t("a deck list or code") });
  const most = h("input", { type: "number", min: "1", max: "10", value: "3" });
  const rarities = select([["unique", t("unique cards")], ["all", t("cards of every rarity")]]);
  const found = h("div", { class: "found", "aria-live": "polite" });
  const form = h("form", { class: "begin" }, h("h2", {}, t("The best of them for a deck")), field(t("Deck"), text), h("div", { class: "fields" }, field(t("Cards"), most), field(t("Of"), rarities)), h("div", { class: "buttons" }, h("button", { type: "submit" }, t("Find the best"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!text.value.trim()) return put(found, notice(t("Paste the deck first: a list or a deck code.")));
    try {
      const told = await ask(`collection/${id}/deck`, { json: { deck: { text: text.value }, most: Number(most.value), unique: rarities.value === "unique" } });
      put(found, picked(id, told));
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  return h("section", { class: "forDeck" }, form, found);
}

// Lists of the package that the collection nearly holds.
function lists(id) {
  const found = h("div", { class: "found", "aria-live": "polite" });
  const look = h("button", { type: "button" }, t("Which lists can I build?"));
  look.addEventListener("click", async () => {
    try {
      const told = await ask(`collection/${id}/lists`);
      put(found, folding(t("Decks of the package"), [t("List"), t("Hero"), t("Owned"), t("Missing")],
        h("tbody", {}, told.lists.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), h("td", {}, row.hero), h("td", {}, t`${row.owned} of ${row.of}`), h("td", {}, row.missing.length ? h("details", {}, h("summary", {}, plural(row.missing.length, "card")), row.missing.join(", ")) : t("nothing"))))), 2));
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  return h("section", { class: "forDeck" }, h("h2", {}, t("Decks of the package")), h("div", { class: "buttons" }, look), found);
}

function picked(id, { picks, fitting, others, unread, name, deck, context }) {
  const open = h("button", { type: "button", onclick: () => { setAside(draft()); keepDraft({ ...draft(), text: deck, collection: id }); location.assign("/decks/build"); } }, t("Open the deck with them"));
  return [
    h("p", {}, t`Cards that fit ${translated(name)}: ${number(fitting)}. Others: ${number(others)}.`),
    unread > 0 && h("p", {}, t`${plural(unread, "card")} known by reference alone: give the official data or texts of such cards, or import them.`),
    picks.length ? h("ol", {}, picks.map((pick) => h("li", {}, t`${pick.card} instead of ${pick.out}: ${points(pick.gain)} (${points(pick.low)} to ${points(pick.high)}), ${wordy(pick.source)}`))) : h("p", {}, t("None of them is worth more than a card of similar cost in the deck.")),
    picks.length > 0 && h("p", { class: "fine" }, t`The gain is the difference between two worths ${translated(context)} (90 % intervals); only games with this deck can prove it.`),
    picks.length > 0 && open,
  ];
}
