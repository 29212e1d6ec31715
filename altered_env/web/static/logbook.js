// The log of a game, whose lines point at cards.

import { h } from "./dom.js";
import { faces } from "./cards_drawn.js";
import { translated } from "./words.js";

export class Logbook {
  // `point(name, on)` marks a card on the board, `read(name)` shows it.
  constructor(list, { point, read }) {
    Object.assign(this, { list, point, read });
    this.entries = [];
    this.drawn = 0;
  }

  // Lines from the server: the last of `total`. What was beyond their first has been taken back.
  take(lines, total) {
    const first = total - lines.length;
    this.entries = [...this.entries.filter((entry) => entry.at < first), ...lines.map(([kind, text], k) => ({ at: first + k, kind, text, made: null }))].slice(-500);
    const there = new Set(this.entries.map((entry) => entry.made));
    for (const element of [...this.list.children]) if (!there.has(element)) element.remove();
  }

  clear() {
    this.entries = [];
    this.list.replaceChildren();
  }

  // Show the lines before this number.
  upTo(number) {
    for (const entry of this.list.querySelectorAll(".new")) entry.classList.remove("new");
    for (const entry of this.entries) {
      if (entry.made || entry.at >= number) continue;
      entry.made = h("li", { class: `${entry.kind} new` }, this.parts(translated(entry.text)));
      this.list.append(entry.made);
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  // The last lines that are shown, but not a pass of `seat`, who knows of it.
  latest(seat) {
    const shown = ({ made, kind, text }) => made && made.classList.contains("new") && kind !== "moment" && text !== [seat, "pass"].join(": ");
    return this.entries.filter(shown).map((entry) => translated(entry.text));
  }

  // A line, with the names of cards as buttons.
  parts(text) {
    const found = [];
    let rest = text;
    const names = [...new Set([...faces.values()].map((face) => face.name))].filter((name) => text.includes(name)).sort((one, two) => two.length - one.length);
    while (rest) {
      const places = names.map((name) => [rest.indexOf(name), name]).filter(([at]) => at >= 0).sort(([one], [two]) => one - two);
      if (!places.length) break;
      const [at, name] = places[0];
      const button = h("button", { type: "button", class: "named", tabindex: "-1", onclick: () => this.read(name) }, name);
      button.addEventListener("pointerenter", () => this.point(name, true));
      button.addEventListener("pointerleave", () => this.point(name, false));
      found.push(rest.slice(0, at), button);
      rest = rest.slice(at + name.length);
    }
    return [...found, rest];
  }
}
