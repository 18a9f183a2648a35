// A game tree as plain values that a browser can keep, and back. The engine need not be asked.

import { GameTree, TreeNode } from "./game_tree.js";

// What a node knows of its neighbors, or can be told again by the engine.
const NOT_KEPT = ["parent", "children", "position", "ready", "isOutdated", "evaluation", "turn"];

export function savedTree(tree) {
  const { root, current, ...own } = tree;
  return { ...own, root: savedNode(root), at: placeOf(tree, current) };
}

export function restoredTree({ root, at, ...own }) {
  const tree = Object.assign(Object.create(GameTree.prototype), { from: {} }, own, { root: restoredNode(root, null, own.game) });
  tree.current = at.reduce((node, nth) => node.children[nth] ?? node, tree.root);
  return tree;
}

// Which child leads on at each step from the root.
function placeOf(tree, node) {
  return tree.pathTo(node).map((one) => one.parent.children.indexOf(one));
}

function savedNode(node) {
  const own = Object.fromEntries(Object.entries(node).filter(([key]) => !NOT_KEPT.includes(key)));
  return node.children.length > 0 ? { ...own, children: node.children.map(savedNode) } : own;
}

function restoredNode({ children = [], ...own }, parent, game) {
  const node = Object.assign(new TreeNode(parent, own), own);
  if (parent !== null) {
    node.count(game);
  }
  node.children = children.map((child) => restoredNode(child, node, game));
  return node;
}
