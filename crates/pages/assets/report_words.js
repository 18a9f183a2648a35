// Evaluations and verdicts in words. Evaluations and verdicts come as `crownhead` stores
// them: numbers for Black, and texts such as "b12".

import { GAMES } from "./games.js";

const MOST_UNITS = 9000;
const TABLE_WIN = 10000;
const WIN = 20000;

// Those who play: a file of games, which tells no times, is of people.
export function playerWord({ is_timed: isTimed }) {
  return isTimed ? "Agent" : "Player";
}

// By what the games of a report are told apart: a file of games has events.
export function openingWord({ is_timed: isTimed }) {
  return isTimed ? "Opening" : "Event";
}

export function markText(mark) {
  return { inaccuracy: "?!", mistake: "?", blunder: "??" }[mark];
}

// An evaluation, always for Black, in the form of Evaluation in the crate analysis: +0.42, White
// wins in 7, Black wins, White has won.
export function scoreText(score) {
  const side = score < 0 ? "White" : "Black";
  const size = Math.abs(score);
  if (size === WIN) {
    return `${side} has won`;
  }
  if (size > TABLE_WIN) {
    return `${side} wins in ${WIN - size}`;
  }
  if (size > MOST_UNITS) {
    return `${side} wins`;
  }
  return (score < 0 ? "-" : "+") + (size / 100).toFixed(2);
}

// The same with what it means; `unitsPerLogit` units are one logit.
export function scoreWords(score, unitsPerLogit) {
  const size = Math.abs(score);
  if (size > MOST_UNITS) {
    return scoreText(score);
  }
  const share = Math.round(100 * expectedShare(size, unitsPerLogit));
  const words = share === 50 ? "even" : `${score < 0 ? "White" : "Black"} is better, ${share} % of the point`;
  return `${scoreText(score)}: ${words}`;
}

// The share of the point that Black may expect, from 0 to 1.
export function expectedShare(score, unitsPerLogit) {
  if (Math.abs(score) > MOST_UNITS) {
    return score > 0 ? 1 : 0;
  }
  return 1 / (1 + Math.exp(-score / unitsPerLogit));
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

// `no forfeits`, `1 forfeit`, `2 forfeits`.
export function forfeitsText(count) {
  return `${count === 0 ? "no" : count} ${count === 1 ? "forfeit" : "forfeits"}`;
}

// Who won.
export function resultText(game) {
  return { b: "Black", w: "White", d: GAMES[game.game].drawn[0], v: "void", n: "?" }[game.result];
}
