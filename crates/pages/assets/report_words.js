// Moves, evaluations and verdicts in words. Evaluations and verdicts come as the crate app stores
// them (src/report/verdict.rs): numbers for Black, and texts such as "b12".

const MOST_UNITS = 9000;
const WIN = 20000;
const UNITS_PER_LOGIT = 60;

// The name of the square with a number of portable draughts notation: b8 is 1, g1 is 32.
export function numberedSquare(number) {
  const row = 7 - Math.floor((number - 1) / 4);
  const file = 2 * ((number - 1) % 4) + (row % 2);
  return "abcdefgh"[file] + (row + 1);
}

// The squares of a move such as 9x18x25, by name.
export function squaresOf(move) {
  return move.split(/[-x]/).map((number) => numberedSquare(Number(number)));
}

// The lines of output.txt for a move.
export function outputLines(move) {
  const letter = move.includes("x") ? "J" : "E";
  const squares = squaresOf(move);
  return squares.slice(1).map((square, nth) => `${letter} ${squares[nth]} ${square}`);
}

// An evaluation as a short text: +0.42 men for Black, or the end that was seen.
export function scoreText(score) {
  const sign = score < 0 ? "−" : "+";
  const size = Math.abs(score);
  if (size === WIN) {
    return `${sign}won`;
  }
  if (size > WIN / 2) {
    return `${sign}win in ${WIN - size}`;
  }
  if (size > MOST_UNITS) {
    return `${sign}table win`;
  }
  return score === 0 ? "0.00" : sign + (size / 100).toFixed(2);
}

// The same as a sentence.
export function scoreWords(score) {
  const side = score < 0 ? "White" : "Black";
  const size = Math.abs(score);
  if (size === WIN) {
    return `${side} has won`;
  }
  if (size > WIN / 2) {
    return `${side} wins in ${WIN - size} plies`;
  }
  if (size > MOST_UNITS) {
    return `${side} wins by the endgame tables`;
  }
  return score === 0 ? "even" : `${side} is better by ${(size / 100).toFixed(2)} men`;
}

// The share of the point that Black may expect, from 0 to 1.
export function expectedShare(score) {
  if (Math.abs(score) > MOST_UNITS) {
    return score > 0 ? 1 : 0;
  }
  return 1 / (1 + Math.exp(-score / UNITS_PER_LOGIT));
}

// A verdict of the endgame tables as a sentence.
export function verdictWords(verdict) {
  if (verdict === "d") {
    return "drawn with best play";
  }
  const side = verdict[0] === "b" ? "Black" : "White";
  const plies = verdict.slice(1);
  if (plies === "" || plies === "0") {
    return `won for ${side}`;
  }
  return `won for ${side}; capture or crowning within ${plies} plies`;
}

// The same in a word, with the plies.
export function verdictText(verdict) {
  if (verdict === undefined) {
    return "";
  }
  return { d: "draw", b: "Black", w: "White" }[verdict[0]] + (verdict.length > 1 ? ` ${verdict.slice(1)}` : "");
}

// Seconds with as many digits as tell something.
export function secondsText(seconds) {
  return seconds.toFixed(Math.abs(seconds) < 1 ? 4 : Math.abs(seconds) < 10 ? 3 : 2);
}

// Who won.
export function resultText(game) {
  return { b: "Black", w: "White", d: "draw", v: "void" }[game.result];
}
