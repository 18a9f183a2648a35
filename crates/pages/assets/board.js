// The board of all four games: draws a position, and lets a move be entered by clicks, by dragging
// and by keys. It knows no rules: `moves` says which squares may follow each other.
//
// Interface, for all pages:
//   new Board(host, { game, flipped, squareLabel, onMove, onPremove, onSquare, onKey })
//       host: an element; onMove(text): a move was entered; onPremove(path): one for the next turn;
//       onSquare(name, isDrag), onKey(name, key): while the position is being edited;
//       squareLabel(name): what a screen reader calls a square, as the page writes its moves
//   onShape = (path, kind) => ...   if set: a square was marked, or an arrow drawn, with the right
//       button or a long press
//   draw({ letters, last, moves, hint, arrows, premoves, premove, mustCapture, edits })
//       last: squares of the last move; hint: squares of an arrow; arrows: {path, kind} each, the most
//       important first; premoves: the side whose move may be entered before its turn; premove: the
//       squares of such a move; without moves the board is a picture
//   flip(), dropMove()   turns the board; forgets a move that was begun

import { SIZES, squareName, squareIndex, squareBeside, letterAt, begunBoard, checkersCaptures } from "./squares.js";
import { MoveTree } from "./moves.js";
import { svg, pieceDrawing, pieceName } from "./pieces.js";
import { drawGround, drawArrows, placeOf } from "./ground.js";
import { DragWatch } from "./drag.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SLIDE_MS = 140;

export class Board {
  constructor(host, { game, flipped = false, squareLabel = (name) => name, onMove = () => {}, onPremove = () => {}, onSquare = () => {}, onKey = () => false }) {
    this.game = game;
    this.size = SIZES[game];
    Object.assign(this, { flipped, squareLabel, onMove, onPremove, onSquare, onKey, onShape: null });
    this.animates = true;
    this.letters = ".".repeat(this.size * this.size);
    this.begun = [];
    this.isSent = false;
    this.last = [];
    this.arrows = [];
    this.shape = null;
    this.premoves = null;
    this.premove = [];
    this.mustCapture = false;
    this.edits = false;
    this.tree = new MoveTree([]);
    this.movesKey = "[]";
    this.focused = squareName(this.size, this.size * this.size - this.size);
    this.host = host;
    this.build();
  }

  build() {
    const edge = 100 * this.size;
    this.root = svg("svg", {
      viewBox: `-46 -14 ${edge + 60} ${edge + 60}`, class: `board game-${this.game}`, role: "grid",
      "aria-label": `Board of ${this.size} rows`,
    });
    this.pieces = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.arrow = svg("g", { class: "arrow", "aria-hidden": "true" });
    this.cells = new Map();
    const ground = drawGround(this.game, this.flipped);
    this.squares = new Map([...ground.querySelectorAll(".square")].map((one) => [one.dataset.at, one]));
    // Marks lie below the pieces, so that they change no piece's color.
    this.root.append(ground, ...this.buildRows(), this.pieces, this.arrow);
    this.host.replaceChildren(this.root);
    this.root.addEventListener("keydown", (event) => this.keyPressed(event));
    this.drag = new DragWatch(this);
  }

  buildRows() {
    const rows = [...Array(this.size).keys()].map((row) => svg("g", { role: "row" },
      ...[...Array(this.size).keys()].map((column) => this.buildCell(row, column))));
    return rows;
  }

  // Rows and columns count from the top left as seen.
  buildCell(row, column) {
    const seen = row * this.size + column;
    const index = this.flipped ? this.size * this.size - 1 - seen : seen;
    const name = squareName(this.size, index);
    const cell = svg("g", { role: "gridcell", "data-square": name, tabindex: "-1", class: "cell" },
      svg("rect", { x: column * 100, y: row * 100, width: 100, height: 100, class: "hit" }),
      svg("circle", { cx: column * 100 + 50, cy: row * 100 + 50, r: 16, class: "dot" }));
    cell.addEventListener("focus", () => { this.focused = name; this.drawFocus(); });
    // A click without a pointer comes from a screen reader; DragWatch sees the others.
    cell.addEventListener("click", (event) => { if (event.detail === 0) { this.press(name); } });
    this.cells.set(name, cell);
    return cell;
  }

  flip() {
    this.flipped = !this.flipped;
    const hadFocus = this.root.contains(document.activeElement);
    this.build();
    this.refresh();
    if (hadFocus) {
      this.cells.get(this.focused).focus();
    }
  }

  draw({ letters, last = [], moves = [], hint = [], arrows = null, premoves = null, premove = [], mustCapture = false, edits = false }) {
    const movesKey = JSON.stringify([moves, premoves]);
    const before = this.letters;
    const isSame = letters === this.letters && movesKey === this.movesKey;
    const slides = letters !== this.letters && !this.isSent && last.length > 1;
    if (!isSame || this.isSent) {
      this.begun = [];
      this.isSent = false;
      this.drag.stop();
    }
    if (movesKey !== this.movesKey) {
      this.tree = new MoveTree(moves);
      this.movesKey = movesKey;
    }
    const shown = arrows ?? (hint.length > 1 ? [{ path: hint, kind: "best" }] : []);
    Object.assign(this, { letters, last, arrows: shown, premoves, premove, mustCapture, edits });
    this.refresh();
    if (slides) {
      this.slide(last, before);
    }
  }

  // What is being drawn, {path, kind}, or null.
  showShape(shape) {
    this.shape = shape;
    this.refresh();
  }

  // Forgets a move that was begun, or one that was sent and refused.
  dropMove() {
    this.begun = [];
    this.isSent = false;
    this.drag.stop();
    this.refresh();
  }

  // A square was clicked, or chosen with a key.
  press(name) {
    if (this.isSent) {
      return;
    }
    if (this.premoves !== null) {
      this.pressBefore(name);
      return;
    }
    const longer = [...this.begun, name];
    const way = this.begun.length > 0 && this.game === "checkers" ? this.tree.onlyWay(this.begun, name) : null;
    if (this.begun.length > 0 && this.tree.has(longer)) {
      this.begun = longer;
      this.finishMove();
    } else if (way !== null) {
      this.begun = way;
      this.finishMove();
    } else {
      const isNew = name !== this.begun[0] && this.tree.has([name]);
      this.begun = isNew ? [name] : [];
    }
    this.refresh();
  }

  // It is the other side's turn: a piece and any square make a move for later.
  pressBefore(name) {
    const [from] = this.begun;
    const isOwn = letterAt(this.letters, name).toLowerCase() === this.premoves[0];
    if (from !== undefined && name !== from && !isOwn) {
      this.begun = [];
      this.onPremove([from, name]);
    } else {
      this.begun = isOwn && name !== from ? [name] : [];
      if (!isOwn && this.premove.length > 0) {
        this.onPremove(null);
      }
    }
    this.refresh();
  }

  finishMove() {
    const text = this.tree.text(this.begun);
    if (text !== null && this.tree.targets(this.begun).length === 0) {
      this.isSent = true;
      this.onMove(text);
    }
  }

  // Where the piece of the begun move stands now, or null.
  standsOn() {
    const path = this.begun;
    return path.length === 0 ? null : this.game === "amazons" && path.length > 1 ? path[1] : path[path.length - 1];
  }

  refresh() {
    const { letters, faded } = begunBoard(this.game, this.letters, this.begun);
    this.drawPieces(letters, faded);
    drawArrows(this.arrow, this.shape === null ? this.arrows : [this.shape, ...this.arrows], this.size, this.flipped);
    const steps = this.isSent || this.begun.length === 0 ? [] : this.tree.targets(this.begun);
    const ends = this.isSent || this.begun.length === 0 || this.game !== "checkers" ? [] : this.tree.onlyEnds(this.begun);
    const targets = new Set([...steps, ...ends]);
    this.root.classList.toggle("must-capture", this.mustCapture && this.begun.length === 0);
    this.root.classList.toggle("edits", this.edits);
    const movable = new Set(this.isSent ? [] : this.tree.targets([]));
    const picked = this.standsOn();
    const last = new Set(this.last);
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("target", targets.has(name));
      const isTaken = targets.has(name) && letterAt(letters, name) !== ".";
      cell.classList.toggle("capture", isTaken);
      cell.classList.toggle("picked", name === picked);
      cell.classList.toggle("movable", movable.has(name));
      cell.classList.toggle("last", last.has(name));
      cell.classList.toggle("premove", this.premove?.includes(name) ?? false);
      this.squares.get(name).classList.toggle("last", last.has(name));
      const remark = isTaken ? ", target, captures" : targets.has(name) ? ", target" : name === picked ? ", picked" : "";
      cell.setAttribute("aria-label", `${this.squareLabel(name)}, ${pieceName(this.game, letterAt(letters, name))}${remark}`);
    }
    this.drawFocus();
  }

  drawPieces(letters, faded) {
    const drawn = [];
    [...letters].forEach((letter, index) => {
      const drawing = pieceDrawing(this.game, letter);
      if (drawing) {
        const name = squareName(this.size, index);
        const [x, y] = placeOf(name, this.size, this.flipped);
        const piece = svg("g", { transform: `translate(${x} ${y})`, "data-on": name }, drawing);
        piece.classList.toggle("faded", faded.includes(name));
        drawn.push(piece);
      }
    });
    this.pieces.replaceChildren(...drawn);
  }

  drawFocus() {
    for (const [name, cell] of this.cells) {
      cell.setAttribute("tabindex", name === this.focused ? "0" : "-1");
    }
  }

  // Shows how a piece came to its square; the board is already as it will be.
  slide(path, before) {
    const to = this.game === "amazons" ? path[1] : path[path.length - 1];
    const piece = this.pieces.querySelector(`[data-on="${to}"] > *`);
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!piece || isCalm || !this.animates) {
      return;
    }
    this.fadeCaptured(path, before);
    const [x, y] = placeOf(to, this.size, this.flipped);
    const stops = path.slice(0, this.game === "amazons" ? 2 : path.length).map((name) => {
      const [fromX, fromY] = placeOf(name, this.size, this.flipped);
      return { transform: `translate(${fromX - x}px, ${fromY - y}px)` };
    });
    piece.animate(stops, { duration: SLIDE_MS * (stops.length - 1), easing: "ease-out" });
  }

  // Captured pieces are seen going.
  fadeCaptured(path, before) {
    if (this.game !== "checkers") {
      return;
    }
    for (const name of checkersCaptures(path)) {
      const drawing = pieceDrawing(this.game, letterAt(before, name));
      if (drawing) {
        const [x, y] = placeOf(name, this.size, this.flipped);
        const gone = svg("g", { transform: `translate(${x} ${y})`, class: "gone" }, drawing);
        this.pieces.prepend(gone);
        gone.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SLIDE_MS * path.length }).onfinish = () => gone.remove();
      }
    }
  }

  keyPressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (this.edits && this.onKey(this.focused, event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key in ARROWS) {
      this.moveFocus(...ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      this.edits ? this.onSquare(this.focused, false) : this.press(this.focused);
    } else if (event.key === "Escape" && this.begun.length > 0) {
      this.dropMove();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  moveFocus(columns, rows) {
    const turn = this.flipped ? -1 : 1;
    const name = squareBeside(this.size, this.focused, columns * turn, rows * turn);
    if (name) {
      this.cells.get(name).focus();
    }
  }

  // The square at a place of the window, or null.
  squareAtPoint(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM().inverse());
    const [column, row] = [Math.floor(point.x / 100), Math.floor(point.y / 100)];
    const isOnBoard = column >= 0 && column < this.size && row >= 0 && row < this.size;
    const seen = row * this.size + column;
    return isOnBoard ? squareName(this.size, this.flipped ? this.size * this.size - 1 - seen : seen) : null;
  }

  drawingOn(name) {
    return this.pieces.querySelector(`[data-on="${name}"] > *`);
  }

  indexOf(name) {
    return squareIndex(this.size, name);
  }
}
