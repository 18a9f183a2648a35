// A game as a tree of moves: the main line and its variations. It knows no rules: boards and moves
// come from the engine.

import { GAMES } from "../games.js";
import { signOf } from "./notes.js";

// A place in the game: the move that led to it, and the board after that move.
export class TreeNode {
  constructor(parent, { text = null, output = null, path = [], side = null, letters }) {
    Object.assign(this, { parent, text, output, path, side, letters });
    this.ply = parent === null ? 0 : parent.ply + 1;
    this.turn = 0; // odd for the side that begins a game
    this.children = [];
    this.position = null; // what the engine says of it, once it has been asked
    this.isOutdated = false; // the engine knows more by now
    this.before = []; // comments before the move, where it begins a line
    this.comments = []; // comments behind it, with their commands
    this.marks = ""; // signs and annotations, such as "?? $17"
    this.nesting = 1; // 2 for a variation that stands within the one before it, and so on
    this.clock = null; // the mover's seconds left
    this.review = null;
  }

  // Numbers the turn after the one before.
  count(game) {
    const { turn } = this.parent;
    const isNext = (turn % 2 === 0) === (this.side === firstOf(game));
    this.turn = isChange(this) ? turn : turn + (isNext ? 1 : 2);
  }

  // The sign of who has written of the game counts before that of a review.
  get shownSign() {
    return signOf(this) || (this.review?.sign ?? "");
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
    this.tags = tags; // as the engine reads them: an object, or a list of names and values
    this.result = null; // such as "1-0"
    this.from = {}; // the file and its number there; the same object in all states of the game
    this.root = new TreeNode(null, { letters: line.start_letters });
    const last = line.turns.reduce((node, turn) => this.addTurn(node, turn), this.root);
    last.position = line.here;
    this.current = this.root;
  }

  // Adds a move after a node, or finds it; `turn` has text, output, path and letters.
  addTurn(node, turn) {
    return node.children.find(({ letters, text }) => letters === turn.letters && text === turn.text) ?? this.appendTurn(node, turn);
  }

  appendTurn(node, turn) {
    const child = new TreeNode(node, { ...turn, side: turn.side ?? this.sideAfter(node) });
    child.count(this.game);
    node.children.push(child);
    return child;
  }

  // What a file has beside the moves of the main line.
  addDetails({ clocks, result = null, ...notes }) {
    const nodes = this.mainLine();
    this.result = result;
    nodes.slice(1).forEach((node, index) => { node.clock = clocks?.[index] ?? null; });
    this.addNotes(nodes, notes);
  }

  // Comments and signs of a line, given as nodes from the root. Those at `first` stand before the
  // first move of a variation.
  addNotes(nodes, { comments = {}, marks = {} }, first = null) {
    for (const [ply, texts] of Object.entries(comments)) {
      const isBefore = Number(ply) === first;
      Object.assign(nodes[isBefore ? first + 1 : ply] ?? {}, { [isBefore ? "before" : "comments"]: [texts].flat() });
    }
    for (const [ply, text] of Object.entries(marks)) {
      Object.assign(nodes[ply] ?? {}, { marks: text });
    }
  }

  // Adds a variation of a line, given as nodes from the root, and returns its nodes from the root. A
  // file may have the same move twice.
  addVariation(line, { at, ...notes }, turns, nesting) {
    const nodes = line.slice(0, at + 1);
    for (const turn of turns.slice(at)) {
      nodes.push(this.appendTurn(nodes.at(-1), turn));
    }
    if (nodes.length > at + 1) {
      nodes[at + 1].nesting = nesting;
      this.addNotes(nodes, notes, at);
    }
    return nodes;
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

  // Every place, variations included.
  allNodes() {
    const nodes = [this.root];
    for (const node of nodes) nodes.push(...node.children);
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

  // Puts the nearest branch through a node one place before; false if the node is of the main line.
  raise(node) {
    const at = [...this.pathTo(node)].reverse().find((one) => one.parent.children[0] !== one);
    if (!at) {
      return false;
    }
    const { children } = at.parent;
    const place = children.indexOf(at);
    children.splice(place - 1, 2, at, children[place - 1]);
    children.forEach((one) => { one.nesting = 1; });
    return true;
  }

  promote(node) {
    while (this.raise(node)) {
      // until it is of the main line
    }
  }

  // "12." before Black's move in checkers, "12..." before the second player's, nothing before a change of
  // the board.
  numberText({ turn, text }) {
    return isChange({ text }) ? "" : turn % 2 === 1 ? `${(turn + 1) / 2}.` : `${turn / 2}...`;
  }

  // The game as the engine writes it and has read it.
  written() {
    return { ...this.writtenLine(this.mainLine().slice(1), this.root.comments), tags: this.tags, result: this.result };
  }

  // The nodes of a line, with the comments before it. Plies count from the start of the game.
  writtenLine(nodes, before = []) {
    const comments = {};
    const add = (ply, texts) => {
      if (texts.length > 0) {
        comments[ply] = [...comments[ply] ?? [], ...texts];
      }
    };
    add((nodes[0]?.ply ?? 1) - 1, before);
    nodes.forEach((node) => {
      add(node.ply - 1, node.before);
      add(node.ply, node.comments);
    });
    const marks = Object.fromEntries(nodes.filter((node) => node.marks).map((node) => [node.ply, node.marks]));
    const variations = nodes.flatMap((node) => this.alternativesTo(node)).map((child) => {
      const line = this.lineThrough(child).slice(child.ply);
      return { at: child.ply - 1, ...this.writtenLine(line) };
    });
    return { moves: nodes.map(({ text }) => text), comments, marks, variations };
  }

  // The variations that stand behind a move: those one deeper, up to the next one that is not deeper.
  alternativesTo(node) {
    const { children } = node.parent;
    const depths = children.reduce((all, child) => [...all, all.length === 0 ? 0 : Math.min(child.nesting, all.at(-1) + 1)], []);
    const place = children.indexOf(node);
    const end = depths.findIndex((depth, index) => index > place && depth <= depths[place]);
    return children.slice(0, end < 0 ? children.length : end).filter((_, index) => index > place && depths[index] === depths[place] + 1);
  }
}

// The first value of a tag.
export function tagOf(tags, name) {
  const list = Array.isArray(tags) ? tags : Object.entries(tags);
  return list[indexOfTag(list, name)]?.[1] ?? null;
}

// Red is Black where no Black stands.
function indexOfTag(list, name) {
  const at = list.findIndex(([known]) => known.toLowerCase() === name.toLowerCase());
  return at < 0 && name === "Black" ? indexOfTag(list, "Red") : at;
}

// The tags with another value of one, in its place; without it if the value is empty.
export function withTag(tags, name, value) {
  const list = Array.isArray(tags) ? [...tags] : Object.entries(tags);
  const at = indexOfTag(list, name);
  list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, ...(value ? [[at < 0 ? name : list[at][0], value]] : []));
  return Array.isArray(tags) ? list : Object.fromEntries(list);
}

// A change of the board, by `set` or by a position in FEN, in a game that a program shows.
export function isChange({ text }) {
  return /^(set\s|[wb]\s*:)/i.test(text);
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
