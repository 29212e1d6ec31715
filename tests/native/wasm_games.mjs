// Plays the games of wasm_games.py again, and compares.
//
//     node tests/native/wasm_games.mjs PACKAGE FILE

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`);
const { Game } = await import(at('game.js'));
const { Engine, layout } = await import(at('engine.js'));

const sorted = (value) => Array.isArray(value) ? value.map(sorted)
  : value && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).filter((key) => key !== 'row').sort()
      .map((key) => [key, sorted(value[key])])) : value;
const hash = (data) => createHash('sha256').update(data).digest('hex');
const digest = (value) => hash(JSON.stringify(sorted(value))).slice(0, 16);

/** How far the values and probabilities of a network may lie apart, and its logits; large ones four roundings
    (one of -1,200 has no digit smaller than 1.2e-4). */
const NEAR = 1e-4;
const room = (logit) => Math.max(NEAR, 4 * 2 ** -23 * Math.abs(logit));
const chances = (logits) => {
  const shares = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  return shares.map((share) => share / shares.reduce((sum, one) => sum + one));
};

const engine = new Engine();
const counts = { games: 0, decisions: 0, views: 0, observations: 0, labels: 0, greedy: 0, rules: 0, net: 0, records: 0 };
const largest = { logits: 0, probabilities: 0 };
const wrong = { ...counts };
const shown = {};
const check = (what, same, told) => {
  counts[what]++;
  if (same) return;
  wrong[what]++;
  shown[what] = (shown[what] ?? 0) + 1;
  if (shown[what] <= 5) console.log(`${what}: ${told()}`);
};

for await (const line of createInterface({ input: createReadStream(file) })) {
  const { decks, seed, steps, record } = JSON.parse(line);
  const game = new Game(...decks, seed, engine);
  counts.games++;
  steps.forEach((step, n) => {
    counts.decisions++;
    const place = `game ${seed}, decision ${n}`;
    for (const player of [0, 1]) {
      const view = game.view(player);
      check('views', digest(view) === step.views[player], () => `${place}, player ${player}`);
      const seen = hash(new Uint8Array(game.observation(player).buffer)).slice(0, 16);
      check('observations', seen === step.observations[player], () => place);
    }
    const options = game.options();
    const labels = options.map(({ label }) => label);
    check('labels', JSON.stringify(labels) === JSON.stringify(step.labels), () =>
      `${place}: ${labels.filter((label, k) => label !== step.labels[k]).slice(0, 3).join(' | ')} instead of ` +
      step.labels.filter((label, k) => label !== labels[k]).slice(0, 3).join(' | '));
    const place_of = (action) => options.findIndex((option) => option.action === action);
    for (const [name, told] of Object.entries(step.advised ?? {})) {
      const found = game.advise(name, n);
      if (typeof told === 'number') {
        check(name, place_of(found.action) === told, () => `${place}: ${place_of(found.action)}, not ${told}`);
        continue;
      }
      const of = options.map(({ action }) => found.chances.find((one) => one.action === action));
      const apart = of.map(({ logit }, k) => Math.abs(logit - told.logits[k]));
      const probable = chances(told.logits);
      const most = Math.max(Math.abs(found.value - told.value),
        ...of.map(({ probability }, k) => Math.abs(probability - probable[k])));
      largest.logits = Math.max(largest.logits, ...apart);
      largest.probabilities = Math.max(largest.probabilities, most);
      const lost = Math.max(...told.logits) - told.logits[place_of(found.action)];
      check(name, most <= NEAR && apart.every((one, k) => one <= room(told.logits[k])) && lost <= 2 * NEAR, () =>
        `${place}: ${of.map(({ logit }) => logit)} and ${found.value}, not ${told.logits} and ${told.value}`);
    }
    game.act(options[step.taken].action);
  });
  const from = engine.at('games');
  check('records', game.decider === null &&
    hash(engine.bytes.subarray(from, from + layout.game.bytes)) === record, () => `game ${seed}`);
}
for (const what of Object.keys(counts)) {
  console.log(`${what}: ${counts[what]}` + (wrong[what] ? `, ${wrong[what]} differ` : ''));
}
console.log(`a network's logits differ by up to ${largest.logits.toPrecision(2)}, value and probabilities by ` +
  `${largest.probabilities.toPrecision(2)}`);
process.exitCode = Object.values(wrong).some(Boolean) ? 1 : 0;
