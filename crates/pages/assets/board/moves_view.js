// The list of moves: the main line in pairs, variations below the move they replace. It shows where
// the board stands and keeps that move in sight.

import { clockText, keepInView, make, markCurrent, secondsText } from "../page.js";
import { isChange } from "./game_tree.js";
import { shownText } from "./notes.js";

export class MovesView {
  // onGo(node): a move was chosen. onMenu(node): what can be done with it is asked for.
  constructor(host, { onGo, onMenu }) {
    this.host = host;
    this.buttons = new Map();
    host.addEventListener("click", (event) => {
      const node = this.nodeOf(event);
      if (node) {
        onGo(node);
      }
    });
    host.addEventListener("contextmenu", (event) => {
      const node = this.nodeOf(event);
      if (node) {
        event.preventDefault();
        onMenu(node);
      }
    });
  }

  nodeOf(event) {
    const element = event.target.closest("[data-move]");
    return element ? [...this.buttons].find(([, button]) => button === element)?.[0] : null;
  }

  // Draws the whole tree; `mark` alone moves the mark of the current place.
  draw(tree) {
    this.tree = tree;
    this.buttons.clear();
    const nodes = tree.mainLine().slice(1);
    const hadFocus = this.host.contains(document.activeElement);
    this.host.replaceChildren(...(nodes.length ? this.pairs(nodes) : [make("p", { class: "empty" }, "No moves yet.")]));
    this.mark();
    if (hadFocus) {
      (this.buttons.get(tree.current) ?? this.host).focus({ preventScroll: true });
    }
  }

  pairs(nodes) {
    const first = shownText([...this.tree.root.comments, ...nodes[0].before]);
    const rows = first ? [make("p", { class: "comment" }, first)] : [];
    let row = null;
    const begin = (node) => {
      row = make("div", { class: "pair" }, make("span", { class: "number" }, tidyNumber(this.tree.numberText(node))));
      rows.push(row);
    };
    for (const node of nodes) {
      const isFirst = !this.tree.numberText(node).endsWith("...");
      if (row === null || isFirst) {
        begin(node);
        if (!isFirst) {
          row.append(make("span", { class: "gap" }, "…"));
        }
      }
      row.append(this.moveButton(node));
      const below = this.below(node);
      if (below.length > 0 || isChange(node)) {
        rows.push(...below);
        row = null;
      }
    }
    return rows;
  }

  // Comments and variations that stand below a move of the main line.
  below(node) {
    const comment = shownText(node.comments);
    const parts = comment ? [make("p", { class: "comment" }, comment)] : [];
    const others = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
    return [...parts, ...others.map((other) => this.variation(other))];
  }

  variation(node) {
    const line = make("div", { class: "variation" });
    this.appendLine(line, node, true);
    return line;
  }

  appendLine(line, first, isFirst) {
    let isNumbered = isFirst;
    for (let node = first; node; [node] = node.children) {
      this.appendComment(line, shownText(node.before));
      const number = this.tree.numberText(node);
      if (isNumbered || !number.endsWith("...")) {
        line.append(make("span", { class: "number" }, number));
      }
      line.append(this.moveButton(node));
      this.appendComment(line, shownText(node.comments));
      const others = node === first ? [] : node.parent.children.slice(1);
      others.forEach((other) => {
        const inner = make("span", { class: "inner" }, "(");
        this.appendLine(inner, other, true);
        inner.append(")");
        line.append(inner);
      });
      isNumbered = others.length > 0;
    }
  }

  appendComment(line, text) {
    if (text) {
      line.append(make("span", { class: "comment" }, text));
    }
  }

  moveButton(node) {
    const button = make("button", { type: "button", class: "move", "data-move": "", tabindex: "-1", title: node.output }, node.text);
    const sign = node.shownSign;
    if (sign) {
      button.append(make("b", { class: `sign ${signClass(sign)}` }, sign));
    }
    if (node.seconds !== undefined || node.clock !== null) {
      button.append(make("small", {}, node.seconds === undefined ? clockText(node.clock) : `${secondsText(node.seconds)} s`));
    }
    this.buttons.set(node, button);
    return button;
  }

  mark() {
    for (const [node, button] of this.buttons) {
      const isHere = node === this.tree.current;
      markCurrent(button, isHere);
      button.setAttribute("tabindex", isHere ? "0" : "-1");
      if (isHere) {
        keepInView(this.host, button);
      }
    }
    if (this.tree.current === this.tree.root) {
      this.host.scrollTop = 0;
    }
  }
}

function tidyNumber(text) {
  return text.replace("...", ".");
}

export function signClass(sign) {
  return { "?!": "inaccuracy", "?": "mistake", "??": "blunder" }[sign] ?? "good";
}
