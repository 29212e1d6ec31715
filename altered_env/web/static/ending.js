// The end of a game: who has won, and by what.

import { h, icon } from "./dom.js";
import { TERRAINS } from "./cards_drawn.js";

const letters = (text) => text.split("").join(" and ");

// The teams, each with its players.
function sides(players) {
  return players.filter((player) => !player.allies || player.seat < player.allies[0]).map((first) => players.filter((player) => player === first || first.allies.includes(player.seat)));
}

export function headline({ winners, you }, watching) {
  if (!winners) return "No one wins.";
  if (you && !watching) return winners.includes(you) ? "You win." : "You lose.";
  return `${letters(winners)} ${winners.length > 1 ? "win" : "wins"}.`;
}

export function reasons({ board, conceded, winners, titles, names, you }) {
  const called = (seat) => (seat === you ? "you" : names["ABCD".indexOf(seat)] === "person" ? "" : titles["ABCD".indexOf(seat)]);
  const name = (player) => h("th", { scope: "row" }, h("span", { class: `who seat-${player.seat}` }, player.seat), ` ${called(player.seat)}`);
  const won = winners && h("p", { class: "verdict" }, `Won by ${winners.split("").map((seat) => (called(seat) ? `${seat} (${called(seat)})` : seat)).join(" and ")}.`);
  const why = conceded ? `${conceded} conceded on day ${board.day}.`
    : !winners ? `The game ended on day ${board.day} without a winner.`
    : board.arena ? `Tied, so the Arena decided on day ${board.day}: the lead in more terrains wins.`
    : `The game ended on day ${board.day}: the regions of both Expeditions together decide.`;
  return [won, h("p", { class: "verdict" }, why), board.arena ? arena(board, winners) : sums(board, winners, name)];
}

function sums(board, winners, name) {
  return h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, ["Player", "Hero", "Companion", "Sum"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, board.players.map((player) => {
      const [hero, companion] = player.expeditions.map((expedition) => expedition.distance);
      return h("tr", { class: winners.includes(player.seat) ? "winner" : "" }, name(player), h("td", {}, String(hero)), h("td", {}, String(companion)), h("td", {}, h("b", {}, String(hero + companion))));
    })));
}

function arena(board, winners) {
  const teams = sides(board.players);
  const totals = teams.map((team) => TERRAINS.map((_, k) => team.reduce((sum, player) => sum + player.expeditions[0].stats[k] + player.expeditions[1].stats[k], 0)));
  const leads = (t, k) => totals[t][k] > 0 && totals.every((other, o) => o === t || other[k] < totals[t][k]);
  return h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Arena"), TERRAINS.map((terrain) => h("th", { scope: "col" }, icon(terrain, terrain))), h("th", { scope: "col" }, "Leads"))),
    h("tbody", {}, teams.map((team, t) => h("tr", { class: winners.includes(team[0].seat) ? "winner" : "" },
      h("th", { scope: "row" }, team.map((player) => h("span", { class: `who seat-${player.seat}` }, player.seat))),
      TERRAINS.map((_, k) => h("td", {}, leads(t, k) ? h("b", {}, String(totals[t][k])) : String(totals[t][k]))),
      h("td", {}, h("b", {}, String(TERRAINS.filter((_, k) => leads(t, k)).length)))))));
}
