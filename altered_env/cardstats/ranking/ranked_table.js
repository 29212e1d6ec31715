// Only the rows in view are drawn; sorting and filtering touch numbers and strings, no elements.
{
  const box = document.querySelector(".ranked"), view = box.querySelector(".view");
  const room = box.querySelector(".room"), heads = box.querySelector(".heads");
  const input = box.querySelector("input"), count = box.querySelector(".count");
  const HIGH = 24, text = rankedRows.map(row => row.join(" ").toLowerCase());
  let shown = rankedRows.map((_, k) => k), by = 0, way = 1;
  const draw = () => {
    room.style.height = shown.length * HIGH + "px";
    const first = Math.max(0, Math.floor(view.scrollTop / HIGH) - 5);
    const last = Math.min(shown.length, first + Math.ceil(view.clientHeight / HIGH) + 10);
    const rows = [];
    for (let k = first; k < last; k++) {
      const row = document.createElement("div");
      row.className = "row";
      row.style.top = k * HIGH + "px";
      for (const value of rankedRows[shown[k]]) {
        const cell = document.createElement("span");
        cell.textContent = value === null ? "" : value;
        cell.title = cell.textContent;
        row.append(cell);
      }
      rows.push(row);
    }
    room.replaceChildren(...rows);
    heads.scrollLeft = view.scrollLeft;
  };
  const sort = () => {
    shown.sort((a, b) => {
      const x = rankedRows[a][by], y = rankedRows[b][by];
      if (x === y) return a - b;
      if (typeof x === "number" && typeof y === "number") return way * (x - y);
      return way * String(x ?? "").localeCompare(String(y ?? ""));
    });
    [...heads.children].forEach((head, k) => head.dataset.way = k === by ? way : "");
  };
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = [];
    text.forEach((line, k) => { if (words.every(word => line.includes(word))) shown.push(k); });
    count.textContent = shown.length.toLocaleString("en") + " of " + text.length.toLocaleString("en");
    view.scrollTop = 0;
    sort();
    draw();
  };
  rankedHeads.forEach((title, k) => {
    const head = document.createElement("button");
    head.textContent = title;
    head.addEventListener("click", () => {
      way = k === by ? -way : typeof rankedRows[0]?.[k] === "number" && k ? -1 : 1;
      by = k;
      sort();
      draw();
    });
    heads.append(head);
  });
  input.addEventListener("input", filter);
  view.addEventListener("scroll", draw);
  addEventListener("resize", draw);
  filter();
}
