// The clocks of a game against the engine: seconds for each side, and what each move adds.

import { otherSide } from "./game_tree.js";

export class GameClock {
  // seconds and increment of each side. onTick(): the time shown has changed. onOut(side): none left.
  constructor({ seconds, increment }, { onTick, onOut }) {
    Object.assign(this, { increment, onTick, onOut });
    this.left = { black: seconds, white: seconds };
    this.running = null;
    this.since = 0;
    this.timer = null;
  }

  secondsOf(side) {
    const passed = this.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - passed);
  }

  start(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
  }

  // The running side has moved; the other's clock runs now.
  press() {
    const side = this.running;
    this.stop();
    this.left[side] += this.increment;
    this.start(otherSide(side));
  }

  stop() {
    clearInterval(this.timer);
    if (this.running !== null) {
      this.left[this.running] = this.secondsOf(this.running);
    }
    this.running = null;
    this.onTick();
  }

  tick() {
    const side = this.running;
    if (this.secondsOf(side) <= 0) {
      this.stop();
      this.onOut(side);
    } else {
      this.onTick();
    }
  }
}
