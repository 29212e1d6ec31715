// Cards, drawn from facts: costs, statistics in the colours of terrains, our own wording.

import { h, icon } from "./dom.js";
import { plural, t, translated, wordy } from "./words.js";

export const TERRAINS = ["forest", "mountain", "water"];
export const faces = new Map();

export function keepFaces(list) {
  for (const face of list) faces.set(face.reference, face);
}

function costs(hand, reserve) {
  if (hand === null || hand === undefined) return null;
  return h("span", { class: "costs", title: t`Hand Cost ${hand}, Reserve Cost ${reserve}` },
    h("b", { class: "cost" }, String(hand)), h("i", { class: "cost reserve" }, String(reserve)));
}

export function statistics(stats, base) {
  return h("span", { class: "stats" }, TERRAINS.map((terrain, k) =>
    h("span", { class: `stat ${terrain}${base && stats[k] > base[k] ? " up" : base && stats[k] < base[k] ? " down" : ""}`, title: `${wordy(terrain)} ${stats[k]}` },
      icon(terrain), String(stats[k]))));
}

function badges(seen) {
  const found = [];
  if (seen.boosts) found.push(h("span", { class: "badge boost" }, `+${seen.boosts}`));
  for (const [name, number] of Object.entries(seen.counters || {})) found.push(h("span", { class: "badge counter" }, `${number} ${wordy(name)}`));
  for (const status of seen.statuses || []) found.push(h("span", { class: `badge status ${status}` }, wordy(status)));
  for (const keyword of seen.keywords || []) if (!(seen.statuses || []).includes(keyword)) found.push(h("span", { class: "badge keyword" }, wordy(keyword)));
  if (seen.tough) found.push(h("span", { class: "badge keyword" }, t`tough ${seen.tough}`));
  if (seen.muted) found.push(h("span", { class: "badge status" }, t("no abilities")));
  for (const _ of seen.gained || []) found.push(h("span", { class: "badge gained" }, t("+ ability")));
  if (seen.owner) found.push(h("span", { class: "badge keyword" }, t`of ${seen.owner}`));
  return found.length ? h("span", { class: "badges" }, found) : null;
}

export function typeLine(face) {
  const kinds = face.subtypes.map(wordy).join(", ");
  const type = face.token ? t`token ${wordy(face.type)}` : wordy(face.type);
  return `${type}${kinds ? ` · ${kinds}` : ""}`;
}

// The label of a card for screen readers and in its title.
export function said(seen, face) {
  if (!seen.name) return seen.type === "mana_orb" ? t("Mana Orb") : t("face-down card");
  const parts = [`${seen.name}${face && face.version ? ` ${face.version}` : ""}`];
  if (face) parts.push(typeLine(face));
  if (seen.costs && seen.costs[0] !== null) parts.push(t`costs ${seen.costs[0]} from hand, ${seen.costs[1]} from Reserve`);
  if (seen.type === "character") parts.push(t`forest ${seen.stats[0]}, mountain ${seen.stats[1]}, water ${seen.stats[2]}`);
  if (seen.boosts) parts.push(plural(seen.boosts, "boost"));
  if (seen.statuses) parts.push(seen.statuses.map(wordy).join(", "));
  return parts.join(translated("; "));
}

// A name, smaller if it has a word that would be broken on a narrow card.
const BROAD = 10;
function fitting(name) {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  return longest > BROAD ? h("span", { class: "fitting", vars: { fit: (BROAD / longest).toFixed(2) } }, name) : name;
}

// A card in play: small, with its current state.
export function small(seen, attributes = {}) {
  const face = faces.get(seen.reference);
  const faction = face ? face.faction : "neutral";
  if (!seen.name) return h("div", { class: "card small back", "aria-label": said(seen), role: "img", ...attributes });
  const spent = (seen.statuses || []).includes("exhausted");
  const asleep = (seen.statuses || []).includes("asleep");
  return h("div", {
    class: `card small ${faction}${spent ? " spent" : ""}${asleep ? " asleep" : ""}`,
    "aria-label": said(seen, face), role: "img", tabindex: "0", ...attributes,
  },
  h("span", { class: "head" },
    (seen.zone === "reserve" || seen.zone === "limbo" || seen.zone === "discard") && seen.type !== "hero" && face && !face.token && costs(...seen.costs),
    h("span", { class: "name" }, seen.name)),
  seen.type === "character"
    ? statistics(seen.stats, face && face.stats)
    : h("span", { class: "kind" }, wordy(seen.type.replace("_permanent", ""))),
  badges(seen));
}

// A card in full: as printed, and its current state.
export function full(face, seen = null, attributes = {}) {
  const stats = seen ? seen.stats : face.stats;
  const both = seen && seen.costs && seen.costs[0] !== null ? seen.costs : face.costs;
  const hero = face.type === "hero";
  return h("div", { role: "article", class: `card full ${face.faction}`, "aria-label": seen ? said(seen, face) : `${face.name} ${face.version}`, ...attributes },
    h("span", { class: "head" },
      !hero && !face.token && costs(...both),
      h("span", { class: "name" }, fitting(face.name))),
    h("span", { class: "types" }, typeLine(face)),
    face.type === "character" && statistics(stats, face.stats),
    hero && h("span", { class: "types" }, t`Reserve ${face.limits[0]} · Landmarks ${face.limits[1]}`),
    h("span", { class: "text" },
      face.text.map((line) => h("span", { class: "line" }, translated(line))),
      (seen && seen.gained ? seen.gained : []).map((line) => h("span", { class: "line gained" }, translated(line))),
      face.support.map((line) => h("span", { class: "line support" }, h("b", {}, `${t("Support")} `), translated(line)))),
    seen && badges(seen),
    h("span", { class: "foot" }, h("span", {}, wordy(face.faction)), h("span", {}, `${wordy(face.rarity || "token")}${face.version ? ` · ${face.version}` : ""}`)));
}
