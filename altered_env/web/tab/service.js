// Keeps the files of the site in the browser, so that it also works without a network. FILES and VERSION
// are written when the site is built.

const KEPT = `altered-table-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("altered-table-") && name !== KEPT).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((found) => found || fetch(event.request)));
});
