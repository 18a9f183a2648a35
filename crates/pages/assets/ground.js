// What lies below and above the pieces: squares, coordinates, the throne of Tablut, and arrows.

import { SIZES, squareName, squareIndex, squareNumber } from "./squares.js";
import { svg } from "./pieces.js";

// The middle of a square in units of the drawing.
export function placeOf(name, size, flipped) {
  const index = squareIndex(size, name);
  const seen = flipped ? size * size - 1 - index : index;
  return [(seen % size) * 100 + 50, Math.floor(seen / size) * 100 + 50];
}

// Squares and coordinates.
export function drawGround(game, flipped) {
  const size = SIZES[game];
  const ground = svg("g", { class: "ground", "aria-hidden": "true" });
  ground.append(svg("rect", { x: -8, y: -8, width: size * 100 + 16, height: size * 100 + 16, rx: 8, class: "frame" }));
  for (let index = 0; index < size * size; index += 1) {
    ground.append(groundSquare(game, size, index, flipped));
  }
  if (game === "tablut") {
    ground.append(throneMark());
  }
  if (game === "checkers") {
    ground.append(...squareNumbers(size, flipped));
  }
  ground.append(...coordinates(size, flipped));
  return ground;
}

function groundSquare(game, size, index, flipped) {
  const [x, y] = placeOf(squareName(size, index), size, flipped);
  const [column, row] = [index % size, Math.floor(index / size)];
  const isEdge = column === 0 || row === 0 || column === size - 1 || row === size - 1;
  const isDark = game !== "tablut" && (column + row) % 2 === 1;
  const kind = game === "tablut" ? (isEdge ? "edge" : "plain") : isDark ? "dark" : "light";
  return svg("rect", { x: x - 50, y: y - 50, width: 100, height: 100, class: `square ${kind}`, "data-at": squareName(size, index) });
}

function throneMark() {
  return svg("path", { d: "M408 408 L492 492 M492 408 L408 492 M408 408 H492 V492 H408 Z", class: "throne" });
}

function coordinates(size, flipped) {
  return [...Array(size).keys()].flatMap((at) => {
    const shown = flipped ? size - 1 - at : at;
    const letter = svg("text", { x: at * 100 + 50, y: size * 100 + 37, class: "coordinate" });
    letter.textContent = String.fromCharCode(97 + shown);
    const number = svg("text", { x: -27, y: at * 100 + 60, class: "coordinate" });
    number.textContent = String(size - shown);
    return [letter, number];
  });
}

// The numbers of portable draughts notation, from 1 at b8; style sheets show or hide them.
function squareNumbers(size, flipped) {
  const names = [...Array(size * size).keys()].map((index) => squareName(size, index));
  return names.filter((name) => squareNumber(name) !== null).map((name) => {
    const [x, y] = placeOf(name, size, flipped);
    const number = svg("text", { x: x - 47, y: y - 46, class: "square-number" });
    number.textContent = String(squareNumber(name));
    return number;
  });
}

// Arrows along squares, the first one above the others. One square that a person has marked gets a
// ring; an answer may name none at all.
export function drawArrows(layer, arrows, size, flipped) {
  const drawn = [...arrows].reverse().filter(({ path, kind }) => path.length > 1 || kind.startsWith("own-"));
  layer.replaceChildren(...drawn.map(({ path, kind }) => (path.length > 1 ? arrowOf : ringOf)(path, kind, size, flipped)));
}

function ringOf([name], kind, size, flipped) {
  const [cx, cy] = placeOf(name, size, flipped);
  return svg("g", { class: `arrow-${kind}` }, svg("circle", { cx, cy, r: 43, class: "ring-mark" }));
}

function arrowOf(path, kind, size, flipped) {
  const points = path.map((name) => placeOf(name, size, flipped));
  const [[fromX, fromY], [toX, toY]] = points.slice(-2);
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [x, y] = [(toX - fromX) / length, (toY - fromY) / length];
  const [baseX, baseY] = [toX - 34 * x, toY - 34 * y];
  const line = [...points.slice(0, -1), [baseX, baseY]].map((point) => point.join(" ")).join(" L");
  const head = `M${toX} ${toY} L${baseX - 22 * y} ${baseY + 22 * x} L${baseX + 22 * y} ${baseY - 22 * x} Z`;
  return svg("g", { class: `arrow-${kind}` }, svg("path", { d: `M${line}`, class: "shaft" }), svg("path", { d: head, class: "head" }));
}
