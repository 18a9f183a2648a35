// A board of checkers as a picture, until the board of all games takes its place.

const BOARD_SVG = "http://www.w3.org/2000/svg";

export class Board {
  constructor(host, { flipped }) {
    this.svg = document.createElementNS(BOARD_SVG, "svg");
    this.svg.setAttribute("viewBox", "0 0 8 8");
    this.flipped = flipped;
    host.append(this.svg);
  }

  draw(view) {
    this.view = view;
    this.svg.replaceChildren();
    [...view.letters].forEach((letter, index) => this.square(letter, index));
  }

  square(letter, index) {
    const at = this.flipped ? 63 - index : index;
    const [x, y] = [at % 8, Math.floor(at / 8)];
    const rect = document.createElementNS(BOARD_SVG, "rect");
    const isDark = (index + Math.floor(index / 8)) % 2 === 1;
    const set = (node, values) => Object.entries(values).forEach(([k, v]) => node.setAttribute(k, v));
    set(rect, { x, y, width: 1, height: 1, fill: isDark ? "#7a9a6a" : "#e8e4d0" });
    this.svg.append(rect);
    if (letter !== ".") {
      const piece = document.createElementNS(BOARD_SVG, "circle");
      const fill = letter.toLowerCase() === "b" ? "#222" : "#fff";
      set(piece, { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill, stroke: letter < "a" ? "#e60" : "#888", "stroke-width": 0.06 });
      this.svg.append(piece);
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw(this.view);
  }
}

export function applyCheckersPath(letters, path) {
  const squares = [...letters];
  const at = (name) => (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;
  const stops = path.map(at);
  let piece = squares[stops[0]];
  squares[stops[0]] = ".";
  stops.slice(1).forEach((stop, nth) => {
    if (Math.abs(stop - stops[nth]) > 9) {
      squares[(stop + stops[nth]) / 2] = ".";
    }
  });
  const end = stops[stops.length - 1];
  if ((piece === "b" && end >= 56) || (piece === "w" && end < 8)) {
    piece = piece.toUpperCase();
  }
  squares[end] = piece;
  return squares.join("");
}
