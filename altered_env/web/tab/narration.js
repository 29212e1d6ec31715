// The narration of a game for a player: changes between two views, and the announced turns of others
// (altered_env/game/narration.py and playback.py).

import { capital, counted } from "./kit.js";
import { SEATS, below } from "./state.js";
import { look } from "./sight.js";
import { announcement, labelOf } from "./options.js";

const TERRAINS = ["forest", "mountain", "water"];
const FACES = 6;

// For each terrain of its region, an Expedition and the one facing it.
export function compared(view, mine, other) {
  const region = view.regions.find((one) => one.number === mine.region);
  return TERRAINS.flatMap((terrain, k) => {
    if (!region || !region.terrains.includes(terrain)) return [];
    const [one, two] = [mine.stats[k], other.stats[k]];
    return [{ terrain, mine: one, other: two, ahead: one > 0 && (one > two || (one === two && mine.ascended)) }];
  });
}

function moment(view) {
  if (view.day && view.phase !== "setup") return `Day ${view.day}, ${view.phase}`;
  return view.phase === "setup" ? "Set-up" : capital(view.phase);
}

// May the narration to a player cover this moment?
export function isTold(state, player) {
  const { decider } = state;
  return decider === null || !state.one("depth") || player === null || player === decider;
}

function progresses(state) {
  return state.one("stage") === state.kit.terms.STAGE.PROGRESS && state.one("step") === 0 && !state.one("reactions");
}

// Take an action and advance to the next decision: the dice rolled at each moment on the way.
function* playOut(at, action) {
  const { terms: { ERROR, DECIDE, STEP } } = at.kit;
  if (!at.fields.mask[action]) return;
  let before = whereIs(at);
  let within = at.one("depth") > 0;
  const roller = rollerOf(at);
  const ignored = ignoredBy(at, action);
  answerOnly(at, action);
  if (ignored) yield `${SEATS[roller]} ignores ${ignored}`;
  const earlier = at.clone();
  while (at.one("error") === ERROR.NONE && !at.one("over")) {
    const now = whereIs(at);
    if (at.one("decision") !== DECIDE.NONE) return;
    if (at.one("commit") === STEP.NONE && (at.one("depth") === 0 || now[3] >= 0)) {
      if (now.join() !== before.join() || (within && at.one("depth") === 0) || progresses(at)) {
        before = now;
        within = false;
        if (at.one("dirty")) at.change("REFRESH");
        yield "";
      }
    }
    within = within || at.one("depth") > 0;
    earlier.bytes.set(at.bytes);
    const already = rolls(at);
    at.change("ADVANCE");
    const asked = rollerOf(at);
    // of dice already seen when they were asked about, nothing more
    const rolled = [0, 1].filter((player) => player !== roller && rolls(at)[player] > already[player]);
    if (asked >= 0 && !earlier.one("dice_count")) yield saidOf([asked], diceOf(at));
    else if (rolled.length) yield saidOf(rolled, diceToCome(earlier));
  }
}

function answerOnly(state, action) {
  const { fields } = state;
  fields.mask.fill(0);
  fields.options.fill(0);
  for (const name of ["offered", "minimum", "maximum", "decision"]) fields[name][0] = 0;
  fields.subject[0] = fields.decider[0] = -1;
  fields.answer[0] = action;
  fields.decisions[0] += 1;
}

// Stage, passed players, turn, and the card shown as its play begins, -1 for none.
function whereIs(state) {
  const { F, FRAME, USE, AT } = state.kit.terms;
  let shown = -1;
  if (state.one("depth")) {
    const top = state.part("frame", state.one("depth") - 1);
    if (top[F.KIND] === FRAME.PLAY && top[F.USE] === USE.CARD && top[F.STAGE] === AT.EXPEDITION) shown = top[F.SLOT];
  }
  return [state.one("stage"), state.one("passed"), state.one("turn"), shown];
}

// The player who is asked about dice that all can see; -1 if none is.
function rollerOf(state) {
  const { DECIDE } = state.kit.terms;
  return [DECIDE.DIE, DECIDE.RAISE].includes(state.one("decision")) && state.one("dice_count") > 0 ? state.one("decider") : -1;
}

// The die that an action ignores; 0 for none.
function ignoredBy(state, action) {
  const { terms: { DECIDE, CODE }, tables } = state.kit;
  return state.one("decision") === DECIDE.DIE ? action - tables.objects - CODE.NUMBER : 0;
}

const diceOf = (state) => [...state.fields.dice.subarray(0, state.one("dice_count"))];

// How often each player has rolled dice today.
function rolls(state) {
  const { NOTED, EV } = state.kit.terms;
  const found = [0, 0];
  for (let k = 0; k < state.one("logged"); k++) {
    const line = state.part("log", k);
    if (line[NOTED.KIND] === EV.ROLL) found[line[NOTED.PLAYER]] += line[NOTED.TIMES];
  }
  return found;
}

function saidOf(players, dice) {
  const shown = players.length === 1 ? dice.join(", ") : "";
  return players.map((player) => `${SEATS[player]} rolls ${shown || "dice"}`).join(", ");
}

// Advance the game by one step: the dice rolled; empty if anything else was random.
function diceToCome(state) {
  const words = [...state.fields.rng];
  const room = state.fields.rigged.length;
  const fixed = [...state.fields.rigged].slice(0, state.one("rigged_count"));
  const drawn = words.map(Number);
  while (fixed.length < room) fixed.push(1 + below(drawn, FACES));
  state.fields.rigged.set(fixed);
  state.fields.rigged_count[0] = room;
  state.change("ADVANCE");
  if ([...state.fields.rng].join() !== words.join()) return [];
  return fixed.slice(0, room - state.one("rigged_count"));
}

export class Narration {
  // `player`: whose it is; null for who sees everything.
  constructor(state, player) {
    this.player = player;
    this.view = look(state, player);
    this.moments = [];  // [view, the lines up to then, the Expedition that is compared or null]
    this.heading = this.said = "";
    this.standing = null;
    this.onTheWay = [];
    this.isTold = true;
  }

  copy() {
    return Object.assign(Object.create(Narration.prototype), this, { onTheWay: [...this.onTheWay] });
  }

  begin() {
    return this.headed();
  }

  // Lines about the action that the player to move is about to take.
  acts(state, action) {
    const at = state.clone();
    for (const rolled of playOut(at, action)) this.onTheWay.push([look(at, this.player), progresses(at), rolled]);
    this.isTold = isTold(at, this.player);
    const { decider } = state;
    const { DECIDE } = state.kit.terms;
    const announced = announcement(state, action);
    if (announced) {
      this.said = `${SEATS[decider]}: ${announced}`;
      return [["said", this.said]];
    }
    if ((this.player !== null && this.player !== decider) || [DECIDE.TURN, DECIDE.DIE].includes(state.one("decision"))) return [];
    const who = `${SEATS[decider]}: `;
    const label = labelOf(state, action);
    return [["said", `${SEATS[decider]} chooses: ${label.startsWith(who) ? label.slice(who.length) : label}`]];
  }

  // Lines about its result, moment by moment.
  goesOn(view) {
    const lines = [];
    this.moments = [];
    if (!this.isTold) return lines;
    for (const [seen, due, rolled] of [...this.onTheWay, [view, false, ""]]) {
      const stood = due ? null : this.standing;
      const courses = stood ? expeditionsMoved(this.view, seen, stood) : [];
      const came = [...(rolled ? [["came", rolled]] : []), ...changes(this.view, seen, stood).slice(courses.length).filter((line) => !(rolled && line.startsWith("the dice show "))).map((line) => this.heard(line))].filter(Boolean);
      this.view = seen;
      this.standing = due ? seen : null;
      const heading = due || courses.length || came.length ? this.headed() : [];
      lines.push(...heading);
      for (const { expedition, line } of courses) {
        lines.push(["came", line]);
        this.moments.push([stood, lines.length, expedition]);
      }
      lines.push(...came);
      if (came.some(([kind]) => kind === "came") || (due && heading.length) || courses.some(({ step }) => step)) this.moments.push([seen, lines.length, null]);
    }
    this.onTheWay = [];
    this.said = "";
    return [...lines, ...this.headed()];
  }

  heard(line) {
    const at = line.indexOf(" is shown in the hand of ");
    if (at >= 0) return this.said.includes(line.slice(0, at)) ? null : ["came", line];
    const passes = line.replace(" has passed", ": pass");
    if (passes === line) return ["came", line];
    if (passes === this.said) {
      this.said = "";
      return null;
    }
    return ["said", passes];
  }

  headed() {
    const now = moment(this.view);
    if (now === this.heading) return [];
    this.heading = now;
    return [["moment", now]];
  }
}

// Visible changes from one view to a later one. `standing`: the view at Dusk before Progress.
function changes(before, after, standing) {
  const lines = expeditionsMoved(before, after, standing).map(({ line }) => line);
  after.regions.forEach((region, k) => {
    if (before.regions[k] && region.up && !before.regions[k].up) lines.push(`region ${region.number} is ${region.terrains.join(", ")}`);
  });
  lines.push(...moves(before, after));
  after.players.forEach((player, k) => player.passed && !before.players[k].passed && lines.push(`${player.seat} has passed`));
  if (after.dice.length && after.dice.join() !== before.dice.join()) lines.push(`the dice show ${after.dice.join(", ")}`);
  if (after.arena && !before.arena) lines.push("tied: the Arena decides");
  return lines;
}

// Whether each Expedition has moved, and why.
function expeditionsMoved(before, after, atDusk) {
  const courses = [];
  const every = (view) => new Map(view.players.flatMap((player) => player.expeditions.map((one) => [`${one.controller} ${one.name}`, one])));
  const stood = atDusk && every(atDusk);
  const was = every(before);
  for (const [expedition, [key, now]] of [...every(after)].entries()) {
    if (after.arena) continue;
    const step = now.distance - was.get(key).distance;
    const found = stood ? compared(atDusk, stood.get(key), stood.get(stood.get(key).facing)) : [];
    const said = ({ terrain, mine, other }) => `${terrain} ${mine} against ${other}`;
    const due = found.filter((one) => one.ahead).map(said);
    const whose = `${now.controller}: ${now.name} Expedition`;
    if (due.length && !step && !before.arena) courses.push({ expedition, step, line: `${whose} ${isDefended(atDusk, stood.get(key)) ? "is held by a Defender" : "cannot move"}: ${due.join(", ")}` });
    else if (step) courses.push({ expedition, step, line: `${whose} moves ${Math.abs(step)} ${step > 0 ? "forward" : "backwards"}${step === 1 && due.length ? `: ${due.join(", ")}` : ""}` });
    else if (found.length && !due.length && !before.arena) courses.push({ expedition, step, line: `${whose} stays: ${found.map(said).join(", ")}` });
  }
  return courses;
}

// Is a Defender present in an Expedition?
function isDefended(view, mine) {
  const player = view.players.find(({ seat }) => seat === mine.controller);
  return player.expeditions.some((one) => one.objects.some(({ keywords }) => keywords.includes("defender") && (one.name === mine.name || keywords.includes("gigantic"))));
}

// The objects by timestamp, each with its place.
function everyObject(view) {
  const found = new Map();
  for (const player of view.players) {
    const zones = [["Reserve", player.reserve], ["the Discard pile", player.discard], ["Landmarks", player.landmarks], ["Limbo", player.limbo], ["the hand", player.hand], ["the Deck", player.deck], ["the Mana zone", player.mana],
      ...player.expeditions.map((one) => [`the ${one.name} Expedition`, one.objects])];
    for (const [place, objects] of zones) for (const seen of objects) found.set(seen.timestamp, [seen, `${place} of ${player.seat}`]);
  }
  return found;
}

const ordered = (stamps) => stamps.sort((one, two) => one - two);

// Moves of cards: a new object is a card that has left its old place. Hidden cards are only counted.
function moves(before, after) {
  const [old, now] = [everyObject(before), everyObject(after)];
  const gone = ordered([...old.keys()].filter((stamp) => !now.has(stamp))).map((stamp) => old.get(stamp)).filter(([seen]) => seen.name);
  const lines = [];
  const drawn = new Map();
  const draws = (seen) => drawn.set(seen.owner, [...(drawn.get(seen.owner) || []), seen.name]);
  const lookedAt = new Map();
  const fromNowhere = {};
  const shrunk = Object.fromEntries(before.players.map((one, k) => [one.seat, one.deck_count - after.players[k].deck_count]));
  for (const stamp of ordered([...now.keys()].filter((one) => !old.has(one)))) {
    const [seen, place] = now.get(stamp);
    if (seen.name === null) continue;
    const drawing = place.startsWith("the hand");
    const same = gone.filter(([one]) => one.reference === seen.reference && one.owner === seen.owner);
    const match = same.find(([, at]) => at.startsWith("the Deck") === drawing) || same[0];
    if (match) {
      gone.splice(gone.indexOf(match), 1);
      if (match[1].startsWith("the Deck") && drawing) draws(seen);
      else lines.push(`${seen.name}: from ${match[1]} to ${place}`);
    } else if (drawing && (after.seat === null || after.seat === seen.owner) && shrunk[seen.owner] > 0) {
      draws(seen);
    } else if (drawing) {
      lines.push(`${seen.name} is shown in ${place}`);
    } else if (place.startsWith("the Deck") && shrunk[seen.owner] >= 0) {
      lookedAt.set(place, [...(lookedAt.get(place) || []), seen.name]);
    } else {
      fromNowhere[seen.owner] = (fromNowhere[seen.owner] || 0) + Number(!seen.token);
      lines.push(`${seen.name} arrives in ${place}`);
    }
  }
  for (const [place, names] of lookedAt) lines.push(`seen in ${place}: ${names.join(", ")}`);
  for (const player of [...drawn.keys()].sort()) lines.push(`${player} draws ${drawn.get(player).join(", ")}`);
  before.players.forEach((was, k) => {
    const one = after.players[k];
    lines.push(...unseen(was, one, (drawn.get(one.seat) || []).length + (fromNowhere[one.seat] || 0)));
  });
  // one in the Deck is not seen any more
  lines.push(...gone.filter(([, place]) => !place.startsWith("the Deck")).map(([seen, place]) => `${seen.name} leaves ${place} and ceases to exist`));
  for (const stamp of ordered([...old.keys()].filter((one) => now.has(one)))) lines.push(...alterations(old.get(stamp), now.get(stamp)));
  return lines;
}

// The numbers of cards that a player has put into the Mana zone, and drawn, unseen by others.
function unseen(was, now, seen) {
  const lines = [];
  const unknown = (objects) => objects.filter((one) => one.name === null).length;
  const orbs = unknown(now.mana) - unknown(was.mana);
  if (orbs > 0 && now.mana.length > was.mana.length) lines.push(`${now.seat} puts ${orbs === 1 ? "a card" : `${orbs} cards`} into the Mana zone`);
  const grown = now.hand_count - now.hand.length - (was.hand_count - was.hand.length);
  const left = was.deck_count - now.deck_count;
  const number = Math.min(Math.max(grown, left - seen - Math.max(0, orbs)), left);
  if (grown > 0 && number > 0) lines.push(`${now.seat} draws ${number}`);
  return lines;
}

function alterations([was, from], [now, to]) {
  if (now.zone === "mana" || now.name === null) return [];
  const lines = [];
  if (from !== to) lines.push(`${now.name}: from ${from} to ${to}`);
  if (now.boosts !== was.boosts) lines.push(`${now.name} has ${counted(now.boosts, "boost")}`);
  for (const status of now.statuses) if (!was.statuses.includes(status)) lines.push(`${now.name} is ${status}`);
  for (const status of was.statuses) if (!now.statuses.includes(status)) lines.push(`${now.name} is no longer ${status}`);
  for (const name of Object.keys(now.counters).sort()) {
    if ((was.counters[name] || 0) !== now.counters[name]) lines.push(`${now.name} has ${now.counters[name]} ${name}`);
  }
  return lines;
}
