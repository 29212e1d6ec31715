// A worth in words, and drawn as an interval.

import { h } from "./dom.js";
import { number, t } from "./words.js";

const LEAST = -12;
const MOST = 24;

export function points(n) {
  return n === null || n === undefined ? "" : `${n < 0 && Number(n.toFixed(1)) ? "−" : "+"}${number(Math.abs(n), 1)}`;
}

function at(value) {
  return `${Math.max(0, Math.min(100, (100 * (value - LEAST)) / (MOST - LEAST))).toFixed(1)}%`;
}

// The interval on a scale that all cards share, with a line at zero.
export function drawn(worth, low, high) {
  if (worth === null || worth === undefined) return null;
  const right = `${(100 - parseFloat(at(high))).toFixed(1)}%`;
  return h("span", { class: "interval signed", role: "img", "aria-label": t`${points(low)} to ${points(high)}`, vars: { low: at(low), high: right, mean: at(worth), nothing: at(0) } });
}
