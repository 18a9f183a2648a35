// The list of moves, numbered as players read them, and the boards behind them, which can be looked
// at. Each move of both sides is one row; a change of the board has a row of its own.

import { byId, keepInView, make, markCurrent, setText } from "./page.js";

export class Turns {
  // onChange(): another turn is to be shown.
  constructor(onChange) {
    this.onChange = onChange;
    this.turns = [];
    this.start = "";
    this.shown = null;
    this.list = byId("turns");
    this.clear();
    this.list.addEventListener("click", (event) => {
      const ply = event.target.closest("button")?.dataset.ply;
      if (ply) {
        this.show(Number(ply));
      }
    });
    const steps = { first: () => this.show(0), back: () => this.step(-1), forward: () => this.step(1), last: () => this.show(Infinity) };
    Object.entries(steps).forEach(([id, step]) => byId(id).addEventListener("click", step));
  }

  clear() {
    this.list.replaceChildren();
    this.buttons = [];
    this.row = null;
    this.number = 0;
  }

  // `first`: the side that moves first in this game.
  draw({ turns, start }, first) {
    const isSame = this.turns.length <= turns.length
      && this.turns.every((turn, index) => turn.text === turns[index].text);
    if (!isSame) {
      this.clear();
      this.shown = null;
    }
    turns.slice(this.buttons.length).forEach((turn) => this.add(turn, first));
    Object.assign(this, { turns, start });
    byId("no-turns").hidden = turns.length > 0;
    this.mark();
  }

  add(turn, first) {
    const isSecond = turn.side !== first;
    const button = turnButton(turn, this.buttons.length + 1);
    if (isChange(turn)) {
      this.list.append(make("li", { class: "change" }, button));
      this.row = null;
    } else if (isSecond && this.row !== null) {
      this.row.append(button);
      this.row = null;
    } else {
      this.number += 1;
      const number = make("span", { class: "number" }, isSecond ? `${this.number}...` : `${this.number}.`);
      this.row = make("li", {}, number, button);
      this.list.append(this.row);
      this.row = isSecond ? null : this.row;
    }
    button.classList.toggle("second", isSecond && !isChange(turn));
    this.buttons.push(button);
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
    this.buttons.forEach((button, index) => markCurrent(button, index + 1 === now));
    if (now === 0) {
      this.list.scrollTop = 0;
    } else {
      keepInView(this.list, this.buttons[now - 1].parentNode);
    }
    byId("first").disabled = now === 0;
    byId("back").disabled = now === 0;
    byId("forward").disabled = this.shown === null;
    byId("last").disabled = this.shown === null;
    byId("past").hidden = this.shown === null;
    setText(byId("past-text"), this.pastText());
  }
}

// A change of the board, by `set` or by a position in FEN.
export function isChange({ text }) {
  return /^(set\s|[wb]\s*:)/i.test(text);
}

function turnButton({ text, other_text: otherText, side, seconds }, ply) {
  const label = side === "black" ? "Black" : "White";
  const button = make("button", { type: "button", "data-ply": ply });
  button.append(make("span", { class: `side ${side}`, role: "img", "aria-label": label }), text);
  if (otherText) {
    button.append(make("small", {}, otherText.trim().split("\n").join("  ")));
  }
  if (seconds !== null) {
    button.append(make("small", { class: "seconds" }, `${seconds.toFixed(2)} s`));
  }
  return button;
}
