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

  // All ways on from this beginning of a path to the end of a move.
  waysOn(path) {
    const step = this.stepAt(path);
    if (step === undefined) {
      return [];
    }
    const longer = [...step.next.keys()].flatMap((name) => this.waysOn([...path, name]));
    return step.text === null ? longer : [path, ...longer];
  }

  // The whole path from this beginning that ends on a square, or null if there is none, or more.
  onlyWay(path, end) {
    const ways = this.waysOn(path).filter((way) => way.length > path.length && way.at(-1) === end);
    return ways.length === 1 ? ways[0] : null;
  }

  // The squares on which exactly one way from this beginning ends.
  onlyEnds(path) {
    const ends = this.waysOn(path).filter((way) => way.length > path.length).map((way) => way.at(-1));
    return ends.filter((end) => this.onlyWay(path, end) !== null);
  }
}
