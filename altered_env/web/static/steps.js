// What happened between two decisions, shown step by step.

const HELD = 0;  // in place of a timer

export class Steps {
  // `show(scene)` draws a moment, `settle(state)` the table at the end; `pace()` in milliseconds; while `holds()`,
  // the moment stays until `goOn()`.
  constructor({ show, settle, pace, holds = () => false }) {
    Object.assign(this, { show, settle, pace, holds });
    this.queue = [];
    this.timer = null;
  }

  get running() {
    return this.timer !== null;
  }

  // The moment with which a state begins is the state itself; a comparison is of the board before. Without `draws`,
  // the state is passed by.
  add(state, draws = true) {
    const before = state.scenes.filter((scene) => !draws || scene.expedition !== null || scene.lines < state.lines);
    this.queue.push(...before.map((scene) => ({ scene })));
    if (draws) this.queue.push({ state });
    if (!this.running) this.next();
  }

  next() {
    this.timer = null;
    while (this.queue.length) {
      const { scene, state } = this.queue.shift();
      if (state && this.queue.length && !this.pace()) continue;
      if (state) {
        this.settle(state);
        continue;
      }
      if (!this.pace()) continue;
      this.show(scene);
      this.timer = this.holds() ? HELD : setTimeout(() => this.next(), this.pace());
      return;
    }
  }

  goOn() {
    if (this.timer === HELD) this.next();
  }

  // Go to the end.
  skip() {
    if (!this.running) return false;
    clearTimeout(this.timer);
    this.timer = null;
    const last = this.queue.filter((one) => one.state).pop();
    this.queue = [];
    if (last) this.settle(last.state);
    return true;
  }
}
