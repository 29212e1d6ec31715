// The options of an open decision, with labels for the player to move (altered_env/game/options.py
// and copies.py).

import { counted } from "./kit.js";
import { EXPEDITIONS, SEATS, bits } from "./state.js";
import { seeObject } from "./sight.js";

const WHERE = { reserve: "Reserve", discard: "the Discard pile", mana: "the Mana zone", landmarks: "Landmarks", hero: "the Hero zone", limbo: "Limbo", deck: "the Deck" };
const ANY_NUMBER = 40;  // from here on a maximum is none
const english = (state, ability) => state.kit.words.abilities[ability];
const bitCount = (mask) => mask.toString(2).replaceAll("0", "").length;
const highest = (mask) => 31 - Math.clz32(mask);

// The options as shown to a person: identical copies, and identical Reactions, are one.
export function choices(state) {
  const entries = new Map();
  for (const option of found(state)) {
    const seen = option.object;
    let alike = String(option.action);
    if (seen && seen.name !== null) alike = JSON.stringify([option.kind, option.label, option.value, marks(state, seen)]);
    else if (option.kind === "reaction") alike = JSON.stringify([option.kind, option.label, marksOfReaction(state, option.value)]);
    entries.set(alike, [...(entries.get(alike) || []), option]);
  }
  return distinct([...entries.values()].map((copies) => entry(state, copies)));
}

function entry(state, copies) {
  if (copies.length === 1) return copies[0];
  if (copies[0].kind === "reaction") return { ...copies[0], alike: copies.map((one) => one.action) };
  const { C } = state.kit.terms;
  const known = (one) => bitCount(state.row(one.action)[C.KNOWN]);
  const sorted = [...copies].sort((one, two) => known(two) - known(one));
  return { ...sorted[0], copies: sorted.map((one) => one.object) };
}

// The label of a legal action, that of its entry in `choices`.
export function labelOf(state, action) {
  for (const option of choices(state)) {
    const stands = [option.action, ...(option.copies || []).map((copy) => copy.slot), ...(option.alike || [])];
    if (stands.includes(action)) return option.label;
  }
  return `action ${action}`;
}

// The public part of an action that is about to be taken; empty for a choice within a play or an effect.
export function announcement(state, action) {
  const { terms: { DECIDE, CODE }, tables: { objects } } = state.kit;
  const kind = state.one("decision");
  const player = state.one("decider");
  if (kind === DECIDE.USE && action >= objects) {
    return way(state, player, seeObject(state, state.one("subject"), player), action - objects - CODE.MODE);
  }
  if (kind !== DECIDE.TURN) return "";
  if (action >= objects) return "pass";
  const can = state.ask("USES", player, action);
  return bitCount(can) === 1 ? way(state, player, seeObject(state, action, player), highest(can)) : "";
}

function way(state, player, seen, number) {
  if (number === 0) {
    const from = seen.zone === "reserve" ? " from Reserve" : "";
    return `play ${seen.name}${from} (${cost(state, player, seen.slot)})`;
  }
  const at = ["reserve", "hero"].includes(seen.zone) ? "" : ` in ${where(seen)}`;
  return `use ${seen.name}${at}: ${quick(state, seen.slot, number - 1)}`;
}

function found(state) {
  if (!state.one("decision")) return [];
  const player = state.one("decider");
  return state.actions.map((action) => ({ value: 0, ...option(state, action, player) }));
}

function option(state, action, player) {
  const { terms: { CODE, DECIDE }, tables: { objects, region_code: regionCode }, words } = state.kit;
  const kind = state.one("decision");
  if (action < objects) {
    const seen = seeObject(state, action, player);
    return kind === DECIDE.TURN ? turn(state, action, player, seen) : { action, kind: "object", label: place(seen), object: seen };
  }
  const code = action - objects;
  const plain = { [CODE.PASS]: "pass", [CODE.DONE]: "done", [CODE.YES]: "yes", [CODE.NO]: "no" }[code];
  if (plain) {
    if (code === CODE.DONE && kind === DECIDE.MODIFIER) return { action, kind: "modifier", label: "Fleeting: discarded instead of going to Reserve" };
    return { action, kind: plain, label: plain };
  }
  if (code < CODE.PLAYER) {
    const e = code - CODE.EXPEDITION;
    return { action, kind: "expedition", label: `${SEATS[e >> 1]}: ${EXPEDITIONS[e % 2]} Expedition`, value: e };
  }
  if (code < CODE.REGION) {
    const p = code - CODE.PLAYER;
    return { action, kind: "player", label: `player ${SEATS[p]}`, value: p };
  }
  if (code < CODE.TERRAIN || code >= CODE.COUNT) {
    const region = code - regionCode;
    const terrains = bits(words.terrains, state.num("terrain_now", region));
    return { action, kind: "region", label: `region ${region}${terrains.length ? ` (${terrains.join(", ")})` : ""}`, value: region };
  }
  if (code < CODE.MODE) return { action, kind: "terrain", label: words.terrains[1 << (code - CODE.TERRAIN)], value: code - CODE.TERRAIN };
  if (code < CODE.NUMBER) return mode(state, action, code - CODE.MODE, player);
  if (code < CODE.EMBLEM) {
    const n = code - CODE.NUMBER;
    return kind === DECIDE.DIE ? { action, kind: "die", label: `the die showing ${n}`, value: n } : { action, kind: "number", label: String(n), value: n };
  }
  const { M } = state.kit.terms;
  const row = state.part("emblem", code - CODE.EMBLEM);
  return { action, kind: "reaction", label: `Reaction of ${named(state, row[M.ME])}: ${english(state, row[M.ABILITY])}`, value: code - CODE.EMBLEM };
}

function turn(state, slot, player, seen) {
  const can = state.ask("USES", player, slot);
  const says = can & 1 ? [way(state, player, seen, 0)] : [];
  if (bitCount(can) === 1 && !says.length) {
    says.push(way(state, player, seen, highest(can)));
  } else if (can >> 1) {
    const k = highest(can >> 1);
    const line = can >> 1 === 1 << k ? `: ${quick(state, slot, k)}` : "";
    const at = ["reserve", "hero"].includes(seen.zone) || can & 1 ? "" : ` in ${where(seen)}`;
    says.push(`use ${seen.name}${at}${line}`);
  }
  return { action: slot, kind: "turn", label: says.join(" or ") || seen.name, value: can, object: seen };
}

function cost(state, player, slot) {
  const { C } = state.kit.terms;
  const origin = state.row(slot)[C.ZONE];
  const costs = new Set([0, 1].map((e) => state.ask("COST", player, slot, origin, 2 * player + e)));
  return [...costs].sort((one, two) => one - two).filter((one) => one >= 0).join(" or ") || "-";
}

function quick(state, slot, k) {
  const ability = state.ask("QUICK", slot, k);
  return ability >= 0 ? english(state, ability) : "?";
}

function mode(state, action, k, player) {
  const { terms: { C, DECIDE, M }, words } = state.kit;
  const kind = state.one("decision");
  if (kind === DECIDE.USE) {
    const slot = state.one("subject");
    const label = k === 0 ? `play it (${cost(state, player, slot)})` : `use it: ${quick(state, slot, k - 1)}`;
    return { action, kind: "use", label, value: k };
  }
  if (kind === DECIDE.MODIFIER || kind === DECIDE.RAISE) {
    let slot = state.num("modifier_slot", k);
    if (slot < 0) slot = state.part("emblem", -2 - slot)[M.ME];
    return { action, kind: "modifier", label: `${named(state, slot)}: ${english(state, state.num("modifier_ability", k))}`, value: k };
  }
  if (kind === DECIDE.ABILITY) {
    const both = state.ask("ABILITY", k);
    const [slot, ability] = [Math.floor(both / 65536), both & 65535];
    return { action, kind: "ability", label: `${named(state, slot)}: ${english(state, ability)}`, value: k };
  }
  if (kind === DECIDE.COUNTER) {
    const row = state.row(state.one("subject"));
    return { action, kind: "counter", label: words.counters[k > 0 ? row[C.COUNTER_KIND + k - 1] : 0], value: k };
  }
  const lines = words.modes[underWay(state)] || [];
  return { action, kind: "mode", label: `mode ${k + 1}${k < lines.length ? `: ${lines[k]}` : ""}`, value: k };
}

function named(state, slot) {
  return slot >= 0 ? state.kit.faces[state.row(slot)[state.kit.terms.C.CARD]].name : "an effect";
}

function where(seen) {
  return seen.zone === "expedition" ? `${seen.expedition} Expedition` : WHERE[seen.zone] || seen.zone;
}

function place(seen) {
  const readiness = seen.statuses.includes("exhausted") ? "exhausted" : "ready";
  if (seen.name === null) return `${seen.controller}: ${seen.zone === "mana" ? `${readiness === "ready" ? "a" : "an"} ${readiness} Mana Orb` : "a card"} in ${where(seen)}`;
  return `${seen.controller}: ${seen.name} in ${where(seen)}${seen.zone === "mana" ? `, ${readiness}` : ""}`;
}

function details(seen) {
  const says = seen.version ? [seen.version] : [];
  if (seen.zone === "expedition" && seen.type === "character") says.push(`${seen.forest}/${seen.mountain}/${seen.water}`);
  says.push(...seen.statuses, ...Object.keys(seen.counters).sort().map((name) => `${seen.counters[name]} ${name}`));
  if (seen.boosts) says.push(counted(seen.boosts, "boost"));
  return says.join(", ");
}

// Distinguish options with equal labels: by details, then by number.
function distinct(options) {
  const says = new Map();
  for (const { object, label } of options) if (object) says.set(label, (says.get(label) || new Set()).add(details(object)));
  const detailed = options.map((one) => {
    const more = one.object && says.get(one.label).size > 1 ? details(one.object) : "";
    return more ? { ...one, label: `${one.label} [${more}]` } : one;
  });
  const often = new Map();
  for (const { label } of detailed) often.set(label, (often.get(label) || 0) + 1);
  const seen = new Map();
  return detailed.map((one) => {
    if (often.get(one.label) < 2) return one;
    seen.set(one.label, (seen.get(one.label) || 0) + 1);
    return { ...one, label: `${one.label} #${seen.get(one.label)}` };
  });
}

// The current effects, the innermost first.
export function frames(state) {
  return Array.from({ length: state.one("depth") }, (_, k) => state.part("frame", state.one("depth") - 1 - k));
}

// The ability being played; -1 if none is.
function underWay(state) {
  const { F, FRAME } = state.kit.terms;
  for (const frame of frames(state)) {
    if (frame[F.ABILITY] >= 0) return frame[F.ABILITY];
    if (frame[F.KIND] === FRAME.PLAY) break;
  }
  return -1;
}

// The slot of the card whose play or ability asks; -1 if the rules of the day ask.
export function asking(state) {
  const { F } = state.kit.terms;
  const subject = state.one("subject");
  if (subject >= 0) return subject;
  const frame = frames(state).find((one) => one[F.ME] >= 0);
  return frame ? frame[F.ME] : -1;
}

// The name of the card whose play or ability asks; empty if the rules of the day ask.
export function source(state) {
  const slot = asking(state);
  return slot >= 0 ? named(state, slot) : "";
}

export function question(state) {
  const { words } = state.kit;
  const decision = state.one("decision");
  if (!decision) return "";
  const [low, high] = [state.one("minimum"), state.one("maximum")];
  const number = low === high ? (low === 1 ? "one" : String(low)) : low === 0 ? (high < ANY_NUMBER ? `up to ${high}` : "any number") : `${low} to ${high}`;
  const dice = [...state.fields.dice.subarray(0, state.one("dice_count"))].join(", ");
  const parts = [SEATS[state.one("decider")]];
  const slot = asking(state);
  if (slot >= 0) {
    const line = underWay(state);
    parts.push(line >= 0 ? `${named(state, slot)} (${english(state, line)})` : named(state, slot));
  }
  return [...parts, words.questions[decision].replaceAll("{number}", number).replaceAll("{dice}", dice)].join(": ");
}

// Everything that distinguishes an object from others, except its slot and timestamp.
function marks(state, seen, but = -1) {
  const { terms: { C, EMBLEM, F, M }, tables } = state.kit;
  const slot = seen.slot;
  const row = [...state.row(slot)];
  row[C.KNOWN] = 0;
  const word = Math.floor(slot / tables.bits);
  const bit = BigInt(slot % tables.bits);
  const has = (words) => Number((words[word] >> bit) & 1n);
  const held = [];
  const depth = state.one("depth");
  let spoken = false;
  for (let f = 0; f < depth; f++) {
    const frame = state.part("frame", f);
    for (let set = 0; set < tables.sets; set++) held.push(has(state.part("set", f, set)));
    held.push(has(state.part("targeted", f)));
    spoken ||= [F.ME, F.ME_NOW, F.SLOT, F.BEFORE].some((column) => frame[column] === slot);
  }
  const count = Math.min(state.one("emblems"), tables.emblems);
  for (let m = 0; m < count; m++) {
    const emblem = state.part("emblem", m);
    if (emblem[M.KIND] === EMBLEM.NONE) continue;
    held.push(has(state.part("emblem_set", m)));
    const kept = emblem[M.KEPT];
    if (kept > 0) for (let set = 0; set < tables.kept_sets; set++) held.push(has(state.part("kept_set", kept - 1, set)));
    spoken ||= m !== but && [M.ME, M.ME_NOW, M.BEFORE].some((column) => emblem[column] === slot);
  }
  for (let g = 0; g < state.one("grants"); g++) spoken ||= state.fields.grant_source[g] === slot;
  const used = [];
  for (let u = 0; u < state.one("uses"); u++) {
    if (state.fields.use_object[u] === slot) used.push(`${state.fields.use_ability[u]} ${state.fields.use_count[u]}`);
  }
  return [row, String(state.fields.subtypes[slot]), seen.gained, used.sort(), held, spoken ? slot : -1];
}

// The same for a Reaction, without the slot of its source.
function marksOfReaction(state, m) {
  const { M } = state.kit.terms;
  const row = [...state.part("emblem", m)];
  const [slot, now] = [row[M.ME], row[M.ME_NOW]];
  if (slot < 0 || ![-1, slot].includes(now)) return [m];
  row[M.ME] = 0;
  row[M.ME_NOW] = Number(now < 0);
  return [row, [...state.part("emblem_set", m)].map(String), ...marks(state, seeObject(state, slot), m)];
}
