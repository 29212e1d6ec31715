// The games that were played in this browser, and the way back to them.

import { ask, h, put } from "./dom.js";
import { forgetGame, games, rememberGame } from "./stored.js";
import { joined, t, translated, when } from "./words.js";

const WEEK = 7 * 24 * 3600 * 1000;  // as long as a game is kept

// Remember a game from the message to a seat.
export function noted(token, { you, names, titles, board, options, over, winners }) {
  if (!you) return;
  const players = board.players.map(({ seat, hero }, k) => ({ seat, hero: hero ? hero.name : "", who: seat === you ? "" : names[k] === "person" ? "person" : titles[k] }));
  rememberGame({ token, you, players, day: board.day, yours: options.length > 0, over, winners });
}

// The list; empty where there is none.
export function myGames() {
  const room = h("section", { class: "mygames" });
  let found = {};  // what the server says of them: null of one that is gone
  const draw = () => {
    room.hidden = !games().length;
    put(room, h("h2", {}, t("Your games")), h("ul", { class: "versionlist" }, games().map((game) => row(game, found[game.token], draw))));
  };
  draw();
  const tokens = games().map((game) => game.token);
  if (tokens.length) ask("games/mine", { json: { tokens } }).then(({ games: told }) => {
    found = told;
    for (const game of games()) if (told[game.token] === null && Date.now() - game.at > WEEK) forgetGame(game.token);
    draw();
  }).catch(() => {});  // as it was last seen
  return room;
}

function row(game, told, draw) {
  const now = { ...game, ...told };
  const gone = told === null;
  const deck = ({ hero, seat }) => hero || t`seat ${seat}`;
  const mine = game.players.find((one) => one.seat === game.you);
  const others = game.players.filter((one) => one.seat !== game.you).map((one) => `${deck(one)} (${one.who === "person" ? t("a person") : translated(one.who)})`);
  const title = t`${deck(mine || { seat: game.you })} against ${joined(others)}`;
  const state = gone ? t("gone: it was closed, or no one played it for a week") : now.over ? (now.winners.includes(game.you) ? t("won") : now.winners ? t("lost") : t("over")) : now.yours ? t("your turn") : t("another's turn");
  return h("li", {},
    gone ? h("span", { class: "gone" }, title) : h("a", { class: "button", href: `/play/${game.token}` }, title),
    h("span", { class: "fine" }, [!gone && now.day > 0 && t`Day ${now.day}`, state, when(game.at)].filter(Boolean).join(" · ")),
    h("button", { type: "button", "aria-label": t`Remove ${title} from the list`, onclick: () => { forgetGame(game.token); draw(); } }, t("Remove")));
}
