// Routing between pages, and loading of the engine.

import { ask, h, notice, offers } from "./dom.js";
import { ABOUT, address, moved, place } from "./server.js";
import { colour, settings } from "./settings.js";

let main = document.getElementById("main");
const PAGES = { learn: "./learn.js", play: "./play.js", watch: "./play.js", replay: "./replays.js", cards: "./pool.js", collection: "./collection.js", decks: "./lists.js", rankings: "./rankings.js", matchups: "./matchups.js", board: "./boards.js", bench: "./bench.js", reports: "./reports.js" };
const TITLES = { learn: "Learn", play: "Play", watch: "Watch", replay: "Replay", cards: "Cards", collection: "Collection", decks: "Decks", rankings: "Rankings", matchups: "Matchups", board: "Board", bench: "Benchmark", reports: "Reports" };

async function show() {
  const fresh = main.cloneNode(true);  // the page before may still be written: elsewhere
  main.replaceWith(fresh);
  main = fresh;
  const [page, ...rest] = place().split("/").filter(Boolean).map(decodeURIComponent);
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === address(`/${page}`)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!page) return home();
  if (!PAGES[page] || !offers(place())) return missing();
  document.title = `${TITLES[page]} · Altered table`;
  try {
    const module = await import(PAGES[page]);
    await module.show(main, rest, page);
  } catch (error) {
    main.replaceChildren(h("div", { class: "page" }, notice(error.message)));
  }
}

function home() {
  document.title = "Altered table";
  const card = (href, title, text) => offers(href) && h("a", { class: "door", href }, h("h2", {}, title), h("p", {}, text));
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, "A table for Altered"),
    h("p", { class: "lead" }, "Play against the computer, watch games, analyse them with a strong player's evaluation, and look up cards and decks.", " ", ABOUT),
    h("div", { class: "doors" },
      card("/learn", "Learn", "A first game of ten minutes, each rule explained as it comes up; practice with a deck."),
      card("/play", "Play", "Choose a format, decks and opponents, and play by mouse or keyboard."),
      card("/watch", "Watch", "Watch computer players, step by step or at any speed."),
      card("/replay", "Replay", "Step through a recorded game with the chance of winning at every moment."),
      card("/cards", "Cards", "Browse the whole pool, in this project's wording, or try your own text."),
      card("/collection", "Collection", "Paste your cards in any form: what each is worth, and which of them for a deck."),
      card("/decks", "Decks", "Check a list, see its statistics, and test it."),
      card("/decks/build", "Build a deck", "Search, click, and see curve, legality and worth at once."),
      card("/rankings", "Rankings", "Every measured card by its worth, by several players."),
      card("/matchups", "Matchups", "Let decks meet, and see who beats whom."),
      card("/board", "Board", "How strong the computer players are."),
      card("/bench", "Benchmark", "Altered-Bench 1: how players do with decks and cards that they have never seen."),
      card("/reports", "Reports", "Read reports of datasets, and see running jobs.")),
    settings(["theme"]),
    h("p", { class: "fine" }, "Unofficial: a fan project, not made, endorsed or supported by the publisher of Altered. It contains no card text, art or lore.")));
}

// An address that leads nowhere.
function missing() {
  document.title = "No such page · Altered table";
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, "There is no such page"),
    h("p", { class: "lead" }, "The address may be mistyped, or of another version. These pages are here:"),
    h("ul", { class: "plainlist" }, Object.entries(TITLES).filter(([path]) => offers(`/${path}`)).map(([path, title]) => h("li", {}, h("a", { class: "button", href: `/${path}` }, title)))),
    h("p", { class: "fine" }, "A link to a game is as long as its token: copy all of it.")));
}

async function engine() {
  const shown = document.getElementById("engine");
  for (;;) {
    try {
      const { ready, failed } = await ask("ready");
      if (failed) shown.textContent = `The engine failed to load: ${failed}`;
      if (ready || failed) {
        if (!failed) shown.textContent = "";
        return;
      }
      shown.textContent = "The engine is loading…";
    } catch (error) {
      shown.textContent = error.message;
      return;
    }
    await new Promise((later) => setTimeout(later, 400));
  }
}

colour();
moved(show);
show();
engine();
