// Routing between pages, and loading of the engine.

import { ask, h, notice, offers, put } from "./dom.js";
import { myGames } from "./mygames.js";
import { ABOUT, address, moved, place } from "./server.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

let main = document.getElementById("main");
const PAGES = { learn: "./learn.js", play: "./play.js", draft: "./draft.js", watch: "./play.js", replay: "./replays.js", cards: "./pool.js", collection: "./collection.js", decks: "./lists.js", rankings: "./rankings.js", matchups: "./matchups.js", board: "./boards.js", bench: "./bench.js", reports: "./reports.js" };
const TITLES = { learn: t("Learn"), play: t("Play"), draft: t("Draft"), watch: t("Watch"), replay: t("Replay"), cards: t("Cards"), collection: t("Collection"), decks: t("Decks"), rankings: t("Rankings"), matchups: t("Matchups"), board: t("Ratings"), bench: t("Benchmark"), reports: t("Reports") };

// What may follow them in the address: a part, or anything, of which they say themselves whether it is there.
const PARTS = { decks: ["build"], rankings: ["heroes"] };
const OPEN = ["play", "draft", "watch", "replay", "cards", "reports"];

async function show() {
  const fresh = main.cloneNode(true);  // the page before may still be written: elsewhere
  main.replaceWith(fresh);
  main = fresh;
  let parts;
  try {
    parts = place().split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return missing(); // the address is no UTF-8
  }
  const [page, ...rest] = parts;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === address(`/${page}`)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  bring(document.querySelector(".top nav [aria-current]"));
  if (!page) return home();
  if (!PAGES[page] || !offers(place()) || !(OPEN.includes(page) || !rest.length || (PARTS[page] || []).includes(rest.join("/")))) return missing();
  document.title = t`${TITLES[page]} · Altered table`;
  try {
    const module = await import(PAGES[page]);
    await module.show(main, rest, page);
  } catch (error) {
    const up = rest.length > 0 && h("p", {}, h("a", { class: "button", href: `/${page}` }, `‹ ${TITLES[page]}`));
    put(main, h("div", { class: "page" }, notice(error.message), up));
  }
}

// Scrolls the navigation, which is wider than a phone, to the page that is open.
function bring(link) {
  if (!link) return;
  const [nav, found] = [link.parentElement, link].map((one) => one.getBoundingClientRect());
  link.parentElement.scrollLeft += found.left - nav.left - (nav.width - found.width) / 2;
}

function home() {
  document.title = t("Altered table");
  const card = (href, title, text) => offers(href) && h("a", { class: "door", href }, h("h2", {}, title), h("p", {}, text));
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, t("A table for Altered")),
    h("p", { class: "lead" }, t("Play against the computer, watch games, analyse them with a strong player's evaluation, and look up cards and decks."), " ", ABOUT),
    myGames(),
    h("div", { class: "doors" },
      card("/learn", t("Learn"), t("A first game of ten minutes, each rule explained as it comes up; practice with a deck.")),
      card("/play", t("Play"), t("Choose a format, decks and opponents, and play by mouse or keyboard.")),
      card("/draft", t("Draft"), t("Pick from boosters against seven computer drafters, build a deck, and play it.")),
      card("/watch", t("Watch"), t("Watch computer players, step by step or at any speed.")),
      card("/replay", t("Replay"), t("Step through a recorded game with the chance of winning at every moment.")),
      card("/cards", t("Cards"), t("Browse every card, in this project's wording, or try your own text.")),
      card("/collection", t("Collection"), t("Paste your cards in any form: what each is worth, and which of them for a deck.")),
      card("/decks", t("Decks"), t("Check a list, see its statistics, and test it.")),
      card("/decks/build", t("Build a deck"), t("Search, click, and see curve, legality and worth at once.")),
      card("/rankings", t("Rankings"), t("Every measured card by its worth, by several players.")),
      card("/matchups", t("Matchups"), t("Play decks against each other, and see which beats which.")),
      card("/board", t("Ratings"), t("How strong the computer players are.")),
      card("/bench", t("Benchmark"), t("Altered-Bench 1: how players do with decks and cards that they have never seen.")),
      card("/reports", t("Reports"), t("Read reports on datasets, and watch running jobs."))),
    settings(["theme", "language"]),
    h("p", { class: "fine" }, t("Unofficial: a fan project, not made, endorsed or supported by the publisher of Altered. It contains no card text, art or lore."))));
}

// An address that leads nowhere.
function missing() {
  document.title = t("No such page · Altered table");
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, t("There is no such page")),
    h("p", { class: "lead" }, t("The address may be mistyped, or of another version. These pages are here:")),
    h("ul", { class: "plainlist" }, Object.entries(TITLES).filter(([path]) => offers(`/${path}`)).map(([path, title]) => h("li", {}, h("a", { class: "button", href: `/${path}` }, title)))),
    h("p", { class: "fine" }, t("A link to a game is as long as its token: copy all of it."))));
}

async function engine() {
  const shown = document.getElementById("engine");
  for (;;) {
    try {
      const { ready, failed } = await ask("ready");
      if (failed) shown.textContent = t`The engine failed to load: ${failed}`;
      if (ready || failed) {
        if (!failed) shown.textContent = "";
        return;
      }
      shown.textContent = t("The engine is loading…");
    } catch (error) {
      shown.textContent = error.message;
      return;
    }
    await new Promise((later) => setTimeout(later, 400));
  }
}

// The words of index.html itself.
for (const part of document.querySelectorAll(".skip, .top nav a, .brand")) part.lastChild.textContent = ` ${t(part.lastChild.textContent.trim())}`;
const bar = document.querySelector(".top nav");
bar.setAttribute("aria-label", t(bar.getAttribute("aria-label")));
document.documentElement.classList.remove("untold");

moved(show);
show();
engine();
