// The list of turns: shows the moves, and lets earlier boards be looked at.

import { byId, make, markCurrent, setText } from "./page.js";

export class Turns {
  // onChange(): another turn is to be shown.
  constructor(onChange) {
    this.onChange = onChange;
    this.turns = [];
    this.start = "";
    this.shown = null;
    this.list = byId("turns");
    this.list.addEventListener("click", (event) => {
      const ply = event.target.closest("button")?.dataset.ply;
      if (ply) {
        this.show(Number(ply));
      }
    });
  }

  draw({ turns, start }) {
    const isSame = this.turns.length <= turns.length
      && this.turns.every((turn, index) => turn.text === turns[index].text);
    if (!isSame) {
      this.list.replaceChildren();
      this.shown = null;
    }
    turns.slice(this.list.children.length).forEach((turn) => this.add(turn));
    Object.assign(this, { turns, start });
    this.mark();
  }

  add({ text, other_text: otherText, side, seconds }) {
    const ply = this.list.children.length + 1;
    const button = make("button", { type: "button", "data-ply": ply });
    button.append(make("span", { class: `side ${side}`, role: "img", "aria-label": side }), text);
    if (otherText) {
      button.append(make("small", {}, otherText.trim().split("\n").join("  ")));
    }
    if (seconds !== null) {
      button.append(make("small", { class: "seconds" }, `${seconds.toFixed(2)} s`));
    }
    this.list.append(make("li", {}, button));
  }

  // Shows the board after a turn, 0 for the start; the last turn means the game as it goes on.
  show(ply) {
    const count = this.turns.length;
    const wanted = Math.min(Math.max(ply, 0), count);
    this.shown = wanted === count ? null : wanted;
    this.mark();
    this.onChange();
  }

  step(by) {
    this.show((this.shown ?? this.turns.length) + by);
  }

  // The board to be looked at, or null if it is the one of the game.
  pastBoard() {
    if (this.shown === null) {
      return null;
    }
    const turn = this.turns[this.shown - 1];
    return { letters: turn?.letters ?? this.start, last: turn?.path ?? [] };
  }

  pastText() {
    if (this.shown === null) {
      return "";
    }
    const count = this.turns.length;
    return this.shown === 0 ? "The board at the start." : `The board after turn ${this.shown} of ${count}.`;
  }

  mark() {
    const now = this.shown ?? this.turns.length;
    [...this.list.children].forEach((item, index) => {
      const isNow = index + 1 === now;
      markCurrent(item.firstChild, isNow);
      if (isNow) {
        const top = item.offsetTop - this.list.offsetTop;
        const isSeen = top >= this.list.scrollTop && top + item.offsetHeight <= this.list.scrollTop + this.list.clientHeight;
        this.list.scrollTop = isSeen ? this.list.scrollTop : top - this.list.clientHeight / 2;
      }
    });
    byId("past").hidden = this.shown === null;
    setText(byId("past-text"), this.pastText());
  }
}
