// The worth of a card with a Hero, in an archetype, on a curve (altered_env/cardstats/context).

import { rounded } from "./kit.js";

const square = (number) => number * number;

// The worth of a card with a Hero over all its decks.
export function withHero(tables, hero, { mean, variance, features, shared }) {
  const { heroes, around, z } = tables;
  const terms = [...features.map((much, k) => [much, (heroes[hero.reference] || [])[k] || [0, 0]]), [shared[hero.reference] || 0, tables.shared]];
  const gain = terms.reduce((sum, [much, [worth]]) => sum + much * worth, 0);
  const unsure = terms.reduce((sum, [much, [, error]]) => sum + square(much * error), around[0]);
  const half = z * Math.sqrt(Math.max(variance + unsure, 0));
  const [worth, low, high] = [mean + gain, mean + gain - half, mean + gain + half].map((figure) => rounded(figure, 2));
  return { hero: hero.name, reference: hero.reference, worth, low, high };
}

export class Context {
  constructor(tables, hero, cards) {
    const { archetypes, means, spread, serving } = tables;
    const names = Object.keys(archetypes);
    const served = names.map((_, k) => cards.filter(({ reference }) => (serving[reference] || []).includes(k)).length / Math.max(1, cards.length));
    const apart = means.map((row) => row.reduce((sum, mean, k) => sum + square((mean - served[k]) / spread[k]), 0));
    this.tables = tables;
    this.hero = hero;
    this.kind = apart.indexOf(Math.min(...apart));
    this.archetype = names[this.kind];
    this.cost = cards.reduce((sum, { costs }) => sum + costs[0], 0) / Math.max(1, cards.length);
  }

  get words() {
    return `with ${this.hero.name}, in a deck of ${this.archetype} of mean Hand Cost ${rounded(this.cost, 1).toFixed(1)}, by ${this.tables.player}`;
  }

  // The worth of a card, and the end of its interval.
  worth({ reference, mean, variance, features, shared }) {
    const { heroes, archetypes, curve, around, typical, z, serving } = this.tables;
    let [gain, unsure] = [0, 0];
    const add = (much, [worth, error]) => {
      gain += much * worth;
      unsure += square(much * error);
    };
    features.forEach((much, k) => add(much, (heroes[this.hero.reference] || [])[k] || [0, 0]));
    add(shared[this.hero.reference] || 0, this.tables.shared);
    features.forEach((much, k) => add(much, archetypes[this.archetype][k]));
    add(Number((serving[reference] || []).includes(this.kind)), this.tables.serves);
    features.forEach((much, k) => add(much * (this.cost - typical), curve[k]));
    unsure = unsure + around[0] + around[1];
    const found = mean + gain;
    return { mean: found, high: found + z * Math.sqrt(Math.max(variance + unsure, 0)) };
  }
}
