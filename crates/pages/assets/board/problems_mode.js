// Problems: positions in which one move is right. The answers are checked by what is known of the
// position, or by the engine; what was solved is kept in the browser.

import { make } from "../page.js";
import { button } from "./controls.js";
import { sideName } from "./game_tree.js";
import { readJson, writeJson } from "./settings.js";

const KEPT = "crownhead.problems";
const NODES = 200_000;
// A move that loses less than this share of the point is right, where no list of answers is given.
const GOOD_LOSS = 0.1;
const MESSAGE_CLASSES = { solved: "goal good", wrong: "problem", open: "faint" };
const REPLY_LEVEL = { nodes: NODES, random: 0, book: false };

export class ProblemsMode {
  constructor(app) {
    this.app = app;
    this.panel = make("div", { class: "mode-panel" });
    this.solved = new Set(readJson(KEPT, []));
    this.suites = null;
    this.problem = null;
    this.shown = [];
  }

  async enter() {
    this.draw();
    if (this.suites === null) {
      const answer = await this.app.engine.ask({ ask: "problems" });
      this.suites = answer.suites ?? [];
    }
    this.ownMistakes();
    this.draw();
  }

  leave() {
    this.run?.stop();
  }

  gameReplaced() {
    this.problem = null;
  }

  // The mistakes of the game that was reviewed are problems, too.
  ownMistakes() {
    const { tree } = this.app;
    const own = tree.mainLine().slice(1).filter(({ review }) => review?.sign).map((node) => ({
      id: `own-${node.parent.position?.fen ?? `${tree.start}${tree.movesTo(node.parent)}`}`, start: tree.start, moves: tree.movesTo(node.parent), answers: null, plies: null,
    }));
    this.suites = this.suites.filter(({ id }) => id !== "own");
    if (own.length > 0) {
      this.suites.push({ id: "own", title: "Mistakes of the reviewed game", about: "Positions in which the move of the game was a mistake.", game: tree.game, problems: own });
    }
  }

  draw() {
    this.panel.replaceChildren(this.suites === null ? make("p", { class: "faint" }, "Fetching the problems.") : this.problem ? this.problemCard() : this.suitesCard());
  }

  suitesCard() {
    const rows = this.suites.map((suite) => {
      const done = suite.problems.filter(({ id }) => this.solved.has(id)).length;
      return make("li", {}, make("div", {}, make("b", {}, suite.title), make("span", {}, suite.about), make("progress", { max: String(suite.problems.length), value: String(done), "aria-label": `${done} of ${suite.problems.length} solved` })),
        make("span", { class: "faint" }, `${done}/${suite.problems.length}`), button(done ? "Go on" : "Begin", () => this.beginSuite(suite), { kind: "small" }));
    });
    return make("section", { class: "card", "aria-label": "Problems" }, make("h2", {}, "Problems"), make("ul", { class: "suites" }, ...rows));
  }

  beginSuite(suite) {
    const at = suite.problems.findIndex(({ id }) => !this.solved.has(id));
    this.begin(suite, Math.max(at, 0));
  }

  async begin(suite, index) {
    const problem = suite.problems[index];
    this.shown = [];
    await this.app.load({ game: suite.game, start: problem.start, moves: problem.moves ?? [] });
    const toMove = this.app.tree.current.position.to_move;
    this.problem = { suite, index, ...problem, side: toMove, message: "", state: "open" };
    this.app.setFlipped(suite.game === "checkers" && toMove === "black");
    this.draw();
    this.app.draw();
  }

  problemCard() {
    const { suite, index, side, message, state, plies } = this.problem;
    const goal = plies ? `${sideName(side)} wins in ${plies} ${plies === 1 ? "move" : "plies"}.` : `Find the right move for ${sideName(side)}.`;
    const step = (by) => () => this.begin(suite, (index + by + suite.problems.length) % suite.problems.length);
    const buttons = [button("All problems", () => { this.problem = null; this.draw(); this.app.draw(); }),
      ...(state === "solved" ? [] : [button("Show the move", () => this.showAnswer()), button("Again", () => this.begin(suite, index))]),
      button("Next", step(1), { kind: state === "solved" ? "primary" : "" })];
    return make("section", { class: "card", "aria-label": "Problem" }, make("h2", {}, `${suite.title}, ${index + 1} of ${suite.problems.length}`),
      ...(state === "solved" ? [] : [make("p", { class: "goal" }, goal)]), make("p", { class: MESSAGE_CLASSES[state], role: "status" }, message), make("div", { class: "row end" }, ...buttons));
  }

  moves(position) {
    const isOpen = this.problem && this.problem.state !== "solved" && position.to_move === this.problem.side;
    return isOpen ? position.moves : [];
  }

  arrows() {
    return this.shown;
  }

  async moveMade(turn) {
    const { app, problem } = this;
    const before = app.tree.current;
    const isRight = await this.isRight(before, turn);
    if (this.problem !== problem) {
      return;
    }
    if (!isRight) {
      this.tell(`${turn.text} is not it.`, "wrong");
      app.board.dropMove();
      return;
    }
    const node = app.addTurn(turn);
    await node.ready;
    const isOver = node.position.result !== null;
    if (problem.plies === null || isOver) {
      this.solve();
    } else {
      this.tell(`${turn.text} is right. Go on.`, "open");
      await this.reply(node);
    }
  }

  async isRight(before, turn) {
    const { app, problem } = this;
    if (problem.answers) {
      return problem.answers.some((answer) => answer === turn.text || isSameMove(answer, turn.text));
    }
    const moves = app.tree.movesTo(before);
    const after = await this.shareAfter([...moves, turn.text]);
    return problem.plies !== null ? after > 0.99 : await this.shareAfter(moves) - after < GOOD_LOSS;
  }

  // The share of the point that the solver may expect after these moves. A game that is over is not
  // searched.
  async shareAfter(moves) {
    const { app, problem } = this;
    const line = { game: app.tree.game, start: app.tree.start, moves };
    const { result } = (await app.engine.ask({ ask: "line", ...line })).here;
    if (result !== null) {
      return result.winner === null ? 0.5 : Number(result.winner === problem.side);
    }
    const found = await app.engine.watch({ ask: "analyze", ...line, lines: 1, limit: { nodes: NODES } }, () => {}).done;
    const share = found.lines?.[0]?.evaluation.share ?? 0.5;
    return problem.side === "black" ? share : 1 - share;
  }

  async reply(node) {
    const { app } = this;
    this.run = app.engine.watch({ ask: "choose", ...app.lineTo(node), level: REPLY_LEVEL, seed: 1 }, () => {});
    const found = await this.run.done;
    const turn = found.move && node === app.tree.current ? node.position.moves.find(({ text }) => text === found.move) : null;
    if (turn) {
      const next = app.addTurn(turn);
      await next.ready;
      this.problem.plies = Math.max(1, this.problem.plies - 2);
      this.draw();
    }
  }

  solve() {
    this.solved.add(this.problem.id);
    writeJson(KEPT, [...this.solved]);
    this.tell("Solved.", "solved");
    this.app.draw();
  }

  tell(message, state) {
    Object.assign(this.problem, { message, state });
    this.draw();
  }

  async showAnswer() {
    const { app } = this;
    const found = await app.engine.watch({ ask: "choose", ...app.lineTo(app.tree.current), level: REPLY_LEVEL, seed: 1 }, () => {}).done;
    if (found.path) {
      this.shown = [{ path: found.path, kind: "best" }];
      this.tell(`The move is ${found.move}.`, "open");
      app.drawBoard();
    }
  }

  status() {
    if (!this.problem) {
      return null;
    }
    return this.problem.state === "solved" ? "Solved" : `${sideName(this.problem.side)} to move`;
  }
}

// Captures may be written with their ends alone.
function isSameMove(answer, text) {
  const ends = (move) => move.split(/[-x]/).filter((_, nth, all) => nth === 0 || nth === all.length - 1).join(" ");
  return /^\d/.test(text) && ends(answer) === ends(text);
}
