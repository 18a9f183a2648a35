// The pieces, drawn in a square of 100 by 100 units around (0, 0). Sides differ in color and in
// their inner shape; kings, amazons and spears have outlines of their own. Colors: style.css.

const SVG_NAMES = "http://www.w3.org/2000/svg";

export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG_NAMES, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const CROWN = "M-22 16 L-27 -14 L-12 -1 L0 -22 L12 -1 L27 -14 L22 16 Z";
const CORONET = "M-20 20 L-29 -10 L-14 4 L-11 -20 L0 1 L11 -20 L14 4 L29 -10 L20 20 Z";

function disc(radius, name = "disc", y = 0) {
  return svg("circle", { cx: 0, cy: y, r: radius, class: name });
}

// Black pieces have a ring, white ones a filled center: they differ without colors, too.
function manShapes(isBlack) {
  return [disc(39), isBlack ? disc(27, "ring") : disc(14, "center")];
}

function crownedShapes() {
  return [disc(37, "disc", 6), disc(37, "disc", -4),
    svg("path", { d: CROWN, class: "figure", transform: "translate(0 -3)" })];
}

function amazonShapes(isBlack) {
  const base = isBlack ? disc(39) : svg("rect", { x: -36, y: -36, width: 72, height: 72, rx: 22, class: "disc" });
  return [base, svg("path", { d: CORONET, class: "figure" }),
    svg("line", { x1: -20, y1: 27, x2: 20, y2: 27, class: "stroke" })];
}

function spearShapes() {
  return [svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 10, class: "burnt" }),
    svg("path", { d: "M0 36 V-12 M-13 -10 L0 -36 L13 -10 Z", class: "spear" })];
}

function kingShapes() {
  return [disc(41), svg("path", { d: CROWN, class: "figure", transform: "scale(1.15)" })];
}

// The drawing of a letter, or null for an empty square.
export function pieceDrawing(game, letter) {
  if (letter === ".") {
    return null;
  }
  const isBlack = letter === "b" || letter === "B";
  const side = letter === "x" ? "neutral" : isBlack ? "black" : "white";
  return svg("g", { class: `piece ${side}` }, ...pieceShapes(game, letter, isBlack));
}

function pieceShapes(game, letter, isBlack) {
  if (letter === "x") {
    return spearShapes();
  }
  if (letter === "k") {
    return kingShapes();
  }
  if (game === "amazons") {
    return amazonShapes(isBlack);
  }
  return letter === "B" || letter === "W" ? crownedShapes() : manShapes(isBlack);
}

const PIECE_NAMES = {
  checkers: { b: "black man", B: "black king", w: "white man", W: "white king" },
  loa: { b: "black piece", w: "white piece" },
  tablut: { b: "Muscovite, black", w: "Swede, white", k: "king, white" },
  amazons: { b: "black amazon", w: "white amazon", x: "spear" },
};

// The letters of the pieces that a board can have.
export function pieceLetters(game) {
  return Object.keys(PIECE_NAMES[game]);
}

// The piece in words.
export function pieceName(game, letter) {
  return PIECE_NAMES[game][letter] ?? "empty";
}
