// What this browser keeps of the settings.

const KEY = "altered-table";

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}") || {};
  } catch {
    return {};
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: value }));
  } catch {
    // no storage: the setting holds for nothing but this page
  }
}
