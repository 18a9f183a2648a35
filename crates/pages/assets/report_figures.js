// The boards of a diagnosis: pictures of checkers with arrows. An element of the page names the
// letters of the squares, the squares of what was played and of what was better, and its label.

import { byId } from "./page.js";
import { drawArrows, drawGround, placeOf } from "./ground.js";
import { pieceDrawing, svg } from "./pieces.js";
import { SIZES, squareName } from "./squares.js";

const GAME = "checkers";

export function drawFigures() {
  byId("diagnosis")?.querySelectorAll("[data-letters]").forEach(drawFigure);
}

function drawFigure(host) {
  const { letters, label, played = "", better = "" } = host.dataset;
  const size = SIZES[GAME];
  const picture = svg("svg", { viewBox: `-46 -14 ${100 * size + 60} ${100 * size + 60}`, class: `board game-${GAME}`, role: "img", "aria-label": label });
  const arrows = svg("g", { class: "arrow" });
  drawArrows(arrows, [{ path: played.split(" "), kind: "threat" }, { path: better.split(" "), kind: "best" }], size, false);
  picture.append(drawGround(GAME, false), ...[...letters].flatMap((letter, index) => pieceOn(letter, squareName(size, index), size)), arrows);
  host.replaceChildren(picture);
}

function pieceOn(letter, name, size) {
  const drawing = pieceDrawing(GAME, letter);
  const [x, y] = placeOf(name, size, false);
  return drawing === null ? [] : [svg("g", { transform: `translate(${x} ${y})` }, drawing)];
}
