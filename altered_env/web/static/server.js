// The server behind these pages. A site without one has another module in this place, with the same
// names (altered_env/web/tab/server.js).

import { t } from "./words.js";

// The pages that it has; null for all.
export const PAGES = null;
export const ABOUT = t("Everything runs on this machine.");
export const SILENT = t("The server does not answer. Is `altered web` still running?");

// Its answer, as of fetch.
export const request = (path, options) => fetch(`/api/${path}`, options);

// The line to a seat: a WebSocket.
export function connect(token) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws/seat/${token}`);
}

// The address of a page, the page that is open, what it was asked, and how to open another.
export const address = (path) => path;
export const place = () => location.pathname;
export const query = () => location.search;
export const note = (query) => history.replaceState(null, "", query ? `?${query}` : location.pathname);
export function go(path) {
  location.href = path;
}

// Another page is shown without loading: never, with a server.
export const moved = () => {};
