// Reports of `altered report`, and jobs.

import { ask, h, notice, put } from "./dom.js";
import { jobRow } from "./jobs.js";
import { t } from "./words.js";

export async function show(main, rest) {
  if (rest.length) {
    const name = rest.join("/");
    put(main, h("iframe", { class: "report", sandbox: "allow-scripts allow-downloads", title: name, src: `/api/reports/file/${rest.map(encodeURIComponent).join("/")}` }));
    return;
  }
  const there = await ask("reports");
  const wrong = h("div", { "aria-live": "assertive" });
  const running = h("div", { class: "jobs" });
  const make = async (dataset) => {
    try {
      await ask("reports", { json: { dataset } });
    } catch (error) {
      put(wrong, notice(error.message));
    }
  };
  put(main, h("div", { class: "page" }, h("h1", {}, t("Reports")),
    h("p", { class: "lead" }, t("Statistics of many games: altered simulate plays them, altered report turns them into a page.")),
    !there.data && notice(t("Start the server with --data FOLDER to find reports and datasets there."), "fine"),
    there.reports.length > 0 && h("section", {}, h("h2", {}, t("Reports")), h("ul", { class: "plainlist" }, there.reports.map((name) => h("li", {}, h("a", { class: "button", href: `/reports/${name}` }, name))))),
    there.datasets.length > 0 && h("section", {}, h("h2", {}, t("Datasets")), h("ul", { class: "plainlist" }, there.datasets.map((name) => h("li", {}, h("button", { type: "button", onclick: () => make(name) }, t`Create a report of ${name}`))))),
    there.data && !there.reports.length && !there.datasets.length && h("p", {}, t("There are no reports or datasets yet in the folder of --data.")),
    h("section", {}, h("h2", {}, t("Jobs")), running), wrong));
  const known = there.reports.length;
  for (;;) {
    const { jobs } = await ask("jobs");
    put(running, jobs.length ? jobs.map((job) => jobRow(job, true)) : h("p", { class: "fine" }, t("No jobs are running.")));
    if (jobs.some((job) => job.state === "done" && job.result.report && !there.reports.includes(job.result.report))) {
      const again = await ask("reports");
      if (again.reports.length > known) return show(main, []);
    }
    await new Promise((later) => setTimeout(later, 1000));
  }
}
