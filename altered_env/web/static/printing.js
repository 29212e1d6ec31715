// A deck on paper: its name, its Hero, the cards by type, and the curve.

import { h } from "./dom.js";
import { bars } from "./lists.js";
import { capital, plural, t, wordy } from "./words.js";

// `told`: the deck as the server examined it.
export function sheet(told) {
  const types = [...new Set(told.cards.map((entry) => entry.face.type))];
  const line = ({ count, face }) => h("li", {}, h("b", {}, String(count)), ` ${face.name} ${face.version} `, h("span", {}, face.costs.join("/")));
  return [
    h("h1", {}, told.name),
    told.hero && h("p", {}, `${t("Hero")}${t(": ")}${told.hero.name}`),
    h("p", {}, plural(told.count, "card")),
    types.map((type) => {
      const some = told.cards.filter((entry) => entry.face.type === type);
      return h("section", {}, h("h2", {}, `${capital(wordy(type))}${t(": ")}${some.reduce((sum, entry) => sum + entry.count, 0)}`), h("ul", {}, some.map(line)));
    }),
    told.count > 0 && h("figure", {}, h("figcaption", {}, t("Hand Cost")), bars(told.stats.curve)),
  ];
}
