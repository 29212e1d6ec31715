// Cards: searching the pool, a page a card, and trying a text.

import { ask, field, h, notice, put, select } from "./dom.js";
import { adder } from "./adding.js";
import { full } from "./cards_drawn.js";
import { note, query } from "./server.js";
import { drawn, points } from "./worths.js";
import { capital, factionName, number, plural, t, translated, wordy } from "./words.js";

const RARER = ["wording", "set", "subtype", "keyword", "forest", "mountain", "water"];  // filters

export async function show(main, [reference]) {
  if (reference === "try") return attempt(main);
  if (reference) return card(main, reference);
  return search(main);
}

async function search(main) {
  const words = await ask("cards/words");
  const given = new URLSearchParams(query());
  const any = (list, called = wordy) => [["", t("any")], ...list.map((word) => [word, called(word)])];
  const controls = {
    text: h("input", { type: "search", placeholder: t("kelon elemental rare") }),
    wording: h("input", { type: "search", placeholder: t("draw 1 card") }),
    faction: select(any(words.factions, factionName)),
    type: select(any(words.types)),
    rarity: select(any(words.rarities)),
    set: select(any(words.sets)),
    subtype: select(any(words.subtypes)),
    cost: h("input", { type: "text", placeholder: "3, 2-4, >=5", size: "8" }),
    keyword: h("input", { type: "text", placeholder: "gigantic" }),
    forest: h("input", { type: "number", min: "0", max: "12" }),
    mountain: h("input", { type: "number", min: "0", max: "12" }),
    water: h("input", { type: "number", min: "0", max: "12" }),
    order: select([["", t("by set")], ["name", t("by name")], ["cost", t("by Hand Cost")], ["worth", t("by worth")]]),
  };
  const labels = { text: t("Text"), wording: t("Wording"), faction: t("Faction"), type: t("Type"), rarity: t("Rarity"), set: t("Set"), subtype: t("Sub-type"), cost: t("Hand Cost"), keyword: t("Keyword"), forest: t("Forest at least"), mountain: t("Mountain at least"), water: t("Water at least"), order: t("Order") };
  for (const [name, control] of Object.entries(controls)) if (given.has(name)) control.value = given.get(name);
  const grid = h("div", { class: "gallery" });
  const count = h("p", { class: "fine", role: "status" });
  const more = h("button", { type: "button" }, t("Show more"));
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
      grid.append(...found.cards.map((face) => h("div", { class: "leafed" }, h("a", { href: `/cards/${face.reference}`, class: "leaf counted-worth" }, full(face), face.worth && h("span", { class: "worthline", title: t`worth ${points(face.worth.low)} to ${points(face.worth.high)}, ${wordy(face.worth.source)}` }, points(face.worth.worth), drawn(face.worth.worth, face.worth.low, face.worth.high))), adder(face))));
      if (!found.count) grid.append(none());
      shown = start + found.cards.length;
      count.textContent = found.note ? t`${plural(found.count, "card")}: ${translated(found.note)}` : plural(found.count, "card");
      more.hidden = shown >= found.count;
    } catch (error) {
      if (mine !== turn) return;
      grid.replaceChildren(notice(error.message));
      count.textContent = "";
      more.hidden = true;
    }
  }
  // Nothing fits: what to do about it.
  function none() {
    const clear = () => {
      for (const control of Object.values(controls)) control.value = "";
      load(0);
    };
    return h("div", { class: "nothing" }, h("p", {}, t("No card fits all of this. Use fewer words or filters. A card is found by its name, its reference, or words of its text in English.")), h("div", { class: "buttons" }, h("button", { type: "button", onclick: clear }, t("Clear the search"))));
  }
  more.addEventListener("click", () => load(shown));
  let soon;
  const form = h("form", { class: "fields filters" }, Object.entries(controls).map(([name, control]) => field(labels[name], control)));
  // On a phone the cards would be below all of this: some wait for a button, unless they are in use.
  for (const name of RARER) controls[name].parentElement.classList.add("rarer");
  const all = h("button", { type: "button", class: "narrower", onclick: () => unfold(!form.classList.contains("all")) });
  const unfold = (open) => {
    form.classList.toggle("all", open);
    all.setAttribute("aria-expanded", String(open));
    all.textContent = open ? t("Fewer filters") : t("More filters");
  };
  unfold(RARER.some((name) => controls[name].value));
  form.append(all);
  form.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(() => load(0), 250); });
  form.addEventListener("submit", (event) => { event.preventDefault(); load(0); });
  put(main, h("div", { class: "page wide" }, h("div", { class: "titled" }, h("h1", {}, t("Cards")), h("a", { class: "button", href: "/cards/try" }, t("Try a text"))), form, count, grid, h("div", { class: "buttons" }, more)));
  await load(0);
}

async function card(main, reference) {
  const found = await ask(`cards/${encodeURIComponent(reference)}`);
  const { face } = found;
  const rows = [[t("Set"), found.set], [t("Reference"), face.reference], [t("Status"), translated(found.status)]];
  if (found.worth) {
    rows.push([found.worth.alone ? t("Estimated worth") : t("Worth"), [worthy(found.worth), drawn(found.worth.worth, found.worth.low, found.worth.high)]]);
    rows.push([found.worth.alone ? t("Estimate") : t("Measured"), [found.worth.conditions, ...(found.worth.remarks || [])].map(translated).join(translated("; "))]);
  }
  for (const other of found.to_others) {
    rows.push([t`Worth to ${other.by}`, [worthy(other), drawn(other.worth, other.low, other.high)]]);
    rows.push([t("Measured"), translated(other.conditions)]);
  }
  if (found.suspended) rows.push([t("Suspended"), t("not legal in constructed decks")]);
  if (found.prints.length) rows.push([t("Other prints"), found.prints.join(", ")]);
  put(main, h("div", { class: "page" }, h("p", {}, h("a", { href: "/cards" }, t("‹ All cards"))),
    h("h1", {}, `${face.name} ${face.version}`),
    h("div", { class: "cardpage" }, full(face),
      h("div", { class: "about" },
        adder(face),
        found.lines.map((line) => h("div", { class: "ability" }, h("p", {}, translated(line.wording)), h("code", {}, line.notation))),
        found.lines.length === 0 && h("p", { class: "lead" }, t("No abilities.")),
        h("dl", { class: "rows" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])))),
    found.versions.length > 1 && h("section", { class: "versions" }, h("h2", {}, t("Versions")), h("div", { class: "gallery" }, found.versions.map((other) => h("a", { href: `/cards/${other.reference}`, class: "leaf", "aria-current": other.reference === face.reference ? "true" : null }, full(other)))))));
  document.title = t`${face.name} · Altered table`;
  try {
    main.querySelector(".about").append(...byHero(await ask(`cards/${encodeURIComponent(reference)}/heroes`)));
    main.querySelector(".about").append(...byPlayer(await ask(`cards/${encodeURIComponent(reference)}/players`)));
  } catch (error) {
    main.querySelector(".about").append(notice(error.message));
  }
}

// The worth with each Hero of the faction, by the package's model.
function byHero({ player, rows }) {
  if (!rows.length) return [];
  return [h("section", { class: "players" }, h("h2", {}, t("Worth by Hero")),
    h("p", { class: "fine" }, t`In constructed decks of each Hero, played by ${player}: by how much the deck wins more often with the card dealt early than with a plain 3/3 Character. The intervals (90 %) are of a model fitted to games.`),
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": t("Worth by Hero") }, h("table", {}, h("thead", {}, h("tr", {}, [t("Hero"), t("Worth"), "90 %", ""].map((head) => h("th", { scope: "col" }, head || h("span", { class: "sr" }, t("Interval")))))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: `/cards/${row.reference}` }, row.hero)), h("td", {}, points(row.worth)), h("td", {}, t`${points(row.low)} to ${points(row.high)}`), h("td", {}, drawn(row.worth, row.low, row.high))))))))];
}

// Studies and datasets in the --data folder, by player of the card.
function byPlayer({ rows, wrong }) {
  const said = {
    caused: [t("Effect by player"), t("Worth"), t("Win rate with the card minus win rate with its replacement, in points, from altered strength.")],
    observed: [t("Observations by player"), t("Improvement"), t("Win rate of copies in hand minus that of copies never seen, in points, from altered simulate. Longer games draw more cards, so this is not a causal effect.")],
  };
  const share = (n) => points(100 * n);
  const rated = (elo) => elo === null ? t("not rated") : String(Math.round(elo)).replace("-", "−");
  const parts = Object.entries(said).map(([kind, [title, figure, words]]) => {
    const mine = rows.filter((row) => row.kind === kind);
    if (!mine.length) return null;
    const least = Math.min(0, ...mine.map((row) => row.low));
    const most = Math.max(0, ...mine.map((row) => row.high));
    const at = (value) => `${((100 * (value - least)) / (most - least || 1)).toFixed(1)}%`;
    return h("section", { class: "players" }, h("h2", {}, title), h("p", { class: "fine" }, words),
      h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": title }, h("table", {}, h("thead", {}, h("tr", {}, [t("Player"), t("Elo"), figure, "95 %", "", t("Replacement"), t("Games"), t("File")].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, mine.map((row) => h("tr", {}, h("th", { scope: "row" }, row.player), h("td", {}, rated(row.elo)), h("td", {}, share(row.mean)), h("td", {}, t`${share(row.low)} to ${share(row.high)}`),
          h("td", {}, h("span", { class: "interval signed", vars: { low: at(row.low), high: `${(100 - parseFloat(at(row.high))).toFixed(1)}%`, mean: at(row.mean), nothing: at(0) } })),
          h("td", {}, row.against), h("td", {}, number(row.games)), h("td", {}, row.file)))))));
  });
  return [...parts, ...wrong.map((text) => notice(translated(text)))].filter(Boolean);
}

// The worth of a card, in words.
function worthy({ worth, low, high, place, of }) {
  const worthy = t`${points(worth)} points of win rate (${points(low)} to ${points(high)}) when dealt early, compared with a plain 3/3 Character`;
  return place ? t`${worthy}; place ${number(place)} of ${number(of)}` : worthy;
}

async function attempt(main) {
  const words = await ask("cards/words");
  const text = h("textarea", { rows: "6", spellcheck: "false", maxlength: "2000", placeholder: t("When I enter play: Draw a card.") });
  const support = h("textarea", { rows: "3", spellcheck: "false", maxlength: "2000" });
  const type = select(words.types.filter((word) => word !== "mana").map((word) => [word, wordy(word)]), "character");
  const name = h("input", { type: "text", maxlength: "80" });
  const faction = select([["", t("unknown")], ...words.factions.filter((word) => word !== "neutral").map((word) => [word, factionName(word)])], "");
  const subtypes = h("input", { type: "text", maxlength: "120", placeholder: t("engineer, animal") });
  const numbers = Object.fromEntries([["hand_cost", t("Hand Cost")], ["reserve_cost", t("Reserve Cost")], ["forest", t("Forest")], ["mountain", t("Mountain")], ["water", t("Water")]].map(([key, label]) => [key, [label, h("input", { type: "number", min: "0", max: "99" })]]));
  const found = h("div", { class: "found", "aria-live": "polite" });
  const form = h("form", { class: "begin" }, h("div", { class: "fields" }, field(t("Type"), type), field(t("Name"), name, t("If the text refers to the card by name.")), field(t("Sub-types"), subtypes), field(t("Faction"), faction), Object.values(numbers).map(([label, control]) => field(label, control))), h("p", { class: "hint" }, t("Add faction, costs and statistics for an estimate of the card's worth.")), field(t("Text"), text), field(t("Support text"), support), h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, t("Read text"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await ask("cards/try", { json: {
        text: text.value, support: support.value, type: type.value, name: name.value, faction: faction.value,
        subtypes: subtypes.value.split(",").map((word) => word.trim().toLowerCase().replaceAll(" ", "_")).filter(Boolean),
        ...Object.fromEntries(Object.entries(numbers).map(([key, [, control]]) => [key, control.value === "" ? null : Number(control.value)])),
      } });
      put(found,
        notice(answer.understood ? t("The text is fully understood.") : t("Part of the text is not understood; it is marked."), answer.understood ? "fine" : "wrong"),
        answer.problems.map((problem) => h("div", { class: "ability" },
          h("p", { class: "span" }, problem.before, h("mark", {}, problem.span), problem.after),
          h("p", { class: "fine" }, translated(problem.why)))),
        answer.worth ? h("div", { class: "ability" }, h("p", {}, h("b", {}, `${t("Estimated worth")}${t(": ")}`), worthy(answer.worth)),
          h("p", { class: "fine" }, [t("Estimated from cards with similar costs, statistics and abilities, since this card was never played. The interval is wide, because much of a card's worth is specific to it."), ...answer.worth.remarks.map((remark) => ` ${capital(translated(remark))}.`), ` ${t`An estimate ${translated(answer.worth.conditions)}.`}`].join(""))) : h("p", { class: "fine" }, t`No estimate: ${translated(answer.without)}.`),
        answer.abilities.length > 0 && h("h2", {}, t("Meaning, in this project's wording")),
        answer.abilities.map((line) => h("div", { class: "ability" }, h("p", {}, line.where && h("b", {}, `${t("Support")} `), translated(line.wording)), h("code", {}, line.notation))));
    } catch (error) {
      put(found, notice(error.message));
    }
  });
  put(main, h("div", { class: "page" }, h("p", {}, h("a", { href: "/cards" }, t("‹ All cards"))), h("h1", {}, t("Try a text")),
    h("p", { class: "lead" }, t("Paste the official English text of a card, for instance a unique one, to see how the grammar reads it. Nothing is saved.")), form, found));
}

