// One game, replayed: the board, its state in words, the charts, the worst moves and all moves.

import { Board } from "./board.js";
import { GAMES, replayed } from "./games.js";
import { chargeChart, clockChart, evaluationChart, makeChart, moveCursor } from "./report_charts.js";
import { byId, setText } from "./page.js";
import { rejectedArrows, rejectedWords } from "./rejected.js";
import { button, element } from "./report_dom.js";
import { markText, openingWord, scoreText, scoreWords, secondsText, verdictText, verdictWords, worstMoves } from "./report_words.js";

// A game of the data with what a replay needs: moves as lists, boards, both clocks at each ply.
export function unpackedGame(data, game) {
  const moves = game.moves === "" ? [] : game.moves.split(" ");
  const first = game.begins === "black" ? 0 : 1;
  const sideOf = (turn) => ["black", "white"][(turn + first) % 2];
  const { paths, boards } = replayed(game, moves, data.boards[game.board]);
  const left = [[...game.seconds]];
  moves.forEach((_, turn) => {
    const clocks = [...left[turn]];
    clocks[sideOf(turn) === "black" ? 0 : 1] -= game.charged[turn] / 1000;
    left.push(clocks);
  });
  const names = [data.names[game.black], data.names[game.white]];
  // A file of games has no answers of agents.
  const facts = data.is_timed ? GAMES[game.game] : { ...GAMES[game.game], secondTitle: undefined };
  const unitsPerLogit = data.units_per_logit[game.game];
  return { ...game, facts, unitsPerLogit, moves, paths, boards, left, sideOf, names, plies: moves.length };
}

export class Replay {
  // `host` is emptied and filled for each game; `onShow(ply)` is told of each ply that is shown,
  // `turnTo(step)` asks for the next game or the one before.
  constructor(host, onShow, turnTo) {
    this.host = host;
    this.onShow = onShow;
    this.turnTo = turnTo;
    this.isFlipped = false;
  }

  // Shows a game of `unpackedGame` at a ply.
  open(data, game, ply) {
    this.data = data;
    this.game = game;
    const focused = this.host.contains(document.activeElement) ? document.activeElement.id : "";
    this.boardHost = element("div", { id: "board" });
    const side = element("div", { class: "state" }, this.makeState(), this.makeWorst());
    const place = element("div", { class: "place" },
      element("div", { class: "board-column" }, this.boardHost, this.makeControls()), side);
    this.host.replaceChildren(...this.makeHeading(), place, ...this.makeCharts(), this.makeTurns());
    // Who clicks on the board goes on with the keys of the replay; Tab still leads to the squares.
    this.boardHost.addEventListener("mousedown", (event) => event.preventDefault());
    this.board = new Board(this.boardHost, { game: game.game, flipped: this.isFlipped });
    this.show(ply);
    byId(focused)?.focus();
  }

  // Goes to a ply, or to the nearest one that the game has.
  show(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.game.plies);
    const last = this.ply === 0 ? [] : this.game.paths[this.ply - 1];
    this.board.draw({ letters: this.game.boards[this.ply], last, arrows: this.arrows() });
    this.drawState();
    this.charts.forEach((chart) => moveCursor(chart, this.ply));
    this.markTurn();
    this.onShow(this.ply);
  }

  // The better move after a mistake; at the end of a forfeited game the rejected move, and the
  // legal ones.
  arrows() {
    const { rejected } = this.game;
    if (rejected && this.ply === this.game.plies) {
      return rejectedArrows(rejected);
    }
    const mistake = this.mistakeAt(this.ply);
    return mistake === undefined ? [] : [{ path: mistake.better_path, kind: "best" }];
  }

  mistakeAt(ply) {
    return this.game.mistakes.flat().find((mistake) => mistake.ply === ply);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.board.flip();
  }

  makeHeading() {
    const { game, data } = this;
    const title = `Game ${game.id}: ${game.names[0]} – ${game.names[1]}`;
    const forfeit = game.reproduce === null ? null
      : element("p", { class: "forfeit" }, game.forfeited ? "Forfeit: " : "Does not count: ", element("code", {}, game.reproduce));
    return [
      element("div", { class: "heading" },
        element("h2", { id: "replay-title" }, title),
        element("span", {},
          button("‹ game", { id: "game-before", "aria-label": "Game before" }, () => this.turnTo(-1)),
          button("game ›", { id: "game-next", "aria-label": "Next game" }, () => this.turnTo(1)))),
      element("p", { id: "result" }, `${game.text}. ${openingWord(data)}: ${data.openings[game.opening]}.`),
      ...(forfeit === null ? [] : [forfeit]),
      ...(game.rejected ? [rejectedParagraph(game.rejected)] : []),
    ];
  }

  makeControls() {
    const control = (id, text, label, action) => button(text, { id, "aria-label": label, title: label }, action);
    return element("div", { class: "controls", role: "group", "aria-label": "Replay" },
      control("first", "|◀", "First position (Home)", () => this.show(0)),
      control("back", "◀", "One move back (Left)", () => this.show(this.ply - 1)),
      control("forward", "▶", "One move forward (Right)", () => this.show(this.ply + 1)),
      control("last", "▶|", "Last position (End)", () => this.show(this.game.plies)),
      control("flip", "Flip", "Flip the board (f)", () => this.flip()));
  }

  makeState() {
    const line = (label, id) => [element("dt", {}, label), element("dd", { id })];
    const { secondTitle, hasTables } = this.game.facts;
    const second = secondTitle === undefined ? [] : line(secondTitle, "state-lines");
    const tables = hasTables ? line("Tables", "state-tables") : [];
    return element("dl", { id: "state", "aria-live": "polite" },
      ...line("Ply", "state-ply"), ...line("Move", "state-move"), ...second,
      ...(this.data.is_timed ? [...line("Black’s clock", "black-clock"), ...line("White’s clock", "white-clock")] : []),
      ...line("Evaluation", "state-score"), ...line("Better", "state-better"), ...tables);
  }

  drawState() {
    const { game, ply } = this;
    const move = game.moves[ply - 1];
    const [black, white] = game.left[ply].map(secondsText);
    const verdict = this.verdictAt(ply);
    const texts = {
      "state-ply": `${ply} of ${game.plies}`,
      "state-move": move === undefined ? "the opening" : `${move} (${sideName(game.sideOf(ply - 1))})`,
      "state-lines": move === undefined ? "" : this.secondText(move),
      "black-clock": `${black} s`,
      "white-clock": `${white} s`,
      "state-score": scoreWords(game.scores[ply], game),
      "state-better": this.betterText(ply),
      "state-tables": verdict === undefined ? "too many pieces for them" : verdictWords(verdict),
    };
    for (const [id, text] of Object.entries(texts).filter(([id]) => byId(id) !== null)) {
      setText(byId(id), text);
    }
  }

  // What should have been played instead, if this ply was a mistake.
  betterText(ply) {
    const mistake = this.mistakeAt(ply);
    if (mistake === undefined) {
      return "–";
    }
    const better = mistake.better === "" ? "another move" : mistake.better;
    return `${better} (${markText(mistake.mark)}, lost ${mistake.loss} %)`;
  }

  // A move in the second notation of its game.
  secondText(move) {
    return this.game.facts.secondNotation?.(move).join("\n") ?? "";
  }

  // What the endgame tables say at a ply; they reach the last positions only.
  verdictAt(ply) {
    return this.game.tables[ply - (this.game.scores.length - this.game.tables.length)];
  }

  makeWorst() {
    const side = (name, moves) => element("div", {},
      element("h3", {}, `${name}’s worst moves`),
      moves.length === 0 ? element("p", {}, "None lost 10 % of the point.")
        : element("ol", {}, ...moves.map((move) => element("li", {}, this.worstButton(move)))));
    const [black, white] = worstMoves(this.game);
    return element("div", { id: "worst" }, side("Black", black), side("White", white));
  }

  worstButton({ ply, loss, mark, better }) {
    const instead = better === "" ? "" : `; better ${better.split(" ")[0]}`;
    const text = `${this.numbered(ply - 1)} ${markText(mark)} −${loss} %${instead}`;
    const label = `${text}: ply ${ply} lost ${loss} percent of the point`;
    return button(text, { class: "worst-move", "data-ply": ply, "aria-label": label }, () => this.show(ply));
  }

  // A move with its number, which both sides have; after a point it is of who moves first.
  numbered(turn) {
    const { first } = this.game.facts;
    const isFirst = this.game.sideOf(turn) === first;
    const offset = this.game.begins === first ? 0 : 1;
    return `${Math.floor((turn + offset) / 2) + 1}${isFirst ? "." : "..."} ${this.game.moves[turn]}`;
  }

  makeCharts() {
    const times = this.data.is_timed ? [clockChart(this.game), chargeChart(this.game)] : [];
    const kinds = [evaluationChart(this.game), ...times];
    this.charts = kinds.map((kind) => makeChart(this.game.plies, kind, (ply) => this.show(ply)));
    const figures = this.charts.map((chart, nth) => element("figure", {},
      element("figcaption", {}, kinds[nth].title, nth === 0 ? this.markKey() : sideKey()), chart.svg));
    return figures;
  }

  markKey() {
    return element("span", { class: "key" }, "■ Black’s and ● White’s worst moves");
  }

  makeTurns() {
    const { secondTitle, hasTables } = this.game.facts;
    const second = secondTitle === undefined ? [] : [secondTitle];
    const seconds = this.data.is_timed ? ["Seconds"] : [];
    const heads = ["Move", ...second, ...seconds, "Evaluation", ...(hasTables ? ["Tables"] : [])];
    const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
    const rows = [this.startRow(), ...this.game.moves.map((_, turn) => this.turnRow(turn))];
    const table = element("table", { id: "turns" }, element("thead", {}, head), element("tbody", {}, ...rows));
    this.turnsBox = element("div", {
      class: "turns", tabindex: "0", role: "region", "aria-label": "All moves of the game",
    }, table);
    return this.turnsBox;
  }

  startRow() {
    const start = button("opening", { "data-ply": 0 }, () => this.show(0));
    const { secondTitle } = this.game.facts;
    return element("tr", {}, element("td", {}, start), secondTitle === undefined ? null : element("td"), this.data.is_timed ? element("td") : null,
      element("td", {}, scoreText(this.game.scores[0])), this.verdictCell(0));
  }

  verdictCell(ply) {
    return this.game.facts.hasTables ? element("td", {}, verdictText(this.verdictAt(ply))) : null;
  }

  turnRow(turn) {
    const { game } = this;
    const ply = turn + 1;
    const mistake = this.mistakeAt(ply);
    const kind = mistake === undefined ? null : `bad ${mistake.mark}`;
    const text = this.numbered(turn) + (mistake === undefined ? "" : ` ${markText(mistake.mark)}`);
    const move = button(text, { "data-ply": ply }, () => this.show(ply));
    return element("tr", { class: kind },
      element("td", {}, move),
      game.facts.secondTitle === undefined ? null
        : element("td", { class: "lines" }, this.secondText(game.moves[turn])),
      this.data.is_timed ? element("td", {}, secondsText(game.charged[turn] / 1000)) : null,
      element("td", {}, scoreText(game.scores[ply])), this.verdictCell(ply));
  }

  // Marks the row of the ply, and scrolls its box, but not the page, to show it.
  markTurn() {
    this.turnsBox.querySelector('[aria-current="true"]')?.removeAttribute("aria-current");
    const row = this.turnsBox.querySelectorAll("tbody tr")[this.ply];
    row.setAttribute("aria-current", "true");
    const box = this.turnsBox;
    const above = row.offsetTop - box.querySelector("thead").offsetHeight;
    if (above < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = above - box.clientHeight / 3;
    }
  }
}

// What was answered, and what the rules allowed.
function rejectedParagraph(rejected) {
  const { before, answer, after } = rejectedWords(rejected);
  return element("p", { id: "rejected" }, before, ...(answer === "" ? [] : [element("code", {}, answer)]), after);
}

function sideName(side) {
  return side === "black" ? "Black" : "White";
}

function sideKey() {
  return element("span", { class: "key" },
    element("span", { class: "swatch black" }), "Black ", element("span", { class: "swatch white" }), "White");
}
