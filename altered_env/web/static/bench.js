// The table of Altered-Bench 1: the results of each task, and files that can be verified.

import { ask, field, h, notice, put, select } from "./dom.js";
import { jobRow, watchJob } from "./jobs.js";
import { folding } from "./tables.js";
import { joined, number, percent, t, translated } from "./words.js";

const length = (share) => `${(100 * share).toFixed(1)}%`;
const elo = (value) => Math.round(value).toString().replace("-", "−");

export async function show(main) {
  const told = await ask("bench");
  const limit = select([["", t("any")], ...told.classes.map(([name, title]) => [name, translated(title)])]);
  const tasks = h("div", { class: "tasks" });
  const draw = () => put(tasks, told.tasks.map((task) => section(task, told, limit.value)));
  limit.addEventListener("change", draw);
  draw();
  put(main, h("div", { class: "page wide" }, h("h1", {}, t("Benchmark")),
    h("p", { class: "lead" }, t`Altered-Bench 1: five frozen tasks for computer players. The result is the win rate against ${joined(told.against)}, each deal in both seats. Intervals are 95 %.`),
    h("div", { class: "fields filters" }, field(t("Class of time"), limit)), tasks,
    h("p", { class: "fine" }, told.data ? t("Result files of altered bench1 run in the folder of --data appear here.") : t("Start the server with --data FOLDER: result files of altered bench1 run in it appear here.")),
    told.wrong.map((line) => notice(translated(line)))));
}

function section(task, { rows, against }, limit) {
  const mine = rows.filter((row) => row.task === task.name && (!limit || row.class === limit));
  const heads = [t("Entry"), t("Won"), "95 %", "", ...against.map((name) => t`Against ${name}`), t("Elo"), t("Deals"), t("Class"), t("Milliseconds"), t("Remarks")];
  return h("section", { class: "players" }, h("h2", {}, `${task.name} ${translated(task.title)}`),
    h("p", {}, t`Does it ${translated(task.asks)}? Played with ${translated(task.decks)}.`),
    mine.length ? folding(`${task.name} ${translated(task.title)}`, heads, h("tbody", {}, mine.map((row) => line(row, task, against))), 1) : h("p", { class: "fine" }, t("No result yet.")));
}

// A class of time, or of choices that an entry was trained on.
function limitOf(name) {
  return name === "open" ? t("without limit") : name;
}

// The name of an entry, and its own remark, are in the words of its author.
function asWritten(tag, text, attributes = {}) {
  return h(tag, { translate: "no", ...attributes }, text);
}

function line(row, task, against) {
  const remarks = [row.practice && t("practice"), !row.in_time && t("over the time of its class"), row.withheld === "seen" && t("has seen withheld cards"), row.trained !== "none" && t`trained: ${limitOf(row.trained)}`, row.variant].filter(Boolean);
  const own = row.remark && [remarks.length ? translated("; ") : "", asWritten("span", row.remark)];
  return h("tr", {}, asWritten("th", row.name, { scope: "row" }), h("td", {}, percent(row.rate, 1)), h("td", {}, t`${percent(row.low, 1)} to ${percent(row.high, 1)}`),
    h("td", {}, h("span", { class: "interval", vars: { low: length(row.low), high: length(1 - row.high), mean: length(row.rate) } })),
    against.map((name) => h("td", {}, row.against[name] ? percent(row.against[name].rate, 1) : "–")),
    h("td", {}, t`${elo(row.elo.elo)} (${elo(row.elo.low)} to ${elo(row.elo.high)})`), h("td", {}, row.deals < task.deals ? t`${number(row.deals)} of ${number(task.deals)}` : number(row.deals)),
    h("td", {}, limitOf(row.class)), h("td", {}, number(Number(row.ms.toPrecision(2)))),
    h("td", { class: "fine remarks" }, remarks.join(translated("; ")), own, row.file && verified(row.file)));
}

// A button that has a file verified.
function verified(file) {
  const room = h("div", { class: "verified", "aria-live": "polite" });
  const begin = async () => {
    try {
      const { id } = await ask("bench/verify", { json: { file } });
      const job = await watchJob(id, (now) => put(room, jobRow(now)));
      if (job.state !== "done") return;
      const { problems, said } = job.result;
      put(room, problems.length ? problems.map((said) => notice(translated(said))) : [notice(t("Verified: the hash, the result and the replayed games are right."), "fine"), h("p", { class: "fine" }, translated(said))]);
    } catch (error) {
      put(room, notice(error.message));
    }
  };
  put(room, h("button", { type: "button", onclick: begin }, t`Verify ${file}`));
  return room;
}
