// A game with a deck: alone against a goldfish, or against a list.

import { ask, field, h, newGame, put, select } from "./dom.js";
import { deckLabel } from "./decks_named.js";
import { saved } from "./drafts.js";
import { go } from "./server.js";
import { t, translated } from "./words.js";

const GOLDFISH = "goldfish";

// The decks to choose from, as [value, label], and the entry of a new game for a value.
export function decksOf(there, first = []) {
  const mine = saved().map((deck, k) => [`saved:${k}`, t`saved: ${deck.name}`, { text: deck.versions[0].text, name: deck.name }]);
  const named = [...there.starters, ...there.lists].map((name) => [`name:${name}`, deckLabel(there, name), { name }]);
  const all = [...first, ...mine, ...named];
  return { entries: all.map(([value, label]) => [value, label]), entry: (value) => all.find(([one]) => one === value)[2] };
}

// A form. `deck`: a function that gives a deck as {name} or {text}, to play or to play against; null for none.
export async function practice(deck = null) {
  const there = await ask("choices");
  const own = deck ? [["this", t("this deck"), null]] : [];
  const yours = decksOf(there, own);
  const fish = there.agents.some((agent) => agent.name === GOLDFISH) ? [[GOLDFISH, t("no one: a goldfish passes and plays nothing"), null]] : [];
  const others = decksOf(there, [...fish, ...own]);
  const mine = select(yours.entries);
  const theirs = select(others.entries);
  const level = select(Object.entries(there.levels).map(([name, title]) => [name, translated(title)]), "greedy");
  const wrong = h("div", { "aria-live": "assertive" });
  const skill = field(t("Level"), level);
  const chosen = () => { skill.hidden = theirs.value === GOLDFISH; };
  theirs.addEventListener("change", chosen);
  chosen();
  const form = h("form", { class: "begin practice" },
    h("div", { class: "fields" }, field(t("You play"), mine), field(t("Against"), theirs), skill),
    h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, t("Play"))), wrong);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const entry = (decks, value) => (value === "this" ? deck() : decks.entry(value));
    const alone = theirs.value === GOLDFISH;
    const found = await newGame(wrong, { seats: ["person", alone ? GOLDFISH : level.value], decks: [entry(yours, mine.value), alone ? null : entry(others, theirs.value)] });
    if (found) go(`/play/${found.tokens.A}`);
  });
  return form;
}
