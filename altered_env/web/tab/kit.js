// The engine and the tables, loaded.

import { Kit } from "./state.js";

async function json(name) {
  const url = new URL(name, import.meta.url);
  if (url.protocol === "file:") return JSON.parse(await (await import("node:fs/promises")).readFile(url, "utf-8"));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
  return answer.json();
}

export const tables = () => json("./tables.json");

export async function loaded() {
  const [engine, game, found, faces] = await Promise.all([import("../engine/engine.js"), import("../engine/game.js"), tables(), json("./faces.json")]);
  return new Kit({ ...engine, Game: game.Game, tables: found, faces });
}

export const about = () => json("./about.json");

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// "1 card", "2,000 cards" (altered_env/_runtime/plurals.py).
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// Rounding as Python's: of two numbers that are equally near, the even one. Only sums of powers of two
// lie exactly between two.
export function rounded(number, digits = 0) {
  const low = Math.floor(number * 10 ** digits);
  const tie = Number.isInteger(number * 2 ** (digits + 1)) && number * 10 ** digits - low === 0.5;
  return tie ? (low + Math.abs(low % 2)) / 10 ** digits : Number(number.toFixed(digits));
}
