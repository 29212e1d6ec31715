// Rules explained as they come up: the hints of lesson.json, each once in this browser.

import { h, offers, put } from "./dom.js";
import { faces } from "./cards_drawn.js";
import { keep, setting } from "./settings.js";
import { t } from "./words.js";

const KEY = "altered-learned";

export async function hints() {
  const answer = await fetch(new URL("./lesson.json", import.meta.url));
  return answer.json();
}

// The keys of the hints that have been read.
export function learned() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function learn(keys) {
  try {
    localStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // no storage: each page explains everything once
  }
}

const inPlay = (player) => player.expeditions.flatMap((expedition) => expedition.objects);
const inReserve = (board, slot) => board.players.some((player) => player.reserve.some((seen) => seen.slot === slot));
const typeOf = (option) => (faces.get(option.reference) || {}).type;

// Each condition of a hint: does it hold in this moment? `from` restricts `plays` and `uses`.
const CONDITIONS = {
  decision: (wanted, { board, options }) => options.length > 0 && wanted.includes(board.decision),
  phase: (wanted, { board }) => wanted.includes(board.phase),
  plays: (types, { board, options }, { from }) => options.some((one) => one.kind === "turn" && one.uses & 1 && types.includes(typeOf(one)) && (!from || inReserve(board, one.slot))),
  uses: (_, { board, options }, { from }) => options.some((one) => one.kind === "turn" && one.uses & 2 && (!from || inReserve(board, one.slot))),
  from: () => true,
  joined: (_, { board }) => board.players.some((player) => inPlay(player).length),
  passed: (_, { board }) => board.players.some((player) => player.passed),
  up: (least, { board }) => board.regions.filter((region) => region.up).length >= least,
  left: (most, { board, you }) => board.players.some((player) => player.seat === you && board.regions.length - 1 - player.expeditions[0].distance - player.expeditions[1].distance <= most),
  status: (wanted, { board }) => board.players.some((player) => inPlay(player).some((seen) => (seen.statuses || []).includes(wanted))),
  boosted: (_, { board }) => board.players.some((player) => inPlay(player).some((seen) => seen.boosts)),
  token: (_, { board }) => board.players.some((player) => inPlay(player).some((seen) => (faces.get(seen.reference) || {}).token)),
  emblem: (kind, { board }) => board.emblems.some((emblem) => emblem.kind === kind),
  arena: (_, { board }) => Boolean(board.arena),
  over: (_, { over }) => over,
};

// Does a hint apply? A moment is { board, options, you, over }.
export function applies({ when }, moment) {
  return Object.entries(when).every(([name, wanted]) => CONDITIONS[name](wanted, moment, when));
}

// The line above a board. `goOn()` continues what waits for a hint to be read.
export class Lesson {
  constructor(main, goOn) {
    Object.assign(this, { main, goOn });
    this.element = h("aside", { class: "lesson", "aria-label": t("Rule"), "aria-live": "polite", hidden: true });
    this.element.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && event.stopPropagation());
    document.addEventListener("keydown", (event) => {
      const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog");
      if (!elsewhere && event.key.toLowerCase() === "g") this.next();
    });
    this.waiting = [];  // hints to be read, the first of them shown
    this.moments = [];  // seen before the hints were loaded
    this.all = null;
  }

  // Has a hint come up whose moment should stay on the board until it is read?
  get holds() {
    return this.waiting.some((hint) => hint.held);
  }

  async load() {
    if (this.loads || setting("explain") === "off") return;
    this.loads = true;
    try {
      this.all = await hints();
    } catch {
      return;  // offline: the game goes on without
    }
    this.moments.splice(0).forEach((moment) => this.sees(moment));
  }

  // A moment of the game; with `passing`, one that is shown for a short time.
  sees(moment, passing = false) {
    if (setting("explain") === "off") return this.clear();
    if (!this.all) {
      this.moments.push(moment);
      this.load();
      return;
    }
    const known = [...learned(), ...this.waiting.map((hint) => hint.key)];
    const found = this.all.filter((hint) => !known.includes(hint.key) && applies(hint, moment));
    if (!found.length) return;
    this.waiting.push(...found.map((hint) => ({ ...hint, held: passing })));
    this.draw();
  }

  next() {
    const read = this.waiting.shift();
    if (!read) return;
    learn([...new Set([...learned(), read.key])]);
    this.draw();
    if (!this.holds) this.goOn();
  }

  stop() {
    keep("explain", "off");
    this.clear();
    this.goOn();
  }

  clear() {
    this.waiting = [];
    this.draw();
  }

  draw() {
    const [hint, ...more] = this.waiting;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !hint;
    this.main.dataset.explains = hint ? hint.at : "";
    if (!hint) return put(this.element);
    const read = h("button", { type: "button", class: "primary", "data-key": "read-on", onclick: () => this.next() }, more.length ? t`Next (${more.length})` : t("Got it"), h("kbd", {}, "G"));
    put(this.element, h("p", {}, h("b", {}, `${t(hint.title)}. `), t(hint.text)),
      h("div", { class: "tools" }, read, h("button", { type: "button", onclick: () => this.stop() }, t("No more hints")), hint.when.over && offers("/learn") && h("a", { class: "button", href: "/learn" }, t("All hints"))));
    if (focused) read.focus({ preventScroll: true });
  }
}
