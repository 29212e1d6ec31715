// Running jobs: their progress, and a button to stop them.

import { ask, h } from "./dom.js";
import { percent, t, translated } from "./words.js";

const STATES = { waiting: t("waiting"), done: t("done"), failed: t("failed"), stopped: t("stopped") };

export function jobRow(job) {
  const stop = async () => ask(`jobs/${job.id}`, { method: "DELETE" });
  const going = job.state === "running" || job.state === "waiting";
  return h("div", { class: "job" }, h("span", { class: "jobtitle" }, translated(job.title)),
    h("progress", { max: "1", value: job.share, "aria-label": translated(job.title) }),
    h("span", { class: "fine" }, translated(job.error) || (job.state === "running" ? percent(job.share) : STATES[job.state] || job.state)),
    going && h("button", { type: "button", onclick: stop }, t("Stop")));
}

export async function watchJob(id, show) {
  for (;;) {
    const job = await ask(`jobs/${id}`);
    show(job);
    if (job.state !== "running" && job.state !== "waiting") return job;
    await new Promise((later) => setTimeout(later, 500));
  }
}
