// The board page: one board, one game as a tree, and four things to do with it.

import { Board } from "../board.js";
import { squareNumber } from "../squares.js";
import { byId, setText } from "../page.js";
import { AnalyzeMode } from "./analyze_mode.js";
import { PlayMode } from "./play_mode.js";
import { ReviewMode } from "./review_mode.js";
import { ProblemsMode } from "./problems_mode.js";
import { Editor } from "./editor.js";
import { EvaluationBar } from "./engine_view.js";
import { GameTree, firstOf, sideName } from "./game_tree.js";
import { clockCommand, openNotes, shapesOf, toggleShape } from "./notes.js";
import { MovesView } from "./moves_view.js";
import { drawPlayers } from "./players_view.js";
import { GameFile } from "./game_file.js";
import { GameList, Opener } from "./open.js";
import { AddressBar, fragmentOf, placeOfFragment } from "./address.js";
import { Session } from "./session.js";
import { openShare } from "./share.js";
import { toast, toastError } from "./controls.js";
import { onChoice, setting } from "./settings.js";
import { playSound } from "./sound.js";

export class App {
  constructor(engine, about) {
    Object.assign(this, { engine, about });
    this.tree = null;
    this.editing = false;
    this.opener = new Opener(engine, (file) => this.file.opened(file));
    this.file = new GameFile(this);
    this.moves = new MovesView(byId("moves"), { onGo: (node) => this.go(node), onMenu: (node) => this.write(node) });
    this.list = new GameList({ tabs: byId("tabs"), host: byId("games") }, { onChoose: (game) => this.file.show(game), onMoves: () => this.moves.mark() });
    this.bar = new EvaluationBar(byId("bar"));
    this.editor = new Editor(engine, {
      onDraw: () => this.drawBoard(),
      onUse: (start) => this.leaveEditor(start),
      onCancel: () => this.leaveEditor(null),
    });
    this.modes = { analyze: new AnalyzeMode(this), play: new PlayMode(this), review: new ReviewMode(this), problems: new ProblemsMode(this) };
    this.mode = this.modes.analyze;
    this.session = new Session(this);
    this.address = new AddressBar();
    onChoice((name) => this.chosen(name));
  }

  async begin() {
    const kept = await this.session.begin();
    window.addEventListener("hashchange", () => this.addressChanged());
    if (kept) {
      await this.session.restore(kept);
      return;
    }
    const place = placeOfFragment(location.hash);
    const isKnown = this.about.games.some(({ game }) => game === place?.game);
    await this.load(isKnown ? place : { game: "checkers", start: null, moves: [] });
    this.setMode(place?.mode in this.modes ? place.mode : "analyze");
    // The file that the program was started with. An address with a game in it counts before it.
    const { file } = this.engine.info;
    if (file && !isKnown) {
      this.opener.tell(await this.opener.readText(file));
    }
  }

  // Replaces the game and resolves with its tree, or with null. An illegal move ends it, and is told.
  async load({ game, start, moves, ply = moves.length, tags = {}, details = null }) {
    const line = await this.engine.ask({ ask: "line", game, start, moves });
    if (line.error && !line.turns) {
      toastError(line);
      return this.tree === null ? this.load({ game, start: null, moves: [] }) : null;
    }
    if (line.error) {
      toast(line.error.message, true);
    }
    this.show(new GameTree(game, line, tags));
    if (details !== null) {
      this.tree.addDetails(details);
    }
    this.drawMoves();
    const nodes = this.tree.mainLine();
    await this.go(nodes[Math.min(Math.max(ply, 0), nodes.length - 1)]);
    this.session.settle();
    return this.tree;
  }

  // Puts another game on the board; what was said of the one before is not true of it.
  show(tree) {
    this.tree = tree;
    Object.values(this.modes).forEach((mode) => mode.gameReplaced?.());
    this.prepareBoard();
    this.drawMoves();
  }

  modeName() {
    return Object.keys(this.modes).find((name) => this.modes[name] === this.mode);
  }

  prepareBoard() {
    const { game } = this.tree;
    if (this.board?.game !== game) {
      const squareLabel = (name) => (game === "checkers" ? String(squareNumber(name) ?? "light square") : name);
      this.board = new Board(byId("board"), { game, squareLabel, onMove: (text) => this.entered(text), onPremove: (path) => this.mode.premoveMade?.(path), onSquare: (name, isDrag) => this.squarePressed(name, isDrag), onKey: (name, key) => this.editing && this.editor.key(name, key) });
    }
    byId("game").value = game;
  }

  // A point before it: changed, and not saved in a file.
  drawTitle() {
    const { title } = this.about.games.find(({ game }) => game === this.tree.game);
    document.title = `${this.session.isChanged ? "• " : ""}${title} – Crownhead`;
  }

  isUsualStart() {
    const game = this.about.games.find((one) => one.game === this.tree.game);
    return this.tree.root.letters === game.start_letters && this.tree.first === firstOf(this.tree.game);
  }

  lineTo(node) {
    return { game: this.tree.game, start: this.tree.start, moves: this.tree.movesTo(node) };
  }

  // Shows a place of the game; resolves when its legal moves are known.
  async go(node) {
    if (!node) {
      return;
    }
    this.tree.current = node;
    this.draw();
    this.session.note();
    await this.know(node);
  }

  know(node) {
    const { tree } = this;
    node.ready ??= node.position !== null && !node.isOutdated ? Promise.resolve() : this.askOf(node);
    return node.ready.then(() => {
      if (node.position !== null && tree === this.tree && tree.current === node) {
        this.mode.placeChanged?.();
        this.draw();
      }
    });
  }

  async askOf(node) {
    const line = await this.engine.ask({ ask: "line", ...this.lineTo(node) });
    if (line.error) {
      node.ready = null; // it is asked again the next time
      toastError(line);
    } else {
      Object.assign(node, { position: line.here, isOutdated: false });
    }
  }

  // A move was entered on the board.
  entered(text) {
    const turn = this.tree.current.position?.moves.find((one) => one.text === text);
    if (turn) {
      this.mode.moveMade(turn);
    }
  }

  // Plays a move by its text from the current place; resolves with false if it is not legal.
  async playText(text) {
    const node = this.tree.current;
    await this.know(node);
    const turn = node.position.moves.find((one) => one.text === text);
    if (turn) {
      await this.addTurn(turn).ready;
    }
    return turn !== undefined;
  }

  // Adds a legal move to a place and shows it, unless another place is looked at; `clock`: the mover's
  // seconds left, which PDN has a command for.
  addTurn(turn, clock = null, before = this.tree.current) {
    const isShown = before === this.tree.current;
    const count = before.children.length;
    const node = this.tree.addTurn(before, turn);
    if (clock !== null) {
      node.clock = clock;
      node.comments = this.tree.game === "checkers" ? [clockCommand(clock)] : [];
    }
    playSound(turn.captures > 0 ? "capture" : "move");
    if (before.children.length > count) {
      this.drawMoves();
    }
    if (isShown) {
      this.go(node);
    } else {
      this.session.note();
    }
    return node;
  }

  setMode(name) {
    if (this.editing) {
      this.leaveEditor(null);
    }
    this.mode.leave();
    this.mode = this.modes[name];
    document.querySelectorAll("#modes button").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.mode === name)));
    byId("mode").replaceChildren(this.mode.panel);
    this.mode.enter();
    this.draw();
    this.session.note();
  }

  setFlipped(isFlipped) {
    if (this.board.flipped !== isFlipped) {
      this.board.flip();
    }
    this.drawPlayers();
  }

  addressChanged() {
    const place = placeOfFragment(location.hash);
    if (place && location.hash.slice(1) !== this.fragment) {
      this.load(place);
    }
  }

  drawAddress() {
    const { game, start, current } = this.tree;
    this.fragment = fragmentOf({ mode: this.modeName(), game, start, moves: this.tree.movesTo(current), isUsualStart: this.isUsualStart() });
    this.address.write(this.fragment);
  }

  draw() {
    this.drawBoard();
    this.drawStatus();
    this.drawPlayers();
    this.moves.mark();
    this.drawAddress();
  }

  drawMoves() {
    this.moves.draw(this.tree);
  }

  drawBoard(extraArrows = []) {
    const node = this.tree.current;
    if (this.editing) {
      this.board.draw({ letters: this.editor.letters, moves: [], edits: true });
      return;
    }
    const { position } = node;
    const moves = position ? this.mode.moves(position) : [];
    const premoves = this.mode.premoves?.(position) ?? null;
    // No hint is drawn over a problem.
    this.board.onShape = this.mode === this.modes.problems ? null : (path, kind) => this.shapeDrawn({ path, kind });
    const shapes = this.board.onShape ? shapesOf(node) : [];
    this.board.draw({ letters: node.letters, last: node.path, moves, premoves, premove: this.mode.game?.premove ?? [], arrows: [...shapes, ...this.mode.arrows(), ...extraArrows], mustCapture: position?.must_capture ?? false });
    this.bar.draw(this.mode.evaluation?.() ?? null, this.board.flipped);
    byId("bar").classList.toggle("off", this.mode === this.modes.play || this.mode === this.modes.problems);
  }

  drawStatus() {
    const { position } = this.tree.current;
    const isOwn = this.mode.status?.() ?? null;
    const text = isOwn ?? (position === null ? "" : position.result?.text ?? `${sideName(position.to_move)} to move`);
    setText(byId("status"), text);
    byId("status").classList.toggle("over", position?.result != null);
    if (position !== null) {
      setText(byId("opening"), position.opening ?? "");
      byId("opening").hidden = !position.opening;
    }
    byId("must").hidden = !(position?.must_capture && position.result === null);
  }

  drawPlayers() {
    drawPlayers({ tree: this.tree, isFlipped: this.board.flipped, clockOf: (side) => this.mode.clockText?.(side) ?? null, running: this.modes.play.game?.clock?.running });
  }

  squarePressed(name, isDrag) {
    if (this.editing) {
      this.editor.press(name, isDrag);
    }
  }

  edit() {
    this.setMode("analyze");
    const { start_letters: startLetters } = this.about.games.find(({ game }) => game === this.tree.game);
    this.editor.begin(this.tree.game, { letters: this.tree.current.letters, to_move: this.tree.current.position?.to_move }, startLetters);
    this.editing = true;
    this.mode.leave();
    byId("mode").replaceChildren(this.editor.element);
    document.body.classList.add("editing");
    this.drawBoard();
  }

  async leaveEditor(start) {
    this.editing = false;
    document.body.classList.remove("editing");
    byId("mode").replaceChildren(this.mode.panel);
    if (start !== null) {
      await this.load({ game: this.tree.game, start, moves: [] });
    }
    this.mode.enter();
    this.draw();
  }

  // Comments, signs and branches may change while nobody plays.
  get mayWrite() {
    return this.mode === this.modes.analyze || this.mode === this.modes.review;
  }

  write(node = this.tree.current) {
    openNotes(this.tree, node, { act: (action) => this.change(action), onDelete: this.mayWrite ? () => this.remove(node) : null });
  }

  // Changes what the game holds beside its moves, and shows it.
  change(action) {
    action();
    this.drawMoves();
    this.go(this.tree.current);
  }

  shapeDrawn(shape) {
    const isPlayed = (name) => this.tree.game !== "checkers" || squareNumber(name) !== null;
    if (shape.path.every(isPlayed)) {
      this.change(() => toggleShape(this.tree.current, this.tree.game, shape));
    }
  }

  // Takes a move and all that follows it out of the game.
  remove(node) {
    this.tree.remove(node);
    this.drawMoves();
    this.go(this.tree.current);
    this.session.tellUndoable(`${this.tree.numberText(node)} ${node.text} and what followed is deleted.`);
  }

  open() {
    this.opener.ask((close) => this.session.keptList(close));
  }

  async share() {
    const { tree, fragment } = this;
    const { current } = tree;
    await this.know(current);
    if (current.position === null) {
      return; // the engine's refusal is shown
    }
    openShare({ engine: this.engine, tree, position: current.position, root: this.board.root, fragment: `#${fragment}` });
  }

  flip() {
    this.setFlipped(!this.board.flipped);
    this.drawBoard();
  }

  step(by) {
    const { tree } = this;
    const line = tree.lineThrough(tree.current);
    const at = line.indexOf(tree.current) + by;
    this.go(line[Math.min(Math.max(at, 0), line.length - 1)]);
  }

  // The variation before or after the current move.
  stepAside(by) {
    const node = this.tree.current;
    const all = node.parent?.children ?? [];
    this.go(all[all.indexOf(node) + by]);
  }

  chosen(name) {
    document.body.dataset.theme = setting("theme");
    document.body.dataset.squares = setting("squares");
    if (this.board) {
      this.board.animates = setting("animation");
    }
    if (name === "lines" || name === "engine") {
      this.modes.analyze.view.restart();
    }
    if (name === "draws") {
      this.modes.review.gameReplaced();
      this.mode.enter();
      this.askAgain();
    }
    this.drawBoard();
  }

  // What the engine said of the positions is no longer all that it knows.
  askAgain() {
    this.tree.allNodes().forEach((node) => Object.assign(node, { isOutdated: true, ready: null, evaluation: null }));
    return this.go(this.tree.current);
  }

  async newGame(game) {
    const hadMoves = this.tree.root.children.length > 0;
    await this.load({ game, start: null, moves: [] });
    this.list.showMoves();
    this.mode.enter();
    if (hadMoves) {
      this.session.tellUndoable("A new game has begun.");
    }
  }
}
