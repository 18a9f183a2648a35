// The editor of a position: pieces are put on squares by click, by drag over several, or by key.

import { make, setText } from "../page.js";
import { lettersWith, letterAt, squareNumber } from "../squares.js";
import { pieceDrawing, pieceLetters, pieceName, svg } from "../pieces.js";
import { button, choiceOf, labeled } from "./controls.js";

export class Editor {
  // onUse(start): the position is to be used. onCancel(): it is not.
  constructor(engine, { onDraw, onUse, onCancel }) {
    Object.assign(this, { engine, onDraw, onUse, onCancel });
    this.asked = 0; // the newest question counts
    this.element = make("section", { class: "card editor", "aria-label": "Edit the position" });
  }

  begin(game, { letters, to_move: toMove }, startLetters) {
    Object.assign(this, { game, letters, toMove: toMove ?? "black", startLetters, brush: pieceLetters(game)[0] });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.palette = make("div", { class: "palette", role: "radiogroup", "aria-label": "Piece to put" });
    this.side = make("div", {});
    this.drawSide();
    this.text = make("input", { spellcheck: "false", "aria-label": "Position as text" });
    this.text.addEventListener("input", () => this.readText());
    this.element.replaceChildren(make("h2", {}, "Edit the position"), this.palette, this.side,
      make("div", { class: "row" }, button("Start", () => this.put(this.startLetters)), button("Clear", () => this.put(".".repeat(letters.length)), { icon: "trash" })),
      labeled("As text", this.text), this.problem,
      make("div", { class: "row end" }, button("Cancel", this.onCancel), button("Use this position", () => this.use(), { kind: "primary" })));
    this.drawPalette();
    this.check();
  }

  drawSide() {
    const sides = [["black", "Black to move"], ["white", "White to move"]];
    this.side.replaceChildren(choiceOf("Side to move", sides, this.toMove, (chosen) => { this.toMove = chosen; this.check(); }));
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
    if (this.game === "checkers" && squareNumber(name) === null) {
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
    if ((isPiece || isErased) && (this.game !== "checkers" || squareNumber(name) !== null)) {
      this.put(lettersWith(this.letters, { [name]: isErased ? "." : key }));
      return true;
    }
    return false;
  }

  async check() {
    const request = { ask: "edit", game: this.game, letters: this.letters, to_move: this.toMove };
    const asked = ++this.asked;
    const answer = await this.engine.ask(request);
    if (asked === this.asked) {
      this.start = answer.error ? null : answer.start;
      setText(this.problem, answer.error ?? "");
      if (this.start && document.activeElement !== this.text) {
        this.text.value = this.start;
      }
    }
  }

  async readText() {
    const asked = ++this.asked;
    const answer = await this.engine.ask({ ask: "read", name: null, text: this.text.value });
    const [game] = answer.games ?? [];
    const isPosition = !answer.error && game && answer.game === this.game;
    const line = isPosition ? await this.engine.ask({ ask: "line", game: this.game, start: game.start, moves: [] }) : null;
    if (asked !== this.asked) {
      return;
    }
    this.start = line?.start ?? null;
    setText(this.problem, isPosition ? "" : answer.error ?? "This text is no position of this game.");
    if (line) {
      Object.assign(this, { letters: line.start_letters, toMove: line.first });
      this.drawSide();
      this.onDraw();
    }
  }

  async use() {
    if (document.activeElement !== this.text) {
      await this.check();
    }
    if (this.start) {
      this.onUse(this.start);
    }
  }
}
