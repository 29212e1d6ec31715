// Games and replays in the storage of the browser, so that they survive a reload.

const NAME = "altered-table";
const STORES = ["games", "replays"];
const MOST = { games: 50, replays: 12 };

const done = (asked) => new Promise((resolve, reject) => {
  asked.addEventListener("success", () => resolve(asked.result));
  asked.addEventListener("error", () => reject(asked.error));
});

let opened = null;

function database() {
  if (opened) return opened;
  const asked = indexedDB.open(NAME, 1);
  asked.addEventListener("upgradeneeded", () => STORES.forEach((name) => asked.result.createObjectStore(name, { keyPath: "token" })));
  opened = done(asked).catch(() => {
    throw new Error("this browser keeps no games for the site: leave private mode, or allow it to store data");
  });
  return opened;
}

async function store(name, mode) {
  return (await database()).transaction(name, mode).objectStore(name);
}

export async function find(name, token) {
  return done((await store(name, "readonly")).get(token));
}

// Keep an entry; of too many, the oldest goes.
export async function keep(name, entry) {
  const there = await store(name, "readwrite");
  there.put({ ...entry, at: Date.now() });
  const every = await done(there.getAll());
  for (const old of every.sort((one, two) => two.at - one.at).slice(MOST[name])) there.delete(old.token);
}

export async function forget(name, token) {
  (await store(name, "readwrite")).delete(token);
}
