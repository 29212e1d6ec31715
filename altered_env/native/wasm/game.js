// A game for two players. What a player sees comes from an observation, which the engine writes, and
// from tables of words; nothing here reads the record of the game.

import { Engine, layout, words } from './engine.js';

const SEATS = 'AB';
const EXPEDITIONS = ['hero', 'companion'];
const { globals: G, entity: N, emblem: X, codes: C, parts } = words;
const MASK = (1n << 64n) - 1n;
const PLAIN = new Map([[C.PASS, 'pass'], [C.DONE, 'done'], [C.YES, 'yes'], [C.NO, 'no']]);
const WHERE = { reserve: 'Reserve', discard: 'the Discard pile', mana: 'the Mana zone',
  landmarks: 'Landmarks', hero: 'the Hero zone', limbo: 'Limbo', deck: 'the Deck' };

/** The agents and the decks that come with the package. */
export const { agents } = layout;
export const decks = Object.keys(words.decks);

/** The words of the generator for a seed of up to 64 bits (SplitMix64), or those words themselves. */
function seedWords(seed) {
  if (Array.isArray(seed)) return seed.map(BigInt);
  let state = BigInt(seed);
  if (state < 0n || state > MASK) throw new RangeError(`seed ${seed}: 0 to ${MASK} is allowed`);
  return Array.from({ length: 4 }, () => {
    state = (state + 0x9E3779B97F4A7C15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
    return (z ^ (z >> 31n)) & 0xFFFFFFFFn;
  });
}

const bits = (table, mask) => Object.keys(table).filter((bit) => mask & bit)
  .map((bit) => table[bit]).sort();

function deckOf(deck) {
  const found = typeof deck === 'string' ? words.decks[deck] : deck;
  if (!found) throw new RangeError(`no deck is called ${deck}; there are ${decks.join(', ')}`);
  const known = (card) => Number.isInteger(card) && card >= 0 && card < words.cards.length;
  const nobody = found.hero === -1;
  if (!(nobody || known(found.hero)) || !Array.isArray(found.cards) || !found.cards.every(known) ||
      found.cards.length > layout.deck_max) {
    throw new RangeError(`a deck has a hero, or -1, and up to ${layout.deck_max} cards, each the ` +
      `number of a card below ${words.cards.length}`);
  }
  return found;
}

export class Game {
  #engine;
  #answers = 0;

  constructor(deckA, deckB, seed = 0, engine = new Engine()) {
    this.#engine = engine;
    if (deckA === null) return;
    [deckA, deckB].map(deckOf).forEach(({ hero, cards }, player) => {
      const row = [hero, cards.length, ...cards];
      const at = engine.at('lists') + player * 4 * (2 + layout.deck_max);
      row.forEach((value, k) => engine.data.setInt32(at + 4 * k, value, true));
      engine.data.setInt32(engine.at('desks') + layout.desk.deck + 4 * player, player, true);
    });
    engine.write('desks', seedWords(seed), layout.desk.seed);
    engine.call('deal_at');
    engine.data.setInt32(engine.at('games') + layout.game.day_limit, layout.day_limit, true);
  }

  /** A game as its record says, after this number of answers. */
  static of(record, engine, answers) {
    const game = new Game(null, null, 0, engine);
    game.#answers = answers;
    engine.bytes.set(record, engine.at('games'));
    return game;
  }

  /** The record of the game: all of it, with every hidden card. */
  get record() {
    const at = this.#engine.at('games');
    return this.#engine.bytes.slice(at, at + layout.game.bytes);
  }

  /** Copy a game to another place of the engine's: 0 is this game. */
  #copy(from, to) {
    const [at, size] = [this.#engine.at('games'), layout.game.bytes];
    this.#engine.bytes.copyWithin(at + to * size, at + from * size, at + (from + 1) * size);
  }

  /** Do something with a determinization for the player to move in the place of this game: agents
      never work on cards that are hidden from them. */
  #resampled(player, task) {
    const engine = this.#engine;
    this.#copy(0, 1);
    engine.write('words', seedWords(2 * this.#answers + 1));
    engine.call('step_engine', layout.commands.RESAMPLE, player);
    const [at, size] = [engine.at('games'), layout.game.bytes];
    const true_game = engine.bytes.slice(at, at + size);
    this.#copy(1, 0);
    try {
      return task();
    } finally {
      engine.bytes.set(true_game, at);
    }
  }

  /** The numbers that a player sees. */
  #seen(player, desk = 1) {
    this.#engine.call('show_desk', desk, player);
    const at = this.#engine.at('desks') + desk * layout.desk.bytes + layout.desk.observation;
    return new Int16Array(this.#engine.bytes.buffer, at, layout.observation);
  }

  /** The player to move, 0 or 1; null when the game is over. */
  get decider() {
    const who = this.#seen(0)[G.decider[0]];
    return who ? who - 1 : null;
  }

  /** The observation of a player, as docs/reference/observation.md describes it. */
  observation(player) {
    return this.#seen(player).slice();
  }

  /** What a player sees. */
  view(player) {
    const o = this.#seen(player).slice();
    const one = (name) => o[G[name][0]];
    const seat = (who) => (who ? SEATS[(player + who - 1) % 2] : null);
    const rows = rowsOf(o, player);
    const players = [0, 1].map((who) => {
      const k = (who - player + 2) % 2;
      const of = (name) => o[G[name][0] + k];
      const inZone = (zone) =>
        rows.filter((row) => row.controller === SEATS[who] && row.zone === zone);
      const known = (zone) => inZone(zone).filter((row) => row.name !== null);
      return {
        seat: SEATS[who],
        handCount: of('hand'), deckCount: of('deck'), manaReady: of('mana_ready'),
        reserveLimit: of('reserve_limit'), landmarkLimit: of('landmark_limit'),
        passed: of('passed') === 1, setAside: of('set_aside'),
        hand: known('hand'), deck: known('deck'), mana: inZone('mana'),
        reserve: inZone('reserve'), discard: inZone('discard'), hero: inZone('hero')[0] ?? null,
        landmarks: inZone('landmarks'), limbo: inZone('limbo'),
        expeditions: EXPEDITIONS.map((name, way) => {
          const e = (name_) => o[G[name_][0] + 2 * k + way];
          return {
            name, distance: e('distance'), region: one('arena') ? 0 : e('region'),
            ascended: e('ascended') === 1, movedToday: e('moved_today') === 1,
            forest: e('forest'), mountain: e('mountain'), water: e('water'),
            objects: inZone('expedition').filter((row) => row.expedition === name),
          };
        }),
      };
    });
    return {
      seat: SEATS[player], day: one('day'), phase: words.phases[one('phase')],
      arena: one('arena') === 1, firstPlayer: SEATS[one('first_player') ? player : 1 - player],
      turnPlayer: seat(one('turn_player')), decider: seat(one('decider')),
      decision: one('decision') ? words.decisions[one('decision')] : null,
      over: one('over') === 1,
      winner: one('result') ? SEATS[one('result') > 0 ? player : 1 - player] : null,
      players,
    };
  }

  /** The answers to the open decision, with labels for the player to move; empty at the end. */
  options() {
    const player = this.decider;
    if (player === null) return [];
    const engine = this.#engine;
    const o = this.#seen(player, 0).slice();
    const mask = new Uint8Array(engine.bytes.buffer, engine.at('desks') + layout.desk.mask,
      layout.actions);
    const legal = mask.slice();
    // the object asked about is not offered, but has a number to ask for its cost by
    if (o[G.subject[0]]) mask[o[G.subject[0]] - 1] = 1;
    engine.call('engine_actions');
    const numbers = new Int32Array(engine.bytes.buffer, engine.at('found'), layout.actions);
    const offered = Array.from(numbers, (number, action) => ({ number, action }))
      .filter(({ action }) => legal[action]).sort((a, b) => a.number - b.number);
    const rows = rowsOf(o, player);
    this.#copy(0, 1); // questions about costs write to scratch fields
    const asking = new Labels(o, player, rows, numbers, (command, ...given) => Number(
      engine.data.getBigInt64(engine.call('step_engine', layout.commands[command], ...given), true)));
    return distinct(offered.map(({ action }) => asking.option(action)));
  }

  /** Take an action, one of `options()`. */
  act(action) {
    const player = this.decider;
    if (player === null) throw new RangeError('the game is over');
    const engine = this.#engine;
    this.#seen(player, 0);
    const mask = engine.at('desks') + layout.desk.mask;
    if (!Number.isInteger(action) || action < 0 || action >= layout.actions ||
        !engine.bytes[mask + action]) {
      throw new RangeError(`action ${action} is not offered`);
    }
    engine.data.setInt32(engine.at('desks') + layout.desk.action, action, true);
    engine.call('act_and_show');
    this.#answers++;
  }

  /** The action of an agent; of a network also the expected result, from -1 to 1, and the probability
      of each action. With `own`, actions have the numbers of the record. */
  advise(agent = 'rules', seed = 0, own = false) {
    const player = this.decider;
    if (player === null) throw new RangeError('the game is over');
    const number = agents.indexOf(agent);
    if (number < 0) throw new RangeError(`no agent is called ${agent}; there are ${agents.join(', ')}`);
    const engine = this.#engine;
    this.#seen(player, 0);
    return this.#resampled(player, () => {
      engine.write('rngs', seedWords(seed));
      const named = own ? Number : (action) => this.#visible(action);
      if (layout.networks.includes(agent)) return this.#asked(player, seed, named);
      engine.write('who', [number]);
      engine.call('answer_at');
      return { action: named(engine.read('chosen')) };
    });
  }

  /** The result that a network expects for a player, from -1 to 1, by what that player sees. */
  expects(player, seed = 0) {
    const engine = this.#engine;
    return this.#resampled(player, () => {
      engine.write('rng', seedWords(seed));
      return engine.data.getFloat32(engine.call('ask', player), true);
    });
  }

  /** What a network says of the options. */
  #asked(player, seed, named) {
    const engine = this.#engine;
    engine.write('rng', seedWords(seed));
    const result = engine.call('ask', player);
    const value = engine.data.getFloat32(result, true);
    const count = Number(engine.data.getBigInt64(result + 8, true));
    const logits = [...new Float32Array(engine.bytes.buffer, engine.at('buffers.logits'), count)];
    const top = Math.max(...logits);
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0);
    const chances = logits.map((logit, k) => ({ action: named(engine.read('offered', k)), logit,
      probability: Math.exp(logit - top) / total }));
    return { action: chances[logits.indexOf(top)].action, value, chances };
  }

  /** The action of an observation for one of the engine. */
  #visible(action) {
    this.#engine.write('chosen', [action]);
    this.#engine.call('seen_actions');
    return Number(this.#engine.read('chosen'));
  }
}

/** The objects of an observation, by row. */
function rowsOf(o, player) {
  const [start, width] = parts.entities;
  const seat = (who) => SEATS[(player + who - 1) % 2];
  return Array.from({ length: o[G.rows[0]] }, (_, row) => {
    const at = start + row * width;
    const one = (name) => o[at + N[name][0]];
    const card = one('card') ? words.cards[one('card') - 1] : null;
    const counters = {};
    for (let k = 0; k < 3; k++) {
      const kind = o[at + N.counter_kind[0] + k];
      if (kind) counters[words.counters[kind]] = o[at + N.counter_number[0] + k];
    }
    const presence = [0, 1, 2, 3].filter((e) => (one('presence') >> e) & 1)
      .map((e) => `${SEATS[(player + (e >> 1)) % 2]} ${EXPEDITIONS[e % 2]}`).sort();
    const zone = words.zones[one('zone')];
    return {
      row, name: card && card[0], version: card ? card[1] : '', reference: card && card[2],
      owner: seat(one('owner')), controller: seat(one('side')), zone,
      expedition: one('expedition') ? EXPEDITIONS[one('expedition') - 1] : null, presence,
      type: card ? bits(words.types, one('type'))[0] ?? '' : zone === 'mana' ? 'mana_orb' : 'card',
      statuses: bits(words.statuses, one('status')),
      keywords: card ? bits(words.keywords, one('keywords')) : [],
      handCost: card && one('hand_cost') >= 0 ? one('hand_cost') : null,
      reserveCost: card && one('reserve_cost') >= 0 ? one('reserve_cost') : null,
      forest: one('forest'), mountain: one('mountain'), water: one('water'),
      boosts: one('boosts'), counters, tough: one('tough'), muted: one('muted') === 1,
    };
  });
}

/** The labels of one decision. */
class Labels {
  constructor(o, player, rows, numbers, ask) {
    Object.assign(this, { o, player, rows, numbers, ask });
    this.kind = words.decisions[o[G.decision[0]]];
  }

  option(action) {
    const { o, player } = this;
    if (action < words.objects) {
      const seen = this.rows[action];
      if (this.kind === 'turn') return this.turn(action, seen);
      return { action, kind: 'object', label: place(seen), object: seen };
    }
    const code = action - words.objects;
    if (PLAIN.has(code)) {
      if (code === C.DONE && this.kind === 'modifier') {
        return { action, kind: 'modifier',
          label: 'Fleeting: discarded instead of going to Reserve', source: 'Fleeting' };
      }
      return { action, kind: PLAIN.get(code), label: PLAIN.get(code) };
    }
    if (code < C.PLAYER) {
      const e = (code - C.EXPEDITION + 2 * player) % 4;
      return { action, kind: 'expedition',
        label: `${SEATS[e >> 1]}: ${EXPEDITIONS[e % 2]} Expedition` };
    }
    if (code < C.REGION) {
      return { action, kind: 'player', label: `player ${SEATS[(code - C.PLAYER + player) % 2]}` };
    }
    if (code < C.TERRAIN || code >= C.COUNT) {
      const region = code - words.region_code;
      const here = bits(words.terrains, o[G.terrain[0] + region]);
      return { action, kind: 'region',
        label: `region ${region}` + (here.length ? ` (${here.join(', ')})` : '') };
    }
    if (code < C.MODE) {
      return { action, kind: 'terrain', label: words.terrains[1 << (code - C.TERRAIN)] };
    }
    if (code < C.NUMBER) return this.mode(action, code - C.MODE);
    if (code < C.EMBLEM) {
      const n = code - C.NUMBER;
      return this.kind === 'die' ? { action, kind: 'die', label: `the die showing ${n}` }
        : { action, kind: 'number', label: String(n) };
    }
    const at = parts.emblems[0] + (code - C.EMBLEM) * parts.emblems[1];
    const source = this.card(o[at + X.card[0]]);
    return { action, kind: 'reaction', source, label: `Reaction of ${source}: ${words.abilities[this.ability(action)]}` };
  }

  card(number) {
    return number ? words.cards[number - 1][0] : 'an effect';
  }

  /** The number of the ability that an answer is or belongs to. */
  ability(action) {
    return this.ask('ABILITY_OF', this.numbers[action]);
  }

  cost(action, zone) {
    const x = this.numbers[action];
    const costs = new Set([0, 1].map((way) =>
      this.ask('COST', this.player, x, zone, 2 * this.player + way)).filter((cost) => cost >= 0));
    return [...costs].sort((a, b) => a - b).join(' or ') || '-';
  }

  zone(row) {
    return this.o[parts.entities[0] + row * parts.entities[1] + N.zone[0]];
  }

  quick(action, k) {
    const ability = this.ask('QUICK', this.numbers[action], k);
    return ability >= 0 ? words.abilities[ability] : '?';
  }

  way(seen, way) {
    if (way === 0) {
      const from = seen.zone === 'reserve' ? ' from Reserve' : '';
      return `play ${seen.name}${from} (${this.cost(seen.row, this.zone(seen.row))})`;
    }
    const at = ['reserve', 'hero'].includes(seen.zone) ? '' : ` in ${where(seen)}`;
    return `use ${seen.name}${at}: ${this.quick(seen.row, way - 1)}`;
  }

  turn(action, seen) {
    const can = this.ask('USES', this.player, this.numbers[action]);
    const says = can & 1 ? [this.way(seen, 0)] : [];
    const single = can !== 0 && (can & (can - 1)) === 0;
    const last = 31 - Math.clz32(can);
    if (single && !says.length) {
      says.push(this.way(seen, last));
    } else if (can >> 1) {
      const line = can >> 1 === 1 << (last - 1) ? `: ${this.quick(action, last - 1)}` : '';
      const at = ['reserve', 'hero'].includes(seen.zone) || can & 1 ? '' : ` in ${where(seen)}`;
      says.push(`use ${seen.name}${at}${line}`);
    }
    return { action, kind: 'turn', label: says.join(' or ') || seen.name, object: seen };
  }

  mode(action, k) {
    const { o } = this;
    const at = G.choices[0] + 3 * k;
    const [row, counter] = [o[at], o[at + 2]];
    if (this.kind === 'use') {
      const subject = o[G.subject[0]] - 1;
      const label = k === 0 ? `play it (${this.cost(subject, this.zone(subject))})`
        : `use it: ${this.quick(subject, k - 1)}`;
      return { action, kind: 'use', label };
    }
    if (['modifier', 'raise', 'ability'].includes(this.kind)) {
      const source = row ? this.rows[row - 1].name : 'an effect';
      const kind = this.kind === 'ability' ? 'ability' : 'modifier';
      return { action, kind, source, label: `${source}: ${words.abilities[this.ability(action)]}` };
    }
    if (this.kind === 'counter') {
      return { action, kind: 'counter', label: words.counters[counter] };
    }
    const lines = words.modes[this.ability(action)] ?? [];
    return { action, kind: 'mode', label: `mode ${k + 1}` + (k < lines.length ? `: ${lines[k]}` : '') };
  }
}

function where(seen) {
  return seen.zone === 'expedition' ? `${seen.expedition} Expedition` : WHERE[seen.zone] ?? seen.zone;
}

function place(seen) {
  const state = seen.statuses.includes('exhausted') ? 'exhausted' : 'ready';
  if (seen.name === null) {
    const what = seen.zone === 'mana' ? `${state === 'ready' ? 'a' : 'an'} ${state} Mana Orb` : 'a card';
    return `${seen.controller}: ${what} in ${where(seen)}`;
  }
  return `${seen.controller}: ${seen.name} in ${where(seen)}` +
    (seen.zone === 'mana' ? `, ${state}` : '');
}

/** What distinguishes an object from others with the same name in the same place. */
function details(seen) {
  const says = seen.version ? [seen.version] : [];
  if (seen.zone === 'expedition' && seen.type === 'character') {
    says.push(`${seen.forest}/${seen.mountain}/${seen.water}`);
  }
  says.push(...seen.statuses);
  for (const name of Object.keys(seen.counters).sort()) says.push(`${seen.counters[name]} ${name}`);
  if (seen.boosts) says.push(`${seen.boosts} boost` + (seen.boosts > 1 ? 's' : ''));
  return says.join(', ');
}

/** Distinguish options with equal labels: by details, then by number. */
function distinct(options) {
  const says = new Map();
  for (const { object, label } of options) {
    if (object) says.set(label, (says.get(label) ?? new Set()).add(details(object)));
  }
  for (const option of options) {
    if (option.object && says.get(option.label).size > 1 && details(option.object)) {
      option.label += ` [${details(option.object)}]`;
    }
  }
  const often = new Map();
  for (const { label } of options) often.set(label, (often.get(label) ?? 0) + 1);
  const seen = new Map();
  for (const option of options) {
    const label = option.label;
    if (often.get(label) > 1) {
      seen.set(label, (seen.get(label) ?? 0) + 1);
      option.label = `${label} #${seen.get(label)}`;
    }
  }
  return options;
}
