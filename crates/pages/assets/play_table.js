// What the page of one game is made of: the board with both players, the buttons to walk and the
// moves, as on the board page. Each view of the program becomes a game tree, so that earlier boards
// can be looked at.

import { Board } from "./board.js";
import { GameTree, sideName } from "./board/game_tree.js";
import { MovesView } from "./board/moves_view.js";
import { drawPlayers } from "./board/players_view.js";
import { drawWalk, walkKeys } from "./board/walk.js";
import { GAMES } from "./games.js";
import { byId, make } from "./page.js";
import { mustCapture } from "./play_words.js";
import { rejectedArrows } from "./rejected.js";

const TICK_MS = 100;

export class PlayTable {
  // onMove(text): a move was entered. onKind(side, kind): who plays a side. onShow(): another place
  // is shown.
  constructor({ onMove, onKind, onShow }) {
    Object.assign(this, { onMove, onShow, board: null, tree: null, hint: null, timer: null });
    this.kinds = { black: kindSwitch("black", onKind), white: kindSwitch("white", onKind) };
    this.moves = new MovesView(byId("moves"), { onGo: (node) => this.go(node), onMenu: () => {} });
    this.actions = { step: (by) => this.step(by), flip: () => this.flip() };
    this.keys = walkKeys(this.actions);
    drawWalk(byId("walk"), this.actions);
  }

  draw(view) {
    if (this.board?.game !== view.game) {
      this.board = new Board(byId("board"), { game: view.game, onMove: this.onMove });
      this.seat = null;
    }
    this.hint = view.version === this.view?.version ? this.hint : null;
    const isKept = this.isPast && this.view.turns.every(({ text }, index) => text === view.turns[index]?.text);
    const ply = isKept ? this.tree.current.ply : view.turns.length;
    Object.assign(this, { view, since: performance.now(), tree: treeOf(view) });
    this.tree.current = this.tree.mainLine()[ply];
    this.takeSeat();
    this.moves.draw(this.tree);
    this.show();
    clearInterval(this.timer);
    const runs = view.players.some(({ clock }) => clock?.is_running);
    this.timer = runs ? setInterval(() => this.drawPlayers(), TICK_MS) : null;
  }

  // Whether the board is an earlier one of the game.
  get isPast() {
    return this.tree !== null && this.tree.current.children.length > 0;
  }

  go(node) {
    this.tree.current = node;
    this.moves.mark();
    this.show();
  }

  show() {
    this.drawBoard();
    this.drawPlayers();
    this.onShow();
  }

  step(by) {
    const line = this.tree.mainLine();
    this.go(line[Math.min(Math.max(this.tree.current.ply + by, 0), line.length - 1)]);
  }

  flip() {
    this.board.flip();
    this.drawPlayers();
  }

  // In checkers the side that a person plays alone is below; the other boards begin as their texts
  // draw them. A game that has begun turns only with the button.
  takeSeat() {
    const { view } = this;
    const [black, white] = view.players.map(({ kind }) => kind === "manual");
    const taken = black && !white ? "black" : "white";
    const isFree = this.seat === null || (view.turns.length === 0 && black !== white);
    if (isFree && taken !== this.seat) {
      this.seat = taken;
      if (this.board.flipped !== (view.game === "checkers" && taken === "black")) {
        this.board.flip();
      }
    }
  }

  showHint(hint) {
    this.hint = hint;
    this.drawBoard();
  }

  drawBoard() {
    const { view, isPast } = this;
    const { letters, path } = this.tree.current;
    const arrows = view.rejected === null ? null : rejectedArrows(view.rejected);
    const live = { moves: view.moves, hint: this.hint?.path ?? [], arrows, mustCapture: mustCapture(view) };
    this.board.draw({ letters, last: path, ...(isPast ? {} : live) });
    byId("board").classList.toggle("past", isPast);
  }

  drawPlayers() {
    const { view, tree } = this;
    const passed = (performance.now() - this.since) / 1000;
    const of = (side) => view.players[side === "black" ? 0 : 1];
    const clockOf = (side) => of(side).clock && of(side).clock.left - (of(side).clock.is_running ? passed : 0);
    const focused = document.activeElement;
    drawPlayers({ tree, isFlipped: this.board.flipped, clockOf, running: ["black", "white"].find((side) => of(side).clock?.is_running) });
    for (const [side, kind] of Object.entries(this.kinds)) {
      kind.value = of(side).kind;
      kind.hidden = !view.controls.includes("players");
      const name = byId((side === "white") === this.board.flipped ? "player-top" : "player-bottom").querySelector(".name");
      if (name.nextSibling !== kind) {
        name.after(kind);
      }
    }
    if (document.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
  }
}

// Who plays a side, beside its name.
function kindSwitch(side, onKind) {
  const label = `Who plays ${sideName(side)}`;
  const list = make("select", { id: `${side}-kind`, "aria-label": label, title: label }, make("option", { value: "manual" }, "You play"), make("option", { value: "automatic" }, "Computer plays"));
  list.addEventListener("change", () => onKind(side, list.value));
  return list;
}

// A view (GameView in game_view.rs) as a tree of one line. A person with a switch has no
// name but the side.
function treeOf(view) {
  const { game, turns, start } = view;
  const [Black, White] = view.players.map(({ name, kind }) => (kind === "manual" && view.controls.includes("players") ? "" : name));
  const tree = new GameTree(game, { start: null, start_letters: start, first: GAMES[game].first, turns: turns.map(({ other_text: output, ...turn }) => ({ ...turn, output })), here: { to_move: view.to_move, result: view.result } }, { Black, White });
  tree.mainLine().slice(1).forEach((node, index) => { node.seconds = turns[index].seconds ?? undefined; });
  return tree;
}
