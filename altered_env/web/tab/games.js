// The games of this tab, and the lines to their pages (altered_env/web/play_pages.py).

import { told } from "./judge.js";
import { find, forget, keep } from "./kept.js";
import { PERSON, Session, seatOf } from "./session.js";
import { SEATS, below, seedWords, sha256 } from "./state.js";

const fresh = (words) => [...crypto.getRandomValues(new Uint32Array(words))];
const token = () => fresh(4).map((word) => word.toString(36)).join("");
const seedOf = () => fresh(2).reduce((seed, word) => (seed << 32n) | BigInt(word), 0n);
const OTHER = "this game was begun with another version of the site, whose cards or rules differ";
const GONE = "there is no such game in this browser: it was closed, or made room for newer ones";

export class Games {
  #open = new Map();

  constructor(kit, decks, judge) {
    Object.assign(this, { kit, decks, judge });
  }

  // Games of another version cannot be gone on with.
  get version() {
    const { engine, book } = this.kit.tables.replay;
    return `${engine} ${book}`;
  }

  // Begin a game as a page asks for it.
  async begin({ format = "standard", rules = "2024.09", seats, decks, seed = null }) {
    const { tables } = this.kit;
    const { choices } = tables;
    if (!choices.formats.some((one) => one.name === format)) throw new Error(`this site has no format called ${format}: it has ${choices.formats.map((one) => one.name).join(", ")}`);
    if (!choices.rules.includes(rules)) throw new Error(`this site has no rules called ${rules}: it has ${choices.rules.join(", ")}`);
    for (const name of seats) {
      if (name !== PERSON && !Object.hasOwn(tables.agents, name)) throw new Error(`this site has no computer player called ${name}: it has ${Object.keys(tables.agents).join(", ")}`);
    }
    if (seats.every((name) => name === PERSON)) throw new Error("here one person plays, against the computer: choose a level for the other seat");
    const session = new Session(this.kit, decks.map((deck) => this.deck(deck)), seats, seed === null ? seedOf() : BigInt(seed));
    if (seed !== null && seats.includes(PERSON)) session.reveal("the seed of the game was chosen");
    return this.seated(session);
  }

  // The first game of a newcomer (altered_env/web/lessons.py).
  async learn() {
    const { decks, seats, seed, format, why } = this.kit.tables.first_game;
    const session = new Session(this.kit, decks, seats, seed, { format });
    session.reveal(why);
    return this.seated(session);
  }

  deck(asked) {
    const { decks, tables } = this.kit;
    if (asked && asked.text) return this.decks.legal(asked);
    if (asked && asked.random !== undefined) return tables.random[below(seedWords(seedOf()), tables.random.length)];
    const found = decks[asked ? asked.name : "axiom"];
    if (!found) throw new Error(`no deck is called ${asked.name}`);
    return found;
  }

  async seated(session) {
    session.token = token();
    this.#open.set(session.token, { session, lines: new Set() });
    await this.keep(session);
    const person = session.people[0];
    return { tokens: person === undefined ? {} : { [SEATS[person]]: session.token }, watch: person === undefined ? session.token : null, gallery: null };
  }

  async keep(session) {
    const { decks, seats, seed, actions, conceded, open, start, token: of } = session;
    const now = { day: session.state.one("day"), yours: session.waitsForPerson, over: session.over, winners: session.winners };
    await keep("games", { token: of, version: this.version, decks, seats, seed: String(seed), actions, conceded, open, start, now });
  }

  // What has become of games, by token: null of one that is gone.
  async mine({ tokens }) {
    const told = await Promise.all(tokens.map((of) => find("games", of)));
    return { games: Object.fromEntries(tokens.map((of, k) => [of, told[k] && told[k].version === this.version ? told[k].now || {} : null])) };
  }

  // A game in memory, or as it was kept: another tab may have gone on with it.
  async find(of) {
    const kept = await find("games", of);
    if (!kept || kept.version !== this.version) throw Object.assign(new Error(kept ? OTHER : GONE), { gone: true });
    const here = this.#open.get(of);
    if (here && here.session.actions.join() === kept.actions.join() && here.session.conceded === kept.conceded) return here;
    const session = new Session(this.kit, kept.decks, kept.seats, kept.seed, kept.start);
    session.token = of;
    for (const action of kept.actions) session.act(action);
    if (kept.open) session.reveal(kept.open);
    session.before = [];
    if (kept.conceded !== null) session.concede(kept.conceded);
    const lines = here ? here.lines : new Set();
    for (const line of lines) Object.assign(line, { line: 0, scene: null });
    const entry = { session, lines };
    this.#open.set(of, entry);
    return entry;
  }

  async forget(of) {
    await forget("games", of);
    this.#open.delete(of);
  }

  async rematch(of) {
    const { session } = await this.find(of);
    if (!session.over) throw new Error("a rematch is for a game that is over");
    const { format } = session.start;
    return this.seated(new Session(this.kit, session.decks, session.seats, seedOf(), format ? { format } : {}));
  }

  // A replay of a finished game, in the format of `altered`; before the end it would reveal hidden cards.
  async replay(of) {
    const { session } = await this.find(of);
    if (!session.over && session.people.length) throw new Error("the replay shows every hidden card, so it is available once the game is over");
    const { steps, format } = session.start;
    if (steps) throw new Error("a game that was taken from a replay has no replay of its own");
    const { faces, tables } = this.kit;
    const reference = (number) => faces[number].reference;
    const decks = session.decks.map(({ hero, cards }, player) => ({ name: hero < 0 ? `deck of ${SEATS[player]}` : faces[hero].name, hero: hero < 0 ? null : reference(hero), cards: cards.map(reference) }));
    const data = { ...tables.replay, game_format: format || tables.replay.game_format, seed: "SEED", decks, actions: session.actions, state: await sha256(session.state.bytes), seen: "" };
    return `${JSON.stringify(data, null, 1).replace('"SEED"', String(session.seed))}\n`;
  }

  // a page at a seat

  async connect(line) {
    const { session, lines } = await this.find(line.token);
    const person = session.people[0];
    Object.assign(line, { player: person === undefined ? null : person, watches: person === undefined, known: new Set(), line: 0, scene: null });
    lines.add(line);
    this.tell(session, line);
    if (!line.watches) await this.drive(line.token);
  }

  // Let the computer act until the person must.
  async drive(of) {
    const { session, lines } = await this.find(of);
    let moved = false;
    while (session.people.length && session.actForAgent()) moved = true;
    if (!moved) return;
    await this.keep(session);
    for (const line of lines) this.tell(session, line);
  }

  tell(session, line) {
    const message = session.message(line.player, line.known, line.line, line.scene);
    [line.line, line.scene] = [message.lines, message.shown];
    const here = session.people.map((player) => SEATS[player]).join("");
    line.say({ ...message, here, saves: false, ms: null });
  }

  // The judge's view of a decision, by what the player sees: in the background, and given up once the
  // game has gone on.
  async hint(session, line) {
    const { kit, judge } = this;
    const { player } = line;
    const about = { type: "hint", step: session.stepOf(player) };
    line.say({ ...about, more: true });
    try {
      const seat = seatOf(session.state, player);
      const verdict = await judge.options(seat, null, () => session.stepOf(player) !== about.step);
      if (!verdict) return;
      const value = (kit.placed(seat).expects(player) - kit.placed(seat).expects(1 - player)) / 2;
      line.say({ ...about, more: false, judge: judge.name, win: winChance(kit, value), words: judge.hinted(verdict, seat), ...told(verdict) });
    } catch (error) {
      line.say({ type: "error", error: error.message });
    }
  }

  async heard(line, asked) {
    const { session, lines } = await this.find(line.token);
    const { player } = line;
    const late = () => {
      if (asked.step !== session.stepOf(player) || session.state.decider !== player) throw new Error("that decision is over; this is the current table");
    };
    if (asked.do === "act" && !line.watches) {
      if (session.over) throw new Error("the game is over");
      late();
      session.act(asked.action, asked.joined === true);
      await this.keep(session);
      if (session.waitsForPerson || session.over) this.tell(session, line);
      else await this.drive(line.token);
    } else if (asked.do === "back" && !line.watches) {
      late();
      session.takeBack(player);
      await this.keep(session);
      for (const other of lines) {
        other.line = 0;
        this.tell(session, other);
      }
    } else if (asked.do === "hint" && !line.watches) {
      if (session.over || session.state.decider !== player) throw new Error("there is no decision to make");
      this.hint(session, line);
    } else if (asked.do === "concede" && !line.watches) {
      session.concede(player);
      await this.keep(session);
      this.tell(session, line);
    } else if (asked.do === "step" && line.watches) {
      session.actForAgent();
      await this.keep(session);
      this.tell(session, line);
    } else if (asked.do === "seat" && line.watches) {
      Object.assign(line, { player: asked.seat === null ? null : SEATS.indexOf(asked.seat), line: 0, scene: null });
      this.tell(session, line);
    } else if (asked.do === "new") {
      Object.assign(line, { line: 0, scene: null });
      this.tell(session, line);
    } else {
      throw new Error(`unknown message ${asked.do}`);
    }
  }
}

// A win probability for an expected result from -1 to 1 (altered_env/agents/judge.py).
export function winChance(kit, value) {
  const raw = Math.min(0.999, Math.max(0.001, (value + 1) / 2));
  return 1 / (1 + Math.exp(-kit.tables.chance * Math.log(raw / (1 - raw))));
}
