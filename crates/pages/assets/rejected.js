// The answer that the rules forbade and that ended a game: its arrow among those of the legal moves, and
// its words. The games of a match and the page of a game against an agent show it in one way.
// (RejectedView in game_view.rs.)

const SHOWN = 20; // legal moves; Amazons has thousands

// For the last board of the game.
export function rejectedArrows({ path, legal }) {
  const others = legal.slice(0, SHOWN).map((move) => ({ path: move.path, kind: "other" }));
  return [{ path, kind: "threat" }, ...others];
}

// `answer` is an untrusted text, and empty if it is not kept.
export function rejectedWords({ text, legal, legal_count: count }) {
  const moves = legal.slice(0, SHOWN).map((move) => move.text).join(", ");
  const more = count > SHOWN ? ` and ${count - SHOWN} more` : "";
  const [before, after] = text === "" ? ["The last board shows the legal moves: ", ""] : ["Answered: ", ", dashed on the last board. Legal: "];
  return { before, answer: text, after: `${after}${moves}${more}.` };
}
