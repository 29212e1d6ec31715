// The board, as laid out at a table: two Expeditions per side, facing each other across the Adventure.

import { h, icon } from "./dom.js";
import { TERRAINS, faces, full, said, small, statistics } from "./cards_drawn.js";
import { t, translated, wordy } from "./words.js";

const SIDES = ["A", "B", "C", "D"];
export const TO_GO = 7;  // the regions between the two ends of the Adventure
const PHASES = ["morning", "noon", "afternoon", "dusk", "night"];

export const phaseName = (board) => (board.phase === "setup" ? t("Set-up") : wordy(board.phase));

export function phaseLine(board, over = board.over) {
  const turn = over ? "" : board.decider ? t`${board.decider} decides` : "";
  return h("div", { class: "phases" },
    h("strong", { class: "day" }, board.day ? t`Day ${board.day}` : t("Set-up")),
    h("ol", { "aria-label": t`Phase: ${phaseName(board)}` }, PHASES.map((phase) => h("li", { class: phase === board.phase ? "now" : "", "aria-current": phase === board.phase ? "step" : null }, wordy(phase)))),
    h("span", { class: "first" }, t`First player ${board.first_player}`),
    turn && h("span", { class: "turn" }, turn));
}

// `can(kind, key)` gives what happens on a click, or null; `look(seen)` shows a card in full;
// `lanes(seen)` gives the Expeditions that a card can be played to at once, or null.
export class Board {
  constructor({ can, look, lanes = () => null }) {
    this.can = can;
    this.look = look;
    this.lanes = lanes;
    this.unlimited = false;  // can any cost be paid?
    this.before = new Map();
  }

  draw(board, you) {
    const seats = board.players.map((player) => player.seat);
    const near = you && seats.includes(you) ? you : seats[0];
    const mine = board.players.find((player) => player.seat === near);
    const from = seats.indexOf(near) + 1;
    const others = [...board.players.slice(from), ...board.players.slice(0, from - 1)];
    this.now = new Map();
    this.fresh = this.before.size > 0;
    const field = h("div", { class: "field" },
      h("div", { class: "rivals" }, others.map((player) => h("section", { class: `side far ally-${mine.allies.includes(player.seat)}`, "aria-label": t`Player ${player.seat}` },
        this.strip(player, false, mine, board),
        others.length > 1 ? this.expeditions(player, board) : null))),
      others.length === 1 && this.expeditions(others[0], board),
      this.adventure(board, near),
      this.expeditions(mine, board),
      h("section", { class: "side near", "aria-label": t`Player ${mine.seat}, this side` }, this.strip(mine, true, mine, board)));
    const drawn = h("div", { class: `board of${board.players.length}` }, field, h("div", { class: "below" }, this.hand(mine), this.limbo(board)));
    this.before = this.now;
    return drawn;
  }

  // Marks what has come or changed since the board was drawn last.
  compare(element, key, value) {
    this.now.set(key, value);
    if (!this.fresh || this.before.get(key) === value) return element;
    element.classList.add(this.before.has(key) ? "changed" : "fresh");
    return element;
  }

  card(seen, make = small) {
    const lanes = this.lanes(seen);
    const act = this.can("object", seen.slot);
    const attributes = { "data-slot": String(seen.slot), "data-key": `o${seen.slot}` };
    const face = faces.get(seen.reference);
    const element = make === full && face ? full(face, seen, attributes) : small(seen, attributes);
    this.compare(element, `o${seen.stamp}`, JSON.stringify(seen));
    if (seen.name) {
      element.addEventListener("pointerenter", () => this.look(seen, false));
      element.addEventListener("focus", () => this.look(seen, false));
    }
    if (lanes) return this.withLanes(element, seen, lanes, act);
    const text = make === full && face ? `${t(": ")}${face.text.map(translated).join(" ")}` : "";
    this.arm(element, act, () => seen.name && this.look(seen, true), `${act ? t`Choose ${said(seen, face)}` : said(seen, face)}${text}`);
    return element;
  }

  // A card that can be played to an Expedition at once: by its two buttons, or a click and a click there.
  withLanes(element, seen, lanes, act) {
    element.classList.add("can", "laned");
    element.setAttribute("role", "group");
    element.removeAttribute("tabindex");
    element.addEventListener("click", act);
    element.append(h("span", { class: "lanes" }, lanes.map(({ name, value, play }) => {
      const says = name === "hero" ? t("the Hero Expedition") : t("the Companion Expedition");
      return h("button", {
        type: "button", class: "lane", "data-lane": String(value), "data-key": `o${seen.slot}${name}`, title: t`Play to ${says}`,
        "aria-label": t`Play ${seen.name} to ${says}`, onclick: (event) => { event.stopPropagation(); play(); },
      }, icon(name));
    })));
    return element;
  }

  // Makes an element clickable: takes an action, or shows the card in full.
  arm(element, act, otherwise, label) {
    if (act) {
      element.classList.add("can");
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      if (label) {
        element.removeAttribute("aria-label");
        for (const child of element.children) child.setAttribute("aria-hidden", "true");
        element.prepend(h("span", { class: "sr" }, label));
      }
      element.addEventListener("click", act);
      element.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          act();
        }
      });
    } else if (otherwise) {
      element.addEventListener("click", () => element.closest(".can") || otherwise());
      element.addEventListener("keydown", (event) => {
        if (event.key === "Enter") otherwise();
      });
    }
    return element;
  }

  strip(player, near, mine, board) {
    const ready = player.mana_ready;
    const who = this.arm(h("span", { class: `who seat-${player.seat}`, "data-key": `p${player.seat}` }, player.seat), this.can("player", SIDES.indexOf(player.seat)), null, t`Choose player ${player.seat}`);
    const fact = (name, value, title) => h("span", { class: "fact", title }, icon(name), h("b", {}, value), h("span", { class: "sr" }, ` ${title}`));
    return h("div", { class: "strip" },
      h("div", { class: "person" }, who,
        player.hero ? this.card(player.hero) : h("span", { class: "nohero" }, t("no Hero")),
        h("div", { class: "facts" },
          fact("hand", String(player.hand_count), t("cards in hand")),
          fact("deck", String(player.deck_count), t("cards in the Deck")),
          this.pile(player),
          this.unlimited ? fact("mana", "∞", t("unlimited mana: any cost can be paid")) : fact("mana", `${ready}/${player.mana.length}`, t("Mana Orbs ready")),
          !board.arena && h("span", { class: "fact togo", title: t("regions still needed") }, t`${Math.max(0, TO_GO - player.expeditions[0].distance - player.expeditions[1].distance)} to go`),
          player.passed && h("span", { class: "passed" }, t("passed")),
          player.set_aside > 0 && h("span", { class: "passed" }, t`${player.set_aside} chosen`),
          mine !== player && mine.allies.includes(player.seat) && h("span", { class: "passed" }, t("your ally")))),
      this.orbs(player),
      !near && player.hand.length > 0 && h("div", { class: "zone seen" }, h("h3", {}, t("Seen in hand")), h("div", { class: "row" }, player.hand.map((seen) => this.card(seen)))),
      this.zone("reserve", t("Reserve"), player.reserve, player.reserve_limit),
      this.zone("landmarks", t("Landmarks"), player.landmarks, player.landmark_limit));
  }

  pile(player) {
    const last = player.discard[player.discard.length - 1];
    const element = h("details", { class: "pile" }, h("summary", { title: t("Discard pile") }, icon("discard"), h("b", {}, String(player.discard.length)), h("span", { class: "sr" }, ` ${t("cards in the Discard pile")}`)));
    if (last) element.append(h("div", { class: "spread" }, player.discard.map((seen) => this.card(seen))));
    if (player.discard.some((seen) => this.can("object", seen.slot))) element.open = true;
    return element;
  }

  orbs(player) {
    if (this.unlimited) return h("div", { class: "zone orbs" }, h("span", { class: "fine" }, t("Unlimited mana")));
    const choosable = player.mana.some((orb) => this.can("object", orb.slot));
    return h("div", { class: "zone orbs" }, h("h3", {}, t("Mana")),
      h("div", { class: "row" }, player.mana.map((orb) => {
        const spent = (orb.statuses || []).includes("exhausted");
        const dot = h("span", { class: `orb${spent ? " spent" : ""}`, title: `${orb.name || t("Mana Orb")}, ${spent ? wordy("exhausted") : wordy("ready")}`, "data-slot": String(orb.slot), "data-key": `o${orb.slot}` });
        if (orb.name) dot.addEventListener("pointerenter", () => this.look(orb, false));
        return choosable ? this.arm(dot, this.can("object", orb.slot), null, t`Choose ${orb.name || t("a Mana Orb")}, ${spent ? wordy("exhausted") : wordy("ready")}`) : dot;
      })));
  }

  zone(name, title, objects, limit) {
    return h("div", { class: `zone ${name}${objects.length ? "" : " empty"}` },
      h("h3", {}, title, h("small", {}, ` ${objects.length}/${limit}`)),
      h("div", { class: "row" }, objects.map((seen) => this.card(seen))));
  }

  expeditions(player, board) {
    const e = SIDES.indexOf(player.seat);
    return h("div", { class: `expeditions seat-${player.seat}` }, player.expeditions.map((expedition, way) => {
      const region = board.regions.find((found) => found.number === expedition.region);
      const here = region ? region.terrains : [];
      const [before, after] = t`${"\0"} Expedition`.split("\0");
      const element = h("section", { class: `expedition ${expedition.name}`, "data-key": `e${2 * e + way}`, "data-expedition": String(2 * e + way), "aria-label": t`${player.seat}'s ${wordy(expedition.name)} Expedition` },
        h("header", {},
          this.pawn(player, expedition),
          h("h3", {}, h("span", { class: "wide" }, before), expedition.name === "hero" ? t("Hero") : t("Companion"), h("span", { class: "wide" }, after)),
          h("span", { class: "moved", title: t("regions from its start") }, `${expedition.distance}`, expedition.moved && h("b", {}, ` ${t("moved")}`), expedition.ascended && h("b", {}, ` ${t("ascended")}`)),
          this.advance(expedition, board),
          statistics(expedition.stats)),
        h("div", { class: "row" }, expedition.objects.map((seen) => this.card(seen))));
      for (const [k, chip] of [...element.querySelectorAll("header .stat")].entries()) chip.classList.toggle("counts", here.includes(TERRAINS[k]));
      this.compare(element, `e${2 * e + way}`, String(expedition.distance));
      return this.choosable(element, this.can("expedition", 2 * e + way), t`Choose ${player.seat}'s ${wordy(expedition.name)} Expedition`);
    }));
  }

  // An Expedition to choose: by a click anywhere on it, or its button.
  choosable(element, act, label) {
    if (!act) return element;
    element.classList.add("can");
    element.addEventListener("click", act);
    element.querySelector("header").append(h("button", { type: "button", class: "choose", "aria-label": label, "data-key": `${element.dataset.key}choose` }, t("Choose")));
    return element;
  }

  pawn(player, expedition, attributes = {}) {
    return h("span", { class: `pawn seat-${player.seat} ${expedition.name}`, ...attributes }, icon(expedition.name), h("span", { class: "letter" }, player.seat));
  }

  // Whether the Expedition would move forward now, and why.
  advance(expedition, board) {
    if (board.arena || board.over || board.phase === "night" || !expedition.compared.length) return null;
    const ahead = expedition.compared.filter(([, , , wins]) => wins);
    const says = expedition.compared.map(([terrain, mine, other]) => t`${wordy(terrain)} ${mine} against ${other}`).join(", ");
    const moves = ahead.length && !expedition.held;
    const stays = ahead.length ? t("is held by a Defender") : t("stays");
    const text = moves ? t`moves for ${ahead.map(([terrain]) => wordy(terrain)).join(", ")}` : stays;
    return h("span", { class: `advance${moves ? " ahead" : ""}`, title: t`As it stands, it ${text} at Dusk: ${says}` },
      moves ? [icon("up"), ahead.map(([terrain]) => h("span", { class: `terrain ${terrain}` }, icon(terrain)))] : h("span", { class: "wide" }, ahead.length ? t("held") : t("stays")), h("span", { class: "sr" }, ` ${t`As it stands, it ${text} at Dusk: ${says}`}.`));
  }

  adventure(board, near) {
    const lines = [];
    for (let first = 0; first < board.regions.length; first += 8) lines.push(board.regions.slice(first, first + 8));
    return h("div", { class: "adventure", role: "group", "aria-label": t("The Adventure") }, lines.map((line) => h("div", { class: "path" }, line.map((region) => this.region(region, board, near)))));
  }

  region(region, board, near) {
    const pawns = (far) => h("span", { class: far ? "pawns far" : "pawns" }, board.players.filter((player) => (player.seat !== near) === far).flatMap((player) =>
      player.expeditions.filter((expedition) => expedition.region === region.number).map((expedition) =>
        this.compare(this.pawn(player, expedition, { title: t`${player.seat}'s ${wordy(expedition.name)} Expedition` }), `w${player.seat}${expedition.name}`, String(expedition.distance)))));
    const shown = region.up ? region.terrains : region.printed;
    const says = region.up ? (shown.length ? shown.map(wordy).join(", ") : t("no terrain")) : shown.length ? t`face-down: ${shown.map(wordy).join(", ")}` : t("face-down");
    const element = h("div", { class: `region${region.up ? "" : " down"}`, "data-key": `r${region.number}`, "data-region": String(region.number), title: t`Region ${region.number}: ${says}` },
      pawns(true),
      h("span", { class: "land" }, shown.length ? shown.map((terrain) => h("span", { class: `terrain ${terrain}` }, icon(terrain, wordy(terrain)))) : h("span", { class: "unknown" }, region.up ? "–" : "?")),
      pawns(false));
    return this.arm(element, this.can("region", region.number), null, t`Choose region ${region.number}: ${says}`);
  }

  hand(player) {
    const known = new Set(player.hand.map((seen) => seen.slot));
    const cost = (seen) => (seen.costs ? seen.costs[0] : 0);
    const sorted = [...player.hand].sort((one, two) => cost(one) - cost(two) || (one.name || "").localeCompare(two.name || ""));
    const hidden = Math.max(0, player.hand_count - known.size);
    return h("section", { class: "hand", "aria-label": t`Hand of ${player.seat}` },
      h("h3", {}, t("Hand"), h("small", {}, ` ${player.hand_count}`)),
      h("div", { class: "row" }, sorted.map((seen) => this.card(seen, full)), Array.from({ length: Math.min(hidden, 12) }, () => h("div", { class: "card small back", role: "img", "aria-label": t("hidden card") }))));
  }

  limbo(board) {
    const objects = board.players.flatMap((player) => player.limbo);
    const known = board.players.filter((player) => player.deck.length && player.deck.length < player.deck_count).map((player) => ({ seat: player.seat, deck: player.deck }));
    if (!objects.length && !board.emblems.length && !board.dice.length && !known.length) return h("section", { class: "limbo none" });
    return h("section", { class: "limbo", "aria-label": t("Limbo") },
      h("h3", {}, t("In progress")),
      h("div", { class: "row" }, objects.map((seen) => this.card(seen)),
        board.dice.map((value) => h("span", { class: "die", title: t("a die") }, String(value))),
        known.map((entry) => h("div", { class: "zone" }, h("h3", {}, t`Seen in ${entry.seat}'s Deck`), h("div", { class: "row" }, entry.deck.map((seen) => this.card(seen))))),
        board.emblems.map((emblem) => h("p", { class: "emblem" }, h("b", {}, `${emblem.controller} · ${emblem.source ? t`${wordy(emblem.kind)} of ${emblem.source}` : wordy(emblem.kind)} `), translated(emblem.says)))));
  }
}
