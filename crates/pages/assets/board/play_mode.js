// A game against the engine, or of the engine against itself: clocks, takeback, draw, resignation, and
// what follows its end.

import { make } from "../page.js";
import { button, confirmed, toast, toastError } from "./controls.js";
import { GameClock } from "./clock.js";
import { otherSide, sideName } from "./game_tree.js";
import { clockAt } from "./players_view.js";
import { PlaySetup } from "./play_setup.js";
import { playSound } from "./sound.js";
import { setting } from "./settings.js";

// A move that comes at once is not seen coming.
const LEAST_WAIT_MS = 400;
// The engine takes a draw after this number of plies if it may expect no more than this share.
const DRAW_PLIES = 40;
const DRAW_SHARE = 0.54;
const HINT = { milliseconds: 500, random: 0, book: true };

export class PlayMode {
  constructor(app) {
    this.app = app;
    this.panel = make("div", { class: "mode-panel" });
    this.game = null;
    this.hint = [];
    this.run = null;
    this.setup = new PlaySetup(app, (terms) => this.start(terms));
  }

  // A game goes on where it was left.
  enter() {
    this.draw();
    this.turnBegins();
  }

  leave() {
    this.stopThinking();
    this.game?.clock?.stop();
  }

  // Another game is on the board: the one in play is left.
  gameReplaced() {
    this.leave();
    this.game = null;
  }

  get isRunning() {
    return this.game !== null && this.game.over === null;
  }

  // The game in play as plain values, or null.
  saved() {
    if (this.game === null) {
      return null;
    }
    const { clock, premove, evaluation, ...own } = this.game;
    return { ...own, clock: clock?.saved() ?? null };
  }

  // Goes on with a game that was saved; its clock runs once it is looked at.
  restore(saved) {
    this.game = saved?.levels ? { ...saved, clock: saved.clock && this.newClock(saved.clock), premove: null, evaluation: null } : null;
  }

  newClock(seconds) {
    const out = (loser) => this.end({ winner: otherSide(loser), reason: `${sideName(loser)} is out of time.` });
    return new GameClock(seconds, { onTick: () => this.app.drawPlayers(), onOut: out });
  }

  placeChanged() {
    this.hint = [];
    if (this.hintButton) {
      this.hintButton.disabled = !this.isOwnTurn();
    }
    this.turnBegins();
  }

  // Whether a person has this side in the game.
  isPerson(side) {
    return this.game.levels[side] === null;
  }

  // The side of the person, or undefined where the engine has both.
  get side() {
    return ["black", "white"].find((side) => this.isPerson(side));
  }

  isOwnTurn() {
    return this.isRunning && this.isAtEnd() && this.side !== undefined && this.app.tree.current.position?.to_move === this.side;
  }

  // Moves may be made at the end of the game alone, by the person.
  moves(position) {
    return this.isOwnTurn() ? position.moves : [];
  }

  // The side whose move may be entered beforehand.
  premoves(position) {
    return this.isRunning && this.isAtEnd() && position?.to_move !== this.side ? this.side ?? null : null;
  }

  isAtEnd() {
    return this.app.tree.current.children.length === 0;
  }

  arrows() {
    return this.hint;
  }

  clockText(side) {
    return this.game?.clock ? this.game.clock.secondsOf(side) : null;
  }

  draw() {
    this.panel.replaceChildren(this.game === null ? this.setup.card() : this.game.over === null ? this.duringGame() : this.afterGame());
  }

  // Begins a game: whose levels, with which time, from which line.
  async start(terms) {
    const { app } = this;
    await app.load(terms.line);
    const [seconds, increment] = terms.time.split("+").map(Number);
    const clock = terms.time === "none" ? null : this.newClock({ left: { black: seconds, white: seconds }, increment });
    this.game = { ...terms, over: null, clock, premove: null, evaluation: null, seed: Math.floor(Math.random() * 2 ** 31) };
    app.setFlipped(app.tree.game === "checkers" && this.side === "black");
    const name = (level) => (level === null ? "You" : `Crownhead (${level.name})`);
    app.tree.tags = { Date: new Date().toLocaleDateString("sv").replaceAll("-", "."), Black: name(terms.levels.black), White: name(terms.levels.white),
      ...(terms.opening ? { Opening: terms.opening } : {}) };
    app.setMode("play");
  }

  duringGame() {
    const { levels, opening } = this.game;
    const players = ["black", "white"].filter((side) => !this.isPerson(side)).map((side) => make("p", { class: "level" }, make("b", {}, levels[side].name), ` plays ${sideName(side)}`));
    this.hintButton = button("Hint", () => this.showHint(), { icon: "hint", key: "h" });
    this.hintButton.disabled = !this.isOwnTurn();
    const buttons = this.side === undefined ? [button("Stop the game", () => this.end({ winner: undefined, reason: "The game was stopped." }), { icon: "flag" })]
      : [button("Take back", () => this.takeBack(), { icon: "undo", key: "u" }), this.hintButton,
        button("Draw?", () => this.offerDraw(), { icon: "equal" }), button("Resign", () => this.resign(), { icon: "flag" })];
    return make("section", { class: "card", "aria-label": "Your game" }, ...players, ...(opening ? [make("p", { class: "faint" }, opening)] : []), make("div", { class: "pairs" }, ...buttons));
  }

  // Who has won, why, and what can be done now.
  afterGame() {
    const { over, levels, time, line, opening } = this.game;
    const rematch = () => this.start({ levels: { black: levels.white, white: levels.black }, time, line, opening });
    const again = () => { this.game = null; this.draw(); this.app.draw(); };
    return make("section", { class: "card over", "aria-label": "The game is over" }, make("h2", {}, titleOf(over)), make("p", {}, over.reason), make("div", { class: "pairs" },
      button("Review", () => this.app.setMode("review"), { icon: "chart", kind: "primary" }), button("Rematch", rematch, { icon: "undo" }),
      button("Save", () => this.app.file.ask(), { icon: "save" }), button("New game", again)));
  }

  moveMade(turn) {
    this.game.premove = null;
    this.app.addTurn(turn, this.game.clock?.press());
  }

  premoveMade(path) {
    this.game.premove = path;
    this.app.drawBoard();
  }

  // Somebody has moved, or the game has begun, or its end is looked at again.
  turnBegins() {
    const { position } = this.app.tree.current;
    if (!this.isRunning || !this.isAtEnd() || !position || this.run !== null) {
      return;
    }
    if (position.result) {
      this.end(position.result);
      return;
    }
    // It stood while something else was looked at.
    if (this.game.clock?.running === null) {
      this.game.clock.start(position.to_move);
    }
    if (!this.isPerson(position.to_move)) {
      this.engineMoves(position.to_move);
    } else if (this.game.premove) {
      this.playPremove(position);
    }
  }

  playPremove(position) {
    const [from, to] = [this.game.premove[0], this.game.premove.at(-1)];
    this.game.premove = null;
    const turn = position.moves.find(({ path }) => path[0] === from && path.at(-1) === to);
    if (turn) {
      this.moveMade(turn);
    } else {
      this.app.drawBoard();
    }
  }

  async engineMoves(side) {
    const { app, game } = this;
    const { tree } = app;
    const node = tree.current;
    const begun = performance.now();
    const request = { ask: "choose", ...app.lineTo(node), level: this.levelNow(side), seed: game.seed + node.ply };
    const run = app.engine.watch(request, () => {});
    this.run = run;
    app.drawStatus();
    const found = await run.done;
    const wait = setting("animation") ? LEAST_WAIT_MS - (performance.now() - begun) : 0;
    await new Promise((done) => { setTimeout(done, Math.max(0, wait)); });
    if (this.run !== run) {
      return;
    }
    this.run = null;
    if (found.stopped || app.tree !== tree || node.children.length > 0) {
      return;
    }
    if (found.error) {
      toastError(found);
      return;
    }
    game.evaluation = found.evaluation;
    const turn = node.position.moves.find(({ text }) => text === found.move);
    app.addTurn(turn, game.clock?.press(), node);
  }

  // With a clock, no more than a thirtieth of what is left.
  levelNow(side) {
    const { levels: { [side]: level }, clock } = this.game;
    if (clock === null) {
      return level.level;
    }
    const share = Math.max(20, Math.floor((clock.secondsOf(side) * 1000) / 30));
    return { ...level.level, milliseconds: Math.min(level.level.milliseconds ?? Infinity, share) };
  }

  stopThinking() {
    this.run?.stop();
    this.run = null;
  }

  // `winner` is null for a draw, undefined for a game that was left.
  end({ winner, reason }) {
    this.stopThinking();
    this.game.clock?.stop();
    const result = winner === undefined ? "*" : { black: "1-0", white: "0-1" }[winner] ?? "1/2-1/2";
    this.game.over = { result, reason };
    this.app.tree.result = result;
    playSound("end");
    this.draw();
    this.app.draw();
    this.app.session.note();
  }

  status() {
    if (this.game === null) {
      return null;
    }
    if (this.game.over !== null) {
      return `${titleOf(this.game.over)}: ${this.game.over.reason}`;
    }
    const { position } = this.app.tree.current;
    return !position?.to_move || this.isPerson(position.to_move) ? null : `${sideName(position.to_move)} is thinking.`;
  }

  // The person's last turn comes again, with the clocks as they were. A game that was resigned, lost on
  // time or agreed upon in that turn goes on there.
  async takeBack() {
    const { app, game } = this;
    const { tree } = app;
    const wasOver = game.over !== null;
    const line = tree.lineThrough(tree.current);
    await app.know(line.at(-1));
    const isOpen = wasOver && line.at(-1).position?.result === null;
    const isOwn = (node) => node.ply >= game.line.moves.length && tree.sideAfter(node) === this.side;
    const node = line.slice(0, isOpen ? undefined : -1).findLast(isOwn);
    if (!node || this.game !== game) {
      toast("There is no move to take back.");
      return;
    }
    this.stopThinking();
    node.children = [];
    tree.current = node;
    tree.result = null;
    game.over = null;
    game.clock?.restart(this.side, (side) => clockAt(tree, side) ?? Number(game.time.split("+")[0]));
    await app.go(node);
    app.drawMoves();
    this.draw();
    if (wasOver) {
      app.session.tellUndoable("The game goes on.");
    }
  }

  async showHint() {
    if (!this.isOwnTurn()) {
      return;
    }
    const { app } = this;
    const node = app.tree.current;
    const found = await app.engine.watch({ ask: "choose", ...app.lineTo(node), level: HINT, seed: 1 }, () => {}).done;
    if (!found.error && !found.stopped && node === app.tree.current) {
      this.hint = [{ path: found.path, kind: "best" }];
      app.drawBoard();
      toast(`Hint: ${found.move}${found.evaluation ? `, ${found.evaluation.text}` : ""}`);
    }
  }

  async offerDraw() {
    if (!await confirmed("Offer a draw?", "Offer") || !this.isRunning) {
      return;
    }
    const { game } = this;
    const share = game.evaluation === null ? 1 : this.side === "black" ? 1 - game.evaluation.share : game.evaluation.share;
    if (this.app.tree.current.ply >= DRAW_PLIES && share <= DRAW_SHARE) {
      this.end({ winner: null, reason: "Both agreed." });
    } else {
      toast("The engine plays on.");
    }
  }

  async resign() {
    if (await confirmed("Resign the game?", "Resign") && this.isRunning) {
      this.end({ winner: otherSide(this.side), reason: `${sideName(this.side)} resigned.` });
    }
  }

  keys() {
    return this.game ? { u: () => this.takeBack(), h: () => this.showHint() } : {};
  }
}

function titleOf({ result }) {
  return { "1-0": "Black wins", "0-1": "White wins", "*": "Not finished" }[result] ?? "Drawn";
}
