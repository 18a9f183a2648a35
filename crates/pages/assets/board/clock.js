// The clocks of a game against the engine: seconds for each side, and what each move adds.

import { otherSide } from "./game_tree.js";

export class GameClock {
  // The seconds left to each side, and what a move adds. onTick(): the time shown has changed.
  // onOut(side): none left.
  constructor({ left, increment }, { onTick, onOut }) {
    Object.assign(this, { increment, onTick, onOut });
    this.left = { ...left };
    this.running = null;
    this.since = 0;
    this.timer = null;
  }

  secondsOf(side) {
    const passed = this.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - passed);
  }

  saved() {
    return { left: { black: this.secondsOf("black"), white: this.secondsOf("white") }, increment: this.increment };
  }

  // A side's turn comes again; `secondsOf(side)`: what each had then.
  restart(side, secondsOf) {
    this.stop();
    this.left = { black: secondsOf("black"), white: secondsOf("white") };
    this.start(side);
  }

  start(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
  }

  // The running side has moved; the other's clock runs now. Returns the seconds that the mover has.
  press() {
    const side = this.running;
    this.stop();
    this.left[side] += this.increment;
    this.start(otherSide(side));
    return this.left[side];
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
