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
