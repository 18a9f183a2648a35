// What the page held after each change, so that every change can be undone and done again.

export class History {
  #states = [];
  #at = -1;

  // `text` decides whether something has changed; `state` is what is given back.
  note(text, state) {
    if (this.#states[this.#at]?.text === text) {
      this.#states[this.#at].state = state;
      return;
    }
    this.#states.splice(this.#at + 1);
    this.#at = this.#states.push({ text, state }) - 1;
  }

  // The state before the last change, or null.
  undone() {
    return this.#moved(-1);
  }

  redone() {
    return this.#moved(1);
  }

  #moved(by) {
    const found = this.#states[this.#at + by];
    this.#at += found ? by : 0;
    return found?.state ?? null;
  }
}
