// The chosen colours, before anything is painted: so this is no module, and stands before the styles.

try {
  const { theme } = JSON.parse(localStorage.getItem("altered-table")) || {};  // as in stored.js
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    document.querySelector("meta[name=color-scheme]").content = theme;
  }
} catch {
  // no storage: as the system
}
