// Replays to step through and review (altered_env/web/replay_pages.py).

import { find, keep } from "./kept.js";
import { winChance } from "./games.js";
import { labelsOf, told } from "./judge.js";
import { rounded } from "./kit.js";
import { boardOf, referencesIn } from "./messages.js";
import { Narration, isTold } from "./narration.js";
import { choices, labelOf, question, source } from "./options.js";
import { PERSON, Session, seatOf } from "./session.js";
import { look } from "./sight.js";
import { SEATS, State, sha256, wordsOf } from "./state.js";

const SWING = 0.06;
const MOMENTS = 6;
const PATIENCE = 5000;  // milliseconds without a question, after which nobody reads the review

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
      this.timeline.push({ day: state.one("day"), phase: phases[state.one("phase")], player: decider === null ? null : SEATS[decider], question: question(state), done: action === null ? "" : labelOf(state, action), of: state.one("decision") === kit.terms.DECIDE.EXPEDITION ? source(state) : "" });
      if (action === null) break;
      try {
        state.act(action);
      } catch (error) {
        throw new Error(`action ${this.states.length - 1} of the replay fails: ${error.message}`);
      }
    }
    this.winners = state.winners;
    Object.assign(this, { chances: [], judged: [], judging: false, done: false, failed: "", asked: 0 });
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

  // The win probability at each decision: the mean of what both players expect.
  expect() {
    this.chances = this.states.map((_, step) => {
      const state = this.at(step);
      if (state.over) {
        const { winners } = state;
        return winners ? [Number(winners === "A"), Number(winners === "B")] : [];
      }
      const game = this.kit.placed(state);
      const chance = winChance(this.kit, (game.expects(0) - game.expects(1)) / 2);
      return [chance, 1 - chance];
    });
  }

  // Judge one decision after the other, as long as somebody asks.
  async review(judge) {
    if (this.judging || this.done) return;
    this.judging = true;
    const left = () => performance.now() - this.asked > PATIENCE;
    try {
      if (!this.chances.length) this.expect();
      while (this.judged.length < this.data.actions.length && !left()) {
        const number = this.judged.length;
        const action = this.data.actions[number];
        const state = this.at(number);
        const player = state.decider;
        let verdict = null;
        if (state.actions.length > 1) {
          verdict = await judge.options(seatOf(state, player), action, left);
          if (!verdict) return;
        }
        this.judged.push({ number, player, action, verdict: verdict && verdict.worlds ? verdict : null });
      }
      this.done = this.judged.length === this.data.actions.length;
    } catch (error) {
      this.failed = error.message;
    } finally {
      this.judging = false;
    }
  }

  get moments() {
    const known = this.chances.flatMap((found, k) => (found.length ? [k] : []));
    return known.slice(0, -1).map((k, n) => [Math.abs(this.chances[known[n + 1]][0] - this.chances[k][0]), k])
      .filter(([swing]) => swing >= SWING).sort(([one], [two]) => two - one).slice(0, MOMENTS).map(([, k]) => k).sort((one, two) => one - two);
  }
}

// The judgement of the answer that was given; none of a decision that was not judged.
const takenIn = ({ verdict, action }) => verdict && verdict.rated.find((one) => one.actions.includes(action));

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

  constructor(kit, games, judge) {
    Object.assign(this, { kit, games, judge });
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
    const formats = [replay.game_format, this.kit.tables.first_game.format];
    if (data.decks.length !== 2 || !formats.includes(data.game_format) || data.rules !== replay.rules) throw new Error(`this replay is of ${data.game_format}, rules ${data.rules}, ${data.decks.length} players; here only ${formats.join(" and ")}, rules ${replay.rules}, of two players are shown`);
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
    return { title, players: 2, sides: ["A", "B"], steps: data.actions.length, timeline, winners, unlimited_mana: false };
  }

  async step(token, step, seat) {
    const shown = await this.find(token);
    const player = seat ? SEATS.indexOf(seat) : null;
    const board = boardOf(look(shown.at(step), player));
    return { board, faces: this.faces(board), came: shown.came(step, player) };
  }

  // The known reviews of the decisions from one on.
  async judged(token, first) {
    const shown = await this.find(token);
    const { judge, kit } = this;
    const { chances, moments, done, failed } = shown;
    shown.asked = performance.now();
    if (!failed) shown.review(judge);
    const scores = [0, 1].map((player) => {
      const mine = shown.judged.filter((one) => one.player === player).map(takenIn).filter(Boolean);
      const grades = {};
      for (const { grade } of mine) grades[grade] = (grades[grade] || 0) + 1;
      return mine.length ? { accuracy: rounded(judge.accuracy(mine.map(({ loss }) => loss)), 4), decisions: mine.length, grades } : null;
    });
    const wrong = shown.judged.map((one) => ({ number: one.number, ...takenIn(one) })).filter(({ grade }) => grade && grade !== "best");
    const costliest = wrong.sort((one, two) => two.loss - one.loss).slice(0, judge.costliest).map(({ number }) => number);
    const how = `The curve is the mean of what ${kit.tables.usual} expects for both players, each by its own hand. A decision is compared with the others in ${judge.worlds} worlds consistent with what the player knew, by rollouts of ${judge.name}; a loss that may be none counts as best.`;
    return { judged: shown.judged.slice(first).map((one) => this.opinion(shown, one)), how, chances, moments, costliest, scores, done, failed };
  }

  // The review of a decision.
  opinion(shown, one) {
    const { number, action, verdict } = one;
    const { grade = "", loss = 0 } = takenIn(one) || {};
    const about = { number, grade, loss: rounded(loss, 4), words: [] };
    if (!verdict) return about;
    const state = shown.at(number);
    const labels = labelsOf(choices(state));
    const found = told(verdict);
    for (const rated of found.rated) Object.assign(rated, { label: labels.get(rated.actions[0]) || "", taken: rated.actions.includes(action) });
    return { ...about, words: this.judge.reviewed(verdict, action, state), ...found };
  }

  reviewed(shown, step) {
    const found = shown.judged[step];
    if (!found || !found.verdict) throw new Error("this decision has not been judged");
    return found;
  }

  // The best line from a decision to the end of the day: the judge's answer, then those of the network
  // for both players.
  async line(token, step, seat) {
    const shown = await this.find(token);
    const player = seat ? SEATS.indexOf(seat) : null;
    const { kit, judge } = this;
    let { action } = this.reviewed(shown, step).verdict.rated[0];
    const state = shown.at(step);
    const day = state.one("day");
    const frames = [];
    while (!state.over && state.one("day") === day && frames.length < judge.line) {
      const who = state.decider;
      const done = labelOf(state, action);
      state.act(action);
      frames.push({ player: SEATS[who], done, board: boardOf(look(state, player)) });
      if (!state.over) ({ action } = kit.placed(state).advise(kit.tables.agents[kit.tables.usual], 1, true));
    }
    return { frames, faces: this.faces(...frames.map(({ board }) => board)) };
  }

  // The printed cards on boards.
  faces(...boards) {
    const { faces, numbers } = this.kit;
    return [...new Set(boards.flatMap((board) => [...referencesIn(board)]))].sort().map((reference) => faces[numbers.get(reference)]);
  }

  // A report of a judgement that looks wrong, as text: the replay, and what was said of the decision.
  async misplay(token, step) {
    const shown = await this.find(token);
    const judged = this.opinion(shown, this.reviewed(shown, step));
    const about = JSON.stringify({ kind: "altered misplay", format: 1, judge: this.judge.name, step, judged });
    return `${about.slice(0, -1)},"replay":${shown.text.trim()}}`;  // its seed has more digits than a number here
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
