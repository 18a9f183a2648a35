// The charts of a game, as SVG: the evaluation, the clocks, the time of each move. A click on a
// chart goes to that ply. A chart is a picture with a label; the table of moves has all its numbers.

import { svgElement } from "./report_dom.js";
import { expectedShare, scoreText, secondsText, worstMoves } from "./report_words.js";

// Wide charts are drawn for a wide window, so that their text stays readable.
const WIDTH = window.innerWidth < 560 ? 360 : 640;
const LEFT = 52;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 18;

// A chart of `plies` turns; `kind` has `title`, `label`, `height`, `draw(chart)`. `show(ply)` goes
// to a ply.
export function makeChart(plies, kind, show) {
  const svg = svgElement("svg", {
    viewBox: `0 0 ${WIDTH} ${kind.height}`, role: "img", "aria-label": kind.label, class: "chart",
  });
  const chart = { svg, plies: Math.max(plies, 1), height: kind.height, show };
  kind.draw(chart);
  drawPlies(chart);
  chart.cursor = svgElement("line", { class: "cursor", y1: TOP, y2: kind.height - BOTTOM });
  svg.append(chart.cursor);
  svg.addEventListener("click", (event) => show(plyAt(chart, event)));
  return chart;
}

// Moves the line that shows the ply on the board.
export function moveCursor(chart, ply) {
  chart.cursor.setAttribute("x1", xOf(chart, ply));
  chart.cursor.setAttribute("x2", xOf(chart, ply));
}

function plyAt(chart, event) {
  const box = chart.svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * WIDTH;
  const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * chart.plies);
  return Math.min(Math.max(ply, 0), chart.plies);
}

function xOf(chart, ply) {
  return LEFT + (ply / chart.plies) * (WIDTH - LEFT - RIGHT);
}

// The height of a share from 0, at the bottom, to 1.
function yOf(chart, share) {
  return chart.height - BOTTOM - share * (chart.height - TOP - BOTTOM);
}

function drawPlies(chart) {
  const step = [5, 10, 20, 50, 100].find((each) => chart.plies / each <= 10) ?? 200;
  for (let ply = 0; ply <= chart.plies; ply += step) {
    const place = { x: xOf(chart, ply), y: chart.height - 4, class: "tick", "text-anchor": "middle" };
    chart.svg.append(svgElement("text", place, String(ply)));
  }
}

function drawLevel(chart, share, text, kind = "grid") {
  const y = yOf(chart, share);
  const place = { x: LEFT - 4, y: y + 4, class: "tick", "text-anchor": "end" };
  chart.svg.append(
    svgElement("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: kind }),
    svgElement("text", place, text),
  );
}

function pathOf(points) {
  return points.map(([x, y], nth) => `${nth === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

// The evaluation: Black's share of the point, the worst moves marked.
export function evaluationChart(game) {
  const worst = worstMoves(game).flat().map((move) => move.ply).sort((a, b) => a - b);
  const last = scoreText(game.scores[game.scores.length - 1]);
  const at = worst.length === 0 ? "no large mistakes" : `worst moves at plies ${worst.join(", ")}`;
  return {
    title: "Evaluation by our player",
    label: `Evaluation for Black over ${game.plies} plies, at the end ${last}; ${at}`,
    height: 170,
    draw: (chart) => drawEvaluation(chart, game),
  };
}

function drawEvaluation(chart, game) {
  drawLevel(chart, 1, "Black");
  drawLevel(chart, 0.5, "even", "axis");
  drawLevel(chart, 0, "White");
  const points = game.scores.map((_, ply) => [xOf(chart, ply), yOf(chart, shareAt(game, ply))]);
  const middle = yOf(chart, 0.5);
  const ends = [[points[points.length - 1][0], middle], [points[0][0], middle]];
  chart.svg.append(
    svgElement("path", { d: `${pathOf([...points, ...ends])}Z`, class: "area" }),
    svgElement("path", { d: pathOf(points), class: "line" }),
  );
  worstMoves(game).forEach((moves, side) => moves.forEach((move, rank) => {
    chart.svg.append(worstMark(chart, points[move.ply], side, { ...move, rank: rank + 1 }));
  }));
}

// Black's share of the point: by the endgame tables where they reach, else by our player. A game
// that was drawn is a draw at its end.
function shareAt(game, ply) {
  const verdict = game.tables[ply - (game.scores.length - game.tables.length)];
  const isEnd = ply === game.plies && game.result === "d";
  if (verdict === undefined || isEnd) {
    return expectedShare(game.scores[ply], game.unitsPerLogit);
  }
  return { b: 1, d: 0.5, w: 0 }[verdict[0]];
}

// Black's mistakes are squares, White's circles, with their rank in them.
function worstMark(chart, [x, y], side, move) {
  const shape = side === 0
    ? svgElement("rect", { x: x - 8, y: y - 8, width: 16, height: 16 })
    : svgElement("circle", { cx: x, cy: y, r: 9 });
  const name = side === 0 ? "Black" : "White";
  const better = move.better === "" ? "" : `; better ${move.better.split(" ")[0]}`;
  const about = `${name}'s worst move number ${move.rank}, ply ${move.ply}: lost ${move.loss} % of the point${better}`;
  const rank = svgElement("text", { x, y: y + 4, "text-anchor": "middle" }, String(move.rank));
  const mark = svgElement("g", { class: `worst ${name.toLowerCase()}` },
    svgElement("title", {}, about), shape, rank);
  mark.addEventListener("click", (event) => {
    event.stopPropagation();
    chart.show(move.ply);
  });
  return mark;
}

// Both clocks: the seconds left after each turn.
export function clockChart(game) {
  const [black, white] = game.left[game.left.length - 1];
  return {
    title: "Clocks: seconds left",
    label: `Seconds left, at the end ${secondsText(black)} for Black and ${secondsText(white)} for White`,
    height: 120,
    draw: (chart) => drawClocks(chart, game),
  };
}

function drawClocks(chart, game) {
  const most = Math.max(...game.seconds, 0.001);
  const least = Math.min(...game.left.flat());
  // Where little time was used, the rest of the scale would be empty.
  const low = least > most / 2 ? least : Math.min(least, 0);
  drawLevel(chart, 1, shortSeconds(most));
  drawLevel(chart, 0, shortSeconds(low), "axis");
  ["black", "white"].forEach((name, side) => {
    const share = (left) => (left[side] - low) / Math.max(most - low, 1e-6);
    const points = game.left.map((left, ply) => [xOf(chart, ply), yOf(chart, share(left))]);
    chart.svg.append(svgElement("path", { d: pathOf(points), class: `series ${name}` }));
  });
}

// The time of each move: Black's bars go up, White's down.
export function chargeChart(game) {
  const most = Math.max(...game.charged, 0.1);
  return {
    title: "Seconds charged for each move",
    label: `Seconds charged for each move, at most ${secondsText(most / 1000)}`,
    height: 120,
    draw: (chart) => drawCharges(chart, game, most),
  };
}

function drawCharges(chart, game, most) {
  drawLevel(chart, 1, shortSeconds(most / 1000));
  drawLevel(chart, 0.5, "0 s", "axis");
  drawLevel(chart, 0, shortSeconds(most / 1000));
  const width = Math.max(((WIDTH - LEFT - RIGHT) / chart.plies) * 0.7, 1);
  const middle = yOf(chart, 0.5);
  game.charged.forEach((charge, turn) => {
    const isBlack = game.sideOf(turn) === "black";
    const height = Math.max((charge / most) * (middle - TOP), 0.5);
    chart.svg.append(svgElement("rect", {
      x: xOf(chart, turn + 1) - width / 2, y: isBlack ? middle - height : middle, width, height,
      class: isBlack ? "bar black" : "bar white",
    }));
  });
}

function shortSeconds(seconds) {
  const isLong = Math.abs(seconds) >= 1 || seconds === 0;
  return isLong ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds * 1000).toPrecision(3))} ms`;
}
