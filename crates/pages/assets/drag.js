// The pointer on a board: a click presses a square; a piece that is dragged follows the pointer and
// presses the square where it is let go. Mouse, pen and touch alike. The right button, or a finger
// that rests, marks a square or draws an arrow.

const DRAG_PIXELS = 6;
const LONG_PRESS_MS = 500;
const RIGHT_BUTTON = 2;

export class DragWatch {
  constructor(board) {
    this.board = board;
    this.from = null;
    this.painted = null;
    const root = board.root;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => { this.stop(); board.refresh(); });
    root.addEventListener("contextmenu", (event) => board.onShape && event.preventDefault());
  }

  down(event) {
    const name = this.board.squareAtPoint(event.clientX, event.clientY);
    if (event.button === RIGHT_BUTTON && name !== null) {
      this.beginShape(event, name);
    }
    if (event.button !== 0 || name === null) {
      return;
    }
    if (event.pointerType === "touch") {
      this.rest = { x: event.clientX, y: event.clientY, timer: setTimeout(() => this.beginShape(event, name), LONG_PRESS_MS) };
    }
    // The square is where Tab leads, but keys still belong to the page: arrows walk through the game.
    this.board.focused = name;
    this.board.drawFocus();
    event.preventDefault();
    if (this.board.edits) {
      this.painted = name;
      this.board.root.setPointerCapture(event.pointerId);
      this.board.onSquare(name, false);
      return;
    }
    const wasPicked = this.board.standsOn() === name;
    if (!wasPicked) {
      this.board.press(name);
    }
    if (this.board.standsOn() === name && !this.board.isSent) {
      this.from = { name, wasPicked, x: event.clientX, y: event.clientY, isDragged: false };
      this.board.root.setPointerCapture(event.pointerId);
    }
  }

  // Shift and Alt choose other colors.
  beginShape(event, name) {
    if (this.board.onShape && !this.board.edits) {
      this.board.dropMove();
      this.board.root.setPointerCapture(event.pointerId);
      this.shape = { path: [name], kind: event.shiftKey ? "own-r" : event.altKey ? "own-b" : "own-g" };
      this.board.showShape(this.shape);
    }
  }

  moveShape(event) {
    const [from] = this.shape.path;
    const to = this.board.squareAtPoint(event.clientX, event.clientY) ?? from;
    this.shape.path = to === from ? [from] : [from, to];
    this.board.showShape(this.shape);
  }

  moved(event) {
    if (this.rest && Math.hypot(event.clientX - this.rest.x, event.clientY - this.rest.y) > DRAG_PIXELS) {
      clearTimeout(this.rest.timer);
    }
    if (this.shape) {
      this.moveShape(event);
      return;
    }
    if (this.painted !== null) {
      this.paint(event);
      return;
    }
    if (this.from === null) {
      return;
    }
    const [x, y] = [event.clientX - this.from.x, event.clientY - this.from.y];
    this.from.isDragged ||= Math.hypot(x, y) > DRAG_PIXELS;
    const drawing = this.board.drawingOn(this.from.name);
    if (this.from.isDragged && drawing) {
      const scale = this.board.root.getScreenCTM().a;
      drawing.parentNode.parentNode.append(drawing.parentNode);
      drawing.setAttribute("transform", `translate(${x / scale} ${y / scale})`);
    }
  }

  // While a position is edited, a piece can be put on several squares in one go.
  paint(event) {
    const name = this.board.squareAtPoint(event.clientX, event.clientY);
    if (name !== null && name !== this.painted) {
      this.painted = name;
      this.board.onSquare(name, true);
    }
  }

  up(event) {
    const { from, shape } = this;
    this.stop();
    if (shape) {
      this.board.refresh();
      this.board.onShape(shape.path, shape.kind);
    }
    if (from === null) {
      return;
    }
    const name = this.board.squareAtPoint(event.clientX, event.clientY);
    const isTarget = () => this.board.premoves !== null || this.board.tree.has([...this.board.begun, name]) || this.board.tree.onlyWay(this.board.begun, name) !== null;
    if (from.isDragged && name !== null && name !== from.name && isTarget()) {
      this.board.press(name);
    } else if (!from.isDragged && from.wasPicked) {
      this.board.press(from.name);
    }
    this.board.refresh();
  }

  stop() {
    clearTimeout(this.rest?.timer);
    this.rest = null;
    this.shape = null;
    this.board.shape = null;
    this.from = null;
    this.painted = null;
  }
}
