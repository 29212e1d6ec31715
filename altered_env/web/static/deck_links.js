// Links that carry a deck: its name, its Hero and its cards by reference, as ?name=…&hero=…&list=3.CORE_AX_04_C-….

import { t } from "./words.js";

const LONGEST = 10_000;
const MOST = 255;
const NAME = 60;
const CARD = /^(?:ALT_)?[A-Z0-9]{2,12}(?:_[A-Z0-9]{1,9}){2,6}$/;
const ENTRY = /^([1-9]\d?)\.(\w+)$/;

export function linkOf({ name, hero, cards }) {
  const list = cards.map(({ reference, count }) => `${count}.${reference}`).join("-");
  return String(new URLSearchParams({ name, ...(hero ? { hero } : {}), list }));
}

// The deck of such a link, or of one with a code; null if it has none. What it says is of another person:
// throws a sentence for what no link of these pages says. Whether there are such cards, the server knows.
export function linked(given, usual) {
  const name = (given.get("name") || "").replace(/[\p{C}\s]+/gu, " ").trim().slice(0, NAME) || usual;
  const [code, hero, list] = ["code", "hero", "list"].map((key) => given.get(key));
  if (!code && !hero && !list) return null;
  if ([code, hero, list].some((text) => text && text.length > LONGEST)) throw new Error(t("This link is too long for a deck. Your deck is unchanged."));
  if (code) return { name, text: code };
  const cards = (list ? list.split("-") : []).map((part) => ENTRY.exec(part)).map((found) => found && CARD.test(found[2]) && { reference: found[2], count: Number(found[1]) });
  const copies = cards.reduce((sum, card) => sum + (card ? card.count : 0), 0);
  if (!cards.every(Boolean) || copies > MOST || (hero && !CARD.test(hero))) throw new Error(t("This link has no deck that can be read; it may be cut off. Your deck is unchanged."));
  return { name, hero: hero || null, cards };
}
