// Games in a worker: does what client.js asks, one request after the other.

import { Game, agents, decks } from './game.js';

const games = new Map();
const TASKS = {
  start: (number, ...given) => { games.set(number, new Game(...given)); },
  end: (number) => { games.delete(number); },
  about: () => ({ agents, decks }),
};

function done(task, number, given) {
  if (TASKS[task]) return TASKS[task](number, ...given);
  const game = games.get(number);
  if (!game) throw new RangeError(`game ${number} has ended`);
  return task === 'decider' ? game.decider : game[task](...given);
}

const port = globalThis.postMessage ? globalThis
  : (await import('node:worker_threads')).parentPort;

port.onmessage = ({ data: [request, task, number, given] }) => {
  try {
    port.postMessage([request, done(task, number, given)]);
  } catch (error) {
    port.postMessage([request, null, error]);
  }
};
port.postMessage('ready');
