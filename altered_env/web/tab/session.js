// A game in this tab, as altered_env/web/sessions.py keeps one: its log, and the messages to a page.

import { SEATS, State, below, seedWords } from "./state.js";
import { hiddenFrom, look } from "./sight.js";
import { asking, choices, frames } from "./options.js";
import { Narration, isTold } from "./narration.js";
import { boardOf, choiceOf, referencesIn } from "./messages.js";

export const PERSON = "person";
const BACK = 100;
const LOG = 400;
const SCENES = 60;
const KEPT = ["day", "stage", "turn", "passed", "rng", "face_up", "rigged_count"];
const TRIED = ["turn", "use", "yes", "reaction", "object"];

export class Session {
  // `seats`: for each player PERSON or the name of an agent. `start`, where it is not as usual: the words of
  // the generator, the day limit, the actions before the game begins here, and the format.
  constructor(kit, decks, seats, seed, start = {}) {
    Object.assign(this, { kit, decks, seats, start, seed: BigInt(seed) });
    const { words = seedWords(this.seed), dayLimit = kit.tables.day_limit, steps = [] } = start;
    this.state = kit.begin(decks, words, dayLimit);
    for (const action of steps) this.state.act(action);
    this.actions = [];
    this.people = [0, 1].filter((player) => seats[player] === PERSON);
    this.conceded = null;
    this.open = "";  // why hidden cards may be known
    this.steps = 0;
    this.taken = [0, 0];
    this.before = [];
    this.told = new Map();
    for (const player of this.people.length ? this.people : [null, 0, 1]) {
      const telling = new Narration(this.state, player);
      this.told.set(player, { telling, lines: telling.begin(), scenes: [], shown: 0 });
    }
  }

  reveal(why) {
    this.open = why;
    this.before = [];
    for (const told of this.told.values()) told.lines.push(["said", `${why}: hidden cards may be known`]);
  }

  get over() {
    return this.state.over || this.conceded !== null;
  }

  get winners() {
    return this.conceded === null ? this.state.winners : SEATS[1 - this.conceded];
  }

  get waitsForPerson() {
    return !this.over && this.people.includes(this.state.decider);
  }

  act(action, joined = false) {
    const { decider } = this.state;
    const before = { state: this.state.clone(), actions: this.actions.length, told: new Map([...this.told].map(([player, told]) => [player, [told.telling.copy(), told.lines.length]])) };
    for (const told of this.told.values()) told.lines.push(...told.telling.acts(this.state, action));
    this.state.act(action);
    this.actions.push(action);
    this.steps++;
    this.taken[decider]++;
    for (const [player, told] of this.told) {
      const lines = told.lines.length;
      told.lines.push(...told.telling.goesOn(look(this.state, player)));
      for (const [view, count, expedition] of told.telling.moments) told.scenes.push({ number: told.shown++, view, lines: lines + count, expedition });
      told.scenes = told.scenes.slice(-SCENES);
    }
    if (!this.people.includes(decider) || reveals(before.state, this.state, this.people)) this.before = [];
    else if (!joined) this.before = [...this.before, before].slice(-BACK);
  }

  canTakeBack(player) {
    return this.before.length > 0 && !this.over && this.state.decider === player;
  }

  takeBack(player) {
    if (!this.canTakeBack(player)) throw new Error("that cannot be taken back: something has been revealed since");
    const before = this.before.pop();
    this.state = before.state;
    this.actions.length = before.actions;
    this.taken[player]++;
    this.steps++;
    for (const [who, [telling, lines]] of before.told) Object.assign(this.told.get(who), { telling, lines: this.told.get(who).lines.slice(0, lines), scenes: [] });
  }

  stepOf(player) {
    return player === null ? this.steps : this.taken[player];
  }

  isTold(player) {
    return this.over || isTold(this.state, player);
  }

  // Let the computer take its decision; false if it is a person's, or over.
  actForAgent() {
    const { decider } = this.state;
    if (this.over || this.people.includes(decider)) return false;
    this.act(this.chosen(decider));
    return true;
  }

  // The answer of the computer, which is given a determinization.
  chosen(player) {
    const number = (this.seed * 0x9E3779B97F4A7C15n + BigInt(2 * this.actions.length + player + 1)) & ((1n << 63n) - 1n);
    const name = this.seats[player];
    const { actions } = this.state;
    if (name === "goldfish") return declined(this.state);
    if (name === "random") return actions[below(seedWords(number), actions.length)];
    return this.kit.placed(this.state).advise(this.kit.tables.agents[name], number, true).action;
  }

  concede(player) {
    if (this.over) return;
    this.conceded = player;
    this.before = [];
    for (const told of this.told.values()) told.lines.push(["said", `${SEATS[player]} concedes`]);
  }

  // The options of a player, identical ones as one.
  options(player) {
    return choices(seatOf(this.state, player));
  }

  // The message to a page: the board, the options, the log since a line, the scenes since one. `known`: the cards
  // whose faces it has.
  message(player, known, line = 0, scene = null) {
    const { decider } = this.state;
    // what a player is asked is answered in a determinization, which knows no hidden card
    const asked = player === null ? this.state : seatOf(this.state, player);
    const mine = decider !== null && (player === null || player === decider);
    const options = mine ? choices(asked) : [];
    const then = mine && player !== null ? following(asked, player, options) : new Map();
    const slot = mine ? asking(asked) : -1;
    const board = boardOf(look(asked, player));
    const told = this.told.get(player);
    const scenes = told.scenes.filter((one) => scene !== null && one.number >= scene).map((one) => ({ board: boardOf(one.view), lines: one.lines, expedition: one.expedition }));
    const fresh = new Set(options.map((one) => one.object && one.object.reference).filter(Boolean));
    for (const one of [board, ...scenes.map((other) => other.board)]) for (const reference of referencesIn(one)) fresh.add(reference);
    const faces = [...fresh].filter((reference) => !known.has(reference)).sort().map((reference) => this.kit.faces[this.kit.numbers.get(reference)]);
    for (const reference of fresh) known.add(reference);
    return {
      type: "state",
      step: this.stepOf(player),
      you: player === null ? null : SEATS[player],
      gallery: false,
      names: this.seats,
      titles: this.seats.map((name) => this.kit.tables.choices.levels[name] || name),
      board,
      scenes,
      shown: told.shown,
      asking: slot >= 0 ? slot : null,
      back: player !== null && this.canTakeBack(player),
      options: this.over ? [] : options.map((one) => choiceOf(one, then.get(one.action))),
      faces,
      log: told.lines.slice(Math.max(line, told.lines.length - LOG)),
      lines: told.lines.length,
      over: this.over,
      winners: this.winners,
      conceded: this.conceded === null ? null : SEATS[this.conceded],
      open: this.open !== "",
      unlimited_mana: false,
      commitment: null,
      secret: null,
    };
  }
}

// The answer of one who plays nothing (altered_env/agents/goldfish.py).
function declined(state) {
  const offered = choices(state);
  const found = ["pass", "done", "no"].map((kind) => offered.find((option) => option.kind === kind)).find(Boolean);
  return found ? found.action : state.actions[0];
}

// A determinization for a player, as agents and hints are given.
export function seatOf(state, player) {
  return state.resample(player, 2 * state.one("decisions") + 1);
}

// Has a decision revealed anything hidden to one of these players, or passed the game on?
function reveals(before, after, people) {
  if (after.over || after.decider !== before.decider) return true;
  if (KEPT.some((name) => after.fields[name].join() !== before.fields[name].join())) return true;
  const within = (one, other) => [...one].every((slot) => other.has(slot));
  if (people.some((player) => !within(hiddenFrom(before, player), hiddenFrom(after, player)))) return true;
  const hidden = hiddenFrom(after, after.one("decider"));
  return after.actions.some((action) => hidden.has(action));
}

// For each answer that is followed by the choice of an Expedition or of an object, what can be chosen then.
function following(seat, player, options) {
  const found = new Map();
  const world = seat.resample(player, 1);
  const hidden = hiddenFrom(world, player);
  for (const option of options) {
    if (!TRIED.includes(option.kind)) continue;
    const after = world.clone();
    const askers = askersOf(world, option);
    let by;
    try {
      after.act(option.action);
      by = goOn(after, player, askers);
    } catch {
      continue;
    }
    const left = hiddenFrom(after, player);
    const same = left.size === hidden.size && [...left].every((slot) => hidden.has(slot)) && after.fields.rng.join() === world.fields.rng.join();
    if (!same || after.decider !== player || after.actions.some((action) => hidden.has(action))) continue;
    const told = isAsked(after, askers) ? choice(after) : null;
    if (told && !(told.expeditions && isLandmark(option))) found.set(option.action, { ...told, by });
  }
  return found;
}

// The cards whose next question belongs to an answer: the one played or used, the one whose Reaction it is, or
// the one that asks already and what is chosen for it.
function askersOf(state, { kind, action, value }) {
  if (kind === "turn") return [action];
  if (kind === "reaction") return [state.part("emblem", value)[state.kit.terms.M.ME]];
  return kind === "object" ? [asking(state), action] : [asking(state)];
}

// Does one of these cards ask, perhaps as the object that it has become by being played?
function isAsked(state, askers) {
  const { F, FRAME } = state.kit.terms;
  const asker = asking(state);
  return askers.includes(asker) || frames(state).some((frame) => frame[F.KIND] === FRAME.PLAY && frame[F.SLOT] === asker && askers.includes(frame[F.BEFORE]));
}

// Is a card played that itself goes to no Expedition, whatever it puts there?
function isLandmark({ kind, value, object }) {
  return kind === "turn" && Boolean(value & 1) && object.type === "landmark_permanent";
}

// Give the implied answers: to play the card, and yes.
function goOn(state, player, askers) {
  const { CODE, DECIDE } = state.kit.terms;
  const { objects } = state.kit.tables;
  const between = { [DECIDE.USE]: CODE.MODE, [DECIDE.YES_NO]: CODE.YES };
  const given = [];
  while (given.length < 2 && state.decider === player && isAsked(state, askers)) {
    const code = between[state.one("decision")];
    if (code === undefined || !state.actions.includes(objects + code)) break;
    given.push(objects + code);
    state.act(objects + code);
  }
  return given;
}

function choice(state) {
  const { words, terms: { CODE }, tables: { objects } } = state.kit;
  const kind = words.decisions[state.one("decision")];
  const { actions } = state;
  if (kind === "expedition") return { expeditions: actions.map((action) => action - objects - CODE.EXPEDITION) };
  if (kind === "objects" || kind === "target") return { slots: actions.filter((action) => action < objects) };
  return null;
}
