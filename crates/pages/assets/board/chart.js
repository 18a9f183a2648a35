// The course of a game as a picture: Black's share of the point over the moves, the mistakes as marks,
// and both clocks where they are known.

import { svg } from "../pieces.js";

const WIDTH = 640;
const HEIGHT = 150;
const MARK_CLASSES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

// points: {share, sign, side, clock, label} for each place of the game, the start first; share is
// null where it is not known. onShow(index): a place was pressed.
export class CourseChart {
  constructor(host, onShow) {
    this.host = host;
    this.onShow = onShow;
    this.points = [];
  }

  draw(points, seconds = null) {
    this.points = points;
    const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "course", role: "img", "aria-label": this.about() });
    root.append(svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }), ...this.area(),
      ...(seconds ? this.clocks(seconds) : []), ...this.marks());
    this.cursor = svg("line", { y1: 0, y2: HEIGHT, class: "cursor" });
    root.append(this.cursor);
    root.addEventListener("click", (event) => this.onShow(this.indexAt(event)));
    this.host.replaceChildren(root);
  }

  about() {
    const signs = this.points.filter(({ sign }) => sign).map(({ label, sign }) => `${label}${sign}`);
    return signs.length ? `The course of the game. Mistakes: ${signs.join(", ")}` : "The course of the game, without marked mistakes";
  }

  x(index) {
    return this.points.length < 2 ? 0 : (index / (this.points.length - 1)) * WIDTH;
  }

  // Black above, as on the board.
  y(share) {
    return HEIGHT - 6 - share * (HEIGHT - 12);
  }

  indexAt(event) {
    const box = this.host.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (this.points.length - 1));
    return Math.min(Math.max(index, 0), this.points.length - 1);
  }

  area() {
    const known = this.points.map(({ share }, index) => [share, index]).filter(([share]) => share !== null);
    if (known.length === 0) {
      return [];
    }
    const line = known.map(([share, index]) => `${this.x(index).toFixed(1)} ${this.y(share).toFixed(1)}`);
    const ends = [`${this.x(known.at(-1)[1]).toFixed(1)} ${HEIGHT}`, `${this.x(known[0][1]).toFixed(1)} ${HEIGHT}`];
    return [svg("path", { d: `M${[...line, ...ends].join("L")}Z`, class: "area" }), svg("path", { d: `M${line.join("L")}`, class: "line" })];
  }

  clocks(seconds) {
    return ["black", "white"].map((side) => {
      const own = this.points.map(({ clock, side: mover }, index) => [clock, mover, index]).filter(([clock, mover]) => clock !== null && mover === side);
      const line = own.map(([clock, , index]) => `${this.x(index).toFixed(1)} ${this.y(Math.max(0, clock) / seconds).toFixed(1)}`);
      return svg("path", { d: line.length ? `M${line.join("L")}` : "", class: `time ${side}` });
    });
  }

  marks() {
    return this.points.flatMap(({ sign, share, side }, index) => {
      const kind = MARK_CLASSES[sign];
      if (!kind || share === null) {
        return [];
      }
      const [x, y] = [this.x(index), this.y(share)];
      const shape = side === "black" ? svg("rect", { x: x - 5, y: y - 5, width: 10, height: 10 }) : svg("circle", { cx: x, cy: y, r: 6 });
      shape.setAttribute("class", `mark ${kind}`);
      return [shape];
    });
  }

  moveCursor(index) {
    this.cursor?.setAttribute("x1", this.x(index));
    this.cursor?.setAttribute("x2", this.x(index));
  }
}
