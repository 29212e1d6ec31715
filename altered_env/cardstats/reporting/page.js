// A click on the head of a column sorts its table: numbers by their full value, else by letters.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") !== "descending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const of = row => {
      const cell = row.cells[column];
      if (!("value" in cell.dataset)) return cell.textContent;
      return cell.dataset.value === "" ? -Infinity : Number(cell.dataset.value);
    };
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const x = of(a), y = of(b);
      const order = typeof x === "string" ? y.localeCompare(x) : x === y ? 0 : x - y;
      return down ? -order : order;
    });
    table.tBodies[0].append(...rows);
  }));
}
// Each word in the box above must be in a row, and the chosen text in one of its cells; other rows
// are hidden.
const box = document.querySelector("#filter"), choice = document.querySelector("#choice");
function filter() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const one = choice ? choice.value : "";
  for (const row of document.querySelectorAll("tbody tr")) {
    const said = row.textContent.toLowerCase();
    const chosen = one === "" || [...row.cells].some(cell => cell.textContent === one);
    row.hidden = !(chosen && words.every(word => said.includes(word)));
  }
}
box.addEventListener("input", filter);
if (choice) choice.addEventListener("change", filter);
// In a page of tabs, the link of a section shows it alone.
if (document.body.classList.contains("tabs")) {
  const sections = [...document.querySelectorAll("section")];
  const links = [...document.querySelectorAll("nav a")];
  const show = () => {
    const named = sections.find(section => "#" + section.id === location.hash) || sections[0];
    sections.forEach(section => { section.hidden = section !== named; });
    links.forEach(link => link.toggleAttribute("aria-current", link.hash === "#" + named.id));
  };
  addEventListener("hashchange", show);
  show();
}
