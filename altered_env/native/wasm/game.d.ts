import type { Engine } from './engine.js';

/** 0 is A, 1 is B. */
export type Player = 0 | 1;
export type Agent = 'greedy' | 'rules' | 'net';
/** The numbers of cards in the book. */
export interface Deck { hero: number; cards: number[] }

export interface ObjectView {
  row: number;
  /** null for a card whose face is not visible. */
  name: string | null;
  reference: string | null;
  version: string;
  owner: string;
  controller: string;
  zone: string;
  expedition: 'hero' | 'companion' | null;
  presence: string[];
  type: string;
  statuses: string[];
  keywords: string[];
  handCost: number | null;
  reserveCost: number | null;
  forest: number;
  mountain: number;
  water: number;
  boosts: number;
  counters: Record<string, number>;
  tough: number;
  muted: boolean;
}

export interface ExpeditionView {
  name: 'hero' | 'companion';
  distance: number;
  region: number;
  ascended: boolean;
  movedToday: boolean;
  forest: number;
  mountain: number;
  water: number;
  objects: ObjectView[];
}

export interface PlayerView {
  seat: string;
  handCount: number;
  deckCount: number;
  manaReady: number;
  reserveLimit: number;
  landmarkLimit: number;
  passed: boolean;
  setAside: number;
  hand: ObjectView[];
  deck: ObjectView[];
  mana: ObjectView[];
  reserve: ObjectView[];
  discard: ObjectView[];
  hero: ObjectView | null;
  landmarks: ObjectView[];
  limbo: ObjectView[];
  expeditions: [ExpeditionView, ExpeditionView];
}

export interface View {
  seat: string;
  day: number;
  phase: string;
  arena: boolean;
  firstPlayer: string;
  turnPlayer: string | null;
  decider: string | null;
  /** null if the decision is the opponent's. */
  decision: string | null;
  over: boolean;
  winner: string | null;
  players: [PlayerView, PlayerView];
}

export interface Option {
  action: number;
  kind: string;
  label: string;
  object?: ObjectView;
  source?: string;
}

export interface Advice {
  action: number;
  /** Of a network: the result that it expects, from -1, a loss, to 1. */
  value?: number;
  /** Of a network: how likely it takes each action, and the logarithm of that, up to a constant. */
  chances?: { action: number; probability: number; logit: number }[];
}

/** The names of the agents in the package. */
export const agents: Agent[];
/** The names of the decks in the package. */
export const decks: string[];

export class Game {
  /** Games that are played one after the other may share an engine. */
  constructor(deckA: string | Deck, deckB: string | Deck, seed?: number | bigint | number[], engine?: Engine);
  readonly decider: Player | null;
  view(player: Player): View;
  observation(player: Player): Int16Array;
  options(): Option[];
  act(action: number): void;
  /** With `own`, actions have the numbers of the record. */
  advise(agent?: Agent, seed?: number | bigint, own?: boolean): Advice;
  /** The result that a network expects for a player, from -1 to 1, by what that player sees. */
  expects(player: Player, seed?: number | bigint): number;
  /** The record of the game: all of it, with every hidden card. */
  readonly record: Uint8Array;
  /** A game as its record says, after this number of answers. */
  static of(record: Uint8Array, engine: Engine, answers: number): Game;
}
