// A review in words: what a decision lost, the accuracy of each player, the costliest mistakes.

import { h, select } from "./dom.js";

const GRADES = [["best", "best"], ["inaccuracy", "inaccuracies"], ["mistake", "mistakes"], ["blunder", "blunders"]];
const percent = (share) => `${Math.round(100 * share)}%`;

export function badge(grade) {
  return grade && h("span", { class: `grade ${grade}` }, grade);
}

// What is thought of a decision: its grade, sentences, and the answers that were judged.
export function judgement(thought) {
  if (!thought || !thought.words.length) return null;
  const count = (share) => `${Math.round(share * thought.worlds)}/${thought.worlds}`;
  return h("div", { class: "thought" },
    thought.words.map((line) => h("p", {}, line)),
    thought.rated && h("table", { class: "rated" },
      h("thead", {}, h("tr", {}, ["Answer", "Best in", "Loses"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, thought.rated.slice(0, 5).concat(thought.rated.slice(5).filter((one) => one.taken)).map((one, k) => h("tr", { class: one.taken ? "same" : "" },
        h("th", { scope: "row" }, one.label, one.taken && h("span", { class: "sr" }, ", the choice made")),
        h("td", { title: `${percent(one.between[0])} to ${percent(one.between[1])} of worlds` }, count(one.share)),
        h("td", { title: `${(100 * one.lost[0]).toFixed(1)} to ${(100 * one.lost[1]).toFixed(1)} points` }, k ? (100 * one.loss).toFixed(1) : "–"))))));
}

// The accuracy of each player.
export function accuracies(scores) {
  if (!scores.some(Boolean)) return null;
  const counted = (grades) => GRADES.filter(([grade]) => grades[grade]).map(([grade, many]) => `${grades[grade]} ${grades[grade] > 1 ? many : grade}`).join(", ");
  return h("dl", { class: "scores" }, scores.map((score, k) => score && [
    h("dt", {}, h("span", { class: `who seat-${"ABCD"[k]}` }, "ABCD"[k]), h("b", {}, percent(score.accuracy))),
    h("dd", {}, counted(score.grades))]));
}

// The costliest mistakes, each with a button that goes there.
export function costliest(found, timeline, opinions, go) {
  if (!found.length) return null;
  return [h("h3", {}, "Costliest decisions"), h("ul", { class: "plainlist" }, found.map((number) => {
    const { player, done } = timeline[number];
    const { grade, loss } = opinions.get(number);
    return h("li", {}, h("button", { type: "button", onclick: () => go(number) }, `${player}: ${done.replace(`${player}: `, "")} `, badge(grade), ` −${Math.round(100 * loss)}`));
  }))];
}

// Play on from here: of a seat against a level.
export function playOn(players, seat, levels, begin) {
  const side = select("ABCD".slice(0, players).split("").map((one) => [one, `as ${one}`]), seat || "A", { "aria-label": "Seat" });
  const level = select(levels, levels[Math.min(2, levels.length - 1)][0], { "aria-label": "Level" });
  return h("div", { class: "tools" }, h("button", { type: "button", onclick: () => begin(side.value, level.value) }, "Play on from here"), side, level);
}
