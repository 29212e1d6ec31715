// Replays to step through, with the network's view of the game (altered_env/web/replay_pages.py).

import { find, keep } from "./kept.js";
import { winChance } from "./games.js";
import { boardOf, referencesIn } from "./messages.js";
import { Narration, isTold } from "./narration.js";
import { labelOf, question } from "./options.js";
import { PERSON, Session } from "./session.js";
import { look } from "./sight.js";
import { SEATS, State, sha256, wordsOf } from "./state.js";

const SWING = 0.06;
const MOMENTS = 6;
const TIME = 250;  // milliseconds of thought for each request

// A replay with every position. Throws where it is none, or not one of this engine.
class Shown {
  constructor(kit, data, words, text) {
    const { faces, numbers, words: { phases }, tables } = kit;
    Object.assign(this, { kit, data, text, words });
    this.decks = data.decks.map(({ hero, cards }) => {
      const number = (reference) => {
        const found = numbers.get(reference) ?? numbers.get(tables.prints[reference]);
        if (found === undefined) throw new Error(`the replay needs an unknown card: ${reference}`);
        return found;
      };
      return { hero: hero === null ? -1 : number(hero), cards: cards.map(number) };
    });
    const state = kit.begin(this.decks, words, data.day_limit ?? 0);
    this.states = [];
    this.timeline = [];
    for (const action of [...data.actions, null]) {
      this.states.push(state.bytes.slice());
      const { decider } = state;
      this.timeline.push({ day: state.one("day"), phase: phases[state.one("phase")], player: decider === null ? null : SEATS[decider], question: question(state), done: action === null ? "" : labelOf(state, action) });
      if (action === null) break;
      try {
        state.act(action);
      } catch (error) {
        throw new Error(`action ${this.states.length - 1} of the replay fails: ${error.message}`);
      }
    }
    this.winners = state.winners;
    this.chances = [];
    const names = this.decks.map(({ hero }, player) => `${hero < 0 ? data.decks[player].name : faces[hero].name} (${SEATS[player]})`);
    this.title = `${names.join(" against ")}, rules ${data.rules}`;
  }

  at(step) {
    if (!(step >= 0 && step < this.states.length)) throw new Error(`the replay has steps 0 to ${this.states.length - 1}, found ${step}`);
    return new State(this.kit, this.states[step].slice());
  }

  // The narration of the previous decision.
  came(step, player) {
    if (!step) return [];
    let first = step - 1;
    while (first && !isTold(this.at(first), player)) first--;
    const telling = new Narration(this.at(first), player);
    telling.begin();
    const lines = [];
    for (let k = first; k < step; k++) {
      const said = telling.acts(this.at(k), this.data.actions[k]);
      lines.push(...(player === null ? [] : said), ...telling.goesOn(look(this.at(k + 1), player)));
    }
    return lines.map(([, line]) => line);
  }

  // Think for a while: the win probabilities at further decisions, the mean of what both players expect.
  think() {
    const end = performance.now() + TIME;
    while (this.chances.length < this.states.length && performance.now() < end) {
      const state = this.at(this.chances.length);
      if (state.over) {
        const { winners } = state;
        this.chances.push(winners ? [Number(winners === "A"), Number(winners === "B")] : []);
        continue;
      }
      const game = this.kit.placed(state);
      const chance = winChance(this.kit, (game.expects(0) - game.expects(1)) / 2);
      this.chances.push([chance, 1 - chance]);
    }
    return this.chances.length === this.states.length;
  }

  get moments() {
    const known = this.chances.flatMap((found, k) => (found.length ? [k] : []));
    return known.slice(0, -1).map((k, n) => [Math.abs(this.chances[known[n + 1]][0] - this.chances[k][0]), k])
      .filter(([swing]) => swing >= SWING).sort(([one], [two]) => two - one).slice(0, MOMENTS).map(([, k]) => k).sort((one, two) => one - two);
  }
}

function parsed(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("this is not a replay, or a damaged one: it is not JSON");
  }
  if (!data || data.kind !== "altered replay") throw new Error("this is not a replay of Altered");
  const whole = (list) => Array.isArray(list) && list.every(Number.isInteger);
  const deck = (one) => one && (one.hero === null || typeof one.hero === "string") && Array.isArray(one.cards);
  const seed = /"seed":\s*(\d+)/.exec(text);
  if (!Array.isArray(data.decks) || !data.decks.every(deck) || !whole(data.actions) || !seed) throw new Error("the replay is damaged: it has no decks, actions or seed");
  return { data, seed: BigInt(seed[1]) };
}

export class Replays {
  #shown = new Map();

  constructor(kit, games) {
    Object.assign(this, { kit, games });
  }

  async open(text) {
    const shown = await this.shown(text);
    const token = (await sha256(new TextEncoder().encode(text))).slice(0, 24);
    await keep("replays", { token, text });
    this.#shown.set(token, shown);
    return token;
  }

  async shown(text) {
    const { data, seed } = parsed(text);
    const { replay } = this.kit.tables;
    if (data.format !== replay.format) throw new Error(`a replay of format ${data.format}; here only ${replay.format} is read, altered web reads others`);
    if (data.decks.length !== 2 || data.game_format !== replay.game_format || data.rules !== replay.rules) throw new Error(`this replay is of ${data.game_format}, rules ${data.rules}, ${data.decks.length} players; here only ${replay.game_format}, rules ${replay.rules}, of two players is shown`);
    const shown = new Shown(this.kit, data, await wordsOf(seed), text);
    const same = (await sha256(shown.states[shown.states.length - 1])) === data.state;
    if (!same) throw new Error(`the replay ends in a state other than recorded: ${data.engine === replay.engine ? "its cards have changed since, or it was edited" : "it was made by another version of the engine"}`);
    return shown;
  }

  async find(token) {
    if (!this.#shown.has(token)) {
      const kept = await find("replays", token);
      if (!kept) throw new Error("this replay is no longer open: open it again");
      this.#shown.set(token, await this.shown(kept.text));
    }
    return this.#shown.get(token);
  }

  async about(token) {
    const { title, timeline, winners, data } = await this.find(token);
    return { title, players: 2, sides: ["A", "B"], steps: data.actions.length, timeline, winners };
  }

  async step(token, step, seat) {
    const shown = await this.find(token);
    const player = seat ? SEATS.indexOf(seat) : null;
    const board = boardOf(look(shown.at(step), player));
    const { faces, numbers } = this.kit;
    return { board, faces: [...referencesIn(board)].sort().map((reference) => faces[numbers.get(reference)]), came: shown.came(step, player) };
  }

  async judged(token, first) {
    const shown = await this.find(token);
    const done = shown.think();
    const none = (number) => ({ number, grade: "", loss: 0, words: [] });
    const judged = shown.chances.slice(0, shown.data.actions.length).map((_, number) => none(number)).slice(first);
    const how = `The curve is the mean of what ${this.kit.tables.usual} expects for both players, each by its own hand. Decisions are judged by altered web only.`;
    return { judged, how, chances: shown.chances, moments: shown.moments, costliest: [], scores: [null, null], done, failed: "" };
  }

  // Play on from a position, against a level.
  async play(token, { step, seat, level }) {
    const shown = await this.find(token);
    const player = SEATS.indexOf(seat);
    if (shown.at(step).over) throw new Error("the game is over there: go back to a decision");
    if (!Object.hasOwn(this.kit.tables.agents, level)) throw new Error(`this site has no computer player called ${level}`);
    const seats = [0, 1].map((who) => (who === player ? PERSON : level));
    const session = new Session(this.kit, shown.decks, seats, 0, { words: shown.words.map(Number), dayLimit: shown.data.day_limit ?? 0, steps: shown.data.actions.slice(0, step) });
    session.reveal("the game was taken from a replay");
    return this.games.seated(session);
  }
}
