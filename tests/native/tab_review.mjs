// Judges the decisions of tab_review.py again, and compares what is said of them.
//
//     node tests/native/tab_review.mjs SITE FILE

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`);
const { loaded } = await import(at('tab/kit.js'));
const { Judge, told } = await import(at('tab/judge.js'));
const { Replays } = await import(at('tab/replays.js'));
const { Session, seatOf } = await import(at('tab/session.js'));

const kit = await loaded();
const judge = new Judge(kit);
const replays = new Replays(kit, null, judge);
const counts = { games: 0, judged: 0, answers: 0, toss_ups: 0, mistakes: 0 };
let wrong = 0;
const compare = (what, one, two) => {
  const [here, there] = [one, two].map((value) => JSON.stringify(value));
  if (here === there) return;
  wrong++;
  if (wrong <= 8) console.log(`${what}: ${here} instead of ${there}`);
};

for await (const line of createInterface({ input: createReadStream(file) })) {
  const game = JSON.parse(line);
  const shown = await replays.shown(game.replay);
  counts.games++;
  const reviews = [];
  for (const { number, action, verdict, words, hint } of game.judged) {
    const state = shown.at(number);
    const seat = seatOf(state, state.decider);
    const found = await judge.options(seat, action);
    const where = `game ${game.seed}, decision ${number}`;
    compare(where, told(found), verdict);
    compare(`${where}, words`, found.worlds ? judge.reviewed(found, action, state) : [], words);
    compare(`${where}, hint`, judge.hinted(await judge.options(seat), seat), hint);
    reviews.push({ player: state.decider, ...found.rated.find((one) => one.actions.includes(action)), counts: found.worlds > 0 });
    counts.judged++;
    counts.answers += found.rated.length;
    counts.toss_ups += Number(found.near.length > 0);
    counts.mistakes += Number(reviews[reviews.length - 1].grade !== 'best');
  }
  const accuracy = [0, 1].map((player) => {
    const mine = reviews.filter((one) => one.counts && one.player === player);
    return mine.length ? Math.round(1e4 * judge.accuracy(mine.map(({ loss }) => loss))) / 1e4 : null;
  });
  compare(`game ${game.seed}, accuracy`, accuracy, game.accuracy);
  // a judge whose question is withdrawn says nothing
  const state = shown.at(game.judged.find(({ verdict }) => verdict.worlds).number);
  compare('withdrawn', await judge.options(seatOf(state, state.decider), null, () => true), null);
}

// the first game of a newcomer begins as in Python
const { decks, seats, seed } = kit.tables.first_game;
const first = new Session(kit, decks, seats, seed);
compare('the first game', first.state.one('day_limit'), kit.tables.day_limit);
for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`);
console.log(`wrong: ${wrong}`);
process.exitCode = wrong ? 1 : 0;
