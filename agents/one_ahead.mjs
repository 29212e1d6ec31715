// A bot in JavaScript that looks one action ahead: `altered play --opponent "cmd:node one_ahead.mjs"`.
// It asks for a world that its player cannot tell from the game at hand, tries every action in it,
// and takes the one after which its Expeditions are strongest.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (message) => console.log(JSON.stringify(message));
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
};
const ask = async (message) => (say(message), await hear());

// what the Expeditions of a seat are worth, less those of the others
const worth = (view, seat) => {
  let sum = 0;
  for (const player of view.players) {
    const sign = player.seat === seat ? 1 : -1;
    for (const one of player.expeditions) {
      sum += sign * (10 * one.distance + one.forest + one.mountain + one.water);
    }
  }
  return sum;
};

let seat = null;
for (let said = await hear(); said !== null; said = await hear()) {
  if (said.type === "hello") {
    say({ type: "hello", protocol: 1, name: "one ahead", wants: ["words"] });
  } else if (said.type === "game") {
    seat = said.seat;
  } else if (said.type === "decide") {
    const here = await ask({ type: "world", seed: said.id });
    let best = said.actions[0].id;
    let most = -Infinity;
    for (const { id } of said.actions) {
      const then = await ask({ type: "try", world: here.world, action: id, wants: ["words"] });
      if (then.type === "world" && worth(then.view, seat) > most) {
        [best, most] = [id, worth(then.view, seat)];
      }
    }
    say({ type: "act", id: said.id, action: best });
  }
}
