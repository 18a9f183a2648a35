// A game of a match, on the page of a report or of a match that is watched: the board with both
// players, the buttons to walk, the state in words, the course, the mistakes and the moves, made of
// the parts of the board page.

import { Board } from "./board.js";
import { button } from "./board/controls.js";
import { CourseChart } from "./board/chart.js";
import { sideName } from "./board/game_tree.js";
import { lossText, mistakesList } from "./board/mistakes.js";
import { MovesView } from "./board/moves_view.js";
import { drawPlayers } from "./board/players_view.js";
import { drawWalk, walkKeys } from "./board/walk.js";
import { answerLines, treeOf, worstNodes } from "./game_data.js";
import { byId, make, secondsText } from "./page.js";
import { rejectedArrows, rejectedWords } from "./rejected.js";
import { openingWord, scoreWords, verdictWords } from "./report_words.js";

const NAMED_MISTAKES = 3; // of each side

export class GamePanel {
  // `host` is emptied and filled for each game. onShow(game, ply): another place is shown. onTurn(step),
  // if there is one, asks for the next game or the one before.
  constructor(host, { onShow = () => {}, onTurn = null }) {
    Object.assign(this, { host, onShow, onTurn });
    this.isFlipped = false;
    this.actions = { step: (by) => this.show(this.tree.current.ply + by), flip: () => this.flip() };
  }

  // Shows a game of the data of a report at a ply.
  open(data, game, ply) {
    Object.assign(this, { data, game, tree: treeOf(data, game), chart: null });
    const focused = this.host.contains(document.activeElement) ? document.activeElement.id : "";
    const stage = make("div", { class: "stage" }, this.playerRow("top"), make("div", { id: "board" }), this.playerRow("bottom"));
    const side = make("div", { class: "game-side" }, make("div", { id: "walk", class: "walk", role: "group", "aria-label": "Walk through the game" }),
      make("dl", { id: "state", "aria-live": "polite" }),
      make("div", { id: "moves", role: "group", "aria-label": "Moves of the game", tabindex: "-1" }), ...this.courseAndMistakes());
    this.host.replaceChildren(...this.heading(), make("div", { class: "game-panel" }, stage, side));
    this.fill();
    this.show(ply);
    byId(focused)?.focus();
  }

  playerRow(place) {
    return make("div", { id: `player-${place}`, class: "player" });
  }

  fill() {
    // A click on the board goes on with the keys of the page; Tab still leads to the squares.
    byId("board").addEventListener("mousedown", (event) => event.preventDefault());
    this.board = new Board(byId("board"), { game: this.game.game, flipped: this.isFlipped });
    drawWalk(byId("walk"), this.actions);
    this.moves = new MovesView(byId("moves"), { onGo: (node) => this.show(node.ply), onMenu: () => {} });
    this.moves.draw(this.tree);
  }

  heading() {
    const { game, data } = this;
    const [black, white] = [data.names[game.black], data.names[game.white]];
    const turns = this.onTurn === null ? [] : [make("span", { class: "row" },
      button("‹ game", () => this.onTurn(-1), { kind: "small", id: "game-before", "aria-label": "Game before (p)" }),
      button("game ›", () => this.onTurn(1), { kind: "small", id: "game-next", "aria-label": "Next game (n)" }))];
    const ending = game.reproduce === null ? []
      : [make("p", { class: "forfeit" }, game.forfeited ? "Forfeit: " : "Does not count: ", make("code", {}, game.reproduce))];
    return [
      make("div", { class: "heading" }, make("h2", { id: "game-title" }, `Game ${game.id}: ${black} – ${white}`), ...turns),
      make("p", { id: "result" }, `${game.text}. ${openingWord(data)}: ${data.openings[game.opening]}.`),
      ...ending, ...(game.rejected ? [rejectedParagraph(game.rejected)] : []),
    ];
  }

  // Nothing where the game was not evaluated and no clock ran.
  courseAndMistakes() {
    const nodes = this.tree.mainLine();
    if (nodes.every(({ share, clock }) => share === undefined && clock === null)) {
      return [];
    }
    const host = make("div", { class: "chart" });
    this.chart = new CourseChart(host, (ply) => this.show(ply));
    const points = nodes.map((node) => ({ share: node.share ?? null, sign: node.review?.sign ?? "", side: node.side, clock: node.clock, label: node.text ?? "" }));
    this.chart.draw(points, this.data.is_timed ? Math.max(...this.game.seconds) : null);
    const worst = worstNodes(this.tree, this.game, NAMED_MISTAKES);
    return [host, ...(worst.length === 0 ? [] : [mistakesList(this.tree, worst, { onGo: (node) => this.show(node.ply) })])];
  }

  // Goes to a ply, or to the nearest one that the game has.
  show(wanted) {
    const nodes = this.tree.mainLine();
    const node = nodes[Math.min(Math.max(wanted, 0), nodes.length - 1)];
    this.tree.current = node;
    this.board.draw({ letters: node.letters, last: node.path, arrows: this.arrows(node, node === nodes.at(-1)) });
    this.drawPlayers();
    this.drawState(node, nodes.length - 1);
    this.chart?.moveCursor(node.ply);
    this.moves.mark();
    this.onShow(this.game, node.ply);
  }

  // The better move after a mistake; at the end of a forfeited game the rejected move, and the legal
  // ones.
  arrows(node, isEnd) {
    if (this.game.rejected && isEnd) {
      return rejectedArrows(this.game.rejected);
    }
    const path = node.review?.best.paths[0] ?? [];
    return path.length === 0 ? [] : [{ path, kind: "best" }];
  }

  drawPlayers() {
    const [black, white] = this.game.seconds;
    const first = (side) => (this.data.is_timed && !this.tree.pathTo(this.tree.current).some((node) => node.side === side) ? { black, white }[side] : null);
    drawPlayers({ tree: this.tree, isFlipped: this.isFlipped, clockOf: first });
  }

  drawState(node, plies) {
    const rows = {
      move: ["Move", node.text === null ? `the opening, 0 of ${plies}` : `${this.tree.numberText(node)} ${node.text} by ${sideName(node.side)}, ${node.ply} of ${plies}`],
      lines: ["output.txt", this.data.is_timed && node.text !== null ? answerLines(this.game.game, node.text).join("\n") : ""],
      seconds: ["Time", node.seconds === undefined ? "" : `${secondsText(node.seconds)} s; ${secondsText(node.clock)} s left`],
      score: ["Evaluation", node.score === undefined ? "" : scoreWords(node.score, this.data.units_per_logit[this.game.game])],
      tables: ["Tables", node.verdict === undefined ? "" : verdictWords(node.verdict)],
      better: ["Mistake", node.review ? `${node.review.sign} ${lossText(node.review)}` : ""],
    };
    const parts = Object.entries(rows).filter(([, [, text]]) => text !== "")
      .flatMap(([id, [label, text]]) => [make("dt", {}, label), make("dd", { id: `state-${id}` }, text)]);
    byId("state").replaceChildren(...parts);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.board.flip();
    this.drawPlayers();
  }

  // What a key does, if it does anything here.
  keys() {
    return this.tree ? { ...walkKeys(this.actions), ...(this.onTurn && { n: () => this.onTurn(1), p: () => this.onTurn(-1) }) } : {};
  }
}

// What was answered, and what the rules allowed.
function rejectedParagraph(rejected) {
  const { before, answer, after } = rejectedWords(rejected);
  return make("p", { id: "rejected" }, before, ...(answer === "" ? [] : [make("code", {}, answer)]), after);
}
