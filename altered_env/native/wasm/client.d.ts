import type { Advice, Agent, Deck, Option, Player, View } from './game.js';

/** A game in a worker, as in game.js. */
export interface RemoteGame {
  decider(): Promise<Player | null>;
  view(player: Player): Promise<View>;
  observation(player: Player): Promise<Int16Array>;
  options(): Promise<Option[]>;
  act(action: number): Promise<void>;
  advise(agent?: Agent, seed?: number | bigint): Promise<Advice>;
  /** Free its memory. */
  end(): Promise<void>;
}

export class Client {
  /** When the engine is loaded; rejected if it cannot be. */
  readonly ready: Promise<void>;
  about(): Promise<{ agents: Agent[]; decks: string[] }>;
  start(deckA: string | Deck, deckB: string | Deck, seed?: number | bigint): Promise<RemoteGame>;
  /** Stop the worker; what it has not answered yet is rejected. */
  close(): void;
}
