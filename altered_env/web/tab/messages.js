// Messages to the pages about a game, as altered_env/web/messages.py builds them: from views and
// options, which contain no hidden information.

import { compared } from "./narration.js";

const ZONES = ["hand", "deck", "mana", "reserve", "discard", "landmarks", "limbo"];

export function boardOf(view) {
  const facing = new Map(view.players.flatMap((player) => player.expeditions.map((one) => [`${one.controller} ${one.name}`, one])));
  return {
    ...view,
    players: view.players.map((player) => ({
      ...player,
      hero: player.hero && objectOf(player.hero),
      ...Object.fromEntries(ZONES.map((zone) => [zone, player[zone].map(objectOf)])),
      expeditions: player.expeditions.map(({ controller, ...one }) => ({
        ...one,
        compared: compared(view, { controller, ...one }, facing.get(one.facing)).map(({ terrain, mine, other, ahead }) => [terrain, mine, other, ahead]),
        objects: one.objects.map(objectOf),
      })),
    })),
  };
}

function objectOf(seen) {
  const told = { slot: seen.slot, zone: seen.zone, type: seen.type, stamp: seen.timestamp };
  if (seen.statuses.length) told.statuses = seen.statuses;
  if (seen.boosts) told.boosts = seen.boosts;
  if (Object.keys(seen.counters).length) told.counters = seen.counters;
  if (seen.owner !== seen.controller) told.owner = seen.owner;
  told.controller = seen.controller;
  if (seen.name === null) return told;
  Object.assign(told, { name: seen.name, reference: seen.reference, costs: [seen.hand_cost, seen.reserve_cost], stats: [seen.forest, seen.mountain, seen.water] });
  const keywords = seen.keywords.filter((word) => word !== "uncounted");
  if (keywords.length) told.keywords = keywords;
  if (seen.tough) told.tough = seen.tough;
  if (seen.gained.length) told.gained = seen.gained;
  if (seen.muted) told.muted = true;
  return told;
}

// The references of the cards that a board shows.
export function referencesIn(board) {
  const zones = board.players.flatMap((player) => [...ZONES.map((zone) => player[zone]), ...player.expeditions.map((one) => one.objects), player.hero ? [player.hero] : []]);
  return new Set(zones.flat().map((seen) => seen.reference).filter(Boolean));
}

export function choiceOf(option, then) {
  const told = { action: option.action, kind: option.kind, label: option.label };
  if (option.object) {
    told.slot = option.object.slot;
    if (option.copies) told.slots = option.copies.map((copy) => copy.slot);
    if (option.object.reference !== null) told.reference = option.object.reference;
    if (option.kind === "turn") told.uses = option.value;
  } else if (["expedition", "player", "region", "terrain", "use"].includes(option.kind)) {
    told.value = option.value;
  }
  if (then) told.then = then;
  if (option.alike) told.alike = option.alike;
  return told;
}
