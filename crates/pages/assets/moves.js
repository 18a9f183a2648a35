// The legal moves as a tree of squares to click, so that each click is answered at once also where
// there are thousands of moves.

export class MoveTree {
  // moves: objects with `text` and `path`, as in a GameView.
  constructor(moves) {
    this.root = new Map();
    for (const { text, path } of moves) {
      this.add(text, path);
    }
  }

  add(text, path) {
    let branch = this.root;
    path.forEach((name, index) => {
      if (!branch.has(name)) {
        branch.set(name, { next: new Map(), text: null });
      }
      const step = branch.get(name);
      if (index === path.length - 1) {
        step.text = text;
      }
      branch = step.next;
    });
  }

  stepAt(path) {
    let step = { next: this.root, text: null };
    for (const name of path) {
      step = step?.next.get(name);
    }
    return step;
  }

  // The squares that may follow this beginning of a path.
  targets(path) {
    return [...(this.stepAt(path)?.next.keys() ?? [])];
  }

  has(path) {
    return this.stepAt(path) !== undefined;
  }

  // The command that plays this path, or null if more squares must follow.
  text(path) {
    return this.stepAt(path)?.text ?? null;
  }
}
