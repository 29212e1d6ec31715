// Booster Draft: picks against computer drafters, the deck, and a game with it.

import { ask, field, h, newGame, notice, put, select } from "./dom.js";
import { carrying } from "./carrying.js";
import { full } from "./cards_drawn.js";
import { bars } from "./lists.js";
import { go } from "./server.js";
import { read, write } from "./stored.js";
import { joined, plural, t, translated } from "./words.js";
import { drawn, points } from "./worths.js";

const MINE = "altered-boosters";  // the token of the latest draft
const COSTS = [1, 2, 3, 4, 5, 6, 7];  // the last one and more

export async function show(main, [token]) {
  const choices = await ask("drafts");
  if (!token) return begin(main, choices);
  try {
    return new Drafting(main, token, choices).open(await ask(`drafts/${token}`));
  } catch (error) {
    if (read(MINE, "") === token) write(MINE, "");
    return put(main, h("div", { class: "page" }, h("h1", {}, t("Booster Draft")), notice(error.message), h("div", { class: "buttons" }, h("a", { class: "button", href: "/draft" }, t("Start another draft")))));
  }
}

function begin(main, { sets }) {
  const from = select(sets.map((name) => [name, name]));
  const wrong = h("div", { "aria-live": "assertive" });
  const start = h("button", { type: "submit", class: "primary" }, t("Start the draft"));
  const form = h("form", { class: "begin" }, h("div", { class: "fields" }, field(t("Boosters of"), from)), h("div", { class: "buttons" }, start), wrong);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      const { token } = await ask("drafts", { json: { set: from.value } });
      write(MINE, token);
      go(`/draft/${token}`);
    } catch (error) {
      put(wrong, notice(error.message));
      start.disabled = false;
    }
  });
  put(main, h("div", { class: "page" }, h("h1", {}, t("Booster Draft")),
    h("p", { class: "lead" }, t("You and seven computer drafters open four boosters each, one after the other. Everyone picks a card and passes the rest on. Then you build a deck of your picks, and play it against theirs.")),
    read(MINE, "") && h("p", {}, h("a", { class: "button", href: `/draft/${read(MINE, "")}` }, t("Resume your draft"))),
    form));
}

class Drafting {
  constructor(main, token, choices) {
    Object.assign(this, { main, token, choices });
    this.worths = null;  // of the cards shown, once they are asked for
    this.valued = false;
    this.turn = 0;
    this.wrong = h("div", { "aria-live": "assertive" });
    this.room = h("div", { class: "draftroom" });
    this.against = select([]);
    this.level = select(Object.entries(choices.levels).map(([name, title]) => [name, translated(title)]), "greedy");
  }

  open(told) {
    put(this.main, h("div", { class: "page wide drafting" }, h("h1", {}, t("Booster Draft")), this.wrong, this.room));
    put(this.against, Array.from({ length: told.players - 1 }, (_, k) => h("option", { value: String(k + 1) }, t`Drafter ${k + 2}`)));
    document.addEventListener("keydown", (event) => this.key(event));
    this.take(told);
  }

  // A change, and the draft as it is then. Answers that come late are dropped.
  async send(what, json) {
    const mine = ++this.turn;
    put(this.wrong);
    try {
      const told = await ask(`drafts/${this.token}/${what}`, { json });
      if (mine === this.turn) this.take(told);
    } catch (error) {
      if (mine !== this.turn) return;
      put(this.wrong, notice(error.message));
      ask(`drafts/${this.token}`).then((told) => mine === this.turn && this.take(told)).catch(() => {});
    }
  }

  take(told) {
    this.told = told;
    this.worths = null;
    this.draw();
    if (this.valued) this.value();
  }

  async value() {
    const mine = this.turn;
    try {
      const { worths } = await ask(`drafts/${this.token}/worths`);
      if (mine !== this.turn || !this.valued) return;
      this.worths = worths;
      this.draw();
    } catch (error) {
      put(this.wrong, notice(error.message));
    }
  }

  draw() {
    const focused = document.activeElement && this.room.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    if (this.told.over) this.building();
    else this.picking();
    const again = focused && (this.room.querySelector(`[data-key="${focused}"]`) || this.room.querySelector(".leaf.add"));
    if (again) again.focus({ preventScroll: true });
  }

  // Whether the worth of cards is shown; only if a person asks.
  asking() {
    return h("button", { type: "button", "data-key": "worths", "aria-pressed": String(this.valued), onclick: () => {
      this.valued = !this.valued;
      this.worths = null;
      if (this.valued) this.value();
      this.draw();
    } }, this.valued ? t("Hide the worth of cards") : t("Show the worth of cards"));
  }

  leaf(face, k, label, act, digit) {
    const worth = this.worths && this.worths[k];
    return h("button", { type: "button", class: "leaf add", "data-key": `card${k}`, "data-carried": String(k), "data-name": face.name, "aria-label": `${label} ${face.name} ${face.version}`, onclick: act },
      full(face), (digit || worth) && h("span", { class: "worthline" }, digit && h("kbd", {}, digit), worth && [points(worth.worth), drawn(worth.worth, worth.low, worth.high)]));
  }

  // picking

  picking() {
    const { pack, picked, booster, boosters, size, left } = this.told;
    const at = size - pack.length + 1;
    put(this.room,
      h("p", { class: "lead", role: "status" }, `${t`Booster ${booster} of ${boosters}, pick ${at} of ${size}.`} ${pack.length > 1 ? (left ? t("Choose a card; the others go to the left.") : t("Choose a card; the others go to the right.")) : t("The last card is yours.")}`),
      h("div", { class: "bench picking" },
        h("section", { class: "looking", "aria-label": t("The booster") }, h("div", { class: "gallery small" }, pack.map((face, k) => this.leaf(face, k, t("pick"), () => this.pick(k), k < 10 && String((k + 1) % 10))))),
        h("aside", { class: "sidebar", "aria-label": t("Your picks") },
          h("div", { class: "buttons" }, this.asking()),
          h("h2", {}, t`Your picks: ${picked.length}`), heroes(picked), curve(picked), list(picked),
          h("p", { class: "fine" }, t("Keys: 1 to 9 and 0, or arrows and Enter.")))));
  }

  pick(place) {
    if (!this.told.over && place < this.told.pack.length) this.send("pick", { place, picks: this.told.picked.length });
  }

  // building

  building() {
    const { picked, inside, mana, count, wrong } = this.told;
    const order = (k) => picked[k].costs[0] ?? -1;
    const places = picked.map((_, k) => k).sort((one, two) => order(one) - order(two) || picked[one].name.localeCompare(picked[two].name));
    const shown = (here, label) => h("div", { class: "gallery small" }, places.filter((k) => inside.includes(k) === here).map((k) => this.leaf(picked[k], k, label, () => this.move(k))));
    const chosen = inside.map((k) => picked[k]);
    const mine = h("section", { class: "looking" }, h("h2", {}, t`Your deck: ${plural(count, "card")}`), shown(true, t("take out")), !inside.length && h("p", { class: "fine" }, t("Click a card, or drag it here.")));
    const others = h("section", { class: "looking" }, h("h2", {}, t("Picks that are not in the deck")), shown(false, t("put in")));
    const play = h("form", { class: "begin" }, h("h2", {}, t("Play it at once")), field(t("Against the deck of"), this.against), field(t("Level"), this.level), h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", disabled: wrong.length > 0 }, t("Play"))));
    play.addEventListener("submit", (event) => { event.preventDefault(); this.play(); });
    const cards = h("div", { class: "looking" }, mine, others);
    put(this.room,
      h("p", { class: "lead" }, t("All cards are picked. Build a deck of at least 30 cards, the Hero among them, of at most three factions.")),
      h("div", { class: "bench drafted" }, cards,
        h("aside", { class: "sidebar", "aria-label": t("The deck") },
          h("ul", { class: "legality", role: "status" }, h("li", { class: wrong.length ? "broken" : "legal" }, h("b", {}, `${t("Booster Draft")}${t(": ")}`), wrong.length ? h("ul", {}, wrong.map((line) => h("li", {}, translated(line)))) : t("legal"))),
          heroes(chosen), curve(chosen),
          h("div", { class: "buttons" }, h("span", {}, t`Mana Convergence: ${mana}`),
            h("button", { type: "button", "data-key": "less", disabled: mana === 0, "aria-label": t("one Mana Convergence less"), onclick: () => this.build(inside, mana - 1) }, "−"),
            h("button", { type: "button", "data-key": "more", "aria-label": t("one Mana Convergence more"), onclick: () => this.build(inside, mana + 1) }, "+")),
          h("div", { class: "buttons" }, h("button", { type: "button", "data-key": "suggest", onclick: () => this.send("deck", {}) }, t("Suggested deck")), this.asking()),
          play)));
    carrying(cards, [mine, others], (place, from, to) => to && to !== from && this.move(Number(place)));
  }

  build(inside, mana) {
    return this.send("deck", { inside, mana });
  }

  // A pick into the deck or out of it; a Hero takes the place of another.
  move(place) {
    const { picked, inside, mana } = this.told;
    const isHero = (k) => picked[k].type === "hero";
    if (inside.includes(place)) return this.build(inside.filter((k) => k !== place), mana);
    return this.build([...inside.filter((k) => !isHero(place) || !isHero(k)), place], mana);
  }

  async play() {
    const found = await newGame(this.wrong, { against: Number(this.against.value), level: this.level.value }, `drafts/${this.token}/play`);
    if (found) go(`/play/${found.tokens.A}`);
  }

  // Keys: a digit picks, arrows go from card to card.
  key(event) {
    if (!this.room.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("input, textarea, select")) return;
    if (!this.told.over && /^\d$/.test(event.key)) return this.pick((Number(event.key) + 9) % 10);
    const cards = [...this.room.querySelectorAll(".leaf.add")];
    const row = cards.length ? cards.filter((one) => one.offsetTop === cards[0].offsetTop).length : 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key];
    const at = cards.indexOf(document.activeElement);
    const scrolls = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!step || !cards.length || (at < 0 && scrolls)) return;
    event.preventDefault();
    (cards[at < 0 ? 0 : at + step] || document.activeElement).focus();
  }
}

function heroes(cards) {
  const found = cards.filter((face) => face.type === "hero").map((face) => face.name);
  return h("p", {}, found.length ? t`Hero: ${joined(found)}` : t("No Hero yet."));
}

function curve(cards) {
  const most = COSTS[COSTS.length - 1];
  const cost = (face) => Math.min(most, Math.max(COSTS[0], face.costs[0]));
  const some = cards.filter((face) => face.type !== "hero");
  return h("figure", {}, h("figcaption", {}, t("Hand Cost")), bars(COSTS.map((n) => [n === most ? `${n}+` : n, some.filter((face) => cost(face) === n).length])));
}

// The picks, by cost.
function list(cards) {
  const sorted = cards.filter((face) => face.type !== "hero").sort((one, two) => one.costs[0] - two.costs[0] || one.name.localeCompare(two.name));
  return h("ul", { class: "picklist" }, sorted.map((face) => h("li", { class: face.faction }, h("span", {}, `${face.name} ${face.version}`), h("span", { class: "fine" }, `${face.costs[0]}/${face.costs[1]}`))));
}
