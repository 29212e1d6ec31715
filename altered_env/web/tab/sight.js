// What a player sees: the one place of the site that decides it (altered_env/game/visibility.py and
// view.py). With null instead of a player, everything is visible.

import { EXPEDITIONS, SEATS, bits } from "./state.js";
import { question } from "./options.js";

export function knows(state, slot, player) {
  if (player === null) return true;
  const { C, Z } = state.kit.terms;
  const row = state.row(slot);
  const zone = row[C.ZONE];
  if (zone !== Z.DECK && zone !== Z.HAND && zone !== Z.MANA) return true;
  if (zone !== Z.DECK && row[C.SIDE] === player) return true;
  return ((row[C.KNOWN] >> player) & 1) !== 0;
}

// The slots of the cards whose faces a player does not know.
export function hiddenFrom(state, player) {
  const { Z } = state.kit.terms;
  const found = new Set();
  for (const who of [0, 1]) {
    for (const zone of [Z.DECK, Z.HAND, Z.MANA]) {
      for (const slot of state.members("zone", zone, who)) if (!knows(state, slot, player)) found.add(slot);
    }
  }
  return found;
}

// What a card of which a player does not see the face has of these; created once, since views have many.
const NONE = Object.freeze([]);
const NO_COUNTERS = Object.freeze({});

export function seeObject(state, slot, player = null) {
  const { terms, words, faces } = state.kit;
  const { C, Z } = terms;
  const row = state.row(slot);
  const known = knows(state, slot, player);
  const face = known ? faces[row[C.CARD]] : null;
  return {
    slot,
    owner: SEATS[row[C.OWNER]],
    controller: SEATS[row[C.SIDE]],
    zone: words.zones[row[C.ZONE]],
    timestamp: state.fields.timestamp[slot],
    statuses: bits(words.statuses, row[C.STATUS]),
    boosts: row[C.BOOSTS],
    counters: counters(state, row),
    name: known ? face.name : null,
    reference: known ? face.reference : null,
    version: known ? face.version : "",
    token: known && face.token,
    expedition: known && row[C.EXPEDITION] >= 0 ? EXPEDITIONS[row[C.EXPEDITION] % 2] : null,
    type: known ? typeWord(words.types, row[C.TYPE]) : row[C.ZONE] === Z.MANA ? "mana_orb" : "card",
    hand_cost: known && row[C.HAND_COST] >= 0 ? row[C.HAND_COST] : null,
    reserve_cost: known && row[C.RESERVE_COST] >= 0 ? row[C.RESERVE_COST] : null,
    forest: known ? row[C.FOREST] : 0,
    mountain: known ? row[C.MOUNTAIN] : 0,
    water: known ? row[C.WATER] : 0,
    keywords: known ? bits(words.keywords, row[C.KEYWORDS]) : NONE,
    tough: known ? row[C.TOUGH] : 0,
    gained: known ? gained(state, slot) : NONE,
    muted: known && row[C.MUTE] !== 0,
  };
}

// A Permanent of several types is named by the first.
function typeWord(types, mask) {
  for (let bit = 1; bit <= mask; bit <<= 1) if (mask & bit && types[bit]) return types[bit];
  return "card";
}

function counters(state, row) {
  const { C } = state.kit.terms;
  let found = NO_COUNTERS;
  for (let k = 0; k < 3; k++) {
    const kind = row[C.COUNTER_KIND + k];
    if (!kind) continue;
    if (found === NO_COUNTERS) found = {};
    found[state.kit.words.counters[kind]] = row[C.COUNTER_NUMBER + k];
  }
  return found;
}

// The abilities that an object has gained, in English: its own that work from a moment on, and those granted.
function gained(state, slot) {
  const { terms: { C }, words, tables } = state.kit;
  const row = state.row(slot);
  const latched = row[C.LATCHED];
  if (!latched && !state.one("grants")) return NONE;
  const found = latched ? (tables.since[row[C.CARD]] || []).filter(([value]) => value & latched).map(([, ability]) => ability) : [];
  const { grant_object: objects, grant_ability: abilities } = state.fields;
  for (let g = 0; g < state.one("grants"); g++) if (objects[g] === slot) found.push(abilities[g]);
  return found.map((ability) => words.abilities[ability]);
}

function seeEmblems(state) {
  const { terms: { EMBLEM, M, C }, words, tables, faces } = state.kit;
  const found = [];
  for (let m = 0; m < Math.min(state.one("emblems"), tables.emblems); m++) {
    const row = state.part("emblem", m);
    if (row[M.KIND] === EMBLEM.NONE) continue;
    const source = row[M.ME] >= 0 ? faces[state.row(row[M.ME])[C.CARD]].name : null;
    found.push([state.num("emblem_stamp", m), {
      kind: tables.emblem_words[row[M.KIND]],
      controller: SEATS[row[M.CONTROLLER]],
      source,
      says: words.abilities[row[M.ABILITY]],
      duration: tables.durations[row[M.DURATION]] || "",
      uses: row[M.USES],
    }]);
  }
  return found.sort(([one], [two]) => one - two).map(([, emblem]) => emblem);
}

// The terrains of a face-down Tumult card are hidden from all.
function seeRegions(state, above) {
  const { terms: { TERRAIN }, words } = state.kit;
  const { face_up: faceUp, terrain, terrain_now: now } = state.fields;
  return Array.from({ length: state.one("arena") ? 1 : terrain.length }, (_, number) => {
    const up = faceUp[number] !== 0;
    return { number, up, terrains: bits(words.terrains, up ? now[number] : 0), printed: bits(words.terrains, up || above ? terrain[number] & TERRAIN.ALL : 0) };
  });
}

// 7.4.2.b: a Defender is present, and nothing in the Expedition lets it move anyway.
function held(state, rows) {
  const { words, tables, faces, terms: { C } } = state.kit;
  return rows.some((row) => bits(words.keywords, row[C.KEYWORDS]).includes("defender")) && !rows.some((row) => tables.lets_move.includes(faces[row[C.CARD]].reference));
}

function seePlayer(state, who, player) {
  const { C, Z, STATUS, TYPE, PHASE } = state.kit.terms;
  const zone = (number) => state.members("zone", number, who);
  const seen = (slots) => slots.map((slot) => seeObject(state, slot, player)).sort((one, two) => one.timestamp - two.timestamp);
  const size = state.num("deck_size", who);
  const deck = [...state.part("deck", who).subarray(0, size)].reverse().filter((slot) => knows(state, slot, player));
  const inPlay = zone(Z.EXPEDITION);
  const orbs = zone(Z.MANA);
  const statistic = (e, terrain) => inPlay.map((slot) => state.row(slot))
    .filter((row) => (row[C.PRESENCE] >> e) & 1 && row[C.TYPE] & TYPE.CHARACTER && !(row[C.STATUS] & STATUS.ASLEEP))
    .reduce((sum, row) => sum + row[C.FOREST + terrain], 0);
  const expeditions = [0, 1].map((way) => {
    const e = 2 * who + way;
    const distance = state.num("progress", e);
    const facing = state.num("facing", e);
    return {
      controller: SEATS[who],
      name: EXPEDITIONS[way],
      distance,
      region: state.one("arena") ? 0 : way ? state.kit.tables.length - 1 - distance : distance,
      facing: `${SEATS[facing >> 1]} ${EXPEDITIONS[facing % 2]}`,
      ascended: Boolean((state.one("ascended") >> e) & 1),
      moved: Boolean((state.one("moved_today") >> e) & 1),
      held: held(state, inPlay.map((slot) => state.row(slot)).filter((row) => (row[C.PRESENCE] >> e) & 1)),
      stats: [0, 1, 2].map((terrain) => statistic(e, terrain)),
      objects: seen(inPlay.filter((slot) => state.row(slot)[C.EXPEDITION] === e)),
    };
  });
  return {
    seat: SEATS[who],
    allies: "",
    hand_count: zone(Z.HAND).length,
    hand: seen(zone(Z.HAND).filter((slot) => knows(state, slot, player))),
    deck_count: size,
    deck: deck.map((slot) => seeObject(state, slot, player)),
    mana: seen(orbs),
    mana_ready: orbs.filter((slot) => !(state.row(slot)[C.STATUS] & STATUS.EXHAUSTED)).length,
    reserve: seen(zone(Z.RESERVE)),
    discard: seen(zone(Z.DISCARD)),
    hero: seen(zone(Z.HERO))[0] || null,
    expeditions,
    landmarks: seen(zone(Z.LANDMARK)),
    limbo: seen(zone(Z.LIMBO)),
    reserve_limit: state.num("reserve_limit", who),
    landmark_limit: state.num("landmark_limit", who),
    passed: Boolean((state.one("passed") >> who) & 1) && state.one("phase") === PHASE.AFTERNOON,
    set_aside: state.members("chosen", who).length,
  };
}

// The information that is visible to a player.
export function look(state, player = null) {
  const { words, tables } = state.kit;
  const { decider } = state;
  const mine = decider !== null && (player === null || player === decider);
  const turn = state.one("turn_player");
  const wanted = state.one("rules") & tables.of_rulesets;
  const named = Object.entries(tables.rulesets).find(([, mask]) => mask === wanted);
  return {
    seat: player === null ? null : SEATS[player],
    rules: named ? named[0] : String(wanted),
    day: state.one("day"),
    phase: words.phases[state.one("phase")],
    first_player: SEATS[state.one("first_player")],
    turn_player: turn >= 0 ? SEATS[turn] : null,
    regions: seeRegions(state, player === null),
    arena: state.one("arena") !== 0,
    players: [0, 1].map((who) => seePlayer(state, who, player)),
    emblems: seeEmblems(state),
    dice: [...state.fields.dice.subarray(0, state.one("dice_count"))],
    decider: decider === null ? null : SEATS[decider],
    decision: mine ? words.decisions[state.one("decision")] : null,
    question: mine ? question(state) : "",
    over: state.over,
    winners: state.winners,
    winner: state.winners || null,
  };
}
