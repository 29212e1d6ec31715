// Games that are played in a worker, so that a page never freezes: as in game.js, with promises.

const Thread = globalThis.Worker ?? (await import('node:worker_threads')).Worker;

/** A worker, and what it has been asked. */
export class Client {
  #worker;
  #asked = new Map();
  #requests = 0;
  #games = 0;
  #failed = null;

  constructor() {
    this.#worker = new Thread(new URL('./worker.js', import.meta.url), { type: 'module', execArgv: [] });
    const listen = (kind, task) => (this.#worker.addEventListener
      ? this.#worker.addEventListener(kind, (event) => task(kind === 'message' ? event.data : event))
      : this.#worker.on(kind, task));
    this.ready = new Promise((resolve, reject) => this.#asked.set('ready', { resolve, reject }));
    listen('message', (answer) => {
      const [request, result, error] = answer === 'ready' ? ['ready'] : answer;
      const { resolve, reject } = this.#asked.get(request);
      this.#asked.delete(request);
      if (error) reject(error);
      else resolve(result);
    });
    listen('error', (error) => this.#end(new Error(`the worker failed: ${error.message ?? 'it could not be loaded'}`)));
    this.ready.catch(() => {}); // whoever asks is told
  }

  #end(error) {
    this.#failed = error;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
    this.#worker.terminate();
  }

  /** Ask the worker for something. */
  async ask(task, number, given = []) {
    await this.ready;
    if (this.#failed) throw this.#failed;
    return new Promise((resolve, reject) => {
      this.#asked.set(++this.#requests, { resolve, reject });
      this.#worker.postMessage([this.#requests, task, number, given]);
    });
  }

  /** The names of the agents and decks in the package. */
  about() {
    return this.ask('about', 0);
  }

  /** Begin a game. */
  async start(deckA, deckB, seed = 0) {
    const number = ++this.#games;
    await this.ask('start', number, [deckA, deckB, seed]);
    return new RemoteGame(this, number);
  }

  /** Stop the worker; what it has not answered yet is rejected. */
  close() {
    this.#end(new Error('the worker was stopped'));
  }
}

/** A game in a worker. */
class RemoteGame {
  #ask;

  constructor(client, number) {
    this.#ask = (task, ...given) => client.ask(task, number, given);
  }

  decider() { return this.#ask('decider'); }
  view(player) { return this.#ask('view', player); }
  observation(player) { return this.#ask('observation', player); }
  options() { return this.#ask('options'); }
  act(action) { return this.#ask('act', action); }
  advise(agent, seed) { return this.#ask('advise', agent, seed); }

  /** Free its memory. */
  end() { return this.#ask('end'); }
}
