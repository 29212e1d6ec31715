// The cards, from tables that Python has written (altered_env/web/card_pages.py).

import { Context, withHero } from "./contexts.js";
import { about } from "./kit.js";

const PAGE = 60;
const SAME = ["faction", "type", "rarity", "set"];
const LEAST = ["forest", "mountain", "water"];
const REFERENCE = /(?:ALT_)?([A-Z][A-Z0-9]{0,15})(?:_[A-Z])?_([A-Z]{2}_\d{1,4})(?:_(C|R1|R2|F|E|U_\d{1,9}))?/;
const UNIQUE = /_U_\d/i;
const VERSIONS = ["C", "R1", "R2", "E"];
const NO_UNIQUES = "there are no unique cards here; `altered web` imports them from official data";
const COST = /(?:hand )?costs? (?:of )?(\d{1,2})|(\d{1,2})[ -](?:hand )?(?:costs?|mana)/gi;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const codeOf = (faction) => faction.slice(0, 2);
const words = (text) => plain(text).split(/[^\p{L}\p{N}']+/u).filter(Boolean);

export class Cards {
  #found = null;

  constructor(kit) {
    this.kit = kit;
  }

  // What is known of each card besides its face, loaded when it is first asked for.
  async every() {
    this.#found ||= about();
    return this.#found;
  }

  async words() {
    return (await this.every()).words;
  }

  async search(query) {
    const { cards, words: { factions, rarities } } = await this.every();
    const asked = (name) => (query.get(name) || "").trim();
    const cost = new Set();
    const wanted = words(asked("text").replace(COST, (_, behind, before) => {
      cost.add(Number(behind || before));
      return " ";
    }));
    const referred = this.#referred(asked("text"));
    if (referred) wanted.length = 0;
    // a faction, its code or a rarity means that, also where a name has it, if no other word is asked for
    const codes = factions.map(codeOf);
    const alone = [...factions, ...codes, ...rarities];
    const facts = wanted.length > 0 && wanted.every((word) => alone.includes(word));
    const wording = plain(asked("wording"));
    const costs = range(asked("cost"));
    const singles = new Map(wanted.map((word) => [word, this.#single(word)]));
    const fits = ([number, more]) => {
      const face = this.kit.faces[number];
      const text = [...face.text, ...face.support];
      const known = words([face.name, face.version, face.faction, face.rarity || "", face.type, more.set, ...face.subtypes].join(" "));
      const said = words(text.join(" "));
      return !face.token && (!referred || referred.includes(number)) && (!cost.size || (cost.has(face.costs[0]) && face.type !== "hero"))
        && SAME.every((name) => !asked(name) || (name === "set" ? more.set : face[name]) === asked(name))
        && (!asked("subtype") || face.subtypes.includes(asked("subtype")))
        && LEAST.every((name, k) => !asked(name) || face.stats[k] >= Number(asked(name)))
        && (!wording || plain(text.join(" ")).includes(wording))
        && (!asked("keyword") || plain(text.join(" ")).includes(plain(asked("keyword"))))
        && costs(face.costs[0])
        && wanted.every((word) => (facts ? [face.faction, codeOf(face.faction), face.rarity].includes(word) : [...known, codeOf(face.faction), ...said].some((one) => (codes.includes(word) ? one === word : one.startsWith(word) || one.startsWith(singles.get(word) || word)))));
    };
    const found = cards.filter(fits);
    const order = asked("order");
    const face = ([number]) => this.kit.faces[number];
    if (order === "worth") found.sort(([, one], [, two]) => (two.worth ? two.worth.worth : -Infinity) - (one.worth ? one.worth.worth : -Infinity));
    if (order === "cost") found.sort((one, two) => face(one).costs[0] - face(two).costs[0]);
    if (order === "name") found.sort((one, two) => (face(one).name < face(two).name ? -1 : 1));
    const start = Number(asked("start") || 0);
    const unique = !found.length && (asked("rarity") === "unique" || ["unique", "uniques"].some((word) => words(asked("text")).includes(word)) || UNIQUE.test(asked("text")));
    return { count: found.length, start, note: unique ? NO_UNIQUES : "", cards: found.slice(start, start + PAGE).map((one) => ({ ...face(one), worth: one[1].worth })) };
  }

  // The cards of a reference or a link, by their numbers in the book; null if the text is neither.
  #referred(text) {
    const [, set, rest, rarity] = REFERENCE.exec(/\s/.test(text) ? "" : text.toUpperCase()) || [];
    if (!set) return null;
    const versions = rarity ? [rarity === "F" ? "R2" : rarity] : VERSIONS;
    const number = (version) => {
      const reference = `${set}_${rest}_${version}`;
      return this.kit.numbers.get(reference) ?? this.kit.numbers.get(this.kit.tables.prints[reference]) ?? this.kit.numbers.get(reference.replace(/^COREKS_/, "CORE_"));
    };
    return versions.map(number).filter((found) => found !== undefined);
  }

  // The singular of a plural, if any card has it.
  #single(word) {
    if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss")) return null;
    this.known ||= new Set(this.kit.faces.flatMap((face) => words([face.name, face.type, ...face.subtypes, ...face.text, ...face.support].join(" "))));
    const singles = [...(word.endsWith("ies") ? [`${word.slice(0, -3)}y`] : []), word.slice(0, -1), ...(word.endsWith("es") ? [word.slice(0, -2)] : [])];
    return singles.find((one) => this.known.has(one)) || null;
  }

  // The worth of a card with its interval; null if it has none.
  async worth(face) {
    const { cards } = await this.every();
    this.worths ||= new Map(cards.map(([number, { worth }]) => [this.kit.faces[number], worth]));
    return this.worths.get(face) || null;
  }

  // The cards that have a worth, also in a context if one is given.
  async values(context) {
    const { values } = await this.every();
    return values.map((one) => ({ face: this.kit.faces[this.kit.numbers.get(one.reference)], source: one.source, worth: one.worth, ...context?.worth(one) }));
  }

  // The worths in the context of a deck.
  async context(hero, cards) {
    return new Context((await this.every()).contexts, hero, cards);
  }

  // The limits of suggestions.
  async suggesting() {
    return (await this.every()).suggesting;
  }

  // The constructed lists for a Hero, to start from.
  async begun(hero) {
    return { lists: (await this.every()).begun[hero] || [] };
  }

  // The worth of a card with each Hero of its faction.
  async heroes(reference) {
    const { contexts, values } = await this.every();
    const number = this.kit.numbers.get(reference) ?? this.kit.numbers.get(this.kit.tables.prints[reference]);
    const face = this.kit.faces[number];
    const value = face && values.find((one) => one.reference === face.reference);
    const mine = this.kit.faces.filter((one) => one.type === "hero" && face && one.faction === face.faction && contexts.heroes[one.reference]);
    return { player: contexts.player, rows: value ? mine.map((hero) => withHero(contexts, hero, value)).sort((one, two) => two.worth - one.worth) : [] };
  }

  async about(reference) {
    const { cards } = await this.every();
    const number = this.kit.numbers.get(reference) ?? this.kit.numbers.get(this.kit.tables.prints[reference]);
    const entry = cards.find(([one]) => one === number);
    if (!entry) throw new Error(`no card is called ${reference}`);
    const face = this.kit.faces[number];
    const [, { lines, status, set, suspended, prints }] = entry;
    const { worths } = await this.every();
    const said = [...face.text, ...face.support.map((line) => `Support: ${line}`)];
    return {
      face, status, set, suspended, prints, ...worths[face.reference],
      lines: lines.map((notation, k) => ({ notation, wording: said[k] })),
      versions: cards.map(([one]) => this.kit.faces[one]).filter((other) => other.name === face.name).slice(0, 24),
    };
  }
}

// Costs as they are asked for: 3, 2-4, >=5.
function range(text) {
  const found = /^(>=|<=|>|<)?\s*(\d+)(?:\s*-\s*(\d+))?$/.exec(text);
  if (!text) return () => true;
  if (!found) throw new Error(`a cost is a number, 2-4 or >=5, found ${text.slice(0, 20)}`);
  const [, sign, low, high] = found;
  const tests = { ">=": (cost) => cost >= low, "<=": (cost) => cost <= low, ">": (cost) => cost > low, "<": (cost) => cost < low };
  return sign ? (cost) => cost !== null && tests[sign](cost) : (cost) => cost !== null && cost >= Number(low) && cost <= Number(high ?? low);
}
