// Decks: reading lists and codes, legality in Standard under rules 2024.09, and the deck in the making
// (altered_env/decks and altered_env/web/build_pages.py).

import { capital, counted } from "./kit.js";

const HEADING = /^\W*(?:hero(?:es)?|characters?|spells?|(?:landmark |expedition )?permanents?|landmarks?|mana|(?:main ?)?deck|cards|commons?|rares?|exalted|exalts|uniques?)\W*(?:\(?\d+\)?)?\W*$/i;
const PLAIN = /^(?:(\d+)\s+)?(.+)$/;
const LINE = /^(?:(\d+)\s*[xX×]?\s+)?(.+?)(?:\s+[xX×]\s?(\d+))?$/;
const RARITY = /^(.+?)\s*[([]?\b(common|commune|rare|out of faction|oof|exalted|exalt)\b[)\]]?$/i;
const VERSIONS = { common: "C", commune: "C", exalted: "E", exalt: "E", "out of faction": "R2", oof: "R2" };
const CODE = /^E[A-Za-z0-9_+/-]{5,4000}={0,2}$/;
const REFERENCE = /^([A-Z0-9]+)_([A-Z]{2})_(\d+)_(C|R1|R2|E|U)(?:_(\d+))?$/;
const MOST_COPIES = 99;
const MOST_WRONG = 5;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

// The sum of copies by some property, in the order of their first.
function tallied(cards, by) {
  const found = new Map();
  for (const card of cards) found.set(by(card), (found.get(by(card)) || 0) + 1);
  return found;
}

export class Decks {
  constructor(kit, cards) {
    Object.assign(this, { kit, cards });
    this.named = new Map();
    for (const face of kit.faces) {
      if (face.token) continue;
      for (const key of [`${face.name} ${face.version}`, face.name]) this.named.set(plain(key), [...(this.named.get(plain(key)) || []), face]);
    }
  }

  face(reference) {
    const { numbers, tables, faces } = this.kit;
    const known = reference.replace(/^ALT_(\w+?)_B_/, "$1_");
    const number = numbers.get(known) ?? numbers.get(tables.prints[known]);
    return number === undefined ? null : faces[number];
  }

  // A list or a code: {name, hero, cards}, with faces. Throws a sentence for each line that cannot be read.
  read(text, name) {
    if (CODE.test(text.trim()) && !this.named.has(plain(text))) return this.sorted(name, this.decoded(text.trim()));
    if (/^\s*[[{]/.test(text)) throw new Error("lists as JSON are read by altered web only: paste lines, such as 3 Foundry Armorer C, or a deck code");
    const wrong = [];
    const found = [];
    const rares = [];  // versions that depend on the Hero
    text.split(/\r?\n/).forEach((whole, k) => {
      const line = whole.split("#")[0].split("//")[0].trim().replace(/^[-*•]\s+/, "");
      const title = /^(?:name|title|deck)\s*:\s*(.*)$/i.exec(line);
      if (title) name = title[1] || name;
      if (title || !line || HEADING.test(line)) return;
      const stripped = line.replace(/^hero\s*:\s*/i, "");
      const read = [PLAIN, LINE].map((form) => form.exec(stripped)).map(([, before, wanted, behind]) => ({ count: Number(before || behind || 1), wanted, faces: this.meant(wanted) }));
      const { count, wanted, faces } = read.find((one) => one.faces.length) || read[1];  // an X may begin a name
      if (!faces.length) wrong.push(`line ${k + 1}: no card is called ${wanted.slice(0, 60)}`);
      else if (faces.length > 1 && RARITY.test(wanted)) rares.push([k + 1, found.push([count, null]) - 1, faces]);
      else if (faces.length > 1) wrong.push(`line ${k + 1}: ${wanted} has the versions ${faces.map((face) => face.version).join(", ")}: name one`);
      else if (count < 1 || count > MOST_COPIES) wrong.push(`line ${k + 1}: 1 to ${MOST_COPIES} copies, found ${count}`);
      else found.push([count, faces[0]]);
    });
    const hero = found.map(([, face]) => face).find((face) => face && face.type === "hero");
    for (const [line, at, faces] of rares) {
      found[at][1] = faces.find((face) => hero && face.faction === hero.faction) || null;
      if (!found[at][1]) wrong.push(`line ${line}: ${faces[0].name} has the versions ${faces.map((face) => face.version).join(", ")}: name one`);
    }
    if (wrong.length) throw new Error(`${wrong.slice(0, MOST_WRONG).join("; ")}${wrong.length > MOST_WRONG ? `; and ${wrong.length - MOST_WRONG} more` : ""}`);
    return this.sorted(name, found);
  }

  // The cards of this reference or name.
  meant(wanted) {
    const face = this.face(wanted);
    return face ? [face] : this.named.get(plain(wanted)) || this.worded(wanted);
  }

  // A name with its rarity in words: a rare is of one of two versions.
  worded(wanted) {
    const found = RARITY.exec(wanted);
    if (!found) return [];
    const version = VERSIONS[found[2].toLowerCase()];
    if (version) return this.named.get(plain(`${found[1]} ${version}`)) || [];
    return (this.named.get(plain(found[1])) || []).filter((face) => face.rarity === "rare");
  }

  sorted(name, entries) {
    const heroes = entries.filter(([, face]) => face.type === "hero");
    if (heroes.length > 1 || heroes.some(([count]) => count > 1)) throw new Error("a deck has one Hero");
    return { name, hero: heroes.length ? heroes[0][1] : null, cards: entries.filter(([, face]) => face.type !== "hero").flatMap(([count, face]) => Array(count).fill(face)) };
  }

  // The deck that a page asks for, and what is left out of it.
  asked({ name = "my deck", text, hero = null, cards = [] }) {
    if (text) return [this.read(text, name), []];
    const left = [];
    const found = (reference) => {
      const face = this.face(String(reference));
      if (!face) left.push(`no card is called ${reference}`);
      return face;
    };
    const of = hero ? found(hero) : null;
    return [{ name, hero: of, cards: cards.flatMap(({ reference, count }) => (found(reference) ? Array(count).fill(this.face(reference)) : [])) }, left];
  }

  // As the engine takes it, if it is legal.
  legal({ text, name }) {
    const deck = this.read(text, String(name || "").trim().slice(0, 60));
    const called = deck.name || (deck.hero ? deck.hero.name : "pasted deck");
    const wrong = this.wrong(deck);
    if (wrong.length) throw new Error(`illegal decks: ${wrong.map((reason) => `${called}: ${reason}`).join("; ")}`);
    const number = (face) => this.kit.numbers.get(face.reference);
    return { hero: number(deck.hero), cards: deck.cards.map(number) };
  }

  async build(asked) {
    const [deck, left] = this.asked(asked);
    const entries = [...tallied(deck.cards, (face) => face)];
    const worths = await Promise.all(entries.map(([face]) => this.cards.worth(face)));
    const values = new Map((await this.cards.values()).map((value) => [value.face, value.worth]));
    const known = deck.cards.flatMap((face) => (values.has(face) ? [values.get(face)] : []));
    return {
      name: deck.name,
      summary: summary(deck),
      hero: deck.hero,
      cards: entries.map(([face, count], k) => ({ count, face, worth: worths[k] })),
      formats: this.kit.tables.choices.formats.map(({ title }) => ({ title, rules: this.kit.tables.choices.rules[0], wrong: this.wrong(deck) })),
      stats: { curve: curve(deck) },
      code: this.code(deck),
      text: text(deck),
      left_out: left,
      worth: known.length ? Math.round((100 * known.reduce((sum, one) => sum + one)) / known.length) / 100 : null,
      count: deck.cards.length,
    };
  }

  // The changes that gain most by worth, a card for one of similar cost, where the deck stays as legal as it was
  // (altered_env/cardstats/collection/for_deck.py).
  async suggest(asked) {
    const [deck] = this.asked(asked);
    if (!deck.hero) throw new Error("choose a Hero first: it says which cards fit");
    const { most, tried, near } = await this.cards.suggesting();
    const context = await this.cards.context(deck.hero, deck.cards);
    const values = (await this.cards.values(context)).filter(({ face }) => face.faction === deck.hero.faction);
    const { suspended } = this.kit.tables.legality;
    const due = values.filter(({ face }) => !suspended.includes(face.reference)).sort((one, two) => two.mean - one.mean);
    const called = (face) => `${face.name} ${face.version.replaceAll("_", " ")}`;
    const picks = [];
    let now = deck;
    while (picks.length < most) {
      const held = new Set([...deck.cards, ...picks.map((pick) => pick.face)]);
      const left = due.filter(({ face }) => !held.has(face)).slice(0, tried);
      const stay = new Set(picks.map((pick) => pick.face));
      const outs = [...new Set(now.cards)].filter((face) => !stay.has(face)).map((face) => values.find((value) => value.face === face)).filter(Boolean).sort((one, two) => one.mean - two.mean);
      const pick = this.best(now, left, outs, near);
      if (!pick) break;
      const { value, out } = pick;
      now = { ...now, cards: now.cards.with(now.cards.indexOf(out.face), value.face) };
      const half = Math.hypot(value.high - value.mean, out.high - out.mean);
      const gain = value.mean - out.mean;
      picks.push({ face: value.face, told: { card: called(value.face), reference: value.face.reference, source: value.source, out: called(out.face), out_reference: out.face.reference, gain: round(gain), low: round(gain - half), high: round(gain + half) } });
    }
    return { name: deck.name, context: context.words, fitting: due.length, others: values.length - due.length, picks: picks.map(({ told }) => told), deck: text(now), illegal: this.wrong(deck) };
  }

  best(deck, left, outs, near) {
    let best = null;
    for (const value of left) {
      for (const out of outs) {
        const gain = value.mean - out.mean;
        if (gain <= 0 || (best && gain <= best.gain)) break;
        if (Math.abs(value.face.costs[0] - out.face.costs[0]) > near) continue;
        if (this.breaksMore(deck, { ...deck, cards: deck.cards.with(deck.cards.indexOf(out.face), value.face) })) continue;
        best = { value, out, gain };
        break;
      }
    }
    return best;
  }

  // Whether a deck breaks a rule that it kept before a change, or one by more (altered_env/formats/deck_changes.py).
  breaksMore(before, after) {
    const now = this.reasons(after);
    if (!now.length) return false;
    const there = this.reasons(before);
    const said = new Set(there.map(({ text }) => text));
    if (now.every(({ text }) => said.has(text))) return false;
    if (!now.every(({ rule }) => there.some((one) => one.rule === rule))) return true;
    const stay = [...after.cards];
    const left = before.cards.filter((card) => stay.includes(card) && stay.splice(stay.indexOf(card), 1));
    for (const text of this.wrong({ ...before, cards: left })) said.add(text);
    return !now.every(({ text }) => said.has(text));
  }

  wrong(deck) {
    return this.reasons(deck).map(({ text }) => text);
  }

  // The reasons why a deck is illegal, each with its rule.
  reasons({ hero, cards }) {
    const { least, same, rarities, suspended, cite } = this.kit.tables.legality;
    const called = (face) => (face.token ? face.name : `${face.name} ${face.version.replaceAll("_", " ")}`);
    const found = [];
    const add = (point, message) => found.push({ rule: cite[point], text: `${message} (${cite[point]})` });
    if (!hero) add("hero", "no Hero; a deck needs exactly one");
    if (cards.length < least) add("minimum", `${counted(cards.length, "card")} besides the Hero; at least ${least} are required`);
    for (const [face, copies] of tallied(cards, (one) => one)) {
      if (hero && face.faction !== hero.faction) add("faction", `${copies} ${called(face)} is from ${capital(face.faction)}, but the Hero is from ${capital(hero.faction)}`);
    }
    for (const [name, copies] of tallied(cards, (face) => face.name)) {
      if (copies > same) add("name", `${copies} cards called ${name}; at most ${same} are allowed, over all versions`);
    }
    const by = tallied(cards, (face) => face.rarity);
    for (const [rarity, most] of Object.entries(rarities)) {
      if ((by.get(rarity) || 0) > most) add(rarity, `${counted(by.get(rarity), `${rarity} card`)}; at most ${most} are allowed`);
    }
    for (const face of new Set([...(hero ? [hero] : []), ...cards])) {
      if (suspended.includes(face.reference)) add("suspended", `${called(face)} is suspended from constructed play`);
    }
    return found;
  }

  // The code by which deck sites share a list, or why there is none (altered_env/decks/share_code.py).
  code(deck) {
    const { sets, factions, rarities, short, group: most } = this.kit.tables.codes;
    const groups = new Map();
    for (const [face, count] of every(deck)) {
      const match = REFERENCE.exec(face.reference);
      const set = match && Object.keys(sets).find((number) => sets[number][0] === match[1]);
      if (!set) return `no code: deck codes have no number for the set of ${face.reference}`;
      if (count > 65) return `no code: ${count} copies of ${face.reference}; a deck code holds at most 65`;
      groups.set(set, [...(groups.get(set) || []), [count, match]]);
    }
    const parts = [...groups].flatMap(([set, group]) => Array.from({ length: Math.ceil(group.length / most) }, (_, k) => [Number(set), group.slice(k * most, (k + 1) * most)]));
    const digits = (number, width) => number.toString(2).padStart(width, "0");
    let bits = digits(1, 4) + digits(parts.length, 8);
    for (const [set, part] of parts) {
      bits += digits(set, 8) + digits(part.length, 6);
      for (const [count, [, , faction, number, rarity, unique]] of part) {
        bits += count <= 3 ? digits(count, 2) : digits(0, 2) + digits(count - 3, 6);
        bits += `1${digits(factions.indexOf(faction), 3)}${digits(Number(number), sets[set][1])}${digits(rarities.indexOf(rarity), set <= short ? 2 : 3)}`;
        if (unique) bits += digits(Number(unique), 16);
      }
    }
    bits = bits.padEnd(8 * Math.ceil(bits.length / 8), "0");
    return btoa(String.fromCharCode(...bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  decoded(code) {
    const { sets, factions, rarities, short, products } = this.kit.tables.codes;
    let bits;
    try {
      bits = [...atob(code.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""))].map((byte) => byte.charCodeAt(0).toString(2).padStart(8, "0")).join("");
    } catch {
      throw new Error(`${code.slice(0, 20)} is not a deck code`);
    }
    let at = 0;
    const take = (width) => {
      if (at + width > bits.length) throw new Error("the deck code is cut off");
      at += width;
      return parseInt(bits.slice(at - width, at), 2);
    };
    const version = take(4);
    if (version !== 1) throw new Error(`a deck code of version ${version}; only version 1 is supported`);
    const found = [];
    for (let parts = take(8); parts > 0; parts--) {
      const set = take(8);
      if (!sets[set]) throw new Error(`the deck code names set ${set}, which is not known here`);
      for (let group = take(6); group > 0; group--) {
        let count = take(2);
        if (count === 0) {
          const extra = take(6);
          count = extra ? extra + 3 : 0;
        }
        const product = take(1) ? "" : `_${products[take(2)]}`;
        const faction = factions[take(3)];
        const number = String(take(sets[set][1])).padStart(2, "0");
        let rarity = rarities[take(set <= short ? 2 : 3)];
        if (rarity === "U") rarity = `U_${take(16)}`;
        const reference = `${sets[set][0]}${product}_${faction}_${number}_${rarity}`;
        const face = this.face(reference);
        if (!face) throw new Error(`the deck code names ${reference}, which is not known here`);
        if (count) found.push([count, face]);
      }
    }
    return found;
  }
}

const round = (number) => Math.round(100 * number) / 100;

// Each card with its copies, the Hero first.
function every({ hero, cards }) {
  return [...(hero ? [[hero, 1]] : []), ...tallied(cards, (face) => face)];
}

function summary({ hero, cards }) {
  const by = [...tallied(cards, (face) => face.rarity || "without rarity")].sort(([one], [two]) => (one < two ? -1 : 1));
  return `${hero ? hero.name : "no Hero"} with ${counted(cards.length, "card")}${by.length ? `: ${by.map(([rarity, count]) => `${count} ${rarity}`).join(", ")}` : ""}`;
}

function curve({ cards }) {
  const costs = cards.filter((face) => face.type !== "mana").map((face) => face.costs[0]);
  return Array.from({ length: Math.max(0, ...costs) + 1 }, (_, cost) => [cost, costs.filter((one) => one === cost).length]);
}

function text(deck) {
  const called = (face) => (face === deck.hero ? face.name : `${face.name} ${face.version.replaceAll("_", " ")}`);
  return `# ${deck.name}\n${every(deck).map(([face, count]) => `${count} ${face.reference}  # ${called(face)}\n`).join("")}`;
}
