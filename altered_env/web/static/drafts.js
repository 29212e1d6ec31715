// The deck under construction and saved decks, kept in this browser.

import { read as stored, write as store } from "./stored.js";
import { t } from "./words.js";

const DRAFT = "altered-draft";
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

// Saved decks, each with its versions, the newest first.
export function saved() {
  return stored(DECKS, []);
}

export function save(name, text) {
  const all = saved().filter((deck) => deck.name !== name);
  const old = saved().find((deck) => deck.name === name);
  const versions = [{ text, time: new Date().toISOString() }, ...(old ? old.versions.filter((one) => one.text !== text) : [])].slice(0, VERSIONS);
  return store(DECKS, [{ name, versions }, ...all]);
}

export function forget(name) {
  return store(DECKS, saved().filter((deck) => deck.name !== name));
}
