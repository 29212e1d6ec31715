// A replay: step by step, with win probabilities and a review of each decision.

import { Curve } from "./curve.js";
import { ask, download, field, h, notice, put, select } from "./dom.js";
import { Board, phaseLine } from "./board.js";
import { faces, full, keepFaces } from "./cards_drawn.js";
import { go, note, query, request } from "./server.js";
import { accuracies, badge, bare, costliest, judgement, playOn } from "./review.js";
import { forgetReview, rememberReview, reviews } from "./stored.js";
import { t, translated, when } from "./words.js";
import { wins } from "./ending.js";

export async function show(main, [id]) {
  if (!id) return opening(main);
  try {
    return await new Replay(main, id).open();
  } catch (error) {
    document.body.classList.remove("at-table");
    if (error.source && error.source.includes("no longer open")) forgetReview(id);
    return opening(main, error.message);
  }
}

// The page on which a replay is opened; `lost` says why another one cannot be shown.
async function opening(main, lost = "") {
  const there = await ask("replays");
  const wrong = h("div", { "aria-live": "assertive" });
  const before = h("section", {});
  const list = () => put(before, reviews().length > 0 && [h("h2", {}, t("Analysed in this browser")), h("ul", { class: "versionlist" }, reviews().map(({ id, title, at }) => h("li", {},
    h("a", { class: "button", href: `/replay/${id}` }, translated(title)), h("span", { class: "fine" }, when(at)),
    h("button", { type: "button", "aria-label": t`Remove ${translated(title)} from the list`, onclick: () => { forgetReview(id); list(); } }, t("Remove")))))]);
  list();
  const open = async (request) => {
    wrong.replaceChildren(notice(t("Replaying the game…"), "fine"));
    try {
      const found = await request();
      go(`/replay/${found.id}`);
    } catch (error) {
      wrong.replaceChildren(notice(error.message));
    }
  };
  const file = h("input", { type: "file", accept: ".json,.game" });
  file.addEventListener("change", () => file.files[0] && open(() => ask("replays", { body: file.files[0] })));
  const path = h("input", { type: "text", maxlength: "300", spellcheck: "false", placeholder: "folder/game.json" });
  const byPath = h("form", { class: "fields" }, field(t("Or give its path in the folder of --data"), path), h("div", { class: "buttons low" }, h("button", { type: "submit" }, t("Open the file"))));
  byPath.addEventListener("submit", (event) => { event.preventDefault(); open(() => ask("replays/open", { json: { name: path.value.trim() } })); });
  const given = new URLSearchParams(query());
  const number = h("input", { type: "number", min: "0", value: "0" });
  const dataset = select(there.datasets.map((name) => [name, name]));
  put(main, h("div", { class: "page" }, h("h1", {}, t("Analyse a game")),
    h("p", { class: "lead" }, t("Step through a game with the chance of winning at every moment, what each decision lost, and the best line.")),
    lost && notice(lost),
    field(t("Open a replay or a saved game"), file, t("A file downloaded here, or written by altered play --save or altered watch --save. At most 10 MB.")),
    there.data && byPath,
    there.files.length ? h("section", {}, h("h2", {}, t("In the folder of --data")), h("ul", { class: "plainlist" }, there.files.map((name) => h("li", {}, h("button", { type: "button", onclick: () => open(() => ask("replays/open", { json: { name } })) }, name))))) : null,
    there.datasets.length ? h("section", { class: "begin" }, h("h2", {}, t("A game of a dataset")), h("div", { class: "fields" }, field(t("Dataset"), dataset), field(t("Game"), number)), h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: () => open(() => ask("replays/open", { json: { name: dataset.value, game: Number(number.value) } })) }, t("Open")))) : null,
    !there.data && h("p", { class: "fine" }, t("Start the server with --data FOLDER to find replays and datasets there.")),
    wrong, before));
  if (given.has("file")) open(() => ask("replays/open", { json: { name: given.get("file"), game: given.has("game") ? Number(given.get("game")) : null } }));
}

class Replay {
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.at = 0;
    this.seat = "";
    this.opinions = new Map();
    this.judged = false;
    this.scrolled = false;  // by a person
    this.line = null;  // the best line that is shown instead of the game
    this.cache = new Map();
    this.board = new Board({ can: () => null, look: (seen) => this.look(seen) });
    this.parts = {
      phases: h("div", { class: "bar" }),
      board: h("div", { class: "boardroom" }),
      curve: h("div", { class: "curve" }),
      controls: h("section", { class: "decision replaying", "aria-label": t("Steps") }),
      preview: h("aside", { class: "preview", "aria-label": t("Card") }),
      log: h("ol", { class: "log", "aria-label": t("Result"), tabindex: "0" }),
      status: h("p", { class: "statusline", role: "status" }),
    };
  }

  async open() {
    this.about = await ask(`replays/${this.id}`);
    rememberReview(this.id, this.about.title);
    this.board.unlimited = this.about.unlimited_mana;
    const { agents, levels } = await ask("choices");
    this.levels = agents.filter((agent) => levels[agent.name] && agent.players.includes(this.about.players)).map((agent) => [agent.name, translated(levels[agent.name])]);
    this.levels.sort(([one], [two]) => Object.keys(levels).indexOf(one) - Object.keys(levels).indexOf(two));
    this.curve = new Curve(this.parts.curve, this.about, (step) => { this.stop(); this.go(step); });
    document.body.classList.add("at-table");
    for (const how of ["wheel", "touchmove"]) this.parts.board.addEventListener(how, () => { this.scrolled = true; }, { passive: true });
    put(this.main, h("div", { class: "table replay" },
      h("div", { class: "left" }, this.parts.phases, this.parts.curve, this.parts.board),
      h("div", { class: "right" }, this.parts.controls, this.parts.preview, h("section", { class: "logbook" }, h("h2", {}, t("Result")), this.parts.log), this.parts.status)));
    put(this.parts.preview, h("p", { class: "fine" }, t("Point to a card to read it here.")));
    const wanted = Math.floor(Number(new URLSearchParams(query()).get("step"))) || 0;
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => { this.curve.draw(); this.curve.now(this.at); });
    this.build();
    await this.go(wanted);
    this.poll();
  }

  build() {
    this.range = h("input", { type: "range", min: "0", max: String(this.about.steps), value: "0", "aria-label": t("Step") });
    this.range.addEventListener("input", () => { this.stop(); this.go(Number(this.range.value)); });
    this.running = h("button", { type: "button", class: "primary run", onclick: () => this.run() }, t("Run"));
    this.number = h("span", { class: "fine number" });
    const from = select([["", t("from above")], ..."ABCD".slice(0, this.about.players).split("").map((seat) => [seat, t`from seat ${seat}`])], "", { "aria-label": t("View") });
    from.addEventListener("change", () => { this.seat = from.value; this.cache.clear(); this.go(this.at); });
    this.verdict = h("div", { class: "verdicts", "aria-live": "polite" });
    this.swings = h("div", { class: "swings" });
    this.scores = h("div", { class: "swings scored" });
    this.how = h("p", { class: "fine" });
    put(this.parts.controls,
      h("div", { class: "tools steps" },
        h("button", { type: "button", class: "back", "aria-label": t("One step back"), onclick: () => { this.stop(); this.go(this.at - 1); } }, "‹"),
        this.running,
        h("button", { type: "button", class: "on", "aria-label": t("One step forward"), onclick: () => { this.stop(); this.go(this.at + 1); } }, "›"),
        this.number),
      this.range, this.scores, this.verdict, this.swings,
      h("div", { class: "tools" }, from,
        h("button", { type: "button", onclick: () => this.keep() }, t("Download as page")),
        h("a", { class: "button", href: "/replay" }, t("Leave"))),
      h("h1", { class: "title" }, translated(this.about.title)), this.how);
  }

  async keep() {
    if (!this.judged) {
      this.parts.status.textContent = t("The page is available once every decision is analysed.");
      return;
    }
    this.parts.status.textContent = t("Writing the page…");
    const answer = await request(`replays/${this.id}/html`);
    const text = await answer.text();
    this.parts.status.textContent = answer.ok ? "" : translated(text);
    if (answer.ok) download("altered-replay.html", text, "text/html");
  }

  async fetched(step) {
    const key = `${this.seat}${step}`;
    if (!this.cache.has(key)) {
      if (this.cache.size > 80) this.cache.clear();
      this.cache.set(key, ask(`replays/${this.id}/step/${step}${this.seat ? `?seat=${this.seat}` : ""}`));
    }
    return this.cache.get(key);
  }

  async go(step) {
    this.line = null;
    this.at = Math.max(0, Math.min(this.about.steps, step));
    const wanted = this.at;
    const found = await this.fetched(wanted);
    if (wanted !== this.at) return;
    keepFaces(found.faces);
    this.lay(found.board);
    put(this.parts.log, found.came.length ? found.came.map((line) => h("li", { class: "came" }, translated(line))) : h("li", { class: "came" }, wanted ? t("No visible effect.") : t("The game begins.")));
    this.range.value = String(wanted);
    this.number.textContent = t`Step ${wanted} of ${this.about.steps}`;
    this.say();
    this.curve.now(wanted);
    this.mark();
    if (wanted < this.about.steps) this.fetched(wanted + 1).catch(() => {});
  }

  // The step in the address, for a reload or a link; not at every step of a fast run.
  mark() {
    clearTimeout(this.marking);
    this.marking = setTimeout(() => this.main.isConnected && note(this.at ? `step=${this.at}` : ""), 150);
  }

  lay(board) {
    const before = this.parts.board.querySelector(".field");
    put(this.parts.phases, phaseLine(board));
    put(this.parts.board, this.board.draw(board, this.seat || "A"));
    this.scroll(before ? before.scrollTop : 0);
  }

  // Where the board is higher than its place, the own side is shown until one scrolls.
  scroll(before) {
    const field = this.parts.board.querySelector(".field");
    field.scrollTop = this.scrolled ? before : field.scrollHeight;
  }

  say() {
    if (this.line) return;
    const entry = this.about.timeline[this.at];
    const thought = this.opinions.get(this.at);
    this.parts.controls.classList.toggle("amid", this.at > 0);  // where there is little room, the step comes before the list
    put(this.verdict,
      h("h2", { class: "question" }, entry.done ? `${t`${translated(entry.question)}: ${translated(bare(entry.player, entry.done))}`} ` : this.about.winners ? wins(this.about.winners) : t("The replay ends here."), thought && badge(thought.grade)),
      this.curve.said(this.at),
      thought && thought.rated && h("div", { class: "tools" },
        h("button", { type: "button", onclick: () => this.best() }, t("Best line")),
        h("button", { type: "button", onclick: () => this.misplay() }, t("Report a wrong judgement"))),
      judgement(thought, entry.player),
      entry.done && playOn(this.about.players, entry.player, this.levels, (seat, level) => this.play(seat, level)));
    if (!this.scrolled) this.scroll(0);
  }

  // The best line from here, on the board.
  async best() {
    this.stop();
    try {
      const { frames, faces: cards } = await ask(`replays/${this.id}/line/${this.at}${this.seat ? `?seat=${this.seat}` : ""}`);
      keepFaces(cards);
      this.line = frames;
      this.follow(0);
    } catch (error) {
      this.parts.status.textContent = error.message;
    }
  }

  follow(k) {
    this.shown = Math.max(0, Math.min(this.line.length - 1, k));
    const { board, player, done } = this.line[this.shown];
    this.lay(board);
    put(this.verdict,
      h("h2", { class: "question", "aria-live": "polite" }, t`Best line, ${this.shown + 1} of ${this.line.length}: ${player}: ${translated(bare(player, done))}`),
      h("p", { class: "verdict" }, t("The judge's answer, then what the network would play for both until the end of the day.")),
      h("div", { class: "tools" },
        h("button", { type: "button", "aria-label": t("Earlier in the line"), onclick: () => this.follow(this.shown - 1) }, "‹"),
        h("button", { type: "button", "aria-label": t("Later in the line"), onclick: () => this.follow(this.shown + 1) }, "›"),
        h("button", { type: "button", onclick: () => this.go(this.at) }, t("Back to the game"))));
  }

  async play(seat, level) {
    try {
      const { tokens } = await ask(`replays/${this.id}/play`, { json: { step: this.at, seat, level } });
      go(`/play/${Object.values(tokens)[0]}`);
    } catch (error) {
      this.parts.status.textContent = error.message;
    }
  }

  // The position and what was said of it, as a file to send to the project.
  async misplay() {
    const answer = await request(`replays/${this.id}/misplay/${this.at}`);
    const text = await answer.text();  // as it is: the seed of a game has more digits than a number here
    if (!answer.ok) {
      this.parts.status.textContent = translated(JSON.parse(text).error);
      return;
    }
    download(`altered-misplay-${this.at}.json`, text);
    this.parts.status.textContent = t("Saved as a file: attach it to a report of the project.");
  }

  async poll() {
    for (;;) {
      let found;
      try {
        found = await ask(`replays/${this.id}/judged?from=${this.opinions.size}`);
      } catch (error) {
        this.parts.status.textContent = error.message;
        return;
      }
      for (const entry of found.judged) this.opinions.set(entry.number, entry);
      this.judged = found.done;
      this.curve.take(found.chances, found.moments);
      this.curve.now(this.at);
      this.swung(found);
      this.how.textContent = translated(found.how);
      this.say();
      this.parts.status.textContent = found.failed ? t`Analysis failed: ${translated(found.failed)}` : found.done ? "" : t`Analysing: ${this.opinions.size} of ${this.about.steps} decisions`;
      if (found.done || found.failed) return;
      await new Promise((later) => setTimeout(later, 700));
    }
  }

  // Accuracy, mistakes and turning points.
  swung(found) {
    const go = (k) => { this.stop(); this.go(k); };
    put(this.scores, accuracies(found.scores), costliest(found.costliest, this.about.timeline, this.opinions, go));
    put(this.swings,
      found.moments.length > 0 && [h("h3", {}, t("Turning points")), h("ul", { class: "plainlist" }, found.moments.map((k) => h("li", {}, h("button", { type: "button", onclick: () => { this.stop(); this.go(k); } }, this.curve.moment(k)))))]);
  }

  look(seen) {
    const face = faces.get(seen.reference);
    if (face) put(this.parts.preview, full(face, seen));
  }

  run() {
    if (this.timer) return this.stop();
    this.running.textContent = t("Pause");
    const next = async () => {
      if (this.at >= this.about.steps) return this.stop();
      await this.go(this.at + 1);
      if (this.timer) this.timer = setTimeout(next, 900);
    };
    this.timer = setTimeout(next, 10);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.running.textContent = t("Run");
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target.closest && event.target.closest("input, select"))) return;
    if (this.line && event.key.startsWith("Arrow")) return this.follow(this.shown + (event.key === "ArrowRight" ? 1 : -1));
    if (this.line && event.key === "Escape") return this.go(this.at);
    if (event.key === "ArrowRight") { this.stop(); this.go(this.at + 1); }
    if (event.key === "ArrowLeft") { this.stop(); this.go(this.at - 1); }
    if (event.key === "Home") { this.stop(); this.go(0); }
    if (event.key === "End") { this.stop(); this.go(this.about.steps); }
    if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); this.run(); }
  }
}
