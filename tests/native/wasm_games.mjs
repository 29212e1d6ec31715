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

const engine = new Engine();
const counts = { games: 0, decisions: 0, views: 0, observations: 0, labels: 0, greedy: 0, rules: 0, net: 0, records: 0 };
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
    const other = labels.findIndex((label, k) => label !== step.labels[k]);
    check('labels', other < 0, () => `${place}: ${labels[other]} instead of ${step.labels[other]}`);
    for (const [name, told] of Object.entries(step.advised ?? {})) {
      const found = game.advise(name, n);
      const chosen = options.findIndex(({ action }) => action === found.action);
      if (typeof told === 'number') {
        check(name, chosen === told, () => `${place}: ${chosen}, not ${told}`);
        continue;
      }
      const logits = options.map(({ action }) => found.chances.find((one) => one.action === action).logit);
      const same = found.value === told.value && logits.every((logit, k) => logit === told.logits[k]);
      check(name, same && logits[chosen] === Math.max(...logits), () =>
        `${place}: ${logits} and ${found.value}, not ${told.logits} and ${told.value}`);
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
process.exitCode = Object.values(wrong).some(Boolean) ? 1 : 0;
