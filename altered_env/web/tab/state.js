// The record of a game, read by the layout that Python has written, and the commands of the engine.

export const SEATS = "ABCD";
export const EXPEDITIONS = ["hero", "companion"];

const ARRAYS = { i2: Int16Array, i4: Int32Array, i8: BigInt64Array, u1: Uint8Array };
const MASK = (1n << 64n) - 1n;
const FULL = 2 ** 32;

// The words of the generator for a seed, as in altered_env/engine/chance.py: of up to 64 bits (SplitMix64).
export function seedWords(seed) {
  let state = BigInt(seed) & MASK;
  return Array.from({ length: 4 }, () => {
    state = (state + 0x9E3779B97F4A7C15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
    return Number((z ^ (z >> 31n)) & 0xFFFFFFFFn);
  });
}

// The same for a seed of any length.
export async function wordsOf(seed) {
  if (seed <= MASK) return seedWords(seed);
  const digits = seed.toString(16);
  const bytes = digits.padStart(digits.length + (digits.length % 2), "0").match(/../g).reverse().map((pair) => parseInt(pair, 16));
  const hash = new DataView(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return [0, 4, 8, 12].map((at) => hash.getUint32(at, true));
}

export async function sha256(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const rotated = (x, k) => ((x << k) | (x >>> (32 - k))) >>> 0;

function nextBits(rng) {
  let [a, b, c, d] = rng;
  const result = Math.imul(rotated(Math.imul(b, 5) >>> 0, 7), 9) >>> 0;
  const t = (b << 9) >>> 0;
  c = (c ^ a) >>> 0;
  d = (d ^ b) >>> 0;
  b = (b ^ c) >>> 0;
  a = (a ^ d) >>> 0;
  c = (c ^ t) >>> 0;
  rng.splice(0, 4, a, b, c, rotated(d, 11));
  return result;
}

// A uniform whole number below n; `rng` are the words of the generator.
export function below(rng, n) {
  const limit = Math.floor(FULL / n) * n;
  let x = nextBits(rng);
  while (x >= limit) x = nextBits(rng);
  return x % n;
}

const product = (numbers) => numbers.reduce((all, one) => all * one, 1);

// A class whose properties are the fields of a record, each made when it is first asked for.
function fieldsOf(record) {
  class Fields {
    constructor(bytes) {
      this.bytes = bytes;
    }
  }
  for (const [name, [at, kind, shape]] of Object.entries(record)) {
    Object.defineProperty(Fields.prototype, name, {
      get() {
        const made = new ARRAYS[kind](this.bytes.buffer, this.bytes.byteOffset + at, product(shape));
        Object.defineProperty(this, name, { value: made });
        return made;
      },
    });
  }
  return Fields;
}

// What all games of a worker share: the engine, its layout, and the tables.
export class Kit {
  constructor({ Game, Engine, words, layout, tables, faces }) {
    Object.assign(this, { Game, words, layout, tables, faces, engine: new Engine() });
    this.terms = tables.terms;
    this.decks = { ...tables.decks, ...words.decks };
    this.Fields = fieldsOf(tables.record);
    this.widths = Object.fromEntries(Object.entries(tables.record).map(([name, [, , shape]]) => [name, [...shape.map((_, k) => product(shape.slice(k))), 1]]));
    this.numbers = new Map(faces.map((face, number) => [face.reference, number]));
  }

  // A new game: `decks` as the engine takes them, a Hero and cards by number; the words of its generator.
  begin(decks, words, dayLimit = this.tables.day_limit) {
    const game = new this.Game(...decks, words, this.engine);
    const state = new State(this, game.record);
    state.fields.day_limit[0] = dayLimit;
    return state;
  }

  // The place of the engine's where this game is, for its agents.
  placed(state) {
    return this.Game.of(state.bytes, this.engine, state.one("decisions"));
  }
}

export class State {
  #fields = null;

  constructor(kit, bytes) {
    this.kit = kit;
    this.bytes = bytes;
  }

  clone() {
    return new State(this.kit, this.bytes.slice());
  }

  // The fields of the record as arrays of their numbers, without their shapes.
  get fields() {
    this.#fields ||= new this.kit.Fields(this.bytes);
    return this.#fields;
  }

  // A field that is one number.
  one(name) {
    return Number(this.fields[name][0]);
  }

  // A part of a field: a number, or a row.
  part(name, ...at) {
    const { widths } = this.kit;
    let from = 0;
    for (let k = 0; k < at.length; k++) from += at[k] * widths[name][k + 1];
    return this.fields[name].subarray(from, from + widths[name][at.length]);
  }

  num(name, ...at) {
    return Number(this.part(name, ...at)[0]);
  }

  row(slot) {
    const width = this.kit.terms.C.COUNT;
    return this.fields.obj.subarray(slot * width, (slot + 1) * width);
  }

  // The slots in a set of the record, in order.
  members(name, ...at) {
    const found = [];
    this.part(name, ...at).forEach((word, w) => {
      for (let k = 0, left = word; left; k++, left >>= 1n) if (left & 1n) found.push(w * this.kit.tables.bits + k);
    });
    return found;
  }

  // Ask the engine, which works on a copy.
  ask(command, ...numbers) {
    const { engine, layout, terms } = this.kit;
    const at = engine.at("games") + layout.game.bytes;
    engine.bytes.set(this.bytes, at);
    return Number(engine.data.getBigInt64(engine.call("step_engine", terms.COMMAND[command], ...numbers), true));
  }

  // The same, and this state becomes what the copy has become.
  change(command, ...numbers) {
    const { engine, layout } = this.kit;
    const found = this.ask(command, ...numbers);
    const at = engine.at("games") + layout.game.bytes;
    this.bytes.set(engine.bytes.subarray(at, at + layout.game.bytes));
    return found;
  }

  get decider() {
    return this.one("decision") ? this.one("decider") : null;
  }

  get over() {
    return this.one("over") === 1;
  }

  get winners() {
    const winner = this.one("winner");
    return winner >= 0 ? SEATS[winner] : "";
  }

  get actions() {
    const found = [];
    this.fields.mask.forEach((offered, action) => offered && found.push(action));
    return found;
  }

  // Take an action, one of `actions`.
  act(action) {
    if (!Number.isInteger(action) || !this.fields.mask[action]) throw new RangeError(`action ${action} is not offered`);
    this.change("ANSWER", action);
    if (this.one("error")) throw new Error(`the engine stopped with error ${this.one("error")} on day ${this.one("day")}`);
  }

  // A determinization for a player.
  resample(player, seed) {
    const other = this.clone();
    this.kit.engine.write("words", seedWords(seed));
    other.change("RESAMPLE", player);
    return other;
  }
}

const known = new Map();

// The words of the bits in a mask, in order; not to be changed, since they are made once.
export function bits(words, mask) {
  if (!known.has(words)) known.set(words, new Map());
  const found = known.get(words);
  if (!found.has(mask)) found.set(mask, Object.freeze(Object.keys(words).filter((bit) => mask & bit).map((bit) => words[bit]).sort()));
  return found.get(mask);
}
