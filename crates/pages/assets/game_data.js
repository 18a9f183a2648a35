// A game of a match as its data tells it (GameEntry in programs/crownhead/src/report/view.rs), as a
// tree with what is known of each move.

import { GameTree } from "./board/game_tree.js";
import { GAMES, replayed } from "./games.js";
import { expectedShare, markText } from "./report_words.js";

export function treeOf(data, game) {
  const start = data.boards[game.board];
  const moves = game.moves === "" ? [] : game.moves.split(" ");
  const { paths, boards } = replayed(game, moves, start);
  const turns = moves.map((text, turn) => ({ text, path: paths[turn], letters: boards[turn + 1] }));
  const tags = { Black: data.names[game.black], White: data.names[game.white] };
  const tree = new GameTree(game.game, { start: null, start_letters: start, first: game.begins, turns, here: null }, tags);
  const nodes = tree.mainLine();
  addTimes(data, game, nodes);
  addEvaluations(data, game, nodes);
  return tree;
}

// The seconds of each move, and those left to its player after it.
function addTimes(data, game, nodes) {
  const left = { black: game.seconds[0], white: game.seconds[1] };
  nodes.slice(1).forEach((node, turn) => {
    if (data.is_timed) {
      node.seconds = game.charged[turn] / 1000;
      left[node.side] -= node.seconds;
      node.clock = left[node.side];
    }
  });
}

// Black's share of the point: by the endgame tables where they reach, else by our player. A game that
// was drawn is a draw at its end.
function addEvaluations(data, game, nodes) {
  const firstVerdict = game.scores.length - game.tables.length;
  nodes.forEach((node, ply) => {
    const [score, verdict] = [game.scores[ply], game.tables[ply - firstVerdict]];
    const isEnd = ply === nodes.length - 1 && game.result === "d";
    if (score !== undefined) {
      const share = verdict === undefined || isEnd ? expectedShare(score, data.units_per_logit[game.game]) : { b: 1, d: 0.5, w: 0 }[verdict[0]];
      Object.assign(node, { score, verdict, share });
    }
  });
  for (const { ply, loss, mark, better, better_path: path } of game.mistakes.flat()) {
    nodes[ply].review = { sign: markText(mark), loss, best: { moves: better === "" ? [] : better.split(" "), paths: [path] } };
  }
}

// Both games' mistakes, the worst of each side, in the order of the moves.
export function worstNodes(tree, game, count) {
  const nodes = tree.mainLine();
  const plies = game.mistakes.flatMap((moves) => moves.slice(0, count).map(({ ply }) => ply));
  return plies.sort((one, other) => one - other).map((ply) => nodes[ply]);
}

// What an agent writes for a move, where that is another notation.
export function answerLines(game, move) {
  return GAMES[game].secondNotation?.(move) ?? [];
}
