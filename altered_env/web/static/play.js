// Play and Watch: the page on which a game is begun, and the table.

import { ask, copied, download, field, h, icon, newGame, notice, offers, put, select } from "./dom.js";
import { Board, phaseLine, phaseName } from "./board.js";
import { faces, full, keepFaces } from "./cards_drawn.js";
import { deckLabel } from "./decks_named.js";
import { weigh } from "./dusk.js";
import { headline, outcomeOfConceding, reasons } from "./ending.js";
import { gestures } from "./gestures.js";
import { Lesson } from "./lesson.js";
import { Logbook } from "./logbook.js";
import { connect, go as goTo, request } from "./server.js";
import { setting, settings } from "./settings.js";
import { games } from "./stored.js";
import { myGames, noted } from "./mygames.js";
import { Steps } from "./steps.js";
import { capital, number, percent, t, translated, wordy } from "./words.js";

// The slots of an option's object and of its identical copies.
const slotsOf = (option) => option.slots || [option.slot];
const GRACE = 2000;  // milliseconds before a pass with playable cards is given
const SWEPT = ["first_mana", "keep_reserve", "keep_landmarks"];  // decisions about several cards
const LONG = 45;  // letters of an option that leave no room beside them
const ORBS = 3;  // cards that become Mana Orbs in the set-up
const isPlay = (option) => option.kind === "turn" && Boolean(option.uses & 1);
// Can the card be dragged: to where it is played, or to the target of its quick action?
const moves = (option) => isPlay(option) || Boolean(option.kind === "turn" && option.then && option.then.slots);
const seatOf = (expedition) => "ABCD"[expedition >> 1];
const laneName = (expedition) => (expedition % 2 ? "companion" : "hero");

export async function show(main, [token], page) {
  if (token) return new Table(main, token, page === "watch").open();
  const choices = await ask("choices");
  main.replaceChildren(page === "watch" ? begin(choices, true) : begin(choices, false));
}

// beginning a game

function begin(choices, watching) {
  const formats = Object.fromEntries(choices.formats.map((form) => [form.name, form]));
  const format = select(choices.formats.map((form) => [form.name, translated(form.title)]), "standard");
  const rules = select(choices.rules.map((name) => [name, name]), choices.rules[0]);
  const abouts = [format, rules].map((control) => h("p", { class: "hint", "aria-live": "polite" }));
  const explain = () => {
    abouts[0].textContent = translated(formats[format.value].about);
    abouts[1].textContent = translated(choices.about_rules[rules.value]);
  };
  rules.addEventListener("change", explain);
  const seed = h("input", { type: "number", min: "0", max: "999999999", placeholder: t("random") });
  const seats = h("div", { class: "seats" });
  const wrong = h("div", { "aria-live": "assertive" });
  const dealt = h("p", { class: "fine" }, t("Here the decks are dealt: each is drafted by the computer."), " ", h("a", { href: "/draft" }, t("Draft one yourself")));
  let made = [];

  function lay() {
    const form = formats[format.value];
    dealt.hidden = form.name !== "booster_draft" || !offers("/draft");
    made = Array.from({ length: form.players }, (_, k) => seat(k, form));
    seats.replaceChildren(...made.map((entry) => entry.element));
    call();
    explain();
  }

  // The first person begins the game: their page opens here.
  function call() {
    const you = made.find((entry) => entry.person());
    for (const entry of made) entry.call(entry === you);
  }


  function seat(k, form) {
    const person = !watching && k === 0;
    const there = choices.agents.filter((agent) => agent.players.includes(form.players));
    const level = ({ name }) => choices.levels[name];
    const options = (agents) => agents.map((agent) => h("option", { value: agent.name }, translated(level(agent)) || agent.name));
    const levels = Object.keys(choices.levels).map((name) => there.find((agent) => agent.name === name)).filter(Boolean);
    const who = h("select", {},
      !watching && h("option", { value: "person" }, t("A person, in this or another browser")),
      h("optgroup", { label: t("Computer") }, options(levels)),
      h("optgroup", { label: t("Other computer players") }, options(there.filter((agent) => !level(agent))), h("option", { value: "other" }, t("With options…"))));
    who.value = person ? "person" : "rules";
    const about = h("p", { class: "hint" });
    const named = h("input", { type: "text", maxlength: "120", spellcheck: "false", placeholder: `${choices.strongest},ms=500` });
    const other = field(t("Which"), named, t("Any agent, followed by its options; see docs/agents.md."));
    const chosen = () => {
      const found = there.find((agent) => agent.name === who.value);
      about.textContent = found ? `${capital(translated(found.about))}.` : who.value === "person" ? t("Each person gets a separate link.") : "";
      other.hidden = who.value !== "other";
    };
    const called = h("span", {});
    who.addEventListener("change", () => { chosen(); call(); });
    chosen();
    const own = [
      ...(form.boosters ? form.usual.map((name) => [`name:${name}`, t`opened from boosters: ${name}`]) : []),
      ...[...choices.starters, ...choices.lists].map((name) => [`name:${name}`, deckLabel(choices, name)]),
      ...choices.files.map((name) => [`name:${name}`, t`yours: ${name}`]),
      ["random", t("random legal deck")],
      ["paste", t("paste a list or deck code…")],
    ];
    const deck = select(own, `name:${form.usual[k % form.usual.length]}`);
    const text = h("textarea", { rows: "6", placeholder: t("1 Sierra & Oddball\n3 Foundry Armorer C\n…"), spellcheck: "false" });
    const pasted = field(t("Deck list, in any form"), text);
    pasted.hidden = true;
    deck.addEventListener("change", () => { pasted.hidden = deck.value !== "paste"; });
    const element = h("fieldset", {}, h("legend", {}, h("span", { class: `who seat-${"ABCD"[k]}` }, "ABCD"[k]), called), h("div", { class: "played" }, field(t("Played by"), who), about), other, field(t("Deck"), deck), pasted);
    return {
      element,
      person: () => who.value === "person",
      call: (you) => { called.textContent = ` ${you ? t("You") : t`Player ${"ABCD"[k]}`}`; },
      who: () => who.value === "other" ? named.value.trim() : who.value,
      deck: () => deck.value === "paste" ? { text: text.value } : deck.value === "random" ? { random: "" } : { name: deck.value.slice(5) },
    };
  }

  format.addEventListener("change", lay);
  lay();
  const start = h("button", { class: "primary", type: "submit" }, watching ? t("Watch this game") : t("Start the game"));
  const form = h("form", { class: "begin" },
    h("div", { class: "fields" }, h("div", { class: "played" }, field(t("Format"), format), abouts[0]), h("div", { class: "played" }, field(t("Rules"), rules), abouts[1]), (watching || choices.public_seed) && field(t("Seed"), seed, t("The same seed, decks and decisions give the same game."))),
    dealt, seats, wrong, h("div", { class: "buttons" }, start));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    const found = await newGame(wrong, {
      format: format.value, rules: rules.value, seed: seed.value === "" ? null : Number(seed.value),
      seats: made.map((entry) => entry.who()), decks: made.map((entry) => entry.deck()),
    });
    if (found) go(found);
    else start.disabled = false;
  });
  return h("div", { class: "page beginning" }, h("h1", {}, watching ? t("Watch a game") : t("Play a game")), !watching && !games().length && offers("/learn") && h("p", {}, t("New to Altered?"), " ", h("a", { href: "/learn" }, t("A first game of ten minutes explains each rule as it comes up."))), !watching && myGames(), form, !watching && resuming(choices, wrong));
}

function go(found) {
  const [first, ...others] = Object.entries(found.tokens);
  if (first) {
    if (found.gallery) localStorage.setItem(`links-${first[1]}`, JSON.stringify([...others, ["", found.gallery]]));
    goTo(`/play/${first[1]}`);
  } else {
    goTo(`/watch/${found.watch}`);
  }
}

function resuming(choices, wrong) {
  const file = h("input", { type: "file", accept: ".game" });
  const resume = async (request) => {
    try {
      go(await request());
    } catch (error) {
      wrong.replaceChildren(notice(error.message));
      wrong.scrollIntoView({ block: "center" });
    }
  };
  file.addEventListener("change", () => file.files[0] && resume(() => ask("games/resume", { body: file.files[0] })));
  return h("section", { class: "resuming" }, h("h2", {}, t("Resume a saved game")),
    choices.saved.length ? h("ul", { class: "plainlist" }, choices.saved.map((name) => h("li", {}, h("button", { type: "button", onclick: () => resume(() => ask(`games/resume?name=${encodeURIComponent(name)}`, { body: "" })) }, name)))) : null,
    field(t("Open a saved game from a file"), file, choices.data ? null : t("To save games, start the server with --data FOLDER.")));
}

// the table

export class Table {
  constructor(main, token, watching) {
    this.main = main;
    this.token = token;
    this.watching = watching;
    this.hint = null;
    this.digits = "";
    this.timer = null;
    this.picked = null;  // the card for which an Expedition is chosen here
    this.plan = null;  // the Expedition or object to answer with as soon as the server asks for it
    this.sure = null;  // the step at which a pass waits, for a moment or to be confirmed
    this.grace = null;  // the timer of that moment
    this.lesson = new Lesson(main, () => this.steps.goOn());
    this.steps = new Steps({ holds: () => this.lesson.holds, show: (scene) => this.show(scene), settle: (state) => this.settle(state), pace: () => (this.playing ? Math.min(Number(setting("pace")), Number(this.speed) / 3) : Number(setting("pace"))) });
    this.board = new Board({ can: (kind, key) => this.can(kind, key), look: (seen, asked) => this.look(seen, asked), lanes: (seen) => this.lanes(seen) });
    this.parts = {
      phases: h("div", { class: "bar" }),
      board: h("div", { class: "boardroom" }),
      said: h("p", { class: "sr", "aria-live": "polite" }),
      decision: h("section", { class: "decision", "aria-label": t("Decision") }),
      preview: h("aside", { class: "preview", "aria-label": t("Card") }),
      log: h("ol", { class: "log", "aria-label": t("Game log"), tabindex: "0" }),
      status: h("p", { class: "statusline", role: "status" }),
      dialog: h("dialog", { class: "dialog" }),
    };
  }

  open() {
    document.body.classList.add("at-table");
    this.main.replaceChildren(h("h1", { class: "sr" }, t("Game")), h("h2", { class: "sr" }, t("Board")), h("div", { class: `table${this.watching ? " watching" : ""}` },
      h("div", { class: "left" }, this.parts.phases, this.lesson.element, this.parts.board),
      h("div", { class: "right" }, this.parts.decision, this.parts.preview, h("section", { class: "logbook", id: "log" }, h("h2", {}, t("Game log"), h("button", { type: "button", class: "closing", onclick: () => this.drawer(false) }, t("Close"))), this.parts.log), this.parts.status)),
    this.parts.said, this.parts.dialog);
    this.log = new Logbook(this.parts.log, { point: (name, on) => this.point(name, on), read: (name) => this.look(this.named(name), true) });
    gestures(this.parts.board, { sweeps: (slot) => this.sweeps(slot), sweep: (slots) => this.sweep(slots), draggable: (slot) => this.draggable(slot), drop: (slot, there) => this.drop(slot, there), read: (slot) => this.read(slot) });
    this.parts.board.addEventListener("click", () => this.steps.skip());
    this.parts.decision.append(h("p", { class: "question" }, t("Setting up the table…")));
    this.look(null, false);
    // a press beside it closes it; not the release of a long press that opened it
    let beside = false;
    this.parts.dialog.addEventListener("pointerdown", (event) => { beside = event.target === this.parts.dialog; });
    this.parts.dialog.addEventListener("click", (event) => beside && event.target === this.parts.dialog && this.parts.dialog.close());
    this.parts.dialog.addEventListener("close", () => { beside = false; });
    document.addEventListener("keydown", (event) => this.key(event));
    this.connect();
  }

  connect() {
    this.socket = connect(this.token);
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      if (this.gone) return;
      this.stop();
      this.parts.status.textContent = t("Connection lost; reconnecting…");
      setTimeout(() => this.connect(), 1500);
    });
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  heard(message) {
    if (message.type === "state") {
      keepFaces(message.faces);
      if (!this.watching && !message.gallery) noted(this.token, message);
      this.log.take(message.log, message.lines);
      this.waiting = false;
      this.parts.status.textContent = "";
      const answer = this.automatic(message);
      this.steps.add(message, answer === null);
      if (answer !== null) this.give(answer.action, message.step, true);
    } else if (message.type === "here") {
      if (this.state) Object.assign(this.state, { here: message.here, left: message.left });
      if (!this.steps.running && this.state) this.decide();
    } else if (message.type === "hint") {
      if (this.state && message.step === this.state.step) this.hint = message;
      this.decide();
      this.parts.decision.scrollTop = 0;  // its words are there
    } else if (message.type === "error") {
      this.waiting = false;
      this.parts.status.textContent = translated(message.error);
    } else if (message.type === "rematch") {
      this.again = true;
      if (this.state && this.state.over) this.decide();
    } else if (message.type === "gone") {
      this.gone = true;
      put(this.parts.decision, notice(translated(message.error)), h("p", {}, h("a", { class: "button", href: "/play" }, t("Start another game"))));
    }
  }

  give(action, step, joined) {
    this.waiting = true;
    this.main.classList.add("waiting");
    this.send({ do: "act", action, step, joined });
  }

  act(action, plan = null) {
    const option = this.state && this.state.options.find((one) => one.action === action);
    if (this.waiting || this.steps.running || !option) return;
    if (option.kind === "pass" && this.sure !== this.state.step && setting("confirm") !== "off" && this.state.options.some(isPlay)) {
      this.sure = this.state.step;
      if (setting("confirm") === "on") {
        this.main.classList.add("passing");
        this.grace = setTimeout(() => this.act(action), GRACE);
      }
      return this.decide();
    }
    this.stay();
    this.picked = null;
    this.plan = plan;
    this.give(action, this.state.step, false);
  }

  // Stop a pass that waits.
  stay() {
    clearTimeout(this.grace);
    this.grace = this.sure = null;
    this.main.classList.remove("passing");
  }

  // Several cards by one gesture: each is chosen as soon as the server asks for the next.
  sweep(slots) {
    const [first, ...rest] = slots;
    const option = this.state.options.find((one) => slotsOf(one).includes(first));
    if (option) this.act(option.action, rest.length ? { slots: rest, by: [], of: this.state.board.decision } : null);
  }

  // The number of cards that one gesture may choose from this one on.
  sweeps(slot) {
    const { options, board, you } = this.state || {};
    if (!options || this.watching || this.steps.running || !SWEPT.includes(board.decision)) return 0;
    if (!options.some((one) => slotsOf(one).includes(slot))) return 0;
    const player = board.players.find((one) => one.seat === you);
    return { first_mana: ORBS - player.set_aside, keep_reserve: player.reserve_limit, keep_landmarks: player.landmark_limit }[board.decision];
  }

  // An answer with its Expedition: the server's question for that is answered as soon as it comes.
  play(option, expedition) {
    this.act(option.action, { expedition, by: option.then.by });
  }

  back() {
    if (this.waiting || this.steps.running || !this.state.back) return;
    this.waiting = true;
    this.send({ do: "back", step: this.state.step });
  }

  // The answer that needs no person: one already given, or by the settings.
  automatic({ options, step, board, over }) {
    if (!options.length) this.plan = null;
    if (this.watching || over || !options.length || this.tried === step) return null;
    const turn = board.decision === "turn";
    let found = null;
    if (this.plan !== null) {
      const { expedition, slot, slots = [], by, of } = this.plan;
      const implied = options.find((option) => ["use", "yes"].includes(option.kind) && option.action === by[0]);
      found = implied || options.find((option) => (option.kind === "expedition" ? option.value === expedition : option.kind === "object" && slotsOf(option).includes(slot))) || null;
      const next = !found && of === board.decision && options.find((option) => option.kind === "object" && slotsOf(option).some((one) => slots.includes(one)));
      if (next) found = next;
      const left = next ? slots.filter((one) => one !== slots.find((other) => slotsOf(next).includes(other))) : [];
      this.plan = implied ? { ...this.plan, by: by.slice(1) } : left.length ? { slots: left, by: [], of } : null;
    }
    if (!found && options.length === 1 && setting("single") === "on") found = options[0];
    if (!found && setting("order") === "on" && options.every((option) => option.kind === "reaction")) found = options[0];
    if (!found && turn && setting("idle") === "on" && options.every((option) => option.kind === "pass")) found = options[0];
    if (found) this.tried = step;
    return found;
  }

  can(kind, key) {
    if (!this.state || this.watching || this.steps.running) return null;
    if (this.picked) {
      if (kind === "expedition" && this.reach(this.picked).includes(key)) return () => this.play(this.picked, key);
      if (kind === "expedition") return null;
    }
    const found = this.state.options.find((option) => kind === "object" ? slotsOf(option).includes(key) : option.kind === kind && option.value === key);
    if (!found) return this.agree(kind, key);
    return this.reach(found).length ? () => this.pick(found) : () => this.act(found.action);
  }

  // Yes, together with what is chosen next.
  agree(kind, key) {
    const yes = this.state.options.find((option) => option.kind === "yes" && option.then);
    if (!yes) return null;
    if (kind === "expedition" && this.reach(yes).includes(key)) return () => this.play(yes, key);
    return kind === "object" && (yes.then.slots || []).includes(key) && this.shows(key) ? () => this.act(yes.action, { slot: key, by: yes.then.by }) : null;
  }

  // Is this object on the board, with its face?
  shows(slot) {
    const seen = this.find(slot);
    return Boolean(seen && seen.name);
  }

  // The Expeditions of which one is chosen next, after this option.
  reach(option) {
    return (option.then && option.then.expeditions) || [];
  }

  lanes(seen) {
    if (!this.state || this.watching || this.steps.running) return null;
    const option = this.state.options.find((one) => one.kind === "turn" && slotsOf(one).includes(seen.slot));
    const reach = option ? this.reach(option) : [];
    return reach.length && reach.every((value) => seatOf(value) === this.state.you) ? reach.map((value) => ({ name: laneName(value), value, play: () => this.play(option, value) })) : null;
  }

  // Choose an Expedition for this card next; null to choose another card.
  pick(option) {
    this.picked = option === this.picked ? null : option;
    if (this.picked) this.look(this.find(option.slot), false);
    this.draw();
    if (this.picked) this.showExpeditions();
  }

  // One's own, of which one is chosen, where the board is higher than the screen.
  showExpeditions() {
    const mine = this.parts.board.querySelector(`.expeditions.seat-${this.state.you}`);
    if (mine) mine.scrollIntoView({ block: "nearest" });
  }

  draggable(slot) {
    if (!this.state || this.watching || this.steps.running) return null;
    const option = this.state.options.find((one) => moves(one) && slotsOf(one).includes(slot));
    return option ? this.find(slot).name : null;
  }

  drop(slot, { expedition, target }) {
    const option = this.state.options.find((one) => moves(one) && slotsOf(one).includes(slot));
    if (!option) return;
    const reach = this.reach(option);
    const slots = (option.then && option.then.slots) || [];
    if (!reach.length) this.act(option.action, slots.includes(target) ? { slot: target, by: option.then.by } : null);
    else if (reach.includes(expedition)) this.play(option, expedition);
    else this.pick(option);
  }

  read(slot) {
    const seen = this.find(slot);
    if (seen && faces.has(seen.reference)) this.say(full(faces.get(seen.reference), seen));
  }

  // A moment between two decisions. At Dusk each Expedition is compared on the board as it stood before any moved.
  show({ board, lines, expedition }) {
    this.shown = board;
    this.log.upTo(lines);
    this.explain(board, [], true);
    put(this.parts.phases, phaseLine(board, false), this.menu());
    put(this.parts.board, this.board.draw(board, this.state ? this.state.you : null));
    if (expedition !== null) weigh(this.parts.board, board, expedition);
    const said = this.log.latest(board.phase === "dusk" || !this.state ? null : this.state.you);
    const latest = !said.length && board.phase === "dusk" ? [t("The Expeditions have moved.")] : said;
    this.parts.said.textContent = latest.join(". ");
    put(this.parts.decision, h("h2", { class: "question" }, board.day ? t`Day ${board.day}, ${wordy(board.phase === "setup" ? "set-up" : board.phase)}` : phaseName(board)),
      h("ul", { class: "happening" }, latest.map((line) => h("li", {}, capital(line)))),
      h("div", { class: "tools" }, h("button", { type: "button", "data-key": "skip", onclick: () => this.steps.skip() }, t("Skip"), h("kbd", {}, t("Space")))));
  }

  // Rules that come up in this moment.
  explain(board, options, passing) {
    if (!this.watching) this.lesson.sees({ board, options, you: this.state && this.state.you, over: Boolean(this.state && this.state.over) }, passing);
  }

  settle(state) {
    this.stay();
    this.state = state;
    this.board.unlimited = state.unlimited_mana;
    for (const scene of state.scenes) this.explain(scene.board, [], false);
    this.explain(state.board, state.options, false);
    this.shown = state.board;
    this.hint = this.hint && this.hint.step === state.step ? this.hint : null;
    this.picked = null;
    this.log.upTo(state.lines);
    this.draw();
    const field = this.parts.board.querySelector(".field");
    if (state.options.length && !this.watching) field.scrollTop = field.scrollHeight;
    if (!this.watching && state.options.some((option) => option.kind === "expedition")) this.showExpeditions();
    const asks = state.options.length && state.asking !== null && !this.watching ? this.parts.board.querySelector(`[data-key="o${state.asking}"]`) : null;
    if (asks) {
      asks.classList.add("asking");
      asks.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.look(this.find(state.asking), false);
    }
  }

  draw() {
    const { board, you } = this.state;
    this.main.classList.remove("waiting");
    this.main.classList.toggle("ended", Boolean(this.state.over));
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
    const inList = this.parts.decision.contains(document.activeElement);
    const scrolled = [".hand .row", ".field"].map((name) => [name, this.parts.board.querySelector(name)]).filter(([, part]) => part).map(([name, part]) => [name, part.scrollLeft, part.scrollTop]);
    this.parts.phases.replaceChildren(phaseLine(board, this.state.over), this.menu());
    this.parts.board.replaceChildren(this.board.draw(board, you));
    this.decide();
    for (const [name, left, top] of scrolled) {  // when all parts have their sizes
      const part = this.parts.board.querySelector(name);
      if (part) Object.assign(part, { scrollLeft: left, scrollTop: top });
    }
    if (inList) {
      const first = this.parts.decision.querySelector("button.option");
      if (first) first.focus({ preventScroll: true });
    } else if (focused) {
      const again = this.main.querySelector(`[data-key="${focused}"]`);
      if (again) again.focus({ preventScroll: true });
    }
    document.title = t`${board.over || this.state.over ? t("Game over") : this.state.options.length && !this.watching ? t("Your decision") : board.day ? t`Day ${board.day}` : t("Set-up")} · Altered table`;
  }

  menu() {
    if (this.watching) return h("div", { class: "menu" }, h("button", { type: "button", onclick: () => this.say(h("h2", {}, t("Settings")), settings(["language", "theme", "pace"])) }, t("Settings")), h("a", { class: "button", href: "/watch" }, t("Leave")));
    const others = JSON.parse(localStorage.getItem(`links-${this.token}`) || "[]");
    const { over, saves } = this.state || {};
    const entries = () => [
      h("button", { type: "button", onclick: () => this.say(h("h2", {}, t("Settings")), settings()) }, t("Settings")),
      h("button", { type: "button", onclick: () => this.help() }, t("Keys")),
      saves && h("button", { type: "button", onclick: () => this.save() }, t("Save")),
      !over && h("button", { type: "button", onclick: () => this.concede() }, t("Concede")),
      h("a", { class: "button", href: "/" }, t("Leave")),
    ];
    const invite = () => h("button", { type: "button", class: "inviting", onclick: () => this.links(others) }, others.length > 1 ? t("Invite") : t("Share"));
    return h("div", { class: "menu" },
      h("button", { type: "button", class: "narrow", "aria-controls": "log", onclick: () => this.drawer(true) }, t("Log")),
      others.length > 0 && invite(),
      h("button", { type: "button", class: "folded", onclick: () => this.say(h("h2", {}, t("Menu")), h("div", { class: "tools column" }, others.length > 0 && invite(), entries())) }, t("Menu")),
      h("div", { class: "broad" }, entries()));
  }

  // The log, where it has no place of its own.
  drawer(open) {
    this.main.classList.toggle("drawer", open);
    if (open) this.parts.log.scrollTop = this.parts.log.scrollHeight;
  }

  // the decision

  decide() {
    const { options, board, over, you } = this.state;
    const part = this.parts.decision;
    if (over) return put(part, ...this.ending());
    if (this.state.gallery) return put(part, ...this.spectating());
    if (this.watching) return put(part, ...this.controls());
    if (!options.length) return put(part, h("p", { class: "question" }, this.awaited()));
    if (this.picked) return this.where();
    const [, ...rest] = board.question.split(": ");
    const hint = this.hint && !this.hint.more ? opinions(this.hint, options) : null;
    const entries = options.map((option, k) => {
      const said = hint && hint.get(option.action);
      const button = h("button", { type: "button", class: `option${said && said.best ? " best" : ""}`, "data-key": `a${option.action}`, "data-action": String(option.action), "data-kind": option.kind, "data-targets": option.then && option.then.slots ? option.then.slots.join(" ") : null, onclick: () => this.act(option.action) },
        h("kbd", {}, String(k + 1)), h("span", { class: "label" }, option.kind === "pass" && this.sure === this.state.step ? this.doubt(options) : this.labelled(option)));
      if (said) {
        button.append(h("span", { class: "opinion" },
          said.filled === null ? null : h("span", { class: "meter", vars: { share: `${Math.round(100 * said.filled)}%` }, title: said.title }, h("span", { class: "sr" }, said.title)),
          said.text && h("span", { class: "chance" }, said.text)));
      }
      if (option.reference || option.slot !== undefined) {
        const seen = this.find(option.slot) || { reference: option.reference };
        for (const when of ["pointerenter", "focus"]) button.addEventListener(when, () => { this.look(seen, false); slotsOf(option).forEach((slot) => this.mark(slot, true)); });
        for (const when of ["pointerleave", "blur"]) button.addEventListener(when, () => slotsOf(option).forEach((slot) => this.mark(slot, false)));
      } else if (option.kind === "expedition") {
        for (const when of ["pointerenter", "focus"]) button.addEventListener(when, () => this.mark(`e${option.value}`, true));
        for (const when of ["pointerleave", "blur"]) button.addEventListener(when, () => this.mark(`e${option.value}`, false));
      }
      const lanes = this.reach(option).map((value) => {
        const where = this.expeditionName(value);
        return h("button", { type: "button", class: `lane seat-${seatOf(value)}`, "data-action": String(option.action), "data-lane": String(value), title: where, "aria-label": `${capital(translated(option.label))}${t(": ")}${where}`, onclick: () => this.play(option, value) }, icon(laneName(value)), seatOf(value) !== you && seatOf(value));
      });
      const below = lanes.length > 2 || (lanes.length > 0 && option.label.length > LONG);  // beside it a long text would be a column of words
      return h("li", { class: `${lanes.length ? "laned" : ""}${below ? " stacked" : ""}` }, button, lanes);
    });
    // the best answers first; each keeps its number
    const best = options.map((option) => Boolean(hint && hint.get(option.action).best));
    const list = h("ol", { class: "options" }, entries.filter((_, k) => best[k]), entries.filter((_, k) => !best[k]));
    this.advised(options.filter((_, k) => best[k]));
    put(part,
      h("h2", { class: "question", "aria-live": "polite" }, capital(translated(rest.join(": ") || board.question))),
      this.hint && h("p", { class: "verdict" }, this.verdict()),
      list,
      h("div", { class: "tools" }, h("button", { type: "button", class: "hintbutton", disabled: Boolean(this.hint), onclick: () => this.send({ do: "hint" }) }, t("Hint")),
        this.grace && h("button", { type: "button", "data-key": "stay", onclick: () => { this.stay(); this.decide(); } }, t("Stay"), h("kbd", {}, t("Esc"))),
        this.state.back && h("button", { type: "button", "data-key": "back", onclick: () => this.back() }, t("Back"))));
  }

  // Marks the best answers of a hint on the board and in the hand.
  advised(options) {
    const keys = options.flatMap((option) => (option.kind === "expedition" ? [`e${option.value}`] : slotsOf(option).map((slot) => `o${slot}`)));
    for (const element of this.parts.board.querySelectorAll("[data-key]")) element.classList.toggle("advised", keys.includes(element.dataset.key));
  }

  // An option in the list: one's own things are not called by one's seat.
  labelled(option) {
    if (option.kind === "expedition") return capital(this.expeditionName(option.value));
    const held = /\bfrom hand\b/.test(this.state.board.question) && /^(?:[A-D]: )?(.+) in hand( \[[A-Z\d]+\])?$/.exec(option.label);
    if (held) return `${held[1]}${held[2] || ""}`;  // the question says where
    return capital(translated(option.label).replace(new RegExp(`^${this.state.you}\\s?: `), ""));
  }

  // What is said of a pass while cards can be played.
  doubt(options) {
    const what = options.filter(isPlay).length === 1 ? t("You can still play a card.") : t("You can still play cards.");
    return this.grace ? t`Passing… ${what} Esc: stay` : t`Pass? ${what} Once more to pass.`;
  }

  // The hint in words.
  verdict() {
    const { more, win, words, adviser, judge } = this.hint;
    if (more) return t("Thinking…");
    if (adviser && win === undefined) return t`Bars: value of each choice according to ${adviser}.`;
    return [...words.map((line) => [translated(line), " "]), `${t("Your chance of winning:")} `, h("b", {}, win < 0.01 ? t("under 1%") : win > 0.99 ? t("over 99%") : percent(win)), h("span", { class: "fine" }, ` (${translated(judge)})`)];
  }

  // What is waited for: a player who thinks, or has not come.
  awaited() {
    const { board, here, left, names, titles } = this.state;
    const seat = board.decider;
    if (!seat) return "…";
    const at = "ABCD".indexOf(seat);
    if (names[at] !== "person") return t`${seat} (${translated(titles[at])}) is thinking…`;
    if (here.includes(seat) || this.watching) return t`${seat} is thinking…`;
    if (left.includes(seat)) return t`${seat} has left; the game waits until the link is opened again.`;
    return t`Waiting for ${seat} to join. “Invite” has the link to that seat.`;
  }

  expeditionName(value) {
    if (seatOf(value) !== this.state.you) return t`${seatOf(value)}'s ${wordy(laneName(value))} Expedition`;
    return value % 2 ? t("your Companion Expedition") : t("your Hero Expedition");
  }

  // The Expedition for a card that was chosen here.
  where() {
    const seen = this.find(this.picked.slot);
    put(this.parts.decision, h("h2", { class: "question", "aria-live": "polite" }, t`${seen.name}: to which Expedition?`),
      h("ol", { class: "options", "data-slot": String(this.picked.slot) }, this.reach(this.picked).map((value, k) => h("li", {}, h("button", { type: "button", class: "option", "data-kind": "lane", "data-lane": String(value), onclick: () => this.play(this.picked, value) },
        h("kbd", {}, String(k + 1)), icon(laneName(value)), h("span", { class: "label" }, capital(this.expeditionName(value))))))),
      h("div", { class: "tools" }, h("button", { type: "button", "data-key": "read", onclick: () => this.read(seen.slot) }, t("Read")), h("button", { type: "button", "data-key": "other", onclick: () => this.pick(null) }, t("Another card"), h("kbd", {}, t("Esc")))));
  }

  ending() {
    const { winners, you, commitment, secret } = this.state;
    return [
      h("h2", { class: `question result${you && winners.includes(you) ? " won" : ""}` }, headline(this.state, this.watching)),
      reasons(this.state),
      h("div", { class: "tools after" },
        this.again && h("p", { class: "verdict" }, t("A rematch has begun.")),
        h("button", { type: "button", class: this.again ? "" : "primary", onclick: () => this.study() }, t("Analyse this game")),
        (!this.state.gallery || this.again) && h("button", { type: "button", class: this.again ? "primary" : "", onclick: () => this.rematch() }, this.again ? t("Join the rematch") : t("Rematch")),
        h("button", { type: "button", onclick: () => this.keep() }, t("Download replay")),
        h("a", { class: "button", href: this.watching ? "/watch" : "/play" }, t("New game"))),
      secret && h("details", { class: "fine" }, h("summary", {}, t("Was the shuffle fair?")), h("p", { class: "hint" }, t`Secret number ${secret}; its SHA-256, published before the first card: ${commitment}`)),
    ];
  }

  async keep() {
    const text = await request(`games/${this.token}/replay`).then((answer) => answer.text());
    download("altered-replay.json", text);
  }

  async study() {
    try {
      const text = await request(`games/${this.token}/replay`).then((answer) => answer.text());
      const { id } = await ask("replays", { body: text });
      goTo(`/replay/${id}`);
    } catch (error) {
      this.parts.status.textContent = error.message;
    }
  }

  // watching

  // What a spectator by link sees instead of controls.
  spectating() {
    const { titles, names } = this.state;
    return [
      h("h2", { class: "question" }, titles.map((name, k) => `${"ABCD"[k]}${t(": ")}${names[k] === "person" ? t("a person") : translated(name)}`).join(` ${t("against")} `)),
      h("p", { class: "verdict" }, this.awaited()),
      h("p", { class: "fine" }, t("You see what every player sees: no hand, and no card that only one player knows.")),
    ];
  }

  controls() {
    const { board } = this.state;
    const speed = select([["1600", t("slowly")], ["700", t("steadily")], ["200", t("fast")], ["0", t("as fast as possible")]], this.speed || "700", { "aria-label": t("Speed") });
    speed.addEventListener("change", () => { this.speed = speed.value; });
    this.speed = this.speed || "700";
    const from = select([["", t("from above")], ..."ABCD".slice(0, board.players.length).split("").map((seat) => [seat, t`from seat ${seat}`])], this.state.you || "", { "aria-label": t("View") });
    from.addEventListener("change", () => { this.log.clear(); this.send({ do: "seat", seat: from.value || null }); });
    if (this.playing) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send({ do: "step" }), Number(this.speed));
    }
    return [
      h("h2", { class: "question" }, this.state.titles.map((name, k) => `${"ABCD"[k]}${t(": ")}${translated(name)}`).join(` ${t("against")} `)),
      h("p", { class: "verdict" }, capital(translated(board.question || ""))),
      h("div", { class: "tools" },
        h("button", { type: "button", class: "primary", "data-key": "run", onclick: () => { this.playing = !this.playing; this.playing ? this.send({ do: "step" }) : this.stop(); this.decide(); } }, this.playing ? t("Pause") : t("Run")),
        h("button", { type: "button", "data-key": "step", onclick: () => { this.stop(); this.send({ do: "step" }); } }, t("Step")),
        speed, from),
      h("p", { class: "fine" }, t("Space runs or pauses the game, the right arrow steps.")),
    ];
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
  }

  // cards in full

  find(slot, board = this.shown) {
    for (const player of board.players) {
      const zones = [player.hand, player.reserve, player.discard, player.landmarks, player.limbo, player.mana, player.deck, player.hero ? [player.hero] : [], ...player.expeditions.map((expedition) => expedition.objects)];
      for (const zone of zones) for (const seen of zone) if (seen.slot === slot) return seen;
    }
    return null;
  }

  mark(key, on) {
    if (key === undefined) return;
    const name = typeof key === "number" ? `o${key}` : key;
    for (const element of this.parts.board.querySelectorAll(`[data-key="${name}"]`)) element.classList.toggle("pointed", on);
  }

  // The card of this name on the board, or its face.
  named(name) {
    const element = [...this.parts.board.querySelectorAll("[data-slot]")].find((one) => (this.find(Number(one.dataset.slot)) || {}).name === name);
    return element ? this.find(Number(element.dataset.slot)) : [...faces.values()].find((face) => face.name === name);
  }

  point(name, on) {
    const seen = this.named(name);
    if (!seen) return;
    if (seen.slot !== undefined) this.mark(seen.slot, on);
    if (on) this.look(seen, false);
  }

  look(seen, asked) {
    const face = seen && faces.get(seen.reference);
    if (!face) {
      if (!this.looked) this.parts.preview.replaceChildren(h("p", { class: "fine" }, t("Point to a card to read it here.")));
      return;
    }
    this.looked = true;
    this.parts.preview.replaceChildren(full(face, seen.name ? seen : null));
    if (asked && getComputedStyle(this.parts.preview).display === "none") this.say(full(face, seen.name ? seen : null));
  }

  say(...children) {
    const close = h("form", { method: "dialog" }, h("button", { class: "primary" }, t("Close")));
    put(this.parts.dialog, ...children, close);
    if (!this.parts.dialog.open) this.parts.dialog.showModal();
  }

  help() {
    const keys = [["1, 2, … 12", t("choose the option with that number")], [t("↑ ↓ and Enter"), t("move through the options")], [t("Tab"), t("move to the next control")], ["P", t("pass")], ["D", t("done")], ["Y, N", t("yes, no")], ["B", t("take back")], ["H", t("hint")], ["L", t("read the log")], [t("Space"), t("skip to the next decision")], ["G", t("read the next hint")], [t("Esc"), t("close, or choose another card")], ["?", t("these keys")]];
    this.say(h("h2", {}, t("Keys")), h("dl", { class: "keys" }, keys.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));
  }

  save() {
    const name = h("input", { type: "text", value: "game", maxlength: "80", required: true });
    const said = h("div", { "aria-live": "polite" });
    const keep = async (over) => {
      try {
        const { saved } = await ask(`games/${this.token}/save`, { json: { name: name.value, over } });
        said.replaceChildren(notice(t`Saved as ${saved}. Resume it from the Play page.`, "fine"));
      } catch (error) {
        put(said, notice(error.message), /already/.test(error.source) && h("button", { type: "button", onclick: () => keep(true) }, t("Save over it")));
      }
    };
    this.say(h("h2", {}, t("Save this game")), field(t("Name"), name), h("button", { type: "button", class: "primary", onclick: () => keep(false) }, t("Save")), said);
  }

  links(others) {
    this.say(h("h2", {}, t("Links to this game")), others.length > 1 && h("p", {}, t("Anyone who opens the link of a seat plays there: send each to one person only. Spectators see what all players see, but no hands.")),
      ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) && h("p", { class: "notice fine" }, t("These links open on this machine only. For another machine, start the server with --host 0.0.0.0 and open this page by the machine’s name or address in the network.")),
      others.map(([seat, token]) => {
        const link = h("input", { type: "text", readonly: true, value: `${location.origin}/${seat ? "play" : "watch"}/${token}` });
        const copy = h("button", { type: "button" }, t("Copy"));
        copy.addEventListener("click", async () => { copy.textContent = (await copied(link)) ? t("Copied") : t("Press Ctrl+C"); });
        return h("div", { class: "copying" }, field(seat ? this.state.here.includes(seat) ? t`Seat ${seat}, here` : t`Seat ${seat}` : t("Spectators"), link, seat ? null : t("They see no hidden card.")), copy);
      }));
  }

  // The same players and decks once more; the others are asked on their pages.
  async rematch() {
    try {
      const found = await ask(`games/${this.token}/rematch`, { json: {} });
      go(found);
    } catch (error) {
      this.parts.status.textContent = error.message;
    }
  }

  concede() {
    const yes = h("button", { type: "button", class: "danger", onclick: () => { this.send({ do: "concede" }); this.parts.dialog.close(); } }, t("Concede the game"));
    this.say(h("h2", {}, t("Concede?")), h("p", {}, outcomeOfConceding(this.state)), yes);
  }

  // the keyboard

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.parts.dialog.open || !this.state) return;
    if (event.target.closest && event.target.closest("input, textarea, select")) return;
    if (this.steps.running) {
      if (this.watching && event.key === " ") this.stop();
      if ([" ", "Escape", "Enter"].includes(event.key)) { event.preventDefault(); this.steps.skip(); }
      return;
    }
    if (event.key === "Escape") {
      this.stay();
      this.drawer(false);
      if (document.activeElement === this.parts.log) this.parts.log.blur();  // the arrows are the options' again
      if (this.picked) this.pick(null);
      else if (!this.state.over && !this.watching) this.decide();
      return;
    }
    if (this.picked && /^[1-9]$/.test(event.key)) {
      const lane = this.reach(this.picked)[Number(event.key) - 1];
      return lane === undefined ? undefined : this.play(this.picked, lane);
    }
    const options = this.state.over ? [] : this.state.options;
    if (this.watching && !this.state.over) {
      const press = (key) => { const button = this.parts.decision.querySelector(`[data-key=${key}]`); if (button) button.click(); };
      if (event.key === " ") { event.preventDefault(); press("run"); }
      if (event.key === "ArrowRight") press("step");
      return;
    }
    const kinds = { p: "pass", d: "done", y: "yes", n: "no" };
    const letter = event.key.toLowerCase();
    if (kinds[letter]) {
      const found = options.find((option) => option.kind === kinds[letter]);
      if (found) this.act(found.action);
    } else if (/^\d$/.test(event.key)) {
      this.digit(event.key, options);
    } else if (letter === "b") {
      this.back();
    } else if (letter === "h" && options.length && !this.hint) {
      this.send({ do: "hint" });
    } else if (letter === "l") {
      this.drawer(true);
      this.parts.log.focus();
    } else if (event.key === "?") {
      this.help();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const buttons = [...this.parts.decision.querySelectorAll("button.option")];
      if (!buttons.length || this.parts.log === document.activeElement) return;
      event.preventDefault();
      const at = buttons.indexOf(document.activeElement);
      const next = at < 0 ? (event.key === "ArrowDown" ? 0 : buttons.length - 1) : (at + (event.key === "ArrowDown" ? 1 : buttons.length - 1)) % buttons.length;
      buttons[next].focus();
    }
  }

  digit(key, options) {
    clearTimeout(this.soon);
    this.digits += key;
    const typed = Number(this.digits);
    const take = () => {
      const option = options[typed - 1];
      this.digits = "";
      if (option) this.act(option.action);
    };
    if (typed < 1 || typed > options.length) this.digits = "";
    else if (typed * 10 > options.length) take();
    else this.soon = setTimeout(take, 600);
  }
}

// What a hint says of each option: how far its bar is filled, and a short text.
function opinions(hint, options) {
  if (hint.adviser) {
    const worths = Object.values(hint.worth);
    const [least, best] = [Math.min(...worths), Math.max(...worths)];
    return new Map(options.map(({ action }) => {
      const worth = hint.worth[action];
      return [action, { best: worth === best, filled: best > least ? (worth - least) / (best - least) : 1, title: `${hint.adviser}${t(": ")}${translated(hint.unit || "value")} ${number(worth, 2)}` }];
    }));
  }
  const count = (share) => Math.round(share * hint.worlds);
  return new Map(options.map(({ action }) => {
    const one = hint.rated.find((rated) => rated.actions.includes(action));
    if (!one) return [action, { best: false, filled: null, title: "", text: t("hardly ever right") }];
    const best = hint.worlds ? t`best in ${count(one.share)} of ${hint.worlds} worlds, ${percent(one.between[0])} to ${percent(one.between[1])}` : t("the only sensible answer");
    const lost = Math.round(1000 * (one.loss || 0)) / 10;  // as it is shown
    const title = hint.worlds && lost ? t`${best}; loses ${number(lost, 1)} points` : best;
    return [action, { best: one === hint.rated[0] || hint.toss_up.includes(one.actions[0]), filled: one.share, title, text: hint.worlds ? `${count(one.share)}/${hint.worlds}` : "" }];
  }));
}
