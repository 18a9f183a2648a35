// The editor of a position: pieces are put on squares by click, by drag over several, or by key.

import { make, setText } from "../page.js";
import { lettersWith, letterAt, squareBeside, SIZES } from "../squares.js";
import { pieceDrawing, pieceLetters, pieceName, svg } from "../pieces.js";
import { button, choiceOf, labeled } from "./controls.js";

export class Editor {
  // onUse(start): the position is to be used. onCancel(): it is not.
  constructor(engine, { onDraw, onUse, onCancel }) {
    Object.assign(this, { engine, onDraw, onUse, onCancel });
    this.element = make("section", { class: "card editor", "aria-label": "Edit the position" });
  }

  begin(game, { letters, to_move: toMove }, startLetters) {
    Object.assign(this, { game, letters, toMove: toMove ?? "black", startLetters, brush: pieceLetters(game)[0] });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.palette = make("div", { class: "palette", role: "radiogroup", "aria-label": "Piece to put" });
    const side = choiceOf("Side to move", [["black", "Black to move"], ["white", "White to move"]], this.toMove, (chosen) => { this.toMove = chosen; this.check(); });
    this.text = make("input", { spellcheck: "false", "aria-label": "Position as text" });
    this.text.addEventListener("change", () => this.readText());
    this.element.replaceChildren(make("h2", {}, "Edit the position"), this.palette, side,
      make("div", { class: "row" }, button("Start", () => this.put(this.startLetters)), button("Clear", () => this.put(".".repeat(letters.length)), { icon: "trash" })),
      labeled("As text", this.text), this.problem,
      make("div", { class: "row end" }, button("Cancel", this.onCancel), button("Use this position", () => this.use(), { kind: "primary" })));
    this.drawPalette();
    this.check();
  }

  drawPalette() {
    this.palette.replaceChildren(...[...pieceLetters(this.game), "."].map((letter) => {
      const drawing = letter === "." ? svg("path", { d: "M-22 -22 L22 22 M22 -22 L-22 22", class: "erase" }) : pieceDrawing(this.game, letter);
      const name = letter === "." ? "empty square" : pieceName(this.game, letter);
      const one = make("button", { type: "button", role: "radio", "aria-checked": String(letter === this.brush), "aria-label": name, title: `${name} (${letter === "." ? "Delete" : letter})` },
        svg("svg", { viewBox: "-50 -50 100 100" }, drawing));
      one.addEventListener("click", () => { this.brush = letter; this.drawPalette(); });
      return one;
    }));
  }

  put(letters) {
    this.letters = letters;
    this.onDraw();
    this.check();
  }

  // A square was pressed, or dragged over: the chosen piece is put there, or taken away again.
  press(name, isDrag = false) {
    if (this.game === "checkers" && !isPlayable(name)) {
      return;
    }
    const isThere = letterAt(this.letters, name) === this.brush;
    if (!isDrag || !isThere) {
      this.put(lettersWith(this.letters, { [name]: isThere ? "." : this.brush }));
    }
  }

  // A key on a focused square: the letter of a piece puts one there.
  key(name, key) {
    const isPiece = pieceLetters(this.game).includes(key);
    const isErased = key === "Delete" || key === "Backspace" || key === ".";
    if ((isPiece || isErased) && (this.game !== "checkers" || isPlayable(name))) {
      this.put(lettersWith(this.letters, { [name]: isErased ? "." : key }));
      return true;
    }
    return false;
  }

  async check() {
    const request = { ask: "edit", game: this.game, letters: this.letters, to_move: this.toMove };
    const { letters } = this;
    const answer = await this.engine.ask(request);
    if (letters === this.letters) {
      this.start = answer.error ? null : answer.start;
      setText(this.problem, answer.error ?? "");
      if (this.start && document.activeElement !== this.text) {
        this.text.value = this.start;
      }
    }
  }

  async readText() {
    const answer = await this.engine.ask({ ask: "read", name: null, text: this.text.value });
    const [game] = answer.games ?? [];
    if (answer.error || !game || answer.game !== this.game) {
      setText(this.problem, answer.error ?? "This text is no position of this game.");
      return;
    }
    const line = await this.engine.ask({ ask: "line", game: this.game, start: game.start, moves: [] });
    this.toMove = line.first;
    this.begin(this.game, { letters: line.start_letters, to_move: line.first }, this.startLetters);
    this.onDraw();
  }

  async use() {
    await this.check();
    if (this.start) {
      this.onUse(this.start);
    }
  }
}

function isPlayable(name) {
  return squareBeside(SIZES.checkers, name, 0, 0) !== null && (name.charCodeAt(0) - 97 + Number(name[1])) % 2 === 1;
}
