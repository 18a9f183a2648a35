// A game against the engine: its strength, the clocks, takeback, draw, resignation.

import { make, setText } from "../page.js";
import { button, choiceOf, confirmed, labeled, toast } from "./controls.js";
import { GameClock } from "./clock.js";
import { otherSide, resultOfSentence, sideName } from "./game_tree.js";
import { playSound } from "./sound.js";
import { readJson, setting, writeJson } from "./settings.js";

const CLOCKS = [["none", "No clock"], ["180+2", "3 min + 2 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"], ["1800+10", "30 min + 10 s"]];
const KEPT = "crownhead.play";
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
    this.choice = readJson(KEPT, { level: 2, side: "black", clock: "none" });
  }

  // A game goes on where it was left.
  enter() {
    this.draw();
    const { position } = this.app.tree.current;
    if (this.isRunning && this.isAtEnd() && position) {
      this.game.clock?.start(position.to_move);
      this.turnBegins();
    }
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
    const { side, level, over, seed, clock } = this.game;
    return { side, level, over, seed, clock: clock?.saved() ?? null };
  }

  // Goes on with a game that was saved; its clock runs once it is looked at.
  restore(saved) {
    this.game = saved && { ...saved, clock: saved.clock && this.newClock(saved.clock), premove: null, evaluation: null };
  }

  newClock(seconds) {
    const out = (loser) => this.end(`${sideName(otherSide(loser))} wins: ${sideName(loser)} is out of time.`);
    return new GameClock(seconds, { onTick: () => this.app.drawPlayers(), onOut: out });
  }

  placeChanged() {
    this.hint = [];
    if (this.hintButton) {
      this.hintButton.disabled = !this.isOwnTurn();
    }
  }

  isOwnTurn() {
    return this.isRunning && this.isAtEnd() && this.app.tree.current.position?.to_move === this.game.side;
  }

  // Moves may be made at the end of the game alone, by the person.
  moves(position) {
    return this.isOwnTurn() ? position.moves : [];
  }

  // The side whose move may be entered beforehand.
  premoves(position) {
    return this.isRunning && this.isAtEnd() && position?.to_move !== this.game.side ? this.game.side : null;
  }

  isAtEnd() {
    return this.app.tree.current.children.length === 0;
  }

  arrows() {
    return this.hint;
  }

  evaluation() {
    return null;
  }

  clockText(side) {
    return this.game?.clock ? this.game.clock.secondsOf(side) : null;
  }

  draw() {
    this.panel.replaceChildren(this.game === null ? this.setUp() : this.duringGame());
  }

  setUp() {
    const { levels } = this.app.about;
    const chosen = Math.min(this.choice.level, levels.length - 1);
    const level = make("input", { type: "range", min: "0", max: String(levels.length - 1), value: String(chosen), "aria-label": "Strength" });
    const about = make("p", { class: "level", "aria-live": "polite" });
    const tell = () => {
      const { name, about: text, rating } = levels[Number(level.value)];
      const isRated = this.app.tree.game === "checkers";
      about.replaceChildren(make("b", {}, name), isRated ? ` · ${rating} Elo above random moves` : "", make("span", {}, text));
      level.setAttribute("aria-valuetext", name);
    };
    level.addEventListener("input", () => { this.keep({ level: Number(level.value) }); tell(); });
    tell();
    const side = choiceOf("Your side", [["black", "Black"], ["white", "White"], ["random", "Either"]], this.choice.side, (value) => this.keep({ side: value }));
    const clock = make("select", {}, ...CLOCKS.map(([value, text]) => make("option", { value, ...(value === this.choice.clock ? { selected: "" } : {}) }, text)));
    clock.addEventListener("change", () => this.keep({ clock: clock.value }));
    const from = this.app.tree.current !== this.app.tree.root || !this.app.isUsualStart();
    const here = from ? [button("From this position", () => this.begin(true))] : [];
    return make("section", { class: "card", "aria-label": "New game" }, make("h2", {}, "Play against the engine"),
      labeled("Strength", level), about, make("div", { class: "labeled" }, make("span", {}, "You play"), side), labeled("Clock", clock),
      make("div", { class: "row end" }, ...here, button("Play", () => this.begin(false), { kind: "primary" })));
  }

  keep(change) {
    this.choice = { ...this.choice, ...change };
    writeJson(KEPT, this.choice);
  }

  async begin(isFromHere) {
    const { app } = this;
    const side = this.choice.side === "random" ? (Math.random() < 0.5 ? "black" : "white") : this.choice.side;
    const level = app.about.levels[Math.min(this.choice.level, app.about.levels.length - 1)];
    const { game } = app.tree;
    await app.load(isFromHere ? app.lineTo(app.tree.current) : { game, start: null, moves: [] });
    this.game = { side, level, over: null, clock: null, premove: null, evaluation: null, seed: Math.floor(Math.random() * 2 ** 31) };
    if (this.choice.clock !== "none") {
      const [seconds, increment] = this.choice.clock.split("+").map(Number);
      this.game.clock = this.newClock({ left: { black: seconds, white: seconds }, increment });
    }
    app.setFlipped(app.tree.game === "checkers" && side === "black");
    app.tree.tags = side === "black" ? { Black: "You", White: `Crownhead (${level.name})` } : { Black: `Crownhead (${level.name})`, White: "You" };
    this.draw();
    app.draw();
    app.session.note();
    this.game.clock?.start(app.tree.current.position.to_move);
    this.turnBegins();
  }

  duringGame() {
    const { game } = this;
    const status = make("p", { class: "level" }, make("b", {}, game.level.name), ` plays ${sideName(otherSide(game.side))}`);
    this.hintButton = button("Hint", () => this.showHint(), { icon: "hint", key: "h" });
    this.hintButton.disabled = !this.isOwnTurn();
    const buttons = game.over === null
      ? [button("Take back", () => this.takeBack(), { icon: "undo", key: "u" }), this.hintButton,
        button("Draw?", () => this.offerDraw(), { icon: "equal" }), button("Resign", () => this.resign(), { icon: "flag" })]
      : [button("Review this game", () => this.app.setMode("review"), { icon: "chart", kind: "primary" }), button("New game", () => this.askAgain())];
    return make("section", { class: "card", "aria-label": "Your game" }, status, make("div", { class: "pairs" }, ...buttons));
  }

  askAgain() {
    this.game = null;
    this.draw();
    this.app.draw();
  }

  moveMade(turn) {
    this.game.premove = null;
    const node = this.app.addTurn(turn, this.game.clock?.secondsOf(this.game.side));
    this.game.clock?.press();
    node.ready.then(() => this.turnBegins());
  }

  premoveMade(path) {
    this.game.premove = path;
    this.app.drawBoard();
  }

  // Somebody has moved, or the game has begun.
  turnBegins() {
    const { position } = this.app.tree.current;
    if (!this.isRunning || !position) {
      return;
    }
    if (position.result) {
      this.end(position.result.text);
    } else if (position.to_move !== this.game.side) {
      this.engineMoves();
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

  async engineMoves() {
    const { app, game } = this;
    const node = app.tree.current;
    const begun = performance.now();
    const request = { ask: "choose", ...app.lineTo(node), level: this.levelNow(), seed: game.seed + node.ply };
    this.run = app.engine.watch(request, () => {});
    app.drawStatus();
    const found = await this.run.done;
    const wait = setting("animation") ? LEAST_WAIT_MS - (performance.now() - begun) : 0;
    await new Promise((done) => { setTimeout(done, Math.max(0, wait)); });
    if (found.stopped || this.game !== game || !this.isRunning || app.tree.current !== node) {
      return;
    }
    if (found.error) {
      toast(found.error, true);
      return;
    }
    game.evaluation = found.evaluation;
    const turn = node.position.moves.find(({ text }) => text === found.move);
    const next = app.addTurn(turn, game.clock?.secondsOf(otherSide(game.side)));
    game.clock?.press();
    await next.ready;
    this.turnBegins();
  }

  // With a clock, no more than a thirtieth of what is left.
  levelNow() {
    const { level, clock, side } = this.game;
    if (clock === null) {
      return level.level;
    }
    const share = Math.max(20, Math.floor((clock.secondsOf(otherSide(side)) * 1000) / 30));
    return { ...level.level, milliseconds: Math.min(level.level.milliseconds ?? Infinity, share) };
  }

  stopThinking() {
    this.run?.stop();
    this.run = null;
  }

  end(text) {
    this.stopThinking();
    this.game.clock?.stop();
    this.game.over = text;
    this.app.tree.result = resultOfSentence(text);
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
      return this.game.over;
    }
    return this.app.tree.current.position?.to_move === this.game.side ? null : `${sideName(otherSide(this.game.side))} is thinking.`;
  }

  async takeBack() {
    this.stopThinking();
    const { tree } = this.app;
    let node = tree.current;
    do {
      node = node.parent ?? node;
    } while (node.parent !== null && node.position?.to_move !== this.game.side);
    if (node === tree.current) {
      toast("There is no move to take back.");
      return;
    }
    node.children = [];
    await this.app.go(node);
    this.app.drawMoves();
    this.turnBegins();
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
    const share = game.evaluation === null ? 1 : game.side === "black" ? 1 - game.evaluation.share : game.evaluation.share;
    if (this.app.tree.current.ply >= DRAW_PLIES && share <= DRAW_SHARE) {
      this.end("Drawn by agreement.");
    } else {
      toast("The engine plays on.");
    }
  }

  async resign() {
    if (await confirmed("Resign the game?", "Resign") && this.isRunning) {
      this.end(`${sideName(otherSide(this.game.side))} wins: ${sideName(this.game.side)} resigned.`);
    }
  }

  keys() {
    return this.isRunning ? { u: () => this.takeBack(), h: () => this.showHint() } : {};
  }
}
