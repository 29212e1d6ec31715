// Things are carried between two places by mouse or pen; by touch after a long press, since a finger that
// moves at once scrolls.

import { h } from "./dom.js";

const FAR = 9;  // pixels before a press is a drag
const LONG = 350;  // milliseconds of a press that picks a thing up by touch

// Things are elements with `data-carried`, a text that tells them, and `data-name`, shown on the way.
// `drop(carried, from, to)` is called with the places, among `places`, that it was in and is let go over;
// null for none of them. It ends when `root` is gone.
export function carrying(root, places, drop) {
  const ended = new AbortController();
  const { signal } = ended;
  let held = null;
  let silent = false;
  const placeOf = (element) => places.find((place) => place.contains(element)) || null;
  const over = (event) => placeOf(document.elementFromPoint(event.clientX, event.clientY));
  const light = (there) => places.forEach((place) => place.classList.toggle("receives", place === there && place !== (held && held.from)));
  const move = (event) => {
    held.ghost.style.setProperty("--x", `${event.clientX}px`);
    held.ghost.style.setProperty("--y", `${event.clientY}px`);
    light(over(event));
  };
  const pickUp = (event) => {
    held.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, held.name);
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    move(event);
  };
  const end = () => {
    if (!held) return;
    clearTimeout(held.timer);
    if (held.ghost) held.ghost.remove();
    document.body.classList.remove("dragging");
    held = null;
    light(null);
  };
  root.addEventListener("pointerdown", (event) => {
    silent = false;
    const thing = event.target.closest("[data-carried]");
    if (!thing || event.button > 0) return;
    held = { id: event.pointerId, carried: thing.dataset.carried, name: thing.dataset.name, from: placeOf(thing), x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" };
    if (held.touch) held.timer = setTimeout(() => pickUp(event), LONG);
  }, { signal });
  window.addEventListener("pointermove", (event) => {
    if (!root.isConnected) ended.abort();
    if (!held || event.pointerId !== held.id) return;
    if (held.ghost) return move(event);
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (held.touch) end();
    else pickUp(event);
  }, { signal });
  window.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, carried, from } = held;
    const to = over(event);
    end();
    if (!ghost) return;
    silent = true;
    setTimeout(() => { silent = false; });
    drop(carried, from, to);
  }, { signal });
  window.addEventListener("pointercancel", end, { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal });
  window.addEventListener("touchmove", (event) => held && held.ghost && event.preventDefault(), { signal, passive: false });
  root.addEventListener("contextmenu", (event) => held && held.touch && event.preventDefault(), { signal });
  root.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  root.addEventListener("click", (event) => {  // a drag is no click
    if (!silent) return;
    event.stopPropagation();
    event.preventDefault();
  }, { signal, capture: true });
}
