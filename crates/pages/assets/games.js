// What the page of a report has to know about each game, besides its board. The names are those of
// the data (GameName in the crate games).

import { counted } from "./page.js";
import { applyCheckersPath, lettersWith } from "./squares.js";

const TIE = ["tie", "tied"];

// `first` moves first. `example`: moves as the search reads them. `unit`: what a score of 1.00 is, if
// people have a word for it. `drawn`: the assignment's words for a game without a winner, as a noun and
// as it ends. The rest says what else there is to show.
export const GAMES = {
  checkers: {
    title: "checkers", first: "black", example: "11-15 22-18", unit: "men", drawn: ["draw", "drawn"],
    secondNotation: outputLines, pathOf: squaresOf,
  },
  loa: { title: "Lines of Action", first: "black", example: "b1-b3 a2-c2", drawn: TIE },
  tablut: { title: "Tablut", first: "black", example: "d9-c e7-f", drawn: TIE },
  amazons: { title: "Amazons", first: "white", example: "d1-d7(g7)", drawn: TIE },
};

// The paths of all moves of a game, and the boards from its first one on. Where the text of a move
// does not tell what it changes, the data does (`steps`).
export function replayed(game, moves, start) {
  const { pathOf } = GAMES[game.game];
  const paths = pathOf === undefined ? game.steps.map((step) => step.path) : moves.map(pathOf);
  const boards = [start];
  paths.forEach((path, turn) => {
    boards.push(pathOf === undefined
      ? lettersWith(boards[turn], game.steps[turn].changes) : applyCheckersPath(boards[turn], path));
  });
  return { paths, boards };
}

// The name of the square with a number of portable draughts notation: b8 is 1, g1 is 32.
export function numberedSquare(number) {
  const row = 7 - Math.floor((number - 1) / 4);
  const file = 2 * ((number - 1) % 4) + (row % 2);
  return "abcdefgh"[file] + (row + 1);
}

// The squares of a move of checkers such as 9x18x25, by name.
export function squaresOf(move) {
  return move.split(/[-x]/).map((number) => numberedSquare(Number(number)));
}

// The lines of output.txt for a move.
export function outputLines(move) {
  const letter = move.includes("x") ? "J" : "E";
  const squares = squaresOf(move);
  return squares.slice(1).map((square, nth) => `${letter} ${squares[nth]} ${square}`);
}

// The word for games without a winner: of these games if they share it, else that of checkers.
export function drawnWord(games) {
  const words = new Set(games.map(({ game }) => GAMES[game].drawn[1]));
  return words.size === 1 ? [...words][0] : GAMES.checkers.drawn[1];
}

// How many games of what: "6 games of checkers", "4 games of Tablut and 2 of Lines of Action".
export function countText(games) {
  const counts = Object.entries(GAMES).map(([name, { title }]) =>
    [games.filter(({ game }) => game === name).length, title]).filter(([count]) => count > 0);
  const [[count, title], ...others] = counts;
  const more = others.map(([number, name]) => `${number} of ${name}`);
  return [`${counted(count, "game")} of ${title}`, ...more].join(" and ");
}
