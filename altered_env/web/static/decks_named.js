// The decks of the package, called by their Hero and faction.

import { factionName, t } from "./words.js";

// `there`: what the server has, with the Heroes of its decks.
export function deckLabel(there, name) {
  if (!there.heroes || !there.heroes[name]) return name;
  const [hero, faction] = there.heroes[name];
  const called = `${hero} (${factionName(faction)})`;
  return there.starters.includes(name) ? t`${called}, starter` : `${called}, ${name}`;
}
