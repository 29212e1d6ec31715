// A deck against a field: the choice of the field, of the player and of the number of games.

import { ask, field, h, notice, put, select } from "./dom.js";
import { follow } from "./jobs.js";
import { t, translated } from "./words.js";

// `deck`: a function that gives it as {name} or {text, name}; `shown`: the rows of a result.
export function fieldTest(there, deck, shown) {
  const against = select(there.fields.map(([value, title]) => [value, translated(title)]), "starters");
  const agent = select(there.agents.map(([value, title]) => [value, translated(title)]));
  const deals = select([["20", t("40 games per opponent")], ["50", t("100 games per opponent")], ["100", t("200 games per opponent")]], "20");
  const room = h("div", { class: "found", "aria-live": "polite" });
  const test = h("button", { type: "button" }, t("Test against this field"));
  test.addEventListener("click", async () => {
    try {
      const { id } = await ask("decks/test", { json: { ...deck(), field: against.value, agent: agent.value, deals: Number(deals.value) } });
      await follow(id, room, (job) => shown(job.result));
    } catch (error) {
      put(room, notice(error.message));
    }
  });
  return h("div", { class: "fieldtest" }, h("div", { class: "fields" }, field(t("Field"), against), field(t("Played by"), agent), field(t("Games"), deals)), h("div", { class: "buttons" }, test), room);
}
