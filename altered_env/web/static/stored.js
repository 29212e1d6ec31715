// What this browser keeps: settings, the games that were played here, and those that were analysed.

const KEY = "altered-table";
const GAMES = "altered-games";
const REVIEWS = "altered-reviews";
const MOST = 50;  // of them, the latest

export function read(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key)) || usual;
  } catch {
    return usual;
  }
}

// False where there is no storage, or it is full.
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const kept = () => read(KEY, {});

// A long text under a name of its own; null for none. False if there is no room for it.
export const keptText = (name) => read(`altered-${name}`, null);
export const rememberText = (name, text) => write(`altered-${name}`, text || null);

export function remember(name, value) {
  write(KEY, { ...kept(), [name]: value });
}

// The games played here, the latest first: {token, at, and what was last seen of it}.
export function games() {
  const found = read(GAMES, []);
  return Array.isArray(found) ? found.filter((game) => game && typeof game.token === "string" && Array.isArray(game.players)) : [];
}

export function rememberGame(game) {
  write(GAMES, [{ ...game, at: Date.now() }, ...games().filter((one) => one.token !== game.token)].slice(0, MOST));
}

export function forgetGame(token) {
  write(GAMES, games().filter((one) => one.token !== token));
}

// The replays opened here, the latest first: {id, title, at}.
export function reviews() {
  const found = read(REVIEWS, []);
  return Array.isArray(found) ? found.filter((one) => one && typeof one.id === "string" && typeof one.title === "string") : [];
}

export function rememberReview(id, title) {
  write(REVIEWS, [{ id, title, at: Date.now() }, ...reviews().filter((one) => one.id !== id)].slice(0, MOST));
}

export function forgetReview(id) {
  write(REVIEWS, reviews().filter((one) => one.id !== id));
}
