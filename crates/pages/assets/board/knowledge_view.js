// The legal moves of a position with what the book and the endgame tables know of each.

import { make } from "../page.js";

export class KnowledgeView {
  constructor(host, engine, onMove) {
    Object.assign(this, { host, engine, onMove });
    this.asked = 0;
    this.host.addEventListener("click", (event) => {
      const text = event.target.closest("button")?.dataset.text;
      if (text) {
        this.onMove(text);
      }
    });
  }

  async draw(tree, node) {
    const asked = ++this.asked;
    const moves = tree.movesTo(node);
    const known = await this.engine.ask({ ask: "knowledge", game: tree.game, start: tree.start, moves });
    if (asked !== this.asked || known.error) {
      return;
    }
    const rows = known.moves.filter(({ book, verdict }) => book || verdict).sort((one, other) => rankOf(one) - rankOf(other));
    const verdict = known.verdict ? [make("p", { class: "verdict" }, known.verdict)] : [];
    this.host.hidden = rows.length === 0 && verdict.length === 0;
    this.host.replaceChildren(make("h2", {}, known.verdict ? "Endgame tables" : "Opening book"), ...verdict, make("ul", {}, ...rows.map(row)));
  }
}

function row({ text, book, verdict, rank }) {
  const about = [book ? "book" : null, verdict].filter((one) => one).join(" · ");
  const move = make("button", { type: "button", class: "move", "data-text": text }, text);
  return make("li", { class: rank ?? "" }, move, make("span", {}, about));
}

function rankOf({ book, rank }) {
  return book ? -1 : { won: 0, drawn: 1, lost: 2 }[rank] ?? 3;
}
