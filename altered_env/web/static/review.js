// A review in words: what a decision lost, the accuracy of each player, the costliest mistakes.

import { h, select } from "./dom.js";
import { number, percent, t, translated, wordy } from "./words.js";

const GRADES = ["best", "inaccuracy", "mistake", "blunder"];
const MANY = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

// An answer without the player before it, who is named already.
export const bare = (player, label) => label.replace(`${player}: `, "");

export function badge(grade) {
  return grade && h("span", { class: `grade ${grade}` }, wordy(grade));
}

// What is thought of a decision: its grade, sentences, and the answers that were judged.
export function judgement(thought, player) {
  if (!thought || !thought.words.length) return null;
  const count = (share) => `${Math.round(share * thought.worlds)}/${thought.worlds}`;
  return h("div", { class: "thought" },
    thought.words.map((line) => h("p", {}, translated(line))),
    thought.rated && h("table", { class: "rated" },
      h("thead", {}, h("tr", {}, [t("Answer"), t("Best in worlds"), t("Loses")].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, thought.rated.slice(0, 5).concat(thought.rated.slice(5).filter((one) => one.taken)).map((one, k) => h("tr", { class: one.taken ? "same" : "" },
        h("th", { scope: "row" }, translated(bare(player, one.label)), one.taken && h("span", { class: "sr" }, t(", the choice made"))),
        h("td", { title: t`${percent(one.between[0])} to ${percent(one.between[1])} of worlds` }, count(one.share)),
        h("td", { title: t`${number(100 * one.lost[0], 1)} to ${number(100 * one.lost[1], 1)} points` }, k ? number(100 * one.loss, 1) : "–"))))));
}

// The accuracy of each player.
export function accuracies(scores) {
  if (!scores.some(Boolean)) return null;
  const counted = (grades) => GRADES.filter((grade) => grades[grade]).map((grade) => translated(`${grades[grade]} ${grades[grade] === 1 ? grade : MANY[grade] || grade}`)).join(", ");
  return h("dl", { class: "scores" }, scores.map((score, k) => score && [
    h("dt", {}, h("span", { class: `who seat-${"ABCD"[k]}` }, "ABCD"[k]), h("span", {}, t`${percent(score.accuracy)} accuracy`)),
    h("dd", {}, counted(score.grades))]));
}

// The costliest mistakes, each with a button that goes there.
export function costliest(found, timeline, opinions, go) {
  if (!found.length) return null;
  return [h("h3", {}, t("Costliest decisions")), h("ul", { class: "plainlist" }, found.map((at) => {
    const { player, done, of } = timeline[at];
    const { grade, loss } = opinions.get(at);
    return h("li", {}, h("button", { type: "button", onclick: () => go(at) }, h("span", {}, `${player}${t(": ")}${of ? `${of} → ` : ""}${translated(bare(player, done))}`), " ", badge(grade), ` −${Math.round(100 * loss)}`));
  }))];
}

// Play on from here: of a seat against a level.
export function playOn(players, seat, levels, begin) {
  const side = select("ABCD".slice(0, players).split("").map((one) => [one, t`as ${one}`]), seat || "A", { "aria-label": t("Seat") });
  const level = select(levels, levels[Math.min(2, levels.length - 1)][0], { "aria-label": t("Level") });
  return h("div", { class: "tools" }, h("button", { type: "button", onclick: () => begin(side.value, level.value) }, t("Play on from here")), side, level);
}
