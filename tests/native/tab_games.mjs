// Plays the games of tab_games.py again, and compares the messages to the pages.
//
//     node tests/native/tab_games.mjs SITE FILE

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`);
const { loaded } = await import(at('tab/kit.js'));
const { Session } = await import(at('tab/session.js'));
const { look } = await import(at('tab/sight.js'));

const sorted = (value) => Array.isArray(value) ? value.map(sorted)
  : value && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
const hash = (data) => createHash('sha256').update(data).digest('hex');
const text = (value) => JSON.stringify(sorted(value));

/** Where two messages differ. */
function differs(one, two, path = '') {
  if (text(one) === text(two)) return [];
  if (one && two && typeof one === 'object' && typeof two === 'object') {
    return [...new Set([...Object.keys(one), ...Object.keys(two)])].flatMap((key) => differs(one[key], two[key], `${path}.${key}`));
  }
  return [`${path}: ${text(one)} instead of ${text(two)}`];
}

const kit = await loaded();
const counts = { games: 0, decisions: 0, taken_back: 0, messages: 0, determinizations: 0 };
let wrong = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  const game = JSON.parse(line);
  const decks = game.decks.map((deck) => (typeof deck === 'string' ? kit.decks[deck] : deck));
  const session = new Session(kit, decks, game.seats, game.seed);
  const pages = game.pages.map((player) => ({ player, known: new Set(), line: 0, scene: null }));
  counts.games++;
  game.steps.forEach((step, n) => {
    pages.forEach((page, k) => {
      const message = session.message(page.player, page.known, page.line, page.scene);
      [page.line, page.scene] = [message.lines, message.shown];
      counts.messages++;
      const told = step.told[k];
      const same = typeof told === 'string' ? hash(text(message)).slice(0, 16) === told : text(message) === text(told);
      if (same) return;
      wrong++;
      if (wrong <= 8) console.log(`game ${game.seed}, step ${n}, page ${page.player}: ${typeof told === 'string' ? 'another message' : differs(message, told).slice(0, 3).join('; ')}`);
    });
    // what a player sees is the same with other hidden cards
    for (const player of n % 5 ? [] : [0, 1]) {
      counts.determinizations++;
      const other = session.state.resample(player, n);
      if (text(look(other, player)) === text(look(session.state, player))) continue;
      wrong++;
      console.log(`game ${game.seed}, step ${n}: player ${player} sees what is hidden`);
    }
    if (step.back !== undefined) {
      counts.taken_back++;
      session.takeBack(step.back);
      for (const page of pages) page.line = 0;
    } else if (step.action !== undefined) {
      counts.decisions++;
      session.act(step.action, step.joined);
    }
  });
  if (hash(session.state.bytes) !== game.state || session.actions.join() !== game.actions.join()) {
    wrong++;
    console.log(`game ${game.seed}: it ends in another state`);
  }
}
for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`);
console.log(`wrong: ${wrong}`);
process.exitCode = wrong ? 1 : 0;
