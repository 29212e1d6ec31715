// Tables in a room that scrolls aside. Where it is narrow, each row is a card instead: its name and its figure in a
// line, and below it the other cells, each after its heading.

import { h } from "./dom.js";
import { t } from "./words.js";

// `heads`: the headings, words or elements, "" for a drawn interval; `bodies`: tbody elements; `figure`: which column
// is beside the name.
export function folding(label, heads, bodies, figure, kind) {
  const parts = [bodies].flat(2).filter(Boolean);
  for (const body of parts) {
    body.setAttribute("role", "rowgroup");  // also where it is no table to the eye
    for (const row of body.rows) asCard(row, heads, figure);
  }
  const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((title) => h("th", { scope: "col", role: "columnheader" }, title || h("span", { class: "sr" }, t("Interval"))))));
  return h("div", { class: "scrolled folding", tabindex: "0", role: "region", "aria-label": label }, h("table", { role: "table", class: kind, "aria-label": label }, head, parts));
}

// A row that comes later: what it needs to be a card.
export function asCard(row, heads, figure) {
  row.setAttribute("role", "row");
  [...row.cells].forEach((cell, k) => {
    cell.setAttribute("role", cell.matches("th") ? "rowheader" : "cell");
    if (row.cells.length < heads.length || cell.matches("th")) return;
    if (heads[k]) cell.dataset.head = heads[k].textContent || heads[k];
    cell.classList.add(k === figure ? "figure" : heads[k] ? "detail" : "drawn");
  });
  return row;
}
