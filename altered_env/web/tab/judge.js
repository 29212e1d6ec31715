// The judge of decisions, for hints and reviews (altered_env/agents/judge.py and judge_words.py): each
// answer, up to sixteen, is rolled out by the network in the same determinizations. Its numbers are
// those of the tables.

import { counted, rounded } from "./kit.js";
import { choices } from "./options.js";
import { SEATS, seedWords } from "./state.js";

const WIDE = 1.959963984540054;  // the half-width of a 95 % interval in standard deviations
const PAUSE = 60;  // milliseconds of rollouts, after which others have their turn
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const mean = (numbers) => sum(numbers) / numbers.length;

// The 95 % Wilson interval of a rate.
export function wilson(won, games) {
  const rate = won / games;
  const z = WIDE * WIDE;
  const middle = rate + z / (2 * games);
  const wide = WIDE * Math.sqrt((rate * (1 - rate)) / games + z / (4 * games * games));
  return [Math.max(0, (middle - wide) / (1 + z / games)), Math.min(1, (middle + wide) / (1 + z / games))];
}

// The probability that a normal variable is below a number, to 1e-7 (Abramowitz and Stegun 7.1.26).
function below(number) {
  const x = Math.abs(number) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return number < 0 ? tail / 2 : 1 - tail / 2;
}

// The actions that an option of a choice stands for, its own first.
const groupOf = (option) => [...new Set([option.action, ...(option.copies || []).map((copy) => copy.slot), ...(option.alike || [])])];

// The answers in words, identical ones as one.
export const labelsOf = (options) => new Map(options.flatMap((option) => groupOf(option).map((action) => [action, option.label])));

// Something else may be done, then the judge goes on.
const pause = () => new Promise((later) => setTimeout(later));

export class Judge {
  constructor(kit) {
    Object.assign(this, { kit, ...kit.tables.judge });
    this.seeds = this.seeds.flatMap((seed) => Array.from({ length: this.worlds }, (_, n) => seed * 1_000_000 + n));
    this.worlds = this.seeds.length;
  }

  // Judge the answers to the open decision of a player's determinization, and the one taken.
  // Null once it is to `stop`.
  async options(seat, taken = null, stop = () => false) {
    const groups = this.candidates(seat, taken);
    const n = this.worlds;
    const player = seat.one("decider");
    const alone = groups.length === 1;
    if (alone) return { player, worlds: 0, near: [], rated: [{ action: groups[0].actions[0], actions: groups[0].actions, share: 1, between: [1, 1], loss: 0, lost: [0, 0], certainty: 1, grade: "best", moves: [] }] };
    const values = groups.map(() => new Float64Array(n));
    const start = [...seat.fields.progress];
    const moved = groups.map(() => start.map(() => 0));
    let until = performance.now() + PAUSE;
    for (const [w, seed] of this.seeds.entries()) {
      for (const [k, { actions }] of groups.entries()) {
        const { early, late, progress } = this.rolledOut(seat, player, actions[0], seed);
        values[k][w] = early + ((late - early) * n) / (n + this.doubt);
        progress.forEach((there, e) => (moved[k][e] += Number(there > start[e])));
      }
      if (performance.now() < until) continue;
      await pause();
      if (stop()) return null;
      until = performance.now() + PAUSE;
    }
    const logs = groups.map(({ log }) => log);
    const rated = this.rate(values, logs).map((one, k) => ({ ...one, action: groups[k].actions[0], actions: groups[k].actions, moves: moved[k].map((count) => count / n) }));
    const best = this.preferred(values, logs);
    const order = rated.map((_, k) => k).sort((one, two) => Number(two === best) - Number(one === best) || rated[two].share - rated[one].share);
    const ordered = order.map((k) => rated[k]);
    const near = ordered.slice(1).filter((one) => one.certainty < this.certain);
    return { player, worlds: n, rated: ordered, near: near.length ? [ordered[0], ...near] : [] };
  }

  // The answers to judge with the log probabilities of the network, identical copies as one.
  candidates(seat, taken) {
    const { engine } = this.kit;
    this.place(seat);
    engine.write("rng", seedWords(1));
    const count = Number(engine.data.getBigInt64(engine.call("list_arms", seat.one("decider")), true));
    const arms = this.arms();
    const width = arms.length / this.most;
    const likely = Array.from({ length: count }, (_, k) => [arms[k * width], arms[k * width + 1]]);
    const alike = new Map(choices(seat).flatMap((option) => groupOf(option).map((action) => [action, groupOf(option)])));
    const found = new Map();
    const add = (action, log) => {
      const actions = alike.get(action) || [action];
      const key = actions.join();
      const before = found.get(key);
      found.set(key, { actions, log: before ? Math.max(before.log, log) + Math.log1p(Math.exp(-Math.abs(before.log - log))) : log });
    };
    for (const [action, log] of likely) add(action, log);
    if (taken !== null && !found.has((alike.get(taken) || [taken]).join())) add(taken, likely[count - 1][1]);
    return [...found.values()];
  }

  // Roll out an answer in the determinization of a seed: the network's value at the next Morning and
  // at the one after, and where each Expedition is by then.
  rolledOut(seat, player, action, seed) {
    const { engine, layout, Fields } = this.kit;
    this.place(seat);
    const arms = this.arms();
    arms.fill(0);
    arms[0] = action;
    engine.write("rng", seedWords(seed));
    engine.call("play_out_arms", player, 1, 1);
    const at = engine.at("places") + this.rolled_out * layout.game.bytes;
    const { progress } = new Fields(engine.bytes.slice(at, at + layout.game.bytes));
    return { early: arms[2], late: arms[3], progress: [...progress] };
  }

  // Agents and others use the same places.
  place(seat) {
    const { engine } = this.kit;
    engine.bytes.set(seat.bytes, engine.at("places"));
  }

  arms() {
    const { engine } = this.kit;
    return new Float64Array(engine.bytes.buffer, engine.at("arms"), this.most * this.columns);
  }

  // The answer that the search prefers: by the mean of its values, weighted against the log probability.
  preferred(values, logs) {
    const liked = values.map((row, k) => logs[k] + this.weight * mean(row));
    return liked.indexOf(Math.max(...liked));
  }

  // Judge answers by their values, 1 for a win and -1 for a loss, in the same worlds. Each half of the
  // worlds chooses the best answer, and the other half measures what the others lose against it.
  rate(values, logs) {
    const n = this.worlds;
    const tops = values[0].map((_, w) => Math.max(...values.map((row) => row[w])) - 1e-9);
    const many = [...tops].map((top, w) => values.filter((row) => row[w] >= top).length);
    const leader = [0, 1].map((half) => this.preferred(values.map((row) => row.filter((_, w) => w % 2 === half)), logs));
    const best = this.preferred(values, logs);
    return values.map((row, k) => {
      const share = mean([...row].map((value, w) => (value >= tops[w] ? 1 / many[w] : 0)));
      const lost = row.map((value, w) => (values[leader[1 - (w % 2)]][w] - value) / 2);
      const loss = mean(lost);
      const error = Math.sqrt(sum(lost.map((one) => (one - loss) ** 2)) / (n - 1) / n);
      if (k === best) return { share, between: wilson(share * n, n), loss: 0, lost: [0, 0], certainty: 0, grade: "best" };
      const certainty = error ? below(loss / error) : loss > 0 ? 1 : 0.5;
      const spread = [loss - WIDE * error, loss + WIDE * error].map((end) => Math.max(0, end));
      return { share, between: wilson(share * n, n), loss: Math.max(0, loss), lost: spread, certainty, grade: this.grade(Math.max(0, loss), spread[0]) };
    });
  }

  // A loss that may be zero counts as best.
  grade(loss, least) {
    const fits = Object.entries(this.grades).filter(([, from]) => loss >= from).map(([name]) => name);
    return fits.length && least > 0 ? fits[fits.length - 1] : "best";
  }

  // A player's accuracy, from 0 to 1, by the losses of decisions that were not forced.
  accuracy(losses) {
    return mean(losses.map((loss) => Math.exp(-loss / this.even)));
  }

  // A hint in words: the best answer or a toss-up, and its effect.
  hinted(verdict, seat) {
    const labels = labelsOf(choices(seat));
    const { rated: [best, second], worlds: n, near } = verdict;
    const said = (one) => `“${labels.get(one.action)}”`;
    if (!n) return [`${said(best)} is the only answer worth a thought.`];
    const first = near.length
      ? `A toss-up, by the worlds in which each is best: ${near.map((one) => `${said(one)} (${rounded(one.share * n)} of ${n})`).join(", ")}.`
      : `${said(best)} is best in ${rounded(best.share * n)} of ${n} worlds (${rounded(100 * best.between[0])}% to ${rounded(100 * best.between[1])}%).`;
    return second ? [first, ...this.difference(verdict, best, second, labels, seat, "Your")] : [first];
  }

  // A review in words: the grade of a decision, the best answer, and its effect.
  reviewed(verdict, action, state) {
    const { rated: [best], worlds: n, near } = verdict;
    const taken = verdict.rated.find((one) => one.actions.includes(action));
    if (!taken) return [];
    const labels = labelsOf(choices(state));
    if (taken.grade === "best") {
      if (taken === best && !near.length) return [`Best, in ${rounded(best.share * n)} of ${n} worlds.`];
      const what = taken === best || near.includes(taken) ? "A toss-up" : "As good as best";
      const others = (near.length ? near : [best]).filter((one) => one !== taken).map((one) => labels.get(one.action));
      return [`${what}: ${others.join("; ")} would be as good.`];
    }
    const points = (loss) => rounded(100 * loss);
    const first = `${taken.grade[0].toUpperCase()}${taken.grade.slice(1)}: it lost ${counted(points(taken.loss), "point")} (${points(taken.lost[0])} to ${points(taken.lost[1])}) against “${labels.get(best.action)}”.`;
    return [first, ...this.difference(verdict, best, taken, labels, state, "")];
  }

  // The Expedition on which two answers differ most, in a sentence; none if they hardly do.
  difference({ player, worlds: n }, one, other, labels, state, own) {
    if (!one.moves.length || !other.moves.length) return [];
    const gaps = one.moves.map((share, e) => Math.abs(share - other.moves[e]));
    const e = gaps.indexOf(Math.max(...gaps));
    if (gaps[e] < this.telling) return [];
    const whose = own && e >> 1 === player ? own : `${SEATS[e >> 1]}'s`;
    const phase = this.kit.words.phases[state.one("phase")];
    const when = this.times[phase];
    return [`${whose} ${e % 2 ? "Companion" : "Hero"} Expedition moves ${when} in ${rounded(one.moves[e] * n)} of ${n} worlds after “${labels.get(one.action)}”, in ${rounded(other.moves[e] * n)} after “${labels.get(other.action)}”.`];
  }
}

// A verdict as the pages are told it.
export function told({ worlds, rated, near }) {
  const four = (number) => rounded(number, 4);
  return {
    worlds,
    rated: rated.map((one) => ({ actions: one.actions, share: four(one.share), between: one.between.map(four), loss: four(one.loss), lost: one.lost.map(four), grade: one.grade })),
    toss_up: near.map((one) => one.action),
  };
}
