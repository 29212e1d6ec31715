// Boards: the ratings of computer players, and boards of altered board in the folder of --data.

import { ask, h, notice, put } from "./dom.js";
import { folding } from "./tables.js";
import { plural, t, translated } from "./words.js";

export async function show(main) {
  const { players, unrated, scale, boards, wrong } = await ask("board");
  put(main, h("div", { class: "page" }, h("h1", {}, t("Ratings")),
    h("p", { class: "lead" }, t("How strong the players are, in Elo with 95 % intervals.")),
    table(t("Players of the package"), players), h("p", { class: "fine" }, translated(scale)),
    unrated.length > 0 && h("p", { class: "fine" }, t`Levels without a rating here: ${unrated.map(translated).join(", ")}`),
    boards.map((board) => h("section", { class: "players" }, h("h2", {}, translated(board.title)), board.rows.length ? table(board.title, board.rows) : h("p", {}, t("No game is played yet.")), h("p", { class: "fine" }, plural(board.games, "game")))),
    !boards.length && h("p", { class: "fine" }, t("A board of altered board in the folder of --data appears here.")),
    wrong.map((text) => notice(translated(text)))));
}

function table(title, rows) {
  const least = Math.min(...rows.map((row) => row.elo_low));
  const most = Math.max(...rows.map((row) => row.elo_high));
  const at = (value) => `${((100 * (value - least)) / (most - least || 1)).toFixed(1)}%`;
  const elo = (value) => Math.round(value).toString().replace("-", "−");
  const body = h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name, row.level && h("small", {}, ` ${translated(row.level)}`)), h("td", {}, elo(row.elo)), h("td", {}, t`${elo(row.elo_low)} to ${elo(row.elo_high)}`),
    h("td", {}, h("span", { class: "interval", vars: { low: at(row.elo_low), high: `${(100 - parseFloat(at(row.elo_high))).toFixed(1)}%`, mean: at(row.elo) } })))));
  return folding(title, [t("Player"), t("Elo"), "95 %", ""], body, 1);
}
