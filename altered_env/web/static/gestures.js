// Cards are dragged, and read by a long press where there is no pointer to hover with.

import { h } from "./dom.js";

const FAR = 9;  // pixels before a press is a drag
const LONG = 450;  // milliseconds of a long press

// `draggable(slot)`: the card's name, or null; `drop(slot, { expedition, target })`: the Expedition and the card
// on which it is dropped, each null where there is none; `read(slot)` shows the card. A press that moves over
// several cards chooses them all: up to `sweeps(slot)` of them, by `sweep(slots)`.
export function gestures(root, { draggable, drop, read, sweeps, sweep }) {
  let held = null;
  let silent = false;

  const under = (event) => {
    const there = document.elementFromPoint(event.clientX, event.clientY);
    return there ? [there.closest("[data-expedition]"), there.closest(".field"), there.closest("[data-slot]")] : [null, null, null];
  };
  const end = () => {
    if (!held) return;
    clearTimeout(held.timer);
    if (held.ghost) held.ghost.remove();
    document.body.classList.remove("dragging");
    for (const one of root.querySelectorAll(".over, .swept")) one.classList.remove("over", "swept");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    silent = false;
    const card = event.target.closest("[data-slot]");
    if (!card || event.button > 0 || event.target.closest(".lane")) return;
    const slot = Number(card.dataset.slot);
    held = { card, slot, x: event.clientX, y: event.clientY, name: draggable(slot) };
    if (event.pointerType === "mouse") {
      held.most = sweeps(slot);
      held.slots = [slot];
      if (held.most > 1) document.body.classList.add("dragging");  // no text is selected on the way
      return;
    }
    held.timer = setTimeout(() => {
      end();
      silent = true;
      read(slot);
    }, LONG);
  });
  window.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (held.most > 1) {
      const [, , over] = under(event);
      const passed = over && Number(over.dataset.slot);
      if (over && held.slots.length < held.most && !held.slots.includes(passed) && sweeps(passed)) held.slots.push(passed);
      if (held.slots.length > 1) for (const one of held.slots) root.querySelector(`[data-slot="${one}"]`).classList.add("swept");
      return;
    }
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      clearTimeout(held.timer);
      if (!held.name) return end();
      held.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, held.name);
      document.body.append(held.ghost);
      document.body.classList.add("dragging");
    }
    held.ghost.style.setProperty("--x", `${event.clientX}px`);
    held.ghost.style.setProperty("--y", `${event.clientY}px`);
    const [lane] = under(event);
    for (const other of root.querySelectorAll(".over")) other.classList.toggle("over", other === lane);
    if (lane) lane.classList.add("over");
  });
  window.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { ghost, slot, slots = [] } = held;
    end();
    if (slots.length > 1) {
      silent = true;
      sweep(slots);
      return;
    }
    if (!ghost) return;
    silent = true;
    const [lane, field, target] = under(event);
    if (field) drop(slot, { expedition: lane ? Number(lane.dataset.expedition) : null, target: target ? Number(target.dataset.slot) : null });
  });
  window.addEventListener("pointercancel", end);
  root.addEventListener("contextmenu", (event) => {
    if (matchMedia("(hover: none)").matches && event.target.closest("[data-slot]")) event.preventDefault();
  });
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("click", (event) => {
    if (!silent) return;
    silent = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
