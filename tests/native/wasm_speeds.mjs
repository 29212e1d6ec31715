// Measures for wasm_speeds.py: reads a measure and seconds from each line, and writes how many a second.
//
//     node tests/native/wasm_speeds.mjs PACKAGE

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const at = (name) => pathToFileURL(`${process.argv[2]}/${name}`);
const { Game } = await import(at('game.js'));
const { Engine, layout } = await import(at('engine.js'));

const engine = new Engine();
const games = Array.from({ length: 20 }, (_, seed) => {
  new Game('axiom', 'bravos', seed, engine);
  const from = engine.at('games');
  return engine.bytes.slice(from, from + layout.game.bytes);
});
const spent = () => process.cpuUsage().user / 1e6;
const words = (seed) => engine.write('words', [seed + 1, seed + 2, seed + 3, seed + 4]);

/** Where `step_engine` works: the second place. */
const place = engine.at('games') + layout.game.bytes;

function random(game, seed, steps) {
  engine.bytes.set(game, place);
  words(seed);
  return Number(engine.data.getBigInt64(engine.call('step_engine', layout.commands.RANDOM, steps), true));
}

const MEASURES = {
  rules: () => games.reduce((sum, game, seed) => sum + random(game, seed, 1_000_000), 0),
  net: () => {
    games.forEach((game, seed) => {
      random(game, seed, 20 + seed);
      engine.bytes.copyWithin(engine.at('games'), place, place + layout.game.bytes);
      const player = engine.data.getInt32(engine.at('games') + layout.game.decider, true);
      for (let k = 0; k < 20; k++) engine.call('ask', player);
    });
    return games.length * 20;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, seconds] = line.split(' ');
  const start = spent();
  let total = 0;
  while (!total || spent() - start < Number(seconds)) total += MEASURES[what]();
  console.log(total / (spent() - start));
}
