// Sentences of a small grammar, translated part by part: the wording of cards' abilities.

// Parts that are kept, or are single words; any other part has patterns of its own.
const KEPT = { n: /^(\d+|X)$/, card: /^[A-Z][\w'’]*( [A-Z][\w'’]*)*$/, letter: /^[A-Z]$/ };
const WORDS = { counter: /^[A-Z]\w+$/, sub: /^[A-Z]\w+$/ };
const BEGIN = ["head", "sentence", "step"];  // parts with which a sentence may begin
const kindOf = (name) => name.replace(/\d+$/, "");

function small(text) {
  return /^(I|X)\b/.test(text) ? text : text[0].toLowerCase() + text.slice(1);
}

export class Grammar {
  // `kinds`: for each kind of part its patterns, with other parts as {kind}; `word` translates a single word or gives
  // null, `fill` puts values into a text, `capital` begins a sentence.
  constructor(kinds, { word, fill, capital }) {
    Object.assign(this, { kinds, word, fill, capital, known: new Map() });
    // a pattern as [text, name, text, ..]
    this.patterns = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, Object.entries(all).map(([key, entry]) => ({ entry, parts: key.split(/\{(\w+)\}/) }))]));
  }

  // The wording of an ability; of a text that is cut, as far as its whole sentences go. Null if it is not known.
  ability(text) {
    if (!text.endsWith("...")) return this.elided(this.read("line", text));
    const whole = text.slice(0, text.lastIndexOf(". ") + 1);
    if (whole) return this.elided(this.read("line", whole), " …");
    const head = text.includes(": ") && this.read("head", text.slice(0, text.indexOf(": ")));
    return head && this.kinds.line ? this.elided(this.fill(this.kinds.line["{head}: {body}"], { head, body: "…" })) : null;
  }

  // Two words as one, as in French "de le" and "du", and words that agree: expressions, with what takes their place.
  elided(said, end = "") {
    if (!said) return null;
    const whole = Object.entries(this.kinds.elision || {}).reduce((found, [two, one]) => found.replaceAll(new RegExp(`(?<=^|[ («\\s])${two}(?=[\\s.,;)])`, "g"), one), said);
    return this.capital(whole) + end;
  }

  // The translation of a part, or null if any of it is not known.
  read(kind, text) {
    if (KEPT[kind]) return KEPT[kind].test(text) ? text : null;
    if (WORDS[kind]) return WORDS[kind].test(text) ? this.word(small(text)) : null;
    const key = `${kind} ${text}`;
    if (!this.known.has(key)) {
      this.known.set(key, null);  // while it is read, it is no part of itself
      this.known.set(key, this.found(kind, BEGIN.includes(kind) && text ? small(text) : text));
    }
    return this.known.get(key);
  }

  found(kind, text) {
    for (const { entry, parts } of this.patterns[kind] || []) {
      const values = text.startsWith(parts[0]) ? this.matched(parts, 1, text, parts[0].length) : null;
      if (!values) continue;
      const said = this.fill(entry, values);
      return kind === "sentence" ? this.capital(said) : said;
    }
    return null;
  }

  // The values of the parts from one on, in the text from a place on; null if it does not match.
  matched(parts, k, text, at) {
    if (k >= parts.length) return at === text.length ? {} : null;
    const [name, next] = [parts[k], parts[k + 1]];
    const last = k + 2 >= parts.length && !next;
    for (let end = last ? text.length : text.indexOf(next, at + 1); end > at; end = last ? -1 : text.indexOf(next, end + 1)) {
      const rest = this.matched(parts, k + 2, text, end + next.length);
      const value = rest && this.read(kindOf(name), text.slice(at, end));
      if (value) return { ...rest, [name]: value };
    }
    return null;
  }
}
