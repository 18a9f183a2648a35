// Free analysis: every legal move may be made for both sides; the engine looks on.

import { make } from "../page.js";
import { EngineView } from "./engine_view.js";
import { KnowledgeView } from "./knowledge_view.js";
import { toastError } from "./controls.js";

export class AnalyzeMode {
  constructor(app) {
    this.app = app;
    const engineCard = make("section", { class: "card engine", "aria-label": "Engine" });
    const knowledgeCard = make("section", { class: "card knowledge", "aria-label": "Book and tables", hidden: "" });
    this.panel = make("div", { class: "mode-panel" }, engineCard, knowledgeCard);
    this.view = new EngineView(engineCard, app.engine, { onPart: () => app.drawBoard(), onLine: (moves) => this.playLine(moves) });
    this.knowledge = new KnowledgeView(knowledgeCard, app.engine, (text) => app.playText(text));
    this.threat = [];
  }

  enter() {
    this.placeChanged();
  }

  leave() {
    this.view.think(null, null);
  }

  // A search stops while nobody can see the page.
  seen(isSeen) {
    this.view.think(isSeen ? this.app.tree : null, isSeen ? this.app.tree.current : null);
  }

  placeChanged() {
    this.threat = [];
    if (document.hidden) {
      return;
    }
    const { tree } = this.app;
    if (tree.current.position) {
      this.view.think(tree, tree.current);
      this.knowledge.draw(tree, tree.current);
    }
  }

  moves(position) {
    return position.moves;
  }

  moveMade(turn) {
    this.app.addTurn(turn);
  }

  arrows() {
    return [...this.view.arrows(), ...this.threat];
  }

  evaluation() {
    return this.view.evaluation() ?? this.app.tree.current.evaluation;
  }

  async playLine(moves) {
    for (const text of moves) {
      if (!await this.app.playText(text)) {
        return;
      }
    }
  }

  // Shows what the other side would do if it were its turn.
  showThreat() {
    const { app } = this;
    const node = app.tree.current;
    const run = app.engine.watch({ ask: "analyze", ...app.lineTo(node), lines: 1, limit: { milliseconds: 400 }, threat: true }, (part) => {
      if (part.lines?.[0] && node === app.tree.current) {
        this.threat = [{ path: part.lines[0].paths[0], kind: "threat" }];
        app.drawBoard();
      }
    });
    run.done.then((part) => {
      if (part.error) {
        toastError(part);
      }
      this.view.restart();
    });
  }
}
