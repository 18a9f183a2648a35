// A whole game evaluated: its course, the mistakes of both sides, each with a second try.

import { make, setText } from "../page.js";
import { button, toastError } from "./controls.js";
import { CourseChart } from "./chart.js";
import { sideName, tagOf } from "./game_tree.js";
import { mistakesList } from "./mistakes.js";
import { signClass } from "./moves_view.js";

const NODES = 20_000;
// A second try that loses less than this, in hundredths of the point, is as good as the best move.
const GOOD_LOSS = 10;

export class ReviewMode {
  constructor(app) {
    this.app = app;
    this.panel = make("div", { class: "mode-panel" });
    this.review = null;
    this.retry = null;
  }

  // A review is of one game.
  gameReplaced() {
    this.run?.stop();
    this.review = null;
    this.retry = null;
  }

  enter() {
    this.draw();
    if (this.review?.tree !== this.app.tree && this.app.tree.root.children.length > 0) {
      this.begin();
    }
  }

  leave() {
    this.run?.stop();
    this.retry = null;
  }

  placeChanged() {
    if (this.retry && this.app.tree.current !== this.retry.node.parent) {
      this.retry = null;
      this.draw();
    }
    this.chart?.moveCursor(this.app.tree.current.ply);
  }

  moves(position) {
    return position.moves;
  }

  moveMade(turn) {
    if (this.retry) {
      this.check(turn);
    } else {
      this.app.addTurn(turn);
    }
  }

  arrows() {
    const node = this.app.tree.current;
    const next = node.children[0]?.review;
    return this.retry || !next?.sign ? [] : [{ path: next.best.paths[0], kind: "best" }];
  }

  evaluation() {
    const { current } = this.app.tree;
    return current.review?.after ?? current.children[0]?.review?.before ?? current.evaluation;
  }

  begin() {
    const { app } = this;
    const { tree } = app;
    const nodes = tree.mainLine();
    const line = { game: tree.game, start: tree.start, moves: nodes.slice(1).map(({ text }) => text) };
    this.review = { tree, finished: 0, positions: nodes.length, answer: null };
    this.run?.stop();
    this.run = app.engine.watch({ ask: "review", ...line, nodes: NODES, result: tagOf(tree.tags, "Result") ?? tree.result }, (part) => {
      Object.assign(this.review, part.done ? { answer: part } : part);
      this.drawProgress();
    });
    this.run.done.then((answer) => this.finish(nodes, answer));
    this.draw();
  }

  finish(nodes, answer) {
    if (answer.stopped || this.review?.tree !== this.app.tree) {
      this.review = null;
      return;
    }
    if (answer.error) {
      toastError(answer);
      return;
    }
    this.review.answer = answer;
    answer.moves.forEach((review, index) => {
      const node = nodes[index + 1];
      node.review = review;
      node.parent.evaluation = review.before;
      node.evaluation = review.after;
    });
    this.draw();
    this.app.drawMoves();
    this.app.draw();
  }

  draw() {
    const { tree } = this.app;
    if (tree.root.children.length === 0) {
      const open = button("Open a game", () => this.app.open(), { icon: "open", kind: "primary" });
      this.panel.replaceChildren(make("section", { class: "card", "aria-label": "Review" }, make("h2", {}, "Review a game"),
        make("p", {}, "Open a game, or play one: every move is then compared with the best one, and the mistakes are shown."), make("div", { class: "row end" }, open)));
    } else if (!this.review?.answer) {
      this.progress = make("progress", { max: "1", value: "0", "aria-label": "Progress of the review" });
      this.progressText = make("p", { class: "faint", role: "status" });
      const again = this.review ? [] : [button("Review this game", () => this.begin(), { kind: "primary" })];
      this.panel.replaceChildren(make("section", { class: "card", "aria-label": "Review" }, make("h2", {}, "Review"), this.progress, this.progressText, ...again));
      this.drawProgress();
    } else {
      this.panel.replaceChildren(this.retry ? this.retryCard() : this.summaryCard(), ...(this.retry ? [] : [this.mistakesCard()]));
      this.drawChart();
    }
  }

  drawProgress() {
    if (this.review && this.progress) {
      const { finished, positions } = this.review;
      this.progress.value = positions ? finished / positions : 0;
      setText(this.progressText, `${finished} of ${positions} positions`);
    }
  }

  summaryCard() {
    const { accuracy, summary } = this.review.answer;
    const host = make("div", { class: "chart" });
    this.chart = new CourseChart(host, (index) => this.app.go(this.app.tree.mainLine()[index]));
    const counts = (side) => {
      const signs = this.app.tree.mainLine().slice(1).filter((node) => node.side === side).map(({ review }) => review?.sign);
      return ["?!", "?", "??"].map((sign) => make("td", { class: signClass(sign) }, String(signs.filter((one) => one === sign).length)));
    };
    const row = (side) => make("tr", {}, make("th", { scope: "row" }, make("span", { class: `side ${side}` }), sideName(side)),
      make("td", {}, accuracy[side] === null ? "–" : `${Math.round(accuracy[side])} %`), ...counts(side));
    const table = make("table", { class: "accuracy" }, make("thead", {}, make("tr", {}, make("td", {}), ...["Accuracy", "Inaccuracies ?!", "Mistakes ?", "Blunders ??"].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, row("black"), row("white")));
    return make("section", { class: "card", "aria-label": "Review" }, make("h2", {}, "Course of the game"), host, make("p", {}, summary), table);
  }

  drawChart() {
    if (!this.retry) {
      const nodes = this.app.tree.mainLine();
      const clocks = nodes.map(({ clock }) => clock).filter((clock) => clock !== null);
      const points = nodes.map((node) => ({ share: this.shareOf(node), sign: node.review?.sign ?? "", side: node.side, clock: node.clock, label: node.text ?? "" }));
      this.chart.draw(points, clocks.length > 1 ? Math.max(...clocks) : null);
      this.chart.moveCursor(this.app.tree.current.ply);
    }
  }

  shareOf(node) {
    return (node.review?.after ?? node.children[0]?.review?.before)?.share ?? null;
  }

  mistakes() {
    return this.app.tree.mainLine().slice(1).filter(({ review }) => review?.sign);
  }

  mistakesCard() {
    const nodes = this.mistakes();
    const list = mistakesList(this.app.tree, nodes, { onGo: (node) => this.app.go(node), more: (node) => [button("Try again", () => this.tryAgain(node), { kind: "small" })] });
    return make("section", { class: "card", "aria-label": "Mistakes" }, make("h2", {}, nodes.length ? "Mistakes" : "No mistakes"), list);
  }

  async tryAgain(node) {
    await this.app.go(node.parent);
    this.retry = { node, message: "", isSolved: false };
    this.app.setFlipped(this.app.tree.game === "checkers" && node.side === "black");
    this.draw();
    this.app.drawBoard();
  }

  retryCard() {
    const { node, message, isSolved } = this.retry;
    const all = this.mistakes();
    const next = all[all.indexOf(node) + 1];
    const buttons = [button("Back to the review", () => { this.retry = null; this.draw(); this.app.draw(); }),
      ...(isSolved ? [] : [button("Show the move", () => this.showAnswer())]),
      ...(next ? [button("Next mistake", () => this.tryAgain(next), { kind: isSolved ? "primary" : "" })] : [])];
    return make("section", { class: "card", "aria-label": "Try again" }, make("h2", {}, `Find a better move for ${sideName(node.side)}`),
      make("p", {}, `${this.app.tree.numberText(node)} ${node.text} was played and lost ${node.review.loss} % of the point.`),
      make("p", { class: isSolved ? "good" : "problem", role: "status" }, message), make("div", { class: "row end" }, ...buttons));
  }

  async check(turn) {
    const { app, retry } = this;
    const { node } = retry;
    if (turn.text === node.text) {
      this.tell("That is the move of the game.", false);
      return;
    }
    const line = { game: app.tree.game, start: app.tree.start, moves: [...app.tree.movesTo(node.parent), turn.text] };
    const found = turn.text === node.review.best.moves[0] ? null
      : await app.engine.watch({ ask: "analyze", ...line, lines: 1, limit: { nodes: NODES } }, () => {}).done;
    const share = found?.lines?.[0]?.evaluation.share ?? node.review.before.share;
    const lost = (node.review.before.share - share) * (node.side === "black" ? 100 : -100);
    if (lost < GOOD_LOSS) {
      this.tell(`${turn.text} is good.`, true);
    } else {
      this.tell(`${turn.text} loses ${Math.round(lost)} % of the point. Try another move.`, false);
    }
  }

  tell(message, isSolved) {
    Object.assign(this.retry, { message, isSolved });
    this.draw();
    this.app.board.dropMove();
  }

  showAnswer() {
    const { best } = this.retry.node.review;
    this.tell(`Best is ${best.moves.join(" ")}.`, true);
    this.app.drawBoard([{ path: best.paths[0], kind: "best" }]);
  }
}
