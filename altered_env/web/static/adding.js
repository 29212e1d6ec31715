// Adds a card to the deck of the builder from another page.

import { ask, h, notice, put } from "./dom.js";
import { draft, keepDraft } from "./drafts.js";
import { factionName, plural, t } from "./words.js";

const SAME = 3;
let before = Promise.resolve();

// The draft as the server reads it.
async function known(deck) {
  const { name, collection } = deck;
  try {
    return await ask("decks/build", { json: { name, collection, ...(deck.text ? { text: deck.text } : { hero: deck.hero, cards: deck.cards }) } });
  } catch (error) {
    if (!collection || !error.source.includes("no longer there")) throw error;
    return known({ ...deck, collection: undefined });
  }
}

// Why the card is no card of this deck; empty if it may be one.
function unfit(face, { hero, cards }) {
  if (face.type === "hero" && hero && hero.reference !== face.reference) return t`Not added: your deck has the Hero ${hero.name} already. Choose another in the builder.`;
  const other = hero || (cards.length ? cards[0].face : null);
  if (!other || other.faction === face.faction) return "";
  if (hero) return t`Not added: ${face.name} is from ${factionName(face.faction)}, and your deck's Hero is from ${factionName(hero.faction)}.`;
  return t`Not added: ${face.name} is from ${factionName(face.faction)}, and your deck is from ${factionName(other.faction)}.`;
}

async function added(face) {
  const old = draft();
  const told = await known(old);
  const wrong = unfit(face, told);
  if (wrong) throw new Error(wrong);
  const cards = told.cards.map((entry) => ({ reference: entry.face.reference, count: entry.count }));
  const deck = { name: told.name, hero: told.hero ? told.hero.reference : null, cards, ...(old.collection ? { collection: old.collection } : {}) };
  if (face.type === "hero") {
    deck.hero = face.reference;
    keepDraft(deck);
    return t`${face.name} is the Hero of ${deck.name}.`;
  }
  const there = cards.find((entry) => entry.reference === face.reference);
  if (there) there.count += 1;
  else cards.push({ reference: face.reference, count: 1 });
  keepDraft(deck);
  const count = there ? there.count : 1;
  const same = 1 + told.cards.filter((entry) => entry.face.name === face.name).reduce((sum, entry) => sum + entry.count, 0);
  const words = t`${count} in ${deck.name}, which has ${plural(told.count + 1, "card")}.`;
  return same > SAME ? `${words} ${t`Standard allows ${SAME} cards of one name.`}` : words;
}

// A button, with what came of it below.
export function adder(face) {
  if (face.token || face.type === "mana") return null;
  const said = h("p", { class: "fine", role: "status" });
  const button = h("button", { type: "button", "aria-label": t`Add to my deck: ${face.name} ${face.version}` }, t("Add to my deck"));
  button.addEventListener("click", () => {
    before = before.then(async () => {
      try {
        put(said, await added(face), " ", h("a", { href: "/decks/build" }, t("Open the deck")));
      } catch (error) {
        put(said, notice(error.message));
      }
    });
  });
  return h("div", { class: "adder" }, button, said);
}
