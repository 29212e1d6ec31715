// The end of a game: who has won, and by what.

import { h, icon } from "./dom.js";
import { TO_GO } from "./board.js";
import { TERRAINS } from "./cards_drawn.js";
import { joined, t, translated, wordy } from "./words.js";

const letters = (text) => joined(text.split(""));

// The teams, each with its players.
function sides(players) {
  return players.filter((player) => !player.allies || player.seat < player.allies[0]).map((first) => players.filter((player) => player === first || first.allies.includes(player.seat)));
}

// Who would lose and who would win if the player conceded: the game ends for everyone (docs/formats.md).
export function outcomeOfConceding({ board: { players }, you }) {
  const { allies } = players.find((player) => player.seat === you);
  if (players.length === 2) return t("The game ends, and your opponents win.");
  const others = letters(players.map((player) => player.seat).filter((seat) => seat !== you && !allies.includes(seat)).join(""));
  return allies.length ? t`The game ends for everyone: you and your ally ${letters(allies)} lose, ${others} win.` : t`The game ends for everyone: you lose, ${others} win.`;
}

export function headline({ winners, you }, watching) {
  if (!winners) return t("No one wins.");
  if (you && !watching) return winners.includes(you) ? t("You win.") : t("You lose.");
  return wins(winners);
}

export function wins(winners) {
  return winners.length > 1 ? t`${letters(winners)} win.` : t`${letters(winners)} wins.`;
}

export function reasons({ board, conceded, winners, titles, names, you }) {
  const called = (seat) => (seat === you ? t("you") : names["ABCD".indexOf(seat)] === "person" ? "" : translated(titles["ABCD".indexOf(seat)]));
  const name = (player) => h("th", { scope: "row" }, h("span", { class: `who seat-${player.seat}` }, player.seat), ` ${called(player.seat)}`);
  const won = winners && h("p", { class: "verdict" }, t`Won by ${joined(winners.split("").map((seat) => (called(seat) ? `${seat} (${called(seat)})` : seat)))}.`);
  const allies = conceded ? board.players.find((player) => player.seat === conceded).allies : [];
  const why = conceded && !board.day ? (allies.length ? t`${conceded} conceded during set-up, for ${letters(allies)} too.` : t`${conceded} conceded during set-up.`)
    : allies.length ? t`${conceded} conceded on day ${board.day}, for ${letters(allies)} too.`
    : conceded ? t`${conceded} conceded on day ${board.day}.`
    : !winners ? t`The game ended on day ${board.day} without a winner.`
    : board.arena ? t`Tied, so the Arena decided on day ${board.day}: the lead in more terrains wins.`
    : decided(board, winners);
  return [won, h("p", { class: "verdict" }, why), board.arena ? arena(board, winners) : sums(board, winners, name)];
}

// By what a game is won without the Arena: a player's Expeditions meet, or the days are over.
function decided({ day, players }, winners) {
  const met = players.filter(({ expeditions: [hero, companion] }) => hero.distance + companion.distance >= TO_GO).map((player) => player.seat);
  if (!met.length) return t`The game ended on day ${day}: the regions of both Expeditions together decide.`;
  const called = joined(met);
  return met.every((seat) => winners.includes(seat)) ? t`The game ended on day ${day}: both Expeditions of ${called} have met.` : t`The game ended on day ${day}: both Expeditions of ${called} have met. The larger sum of regions wins.`;
}

function sums(board, winners, name) {
  return h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, [t("Player"), t("Hero"), t("Companion"), t("Sum")].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, board.players.map((player) => {
      const [hero, companion] = player.expeditions.map((expedition) => expedition.distance);
      return h("tr", { class: winners.includes(player.seat) ? "winner" : "" }, name(player), h("td", {}, String(hero)), h("td", {}, String(companion)), h("td", {}, h("b", {}, String(hero + companion))));
    })));
}

function arena(board, winners) {
  const teams = sides(board.players);
  const totals = teams.map((team) => TERRAINS.map((_, k) => team.reduce((sum, player) => sum + player.expeditions[0].stats[k] + player.expeditions[1].stats[k], 0)));
  const leads = (n, k) => totals[n][k] > 0 && totals.every((other, o) => o === n || other[k] < totals[n][k]);
  return h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Arena")), TERRAINS.map((terrain) => h("th", { scope: "col" }, icon(terrain, wordy(terrain)))), h("th", { scope: "col" }, t("Leads")))),
    h("tbody", {}, teams.map((team, n) => h("tr", { class: winners.includes(team[0].seat) ? "winner" : "" },
      h("th", { scope: "row" }, team.map((player) => h("span", { class: `who seat-${player.seat}` }, player.seat))),
      TERRAINS.map((_, k) => h("td", {}, leads(n, k) ? h("b", {}, String(totals[n][k])) : String(totals[n][k]))),
      h("td", {}, h("b", {}, String(TERRAINS.filter((_, k) => leads(n, k)).length)))))));
}
