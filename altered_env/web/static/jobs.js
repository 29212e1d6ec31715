// Jobs: their progress, a button to stop them, and the way back to their results.

import { ask, h, notice, put } from "./dom.js";
import { note, query } from "./server.js";
import { percent, t, translated } from "./words.js";

const STATES = { waiting: t("waiting"), done: t("done"), failed: t("failed"), stopped: t("stopped") };

// Where the result of a job is shown; null if nowhere.
function resultOf(job) {
  if (job.state !== "done") return null;
  if (job.result.report) return `/reports/${job.result.report}`;
  return job.page ? `${job.page}?job=${encodeURIComponent(job.id)}` : null;
}

// `linked`: with a link to the result, in a list of jobs.
export function jobRow(job, linked = false) {
  const stop = async () => ask(`jobs/${job.id}`, { method: "DELETE" });
  const going = job.state === "running" || job.state === "waiting";
  const result = linked && resultOf(job);
  return h("div", { class: "job" }, h("span", { class: "jobtitle" }, translated(job.title)),
    h("progress", { max: "1", value: job.share, "aria-label": translated(job.title) }),
    h("span", { class: "fine" }, translated(job.error) || (job.state === "running" ? percent(job.share) : STATES[job.state] || job.state)),
    result && h("a", { class: "button", href: result }, t("Show the result")),
    going && h("button", { type: "button", onclick: stop }, t("Stop")));
}

export async function watchJob(id, show) {
  for (;;) {
    const job = await ask(`jobs/${encodeURIComponent(id)}`);
    show(job);
    if (job.state !== "running" && job.state !== "waiting") return job;
    await new Promise((later) => setTimeout(later, 500));
  }
}

// Shows a job and its result in `room`, and keeps it in the address: a reload finds it again.
export async function follow(id, room, result) {
  const given = new URLSearchParams(query());
  given.set("job", id);
  note(String(given));
  try {
    await watchJob(id, (job) => put(room, jobRow(job), result(job)));
  } catch (error) {
    put(room, notice(error.message));
  }
}

// The job that the address names, if it names one.
export const named = () => new URLSearchParams(query()).get("job");
