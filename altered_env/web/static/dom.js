// Elements and requests. Text only ever becomes text: nothing is parsed as markup.

import { PAGES, SILENT, address, request } from "./server.js";
import { t, translated } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// Is this page among those that the server has?
export const offers = (path) => !PAGES || PAGES.some((page) => `${path}/`.startsWith(`/${page}/`));

export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) set(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) set(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "vars") for (const [key, entry] of Object.entries(value)) element.style.setProperty(`--${key}`, entry);
  else if (name === "value") element.value = value;
  else if (value === true) element.setAttribute(name, "");
  else if (name === "href" && value.startsWith("/") && !value.startsWith("/api/")) element.setAttribute(name, address(value));
  else element.setAttribute(name, value);
}

const ICONS = {
  forest: "M8 1 13 9h-2.6L13.5 13H9v2.5H7V13H2.5L5.6 9H3z",
  mountain: "M6 3 9 8l1.8-2.6L15.5 14H.5z",
  water: "M8 1.2C10.7 4.8 12.7 7.4 12.7 10a4.7 4.7 0 0 1-9.4 0C3.300 7.4 5.300 4.800 8 1.200z",
  hand: "M3 2h7v11H3zM11 4l3 1-2.5 9-1-.3",
  deck: "M3 3h8v11H3zM5 1.500h8v11h-1V2.500H5z",
  mana: "M8 1 14 8l-6 7-6-7z",
  discard: "M3 4h10l-1 11H4zM6 2h4v1H6z",
  hero: "M8 1l2.1 4.600 5 .5-3.800 3.300 1.100 4.900L8 11.800l-4.400 2.500 1.100-4.900L.900 6.100l5-.5z",
  companion: "M8 7.500c2.500 0 4.500 2.500 4.500 4.500S11 14.500 8 14.500 3.500 14 3.500 12 5.500 7.500 8 7.500zM3 4.500a1.600 2 0 1 1 0 4 1.600 2 0 0 1 0-4zM13 4.500a1.600 2 0 1 1 0 4 1.600 2 0 0 1 0-4zM5.800 1a1.600 2.200 0 1 1 0 4.400 1.600 2.200 0 0 1 0-4.400zM10.200 1a1.600 2.200 0 1 1 0 4.400 1.600 2.200 0 0 1 0-4.400z",
  up: "M8 2l6 7h-4v5H6V9H2z",
};

export function icon(name, title) {
  const drawn = s("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": title ? null : "true", role: title ? "img" : null });
  if (title) drawn.append(s("title", {}, title));
  drawn.append(s("path", { d: ICONS[name] }));
  return drawn;
}

// Replaces the children of an element; empty ones are skipped.
export function put(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

export async function ask(path, options = {}) {
  const sent = { method: options.method || (options.json !== undefined || options.body !== undefined ? "POST" : "GET"), headers: {} };
  if (options.json !== undefined) {
    sent.body = JSON.stringify(options.json);
    sent.headers["content-type"] = "application/json";
  } else if (options.body !== undefined) {
    sent.body = options.body;
    sent.headers["content-type"] = "application/octet-stream";
  }
  let answer;
  try {
    answer = await request(path, sent);
  } catch {
    throw new Error(SILENT);
  }
  let found;
  try {
    found = await answer.json();
  } catch {
    throw new Error(t`The server answered ${answer.status}.`);
  }
  if (!answer.ok) throw Object.assign(new Error(translated(found.error) || t`The server answered ${answer.status}.`), { source: found.error || "" });
  return found;
}

export function download(name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Copy the text of a field; false where the browser does not allow it.
export async function copied(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

// Starts a game, and says in `part` what is wrong, or what takes so long; gives null if there is none.
export async function newGame(part, json, path = "games") {
  put(part);
  const slow = setTimeout(() => put(part, notice(t("The engine is loading or compiling the rules for this format. This takes minutes the first time, then about a second."), "fine")), 4000);
  try {
    return await ask(path, { json });
  } catch (error) {
    put(part, notice(error.message));
    return null;
  } finally {
    clearTimeout(slow);
  }
}

export function notice(text, kind = "wrong") {
  return h("p", { class: `notice ${kind}`, role: kind === "wrong" ? "alert" : "status" }, text);
}

export function field(label, control, hint) {
  const id = `f${Math.random().toString(36).slice(2, 9)}`;
  control.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), control, hint && h("p", { class: "hint" }, hint));
}

export function select(entries, chosen, attributes = {}) {
  const made = h("select", attributes, entries.map(([value, label]) => h("option", { value }, label)));
  if (chosen !== undefined) made.value = chosen;
  return made;
}
