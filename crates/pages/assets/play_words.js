// What the page of a game says about its state, and what it asks before a game is lost.

import { sideName } from "./board/game_tree.js";
import { counted } from "./page.js";
import { letterAt, checkersCaptures } from "./squares.js";

export const ENDED_MESSAGE = "The program has ended"; // how the last message of a program begins
export const ENDED_STATUS = "The program has ended. To play on, start it again and open the address it prints.";

// Who is to move, or how the game has ended.
export function statusWords(view, hasEnded) {
  if (hasEnded) {
    return view.result === null ? ENDED_STATUS : `${view.result.replace(/\.$/, "")}. ${ENDED_STATUS}`;
  }
  if (view.result !== null) {
    return view.result;
  }
  const side = sideName(view.to_move);
  if (view.is_thinking) {
    return `${side} is thinking.`;
  }
  if (view.moves.some(({ path }) => path.length === 0)) {
    return `${side} has no move and passes.`;
  }
  const isYours = view.players.filter(({ kind }) => kind === "manual").length === 1 && view.moves.length > 0;
  return isYours ? `Your move (${side}).` : `${side} to move.`;
}

// In checkers a capture is compulsory: then every legal move is one.
export function mustCapture({ game, moves }) {
  return game === "checkers" && moves.length > 0 && moves.every(({ path }) => checkersCaptures(path).length > 0);
}

// Why a piece of the side to move cannot be picked, or null if the click was no mistake.
export function refusedPiece(view, name) {
  const own = view.to_move?.[0];
  const isOwn = view.moves.length > 0 && letterAt(view.letters, name).toLowerCase() === own;
  if (!isOwn || view.moves.some(({ path }) => path[0] === name)) {
    return null;
  }
  return mustCapture(view) ? "You must capture, and this piece cannot. The pieces that can are marked." : "This piece has no legal move.";
}

// The questions before a game in play is left; null where nothing is lost.
export function questionBefore(command, view) {
  const count = view.turns.length;
  if (count === 0 || view.result !== null) {
    return null;
  }
  const moves = counted(count, "move");
  return {
    new: { question: `Leave this game of ${moves}?`, yes: "New game" },
    quit: { question: `End the program, with this game of ${moves}?`, yes: "End the program" },
    resign: { question: `Resign this game of ${moves}?`, yes: "Resign" },
  }[command] ?? null;
}
