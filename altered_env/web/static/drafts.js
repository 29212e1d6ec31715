// The deck under construction and saved decks, kept in this browser.

import { read as stored, write as store } from "./stored.js";
import { t } from "./words.js";

const DRAFT = "altered-draft";
const BEFORE = "altered-before";
const DECKS = "altered-decks";
const VERSIONS = 30;

// {name, hero, cards: [{reference, count}]}; `text` if a list is to be read first, `collection` if
// unique cards of one are in it.
export function draft() {
  const found = stored(DRAFT, {});
  return { name: String(found.name || t("my deck")), hero: found.hero || null, cards: Array.isArray(found.cards) ? found.cards : [], ...(found.collection ? { collection: found.collection } : {}), ...(found.text ? { text: found.text } : {}) };
}

export function keepDraft(deck) {
  return store(DRAFT, deck);
}

// The deck as a list of references.
export function listOf({ name, hero, cards }) {
  return `${[`# ${name}`, ...(hero ? [`1 ${hero}`] : []), ...cards.map(({ reference, count }) => `${count} ${reference}`)].join("\n")}\n`;
}

// The lines of a list without its comments: two lists of the same cards are one version.
const plain = (text) => text.split("\n").map((line) => line.split("#")[0].trim()).filter(Boolean).join("\n");

// Another deck is opened: this one is kept, as a version and to go back to. False if there was nothing in it.
export function setAside(deck) {
  if (!deck.cards.length) return false;
  save(deck.name, listOf(deck));
  return store(BEFORE, { name: deck.name, hero: deck.hero, cards: deck.cards, ...(deck.collection ? { collection: deck.collection } : {}) });
}

// The deck that was set aside last; null if there is none.
export function before() {
  const found = stored(BEFORE, null);
  return found && Array.isArray(found.cards) ? found : null;
}

export function forgetBefore() {
  return store(BEFORE, null);
}

// Saved decks, each with its versions, the newest first.
export function saved() {
  return stored(DECKS, []);
}

export function save(name, text) {
  const all = saved().filter((deck) => deck.name !== name);
  const old = saved().find((deck) => deck.name === name);
  const versions = [{ text, time: new Date().toISOString() }, ...(old ? old.versions.filter((one) => plain(one.text) !== plain(text)) : [])].slice(0, VERSIONS);
  return store(DECKS, [{ name, versions }, ...all]);
}

export function forget(name) {
  return store(DECKS, saved().filter((deck) => deck.name !== name));
}
