// Learn: a first game with the rules explained as they come up, and practice with a deck.

import { ask, h, notice, put } from "./dom.js";
import { hints, learn, learned } from "./lesson.js";
import { practice } from "./practice.js";
import { go } from "./server.js";
import { keep } from "./settings.js";
import { t } from "./words.js";

export async function show(main) {
  const all = await hints();
  const rules = h("section", { class: "rules", "aria-label": t("Rules") });
  const wrong = h("div", { "aria-live": "assertive" });
  const start = h("button", { type: "button", class: "primary" }, t("Start the first game"));
  start.addEventListener("click", async () => {
    put(wrong);
    try {
      const { tokens } = await ask("learn", { json: {} });
      keep("explain", "on");
      go(`/play/${tokens.A}`);
    } catch (error) {
      put(wrong, notice(error.message));
    }
  });
  const draw = () => {
    const known = learned();
    const read = all.filter((hint) => known.includes(hint.key)).length;
    put(rules, h("h2", {}, t("What is explained")),
      h("p", { class: "fine", role: "status" }, t`You have read ${read} of ${all.length}. Each comes up once, in any game, as long as the setting “Rules as they come up” is on.`),
      h("dl", { class: "learned" }, all.map((hint) => h("div", { class: known.includes(hint.key) ? "read" : "" }, h("dt", {}, t(hint.title), known.includes(hint.key) && h("span", { class: "sr" }, ` ${t("(read)")}`)), h("dd", {}, t(hint.text))))),
      h("div", { class: "buttons" },
        h("button", { type: "button", disabled: read === 0, onclick: () => { learn([]); draw(); } }, t("Explain everything again")),
        h("button", { type: "button", disabled: read === all.length, onclick: () => { learn(all.map((hint) => hint.key)); draw(); } }, t("I know all this"))));
  };
  draw();
  put(main, h("div", { class: "page" },
    h("h1", {}, t("Learn")),
    h("p", { class: "lead" }, t("A first game of about ten minutes: small decks, no Hero, an opponent who is also a beginner. You play as you like, and each rule is explained when it comes up.")),
    h("div", { class: "buttons" }, start), wrong,
    h("section", { class: "begin" }, h("h2", {}, t("Practise with a deck")),
      h("p", { class: "fine" }, t("Alone, to see hands and curve without interference; or against any list.")), await practice()),
    rules));
}
