// Win probabilities over a game: a line for each side (of two sides one, for the first), the days,
// and the key moments.

import { h, put, s } from "./dom.js";
import { percent, t } from "./words.js";

export class Curve {
  constructor(room, about, go) {
    this.room = room;
    this.steps = about.steps;
    this.timeline = about.timeline;
    this.sides = about.sides;
    this.lines = about.sides.length > 2 ? about.sides.map((_, side) => side) : [0];
    this.go = go;
    this.chances = [];
    this.moments = [];
  }

  take(chances, moments) {
    this.chances = chances;
    this.moments = moments;
    this.known = chances.flatMap((found, k) => (found.length ? [k] : []));
    this.draw();
  }

  // The last known chances at or before a step, with that step.
  at(step) {
    const then = (this.known || []).filter((k) => k <= step).pop();
    return then === undefined ? null : { step: then, chances: this.chances[then] };
  }

  // The largest change from a moment until the next known chances.
  swing(k) {
    const until = this.known.find((then) => then > k);
    const changes = this.lines.map((side) => ({ side, until, change: this.chances[until][side] - this.chances[k][side] }));
    return changes.reduce((most, other) => (Math.abs(other.change) > Math.abs(most.change) ? other : most));
  }

  x(step) {
    return this.steps ? (1000 * step) / this.steps : 0;
  }

  draw() {
    const days = this.timeline.flatMap((entry, k) => (k && this.timeline[k - 1].day === entry.day ? [] : [[k, entry.day]]));
    const paths = this.known && this.known.length ? this.lines.map((side) => this.known.map((k, n) => `${n ? "L" : "M"}${this.x(k).toFixed(1)},${(96 - 92 * this.chances[k][side]).toFixed(1)}`).join("")) : [];
    const last = paths.length && this.x(this.known[this.known.length - 1]).toFixed(1);
    const two = this.lines.length === 1;
    const drawn = s("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": two ? t`${this.sides[0]}'s chance of winning over the game` : t("Chance of winning of each player over the game") },
      s("path", { d: "M0,50H1000", class: "even" }),
      days.map(([k]) => s("path", { d: `M${this.x(k)},0V100`, class: "dayline" })),
      two && paths.map((path) => s("path", { d: `${path}L${last},100L0,100z`, class: "under" })),
      paths.map((path, n) => s("path", { d: path, class: two ? "line" : `line seat-${this.sides[n]}` })),
      s("path", { d: "M0,0V100", class: "now" }));
    let free = 0;
    const wide = this.room.clientWidth || 600;
    const apart = days.filter(([k, number]) => {
      const at = (wide * this.x(k)) / 1000;
      if (number < 1 || at < free) return false;
      free = at + 48;
      return true;
    });
    const labels = h("div", { class: "days" }, apart.map(([k, number]) => h("span", { vars: { at: `${this.x(k) / 10}%` } }, t`Day ${number}`)));
    const dots = h("div", { class: "dots" }, this.moments.map((k) => h("button", { type: "button", class: "dot", vars: { at: `${this.x(k) / 10}%`, high: `${4 + 92 * (1 - this.chances[k][this.swing(k).side])}%` }, title: t`Swing at step ${k}`, "aria-label": t`Swing at step ${k}`, onclick: () => this.go(k) })));
    const plot = h("div", { class: two ? "plot" : "plot many" }, drawn, dots);
    plot.addEventListener("click", (event) => {
      if (event.target.closest("button")) return;
      const box = plot.getBoundingClientRect();
      this.go(Math.round((this.steps * (event.clientX - box.left)) / box.width));
    });
    const scale = two ? this.sides.map((side) => (side.length > 1 ? t`${side} win` : t`${side} wins`)) : ["100%", "0%"];
    put(this.room, h("div", { class: "scale" }, scale.map((text) => h("span", {}, text))), h("div", { class: "plotted" }, plot, labels));
  }

  now(step) {
    const line = this.room.querySelector(".now");
    if (line) line.setAttribute("d", `M${this.x(step)},0V100`);
  }

  // The chances at a step, in words.
  said(step) {
    const found = this.at(step);
    if (!found) return null;
    const share = (side) => h("b", {}, percent(found.chances[side]));
    const [whose, now] = [this.sides[0], found.step === step];
    if (this.lines.length === 1) return h("p", { class: "verdict" }, now ? t`${whose}'s chance of winning:` : t`${whose}'s chance of winning at step ${found.step}:`, " ", share(0));
    return h("p", { class: "verdict sides" }, now ? t("Chance of winning:") : t`Chance of winning at step ${found.step}:`, this.lines.map((side) => h("span", { class: `seat-${this.sides[side]}` }, `${this.sides[side]} `, share(side))));
  }

  // A key moment, in words.
  moment(k) {
    const { side, change, until } = this.swing(k);
    const sign = change > 0 ? "+" : "−";
    const much = `${sign}${Math.abs(Math.round(100 * change))}`;
    return until > k + 1 ? t`Steps ${k} to ${until}: ${much} for ${this.sides[side]}` : t`Step ${k}: ${much} for ${this.sides[side]}`;
  }
}
