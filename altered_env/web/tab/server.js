// In place of a server: a worker of this tab, which has the engine as WebAssembly and answers the same
// requests. Pages are told apart by what follows # in the address, so any host of files will do.

import { t } from "./words.js";

export const PAGES = [...document.querySelectorAll(".top nav a")].map((link) => link.getAttribute("href").slice(2));
export const ABOUT = t("Everything runs in this tab, also without a network once it is loaded.");
export const SILENT = t("The engine cannot be loaded in this browser. It needs WebAssembly, workers and storage: a browser of 2023 or later, not in private mode.");

const worker = new Worker(new URL("./tab/worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
const lines = new Map();
let asked = 0;
let failed = null;

worker.addEventListener("message", ({ data: { number, line, body, status, type, told } }) => {
  if (line !== undefined) return lines.get(line)?.heard(told);
  const { resolve } = waiting.get(number);
  waiting.delete(number);
  resolve(new Response(body, { status, headers: { "content-type": type } }));
});
worker.addEventListener("error", (event) => {
  failed = new Error(event.message || "the worker could not be loaded");
  for (const { reject } of waiting.values()) reject(failed);
  waiting.clear();
});

export async function request(path, { method = "GET", body } = {}) {
  if (failed) throw failed;
  const sent = body instanceof Blob ? await body.text() : body;
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ number: asked, path, method, body: sent });
  });
}

class Line extends EventTarget {
  constructor(token) {
    super();
    this.readyState = WebSocket.OPEN;
    this.number = ++asked;
    lines.set(this.number, this);
    worker.postMessage({ line: this.number, token });
  }

  send(text) {
    worker.postMessage({ line: this.number, text });
  }

  heard(told) {
    this.dispatchEvent(new MessageEvent("message", { data: told }));
  }
}

export const connect = (token) => new Line(token);

const parts = () => (location.hash.slice(1) || "/").split("?");
export const address = (path) => `#${path}`;
export const place = () => parts()[0];
export const query = () => parts().slice(1).join("?");
export const note = (text) => history.replaceState(null, "", `#${place()}${text ? `?${text}` : ""}`);
export function go(path) {
  location.hash = path;
}

// A table is left as on a server: the page begins anew. Other pages give way to the next at once, and the
// engine stays loaded.
export function moved(show) {
  window.addEventListener("hashchange", () => (document.body.classList.contains("at-table") ? location.reload() : show()));
}

// The link to the content leads to no other page.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});

// Keep the files of the site, once the engine is loaded.
request("ready").then(({ ok }) => ok && "serviceWorker" in navigator && navigator.serviceWorker.register(new URL("../service.js", import.meta.url))).catch(() => {});
