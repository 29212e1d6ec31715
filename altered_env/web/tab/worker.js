// The worker behind the pages: answers their requests, and holds the lines to games.

import { Games } from "./games.js";
import { Replays } from "./replays.js";
import { Cards } from "./cards.js";
import { Decks } from "./decks.js";
import { Judge } from "./judge.js";
import { loaded, tables } from "./kit.js";

let engine = null;
// Everything that needs the engine, once it is loaded.
const parts = () => (engine ||= loaded().then((kit) => {
  const cards = new Cards(kit);
  const decks = new Decks(kit, cards);
  const judge = new Judge(kit);
  const games = new Games(kit, decks, judge);
  return { games, decks, cards, replays: new Replays(kit, games, judge) };
}).catch((error) => {
  throw new Error(`The engine cannot be loaded: ${error.message}. It needs a browser of 2023 or later.`);
}));
const lines = new Map();
const json = (value) => ({ body: JSON.stringify(value), type: "application/json" });

const ROUTES = [
  ["GET", /^ready$/, async () => {
    await parts();
    return json({ ready: true, failed: null });
  }],
  ["GET", /^choices$/, async () => json((await tables()).choices)],
  ["POST", /^games\/mine$/, async (_, body) => json(await (await parts()).games.mine(JSON.parse(body)))],
  ["POST", /^games$/, async (_, body) => json(await (await parts()).games.begin(JSON.parse(body)))],
  ["POST", /^learn$/, async () => json(await (await parts()).games.learn())],
  ["POST", /^games\/resume/, async () => { throw new Error("saved games are opened by altered web, not here; replays can be opened"); }],
  ["POST", /^games\/(\w+)\/rematch$/, async ([token]) => json(await (await parts()).games.rematch(token))],
  ["GET", /^games\/(\w+)\/replay$/, async ([token]) => ({ body: await (await parts()).games.replay(token), type: "application/json" })],
  ["DELETE", /^games\/(\w+)$/, async ([token]) => {
    await (await parts()).games.forget(token);
    return json({ ended: true });
  }],
  ["GET", /^replays$/, async () => json({ files: [], datasets: [], data: false })],
  ["POST", /^replays$/, async (_, body) => json({ id: await (await parts()).replays.open(body) })],
  ["GET", /^replays\/(\w+)$/, async ([id]) => json(await (await parts()).replays.about(id))],
  ["GET", /^replays\/(\w+)\/step\/(\d+)$/, async ([id, step], _, query) => json(await (await parts()).replays.step(id, Number(step), query.get("seat")))],
  ["GET", /^replays\/(\w+)\/judged$/, async ([id], _, query) => json(await (await parts()).replays.judged(id, Number(query.get("from") || 0)))],
  ["GET", /^replays\/(\w+)\/line\/(\d+)$/, async ([id, step], _, query) => json(await (await parts()).replays.line(id, Number(step), query.get("seat")))],
  ["GET", /^replays\/(\w+)\/misplay\/(\d+)$/, async ([id, step]) => ({ body: await (await parts()).replays.misplay(id, Number(step)), type: "application/json" })],
  ["POST", /^replays\/(\w+)\/play$/, async ([id], body) => json(await (await parts()).replays.play(id, JSON.parse(body)))],
  ["GET", /^replays\/\w+\/html$/, async () => { throw new Error("this site cannot write the page: download the replay, and use altered replay FILE --html PAGE"); }],
  ["GET", /^decks$/, async () => json({ ...lists(await tables()), agents: [] })],
  ["POST", /^decks\/build$/, async (_, body) => json(await (await parts()).decks.build(JSON.parse(body)))],
  ["POST", /^decks\/suggest$/, async (_, body) => json(await (await parts()).decks.suggest(JSON.parse(body)))],
  ["GET", /^decks\/saved$/, async () => json({ data: false, files: [] })],
  ["GET", /^decks\/begun\/(.+)$/, async ([hero]) => json(await (await parts()).cards.begun(hero))],
  ["GET", /^cards$/, async (_, __, query) => json(await (await parts()).cards.search(query))],
  ["GET", /^cards\/words$/, async () => json(await (await parts()).cards.words())],
  ["GET", /^cards\/([\w-]+)$/, async ([reference]) => json(await (await parts()).cards.about(reference))],
  ["GET", /^cards\/([\w-]+)\/heroes$/, async ([reference]) => json(await (await parts()).cards.heroes(reference))],
  ["GET", /^cards\/[\w-]+\/players$/, async () => json({ rows: [], wrong: [] })],
];

// The decks and formats, for the builder.
const lists = ({ choices: { starters, lists: found, heroes, formats } }) => ({ starters, lists: found, heroes, fields: [], formats: formats.map(({ name, title }) => [name, title]) });

async function answer({ path, method, body }) {
  const [name, query = ""] = path.split("?");
  for (const [how, pattern, made] of ROUTES) {
    const found = how === method && pattern.exec(name);
    if (found) return made(found.slice(1).map(decodeURIComponent), body, new URLSearchParams(query));
  }
  throw new Error("this site does not have that: it is in altered web");
}

class Line {
  constructor(number, token) {
    Object.assign(this, { number, token, busy: Promise.resolve() });
  }

  say(told) {
    postMessage({ line: this.number, told: JSON.stringify(told) });
  }

  // One thing after the other.
  then(task) {
    this.busy = this.busy.then(task).catch((error) => this.say(error.gone ? { type: "gone", error: error.message } : { type: "error", error: error.message }));
  }
}

onmessage = async ({ data }) => {
  if (data.token !== undefined) {
    const line = new Line(data.line, data.token);
    lines.set(data.line, line);
    line.then(async () => (await parts()).games.connect(line));
  } else if (data.line !== undefined) {
    const line = lines.get(data.line);
    line.then(async () => (await parts()).games.heard(line, JSON.parse(data.text)).catch(async (error) => {
      if (!error.gone) await (await parts()).games.heard(line, { do: "new" });
      throw error;
    }));
  } else {
    try {
      postMessage({ number: data.number, status: 200, ...(await answer(data)) });
    } catch (error) {
      postMessage({ number: data.number, status: 400, ...json({ error: error.message }) });
    }
  }
};
