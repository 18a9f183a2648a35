// A game as a tree of moves: the main line and its variations. It knows no rules: boards and moves
// come from the engine.

import { GAMES } from "../games.js";

// A place in the game: the move that led to it, and the board after that move.
export class TreeNode {
  constructor(parent, { text = null, output = null, path = [], side = null, letters }) {
    Object.assign(this, { parent, text, output, path, side, letters });
    this.ply = parent === null ? 0 : parent.ply + 1;
    this.children = [];
    this.position = null; // what the engine says of it, once it has been asked
    this.comment = "";
    this.sign = ""; // such as "??"
    this.clock = null; // the mover's seconds left
    this.review = null;
  }

  // The sign of who has written of the game counts before that of a review.
  get shownSign() {
    return this.sign || this.review?.sign || "";
  }

  get isMain() {
    return this.parent === null || (this.parent.isMain && this.parent.children[0] === this);
  }
}

export class GameTree {
  // `line` is the engine's answer to "line".
  constructor(game, line, tags = {}) {
    this.game = game;
    this.start = line.start;
    this.first = line.first;
    this.tags = tags;
    this.root = new TreeNode(null, { letters: line.start_letters });
    const last = line.turns.reduce((node, turn) => this.addTurn(node, turn), this.root);
    last.position = line.here;
    this.current = this.root;
  }

  // Adds a move after a node, or finds it; `turn` has text, output, path and letters.
  addTurn(node, turn) {
    const known = node.children.find(({ letters, text }) => letters === turn.letters && text === turn.text);
    if (known) {
      return known;
    }
    const child = new TreeNode(node, { ...turn, side: turn.side ?? this.sideAfter(node) });
    node.children.push(child);
    return child;
  }

  // Whose turn it is after a node, where passes are moves too.
  sideAfter(node) {
    const others = { black: "white", white: "black" };
    return node.ply % 2 === 0 ? this.first : others[this.first];
  }

  // The nodes from the root to a node, without the root.
  pathTo(node) {
    const nodes = [];
    for (let at = node; at.parent !== null; at = at.parent) {
      nodes.unshift(at);
    }
    return nodes;
  }

  movesTo(node) {
    return this.pathTo(node).map(({ text }) => text);
  }

  // The nodes through a node to the end of its line.
  lineThrough(node) {
    const nodes = [this.root, ...this.pathTo(node)];
    while (nodes.at(-1).children.length > 0) {
      nodes.push(nodes.at(-1).children[0]);
    }
    return nodes;
  }

  mainLine() {
    return this.lineThrough(this.root);
  }

  // Takes a node and all after it out of the tree; its parent becomes the current place if the
  // current one was taken.
  remove(node) {
    const isCurrent = this.pathTo(this.current).includes(node);
    node.parent.children = node.parent.children.filter((one) => one !== node);
    if (isCurrent) {
      this.current = node.parent;
    }
  }

  // Makes a variation the main line, from the first move where it leaves it.
  promote(node) {
    for (let at = node; at.parent !== null; at = at.parent) {
      const { children } = at.parent;
      at.parent.children = [at, ...children.filter((one) => one !== at)];
    }
  }

  // "12." before Black's move in checkers, "12..." before the second player's.
  numberText(node) {
    const turn = node.ply + (this.first === firstOf(this.game) ? 0 : 1);
    return turn % 2 === 1 ? `${(turn + 1) / 2}.` : `${turn / 2}...`;
  }

  // The variations of the main line as the engine writes and reads them: `at` plies are played before
  // one leaves its line, counted from the start of the game.
  variationsOf(nodes = this.mainLine()) {
    return nodes.flatMap((node) => node.children.slice(1).map((child) => {
      const line = this.lineThrough(child).slice(child.ply);
      const inner = this.variationsOf(line);
      return { at: child.ply - 1, moves: line.map(({ text }) => text), variations: inner };
    }));
  }
}

// The side that begins a game from its usual start.
export function firstOf(game) {
  return GAMES[game].first;
}

export function otherSide(side) {
  return side === "black" ? "white" : "black";
}

export function sideName(side) {
  return side === "black" ? "Black" : "White";
}
