// What the engine thinks of the position, live: its evaluation, its best lines, the depth and speed.

import { make, setText } from "../page.js";
import { toggle } from "./controls.js";
import { choose, setting } from "./settings.js";

const LIMIT = { depth: 60, milliseconds: 60_000 };

export class EngineView {
  // onPart(): there is something new to draw beside the board. onLine(moves): a line was chosen.
  constructor(host, engine, { onPart, onLine }) {
    Object.assign(this, { host, engine, onPart, onLine });
    this.run = null;
    this.node = null;
    this.part = null;
    this.switch = toggle("Engine", setting("engine"), (isOn) => {
      choose("engine", isOn);
      this.restart();
    });
    this.score = make("output", { class: "score", "aria-label": "Evaluation" });
    this.facts = make("p", { class: "facts" });
    this.lines = make("ol", { class: "lines" });
    host.append(make("div", { class: "engine-head" }, this.switch, this.score), this.facts, this.lines);
    this.lines.addEventListener("click", (event) => this.lineClicked(event));
    this.drawPart();
  }

  // Thinks about the place of a tree, or about nothing.
  think(tree, node) {
    this.tree = tree;
    this.node = node;
    this.restart();
  }

  restart() {
    this.run?.stop();
    this.run = null;
    this.part = null;
    const isWanted = this.node !== null && setting("engine") && this.node?.position?.result == null;
    if (isWanted && this.node) {
      this.begin(this.node);
    }
    this.drawPart();
    this.onPart();
  }

  begin(node) {
    const line = { game: this.tree.game, start: this.tree.start, moves: this.tree.movesTo(node) };
    const run = this.engine.watch({ ask: "analyze", ...line, lines: setting("lines"), limit: LIMIT }, (part) => {
      if (this.run === run && !part.stopped) {
        this.part = part;
        node.evaluation = part.lines?.[0]?.evaluation ?? node.evaluation;
        this.drawPart();
        this.onPart();
      }
    });
    this.run = run;
  }

  // The lines as arrows, the best first.
  arrows() {
    if (!setting("engine") || !setting("arrows")) {
      return [];
    }
    return (this.part?.lines ?? []).slice(0, 3).map(({ paths }, rank) => ({ path: paths[0], kind: rank === 0 ? "best" : "other" }));
  }

  evaluation() {
    return this.part?.lines?.[0]?.evaluation ?? null;
  }

  drawPart() {
    const part = this.part;
    setText(this.score, this.evaluation()?.text ?? "");
    setText(this.facts, part ? factsText(part) : setting("engine") ? "" : "Switched off.");
    if (part?.error) {
      setText(this.facts, part.error);
    }
    const rows = Array.from({ length: setting("engine") ? setting("lines") : 0 }, (_, nth) => this.row(part?.lines?.[nth]));
    this.lines.replaceChildren(...rows);
  }

  row(line) {
    const row = make("li", {});
    if (!line) {
      row.append(make("span", { class: "waiting" }, " "));
      return row;
    }
    row.append(make("b", { class: "worth" }, line.evaluation.text));
    line.moves.forEach((text, nth) => {
      const move = make("button", { type: "button", class: "move", tabindex: nth === 0 ? "0" : "-1" }, text);
      move.lineMoves = line.moves.slice(0, nth + 1);
      row.append(move);
    });
    return row;
  }

  lineClicked(event) {
    const moves = event.target.closest("button")?.lineMoves;
    if (moves) {
      this.onLine(moves);
    }
  }
}

function factsText({ depth, nodes, milliseconds, source }) {
  if (source === "tables") {
    return "By the endgame tables: perfect play";
  }
  const speed = milliseconds > 50 ? ` · ${countText((nodes / milliseconds) * 1000)} a second` : "";
  return `Depth ${depth} · ${countText(nodes)} nodes${speed}`;
}

// 950, 12.3 k, 4.5 M
export function countText(count) {
  if (count < 1000) {
    return String(Math.round(count));
  }
  const [size, unit] = count < 1e6 ? [1e3, "k"] : [1e6, "M"];
  return `${(count / size).toPrecision(3)} ${unit}`;
}

// The bar beside the board: how much of it is Black's.
export class EvaluationBar {
  constructor(host) {
    this.host = host;
    this.black = make("div", { class: "bar-black" });
    this.text = make("span", { class: "bar-text" });
    host.append(this.black, this.text);
  }

  draw(evaluation, isFlipped) {
    const share = evaluation?.share ?? 0.5;
    this.host.classList.toggle("flipped", isFlipped);
    this.black.style.setProperty("height", `${(share * 100).toFixed(1)}%`);
    setText(this.text, evaluation ? shortText(evaluation.text) : "");
    this.host.setAttribute("aria-label", evaluation ? `Evaluation ${evaluation.text}` : "No evaluation");
    this.host.classList.toggle("unknown", !evaluation);
  }
}

// One decimal is all that fits into the bar.
function shortText(text) {
  if (!Number.isNaN(Number(text))) {
    return Number(text).toFixed(1).replace(/^-?0\.0$/, "0.0");
  }
  const plies = /in (\d+)/.exec(text);
  return plies ? `#${plies[1]}` : /wins/.test(text) ? "1" : "=";
}
