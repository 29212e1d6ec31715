// The words of the pages in a person's language. English is the source; words/LANGUAGE.json has the others:
// `pages`, the texts of the pages themselves, and `server`, patterns of texts that come from the server or the
// engine; `cards`, a grammar of the wording of cards. What is missing there stays English.

import { Grammar } from "./grammar.js";
import { kept } from "./stored.js";

export const LANGUAGES = { en: "English", fr: "Français" };

// The setting, or the first language of the browser that is there.
function chosen() {
  const asked = [kept().language, ...(navigator.languages || [])].filter(Boolean).map((tag) => String(tag).split("-")[0]);
  return asked.find((tag) => Object.hasOwn(LANGUAGES, tag)) || "en";
}

export const LANGUAGE = chosen();

async function loaded() {
  if (LANGUAGE === "en") return {};
  try {
    return await fetch(new URL(`./words/${LANGUAGE}.json`, import.meta.url)).then((answer) => answer.json());
  } catch {
    return {};  // offline: English
  }
}

const { pages = {}, server: patterns = {}, cards = {} } = await loaded();
const rules = new Intl.PluralRules(LANGUAGE);
document.documentElement.lang = LANGUAGE;

// The number that a text says in this language, or null: "1 234,5", "+2".
const marks = Object.fromEntries(new Intl.NumberFormat(LANGUAGE).formatToParts(12345.6).map(({ type, value }) => [type, value]));
function counted(text) {
  const plain = String(text).replaceAll(marks.group, "").replace(marks.decimal, ".").replace("−", "-");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

// A text with its values. One of several plural forms is chosen by its first number.
function filled(entry, values) {
  const first = Object.values(values).map(counted).find((value) => value !== null);
  const text = typeof entry === "string" ? entry : entry[rules.select(first ?? 0)] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// A text of the pages: t("Play"), t`Day ${day}`.
export function t(text, ...values) {
  const key = typeof text === "string" ? text : text.reduce((before, after, k) => `${before}{${k - 1}}${after}`);
  return filled(Object.hasOwn(pages, key) ? pages[key] : key, values);
}

// What rounds to zero is zero, without a minus sign.
const unsigned = (value, digits) => (Number(value.toFixed(digits)) ? value : 0);

export function number(value, digits = null) {
  return unsigned(value, digits ?? 3).toLocaleString(LANGUAGE, digits === null ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function percent(share, digits = 0) {
  return unsigned(share, digits + 2).toLocaleString(LANGUAGE, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// A moment: day and time.
export function when(time) {
  return new Date(time).toLocaleString(LANGUAGE === "en" ? "en-GB" : LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
}

// Several things in a sentence: "A and B".
export function joined(items) {
  return new Intl.ListFormat(LANGUAGE).format(items);
}

export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

// "1 card", "2 cards".
export function plural(many, word) {
  const text = `${number(many)} ${word}${many === 1 ? "" : "s"}`;
  const entry = pages[`{0} ${word}s`];
  return entry ? filled(entry, [number(many)]) : text;
}

// Texts of the server

// What a name in braces stands for. `seat`, `n` and `cost` are those; `place` and `zone` are where cards lie;
// `said` is within quotation marks; `effect` may hold brackets; `reasons` are why decks are illegal; `s` is the end of a plural. These,
// `text`, and the parts of `list` and `options` are translated in their turn; any other name is kept. `card` is no
// ability and no question.
const PLACE = "hand|hero Expedition|companion Expedition|Reserve|the Discard pile|the Mana zone|Landmarks|the Hero zone|Limbo|the Deck";
const KINDS = {
  seat: "[A-D]", s: "s|y|ies|", n: "[−+-]?\\d[\\d,]*(?:\\.\\d+)?", cost: "[-\\d]+(?: or [-\\d]+)*", said: "[^“”]+", effect: ".+",
  card: "(?!choose |(?:When|While|If|At|Once|Exhaust|Discard|Choose|For each|Pick|Roll|Sacrifice|Spend|Do|From) ).+?", place: PLACE, zone: "(?:Reserve|Landmarks|Limbo|the [A-Za-z ]+?) of [A-D]",
};
const kindOf = (name) => name.replace(/\d+$/, "");

const compiled = Object.entries(patterns).map(([key, entry]) => {
  const names = [];
  const source = key.split(/(\{\w+\})/).map((part) => {
    if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part.slice(1, -1));
    return `(${KINDS[kindOf(names.at(-1))] || ".+?"})`;
  }).join("");
  return { entry, names, matches: new RegExp(`^${source}$`, "s") };
});
const known = new Map();

function value(name, found) {
  const kind = kindOf(name);
  if (["text", "said", "effect", "place", "zone"].includes(kind)) return translated(found);
  if (kind === "reasons") return found.split(/(?<=\)); /).map(translated).join(translated("; "));  // each ends with a rule
  if (kind === "options") return found.split("; ").map(translated).join(translated("; "));
  if (kind === "list") return found.split(", ").map(translated).join(", ");
  if (kind === "cost") return found.replaceAll(" or ", ` ${translated("or")} `);
  if (kind === "n") return found.replace(/\d[\d,]*(\.\d+)?/, (digits) => number(Number(digits.replaceAll(",", "")), (digits.split(".")[1] || "").length));
  return found;
}

// A text of the server or the engine.
export function translated(text) {
  if (LANGUAGE === "en" || !text) return text;
  if (!known.has(text)) known.set(text, searched(text));
  return known.get(text);
}

function searched(text) {
  if (Object.hasOwn(patterns, text)) return filled(patterns[text], {});
  const ability = abilities.ability(text);
  if (ability) return ability;
  for (const { entry, names, matches } of compiled) {
    const found = names.length && matches.exec(text);
    if (found) return filled(entry, Object.fromEntries(names.map((name, k) => [name, value(name, found[k + 1])])));
  }
  return text.endsWith("...") ? "…" : text;  // an ability that is cut within a sentence
}

const abilities = new Grammar(cards, { word: (text) => (Object.hasOwn(patterns, text) ? patterns[text] : null), fill: filled, capital });

// A word of the rules or of the programs: `expedition_permanent`.
export function wordy(name) {
  return translated(String(name).replaceAll("_", " "));
}

// The name of a faction: `axiom` is Axiom.
export function factionName(faction) {
  return capital(wordy(faction));
}
