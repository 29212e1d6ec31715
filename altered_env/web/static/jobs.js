// Running jobs: their progress, and a button to stop them.

import { ask, h } from "./dom.js";

export function jobRow(job) {
  const stop = async () => ask(`jobs/${job.id}`, { method: "DELETE" });
  const going = job.state === "running" || job.state === "waiting";
  return h("div", { class: "job" }, h("span", { class: "jobtitle" }, job.title),
    h("progress", { max: "1", value: job.share, "aria-label": job.title }),
    h("span", { class: "fine" }, job.error || (job.state === "running" ? `${Math.round(100 * job.share)}%` : job.state)),
    going && h("button", { type: "button", onclick: stop }, "Stop"));
}

export async function watchJob(id, show) {
  for (;;) {
    const job = await ask(`jobs/${id}`);
    show(job);
    if (job.state !== "running" && job.state !== "waiting") return job;
    await new Promise((later) => setTimeout(later, 500));
  }
}
