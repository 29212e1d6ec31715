// The deck builder: search, a click or a drag adds a card, and everything about the deck beside it.

import { ask, copied, field, h, newGame, notice, offers, put, select } from "./dom.js";
import { carrying } from "./carrying.js";
import { full } from "./cards_drawn.js";
import { fieldTest } from "./field_test.js";
import { follow, named } from "./jobs.js";
import { bars, rates } from "./lists.js";
import { decksOf, practice } from "./practice.js";
import { drawn, points } from "./worths.js";
import { sheet } from "./printing.js";
import { address, go, note, query } from "./server.js";
import { linkOf, linked } from "./deck_links.js";
import { before, draft, forget, forgetBefore, keepDraft, listOf, save, saved, setAside } from "./drafts.js";
import { factionName, plural, t, translated, when, wordy } from "./words.js";

const HAND = 6;

// Other entries of a select; the value stays if it is among them.
function offered(control, entries, value) {
  put(control, entries.map(([one, label]) => h("option", { value: one }, label)));
  if (entries.some(([one]) => one === value)) control.value = value;
}

export async function show(main) {
  const [words, heroes, there, started, choices] = await Promise.all([ask("cards/words"), ask("cards?type=hero&order=name"), ask("decks/saved"), ask("decks"), ask("choices")]);
  let deck = draft();
  let told = null;
  let turn = 0;
  const wrong = h("div", { "aria-live": "assertive" });
  const side = h("aside", { class: "building", "aria-label": t("The deck") });
  const grid = h("div", { class: "gallery small" });
  const count = h("p", { class: "fine", role: "status" });
  const hero = select([["", t("choose a Hero…")], ...heroes.cards.map((face) => [face.reference, `${face.name} (${factionName(face.faction)})`])], deck.hero || "");
  const name = h("input", { type: "text", maxlength: "60", value: deck.name });
  const format = select(started.formats.map(([value, title]) => [value, translated(title)]), "standard");
  const agent = select([]);
  const opponent = select([]);
  const three = h("p", { class: "hint" }, t("Each of the three others has this deck."));
  const unplayed = h("div", { "aria-live": "assertive" });  // why the deck cannot be played, beside the button
  let theirs = null;
  let meets = false;  // whether the player has chosen the opponent; until then it is an even one
  opponent.addEventListener("change", () => { meets = true; });
  const played = () => choices.formats.find((one) => one.name === format.value);

  // Decks and levels for the others, as the format has them; those already chosen stay if they can.
  function meet() {
    const { players, boosters, usual } = played();
    const kept = { opponent: opponent.value || `name:${started.starters[0]}`, agent: agent.value || "rules" };
    theirs = decksOf(started, boosters ? usual.map((one) => [`boosters:${one}`, t`opened from boosters: ${one}`, { name: one }]) : []);
    const levels = Object.entries(choices.levels).filter(([value]) => choices.agents.some((one) => one.name === value && one.players.includes(players)));
    offered(opponent, theirs.entries, boosters && !meets ? `boosters:${usual[0]}` : kept.opponent);
    offered(agent, levels.map(([value, title]) => [value, translated(title)]), kept.agent);
    three.hidden = players === 2;
    put(unplayed);
    even();
  }
  function even() {
    const fair = told && told.hero && choices.fair[told.hero.faction];
    if (fair && !meets && !played().boosters) opponent.value = `name:${fair}`;
  }
  meet();

  const fail = (error) => {
    put(wrong, notice(error.message));
    wrong.scrollIntoView({ block: "nearest" });
  };
  const asked = () => ({ name: deck.name, collection: deck.collection, ...(deck.text ? { text: deck.text } : { hero: deck.hero, cards: deck.cards }) });

  // Examines the deck as it is now, and keeps it; false if it cannot be.
  async function examine() {
    const mine = ++turn;
    try {
      const found = await ask("decks/build", { json: asked() });
      if (mine !== turn) return true;
      told = found;
      even();
      deck = { name: deck.name, collection: deck.collection, hero: found.hero ? found.hero.reference : null, cards: found.cards.map((entry) => ({ reference: entry.face.reference, count: entry.count })) };
      hero.value = deck.hero || "";
      keepDraft(deck);
      put(unplayed);
      put(wrong, found.left_out.map((line) => notice(t`Left out: ${translated(line)}`)));
      draw();
      return true;
    } catch (error) {
      if (mine !== turn) return true;
      if (deck.collection && error.source.includes("no longer there")) {
        delete deck.collection; // its unique cards are left out, and named
        return examine();
      }
      delete deck.text;
      fail(error);
      return false;
    }
  }

  // Another deck in the place of this one, which is kept.
  const aside = h("div", { role: "status" });
  async function open(next) {
    const old = deck;
    deck = next;
    if (await examine()) {
      if (listOf(old) !== listOf(deck)) setAside(old);
    } else {
      deck = old;
    }
    name.value = deck.name;
    goBack();
    list();
    look();
    offer();
  }
  function goBack() {
    const old = before();
    const back = async () => {
      forgetBefore();
      await open(old);
      forgetBefore();
      goBack();
    };
    put(aside, old && h("p", { class: "notice fine" }, t`${old.name} was set aside, and is kept as a version.`, " ", h("button", { type: "button", onclick: back }, t("Back to my deck"))));
  }

  function change(reference, by) {
    const entry = deck.cards.find((one) => one.reference === reference);
    if (entry) entry.count += by;
    else if (by > 0) deck.cards.push({ reference, count: by });
    deck.cards = deck.cards.filter((one) => one.count > 0);
    return examine();
  }

  const paper = h("section", { class: "printed" });

  function draw() {
    put(paper, sheet(told));
    const empty = !told.count && !told.hero;  // nothing is said against it yet
    const chosen = told.formats.filter((entry) => entry.title === started.formats.find(([name]) => name === format.value)[1]);
    put(side,
      h("h2", {}, t`${told.name}: ${plural(told.count, "card")}`),
      !empty && h("ul", { class: "legality" }, chosen.map((entry) => h("li", { class: entry.wrong.length ? "broken" : "legal" }, h("b", {}, `${translated(entry.title)}, ${entry.rules}${t(": ")}`), entry.wrong.length ? h("ul", {}, entry.wrong.map((line) => h("li", {}, translated(line)))) : t("legal")))),
      told.count > 0 && h("figure", {}, h("figcaption", {}, t("Hand Cost")), bars(told.stats.curve)),
      told.worth !== null && h("p", {}, t`Mean worth of a card: ${points(told.worth)}`),
      h("ul", { class: "slots" }, told.cards.map((entry) => h("li", { "data-carried": entry.face.reference, "data-name": entry.face.name },
        h("button", { type: "button", "aria-label": t`one ${entry.face.name} less`, onclick: () => change(entry.face.reference, -1) }, "−"),
        h("b", {}, String(entry.count)),
        h("button", { type: "button", "aria-label": t`one ${entry.face.name} more`, onclick: () => change(entry.face.reference, 1) }, "+"),
        h("span", { class: "slotname" }, `${entry.face.name} ${entry.face.version}`), h("span", { class: "fine" }, `${entry.face.costs[0]}/${entry.face.costs[1]}`),
        entry.worth && h("span", { class: "fine", title: t`${points(entry.worth.low)} to ${points(entry.worth.high)}, ${wordy(entry.worth.source)}` }, points(entry.worth.worth))))),
      told.count === 0 && h("p", { class: "fine" }, told.hero ? t("Click a card, or drag it here.") : t("Choose a Hero, then click a card or drag it here.")),
      h("p", { class: "code" }, translated(told.code)));
  }

  // actions

  const hands = h("div", { class: "gallery small", "aria-live": "polite" });
  function testHand() {
    const every = told ? told.cards.flatMap((entry) => Array(entry.count).fill(entry.face)) : [];
    if (every.length < HAND) return put(hands, notice(t`A test hand needs ${HAND} cards in the deck.`));
    for (let k = 0; k < HAND; k++) {
      const other = k + Math.floor(Math.random() * (every.length - k));
      [every[k], every[other]] = [every[other], every[k]];
    }
    return put(hands, every.slice(0, HAND).map((face) => h("div", { class: "leaf" }, full(face))));
  }
  const suggested = h("div", { class: "found", "aria-live": "polite" });
  async function suggest() {
    try {
      const found = await ask("decks/suggest", { json: { ...asked(), format: format.value } });
      put(suggested, found.picks.length ? h("ol", {}, found.picks.map((pick) => h("li", {}, t`${pick.card} instead of ${pick.out}: ${points(pick.gain)} (${points(pick.low)} to ${points(pick.high)})`, " ", h("button", { type: "button", onclick: async () => { await change(pick.out_reference, -1); await change(pick.reference, 1); suggest(); } }, t("Change"))))) : h("p", {}, t("No card of similar cost has a higher worth.")),
        h("p", { class: "fine" }, t("By worth over all decks, one card at a time; synergies are not included.")));
    } catch (error) {
      put(suggested, notice(error.message));
    }
  }
  const earlier = h("div", { class: "found", "aria-live": "polite" });
  const tested = started.agents.length > 0 && h("details", {}, h("summary", {}, t("Test it against a field")), fieldTest(started, () => ({ text: told ? told.text : "", name: deck.name }), rates));
  const shared = h("input", { type: "text", readonly: true, hidden: true, "aria-label": t("link to this deck") });
  const said = h("div", { class: "fine", role: "status" });
  async function share() {
    if (!told || (!told.count && !told.hero)) return put(said, t("there is no deck yet"));
    shared.hidden = false;
    shared.value = new URL(address(`/decks/build?${linkOf(deck)}`), location.href).href;
    return put(said, (await copied(shared)) ? t("The link is copied.") : t("Copy the link."));
  }
  async function play() {
    const others = (one) => Array(played().players - 1).fill(one);
    const found = await newGame(unplayed, { format: format.value, rules: "2024.09", seats: ["person", ...others(agent.value)], decks: [{ text: told.text, name: deck.name }, ...others(theirs.entry(opponent.value))] });
    if (found) go(`/play/${found.tokens.A}`);
    else unplayed.scrollIntoView({ block: "nearest" });
  }
  const kept = h("div", { class: "kept" });
  function keep() {
    const done = save(deck.name, told.text);
    put(said, done ? t`${deck.name} is saved in this browser.` : t("This browser does not keep anything: copy the list or the code."));
    list();
  }
  async function keepThere(over) {
    try {
      const { file, earlier: old } = await ask("decks/saved", { json: { name: deck.name, text: told.text, replace: over } });
      put(said, t`Saved as ${file} in the folder of --data.`, old && ` ${t`The one before is ${old}.`}`);
      there.files = [...new Set([file, ...(old ? [old] : []), ...there.files])];
      list();
    } catch (error) {
      put(said, notice(error.message), /already/.test(error.source) && h("button", { type: "button", onclick: () => keepThere(true) }, t("Save over it")));
    }
  }
  const openText = (text, called) => open({ ...deck, name: called, text });
  function list() {
    const mine = saved().map((entry) => h("li", {}, h("b", {}, entry.name), " ",
      entry.versions.map((version, k) => h("button", { type: "button", onclick: () => openText(version.text, entry.name) }, k ? when(version.time) : t("open"))),
      h("button", { type: "button", "aria-label": t`forget ${entry.name}`, onclick: () => { forget(entry.name); list(); } }, t("forget"))));
    const files = there.files.map((file) => h("li", {}, h("button", { type: "button", onclick: async () => { try { const found = await ask(`decks/saved/${file.split("/").map(encodeURIComponent).join("/")}`); await openText(found.text, found.name); } catch (error) { fail(error); } } }, file)));
    put(kept, mine.length > 0 && [h("h3", {}, t("Saved in this browser, with versions")), h("ul", { class: "versionlist" }, mine)], files.length > 0 && [h("h3", {}, t("In the folder of --data")), h("ul", { class: "versionlist" }, files)]);
  }

  // search

  const any = (list) => [["", t("any")], ...list.map((word) => [word, wordy(word)])];
  const controls = { text: h("input", { type: "search", placeholder: t("kelon, 3 cost robot") }), type: select(any(words.types.filter((type) => type !== "hero" && type !== "mana"))), rarity: select(any(words.rarities)), cost: h("input", { type: "text", placeholder: "3, 2-4" }), order: select([["worth", t("by worth")], ["cost", t("by Hand Cost")], ["name", t("by name")], ["", t("by set")]]) };
  const labels = { text: t("Search"), type: t("Type"), rarity: t("Rarity"), cost: t("Hand Cost"), order: t("Order") };
  let looked = 0;
  let shown = 0;
  const more = h("button", { type: "button", hidden: true, onclick: () => look(shown) }, t("Show more"));
  async function look(start = 0) {
    const mine = ++looked;
    const query = new URLSearchParams(Object.entries(controls).map(([key, control]) => [key, control.value.trim()]).filter(([, value]) => value));
    const mineHero = heroes.cards.find((face) => face.reference === hero.value);
    if (mineHero) query.set("faction", mineHero.faction);
    query.set("start", String(start));
    try {
      const found = await ask(`cards?${query}`);
      if (mine !== looked) return;
      const some = found.cards.filter((face) => face.type !== "hero");
      if (!start) grid.replaceChildren();
      grid.append(...some.map((face) => h("button", { type: "button", class: "leaf add", "data-carried": face.reference, "data-name": face.name, "aria-label": t`add ${face.name} ${face.version}`, onclick: () => change(face.reference, 1) }, full(face), face.worth && h("span", { class: "worthline" }, points(face.worth.worth), drawn(face.worth.worth, face.worth.low, face.worth.high)))));
      shown = start + found.cards.length;
      more.hidden = shown >= found.count;
      count.textContent = `${more.hidden ? plural(found.count, "card") : t`${plural(found.count, "card")}, the first ${shown} shown`}${found.note ? `. ${translated(found.note)}` : ""}`;
    } catch (error) {
      if (mine !== looked) return;
      put(grid, notice(error.message));
      more.hidden = true;
    }
  }
  let soon;
  const filters = h("form", { class: "fields filters" }, Object.entries(controls).map(([key, control]) => field(labels[key], control)));
  filters.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(() => look(), 250); });
  filters.addEventListener("submit", (event) => { event.preventDefault(); look(); });
  hero.addEventListener("change", () => { deck.hero = hero.value || null; examine(); look(); offer(); });
  name.addEventListener("change", () => { deck.name = name.value.trim() || t("my deck"); examine(); });
  format.addEventListener("change", () => {
    meet();
    if (told) draw();
  });
  const begun = select([["", t("choose a Hero first")]]);
  let lists = [];
  async function offer() {
    try {
      lists = hero.value ? (await ask(`decks/begun/${encodeURIComponent(hero.value)}`)).lists : [];
    } catch (error) {
      fail(error);
    }
    put(begun, [["", lists.length ? t`choose one of ${lists.length}…` : t("there is none for this Hero")], ...lists.map((one) => [one.name, `${wordy(one.archetype)}${t(": ")}${one.name}`])].map(([value, label]) => h("option", { value }, label)));
  }
  begun.addEventListener("change", () => { const one = lists.find((entry) => entry.name === begun.value); if (one) openText(one.text, one.name); });
  const list0 = h("textarea", { rows: "5", spellcheck: "false", placeholder: t("a list, a deck code or JSON") });
  const begin = h("details", {}, h("summary", {}, t("Start from a list, or clear the deck")), field(t("Lists of the package, by archetype"), begun), field(t("List or code"), list0), h("div", { class: "buttons" },
    h("button", { type: "button", onclick: () => list0.value.trim() && openText(list0.value, deck.name) }, t("Open")),
    h("button", { type: "button", onclick: () => open({ name: deck.name, collection: deck.collection, hero: null, cards: [] }) }, t("Clear the deck"))));
  const alone = h("details", {}, h("summary", {}, t("Play against a list, or alone")), await practice(() => ({ text: told ? told.text : "", name: deck.name })));
  list();
  put(main, h("div", { class: "page wide" }, h("div", { class: "titled" }, h("h1", {}, t("Build a deck")), offers("/decks") && h("a", { class: "button", href: "/decks" }, t("Decks"))),
    h("div", { class: "fields" }, field(t("Name"), name), field(t("Hero"), hero), field(t("Format"), format)), begin, wrong, aside, hands,
    h("div", { class: "bench" },
      h("section", { class: "looking", "aria-label": t("Cards") }, filters, count, grid, h("div", { class: "buttons" }, more)),
      h("div", { class: "sidebar" }, side,
        h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: play }, t("Play it at once"))),
        unplayed,
        h("div", { class: "fields" }, h("div", { class: "played" }, field(t("Against the deck"), opponent), three), field(t("Played by"), agent)),
        alone,
        h("div", { class: "buttons" }, h("button", { type: "button", onclick: keep }, t("Save here")), there.data && h("button", { type: "button", onclick: () => keepThere(false) }, t("Save on the server")), h("button", { type: "button", onclick: share }, t("Copy a link")), h("button", { type: "button", onclick: testHand }, t("Test hand")), h("button", { type: "button", onclick: suggest }, t("Suggest changes")), h("button", { type: "button", onclick: () => print() }, t("Print"))),
        shared, said, suggested, tested, earlier, kept)), paper));
  carrying(main, [grid, side], (reference, from, to) => {
    if (from === grid && to === side) change(reference, 1);
    if (from === side && to !== side) change(reference, -1);
  });
  goBack();
  await Promise.all([examine(), look(), offer()]);
  let given = null;
  try {
    given = linked(new URLSearchParams(query()), deck.name);
  } catch (error) {
    fail(error);
  }
  const job = named();
  note(job ? `job=${encodeURIComponent(job)}` : "");  // what the link brought is the deck now: a reload goes on with it
  if (given) await open(given.text ? { ...deck, ...given } : given);
  if (job) await follow(job, earlier, (now) => rates(now.result));
}
