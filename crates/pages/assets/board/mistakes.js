// The mistakes of a game as a list: the move, what it lost, what was better.

import { make } from "../page.js";
import { signClass } from "./moves_view.js";

// onGo(node): a move was chosen; `more(node)`: what else stands in its row.
export function mistakesList(tree, nodes, { onGo, more = () => [] }) {
  const rows = nodes.map((node) => {
    const move = make("button", { type: "button", class: "move", "data-ply": node.ply }, `${tree.numberText(node)} ${node.text}`, make("b", { class: `sign ${signClass(node.review.sign)}` }, node.review.sign));
    move.addEventListener("click", () => onGo(node));
    return make("li", {}, move, make("span", {}, lossText(node.review)), ...more(node));
  });
  return make("ol", { class: "mistakes" }, ...rows);
}

export function lossText({ loss, best }) {
  const better = best.moves[0];
  return `lost ${loss} % of the point${better ? `; better ${better}` : ""}`;
}
