// The two players above and below the board: names, captured pieces, clocks.

import { SHORT_SECONDS, byId, clockText, make, setText } from "../page.js";
import { isChange, sideName, tagOf } from "./game_tree.js";

// clockOf(side): the seconds of a clock that runs, or null; running: the side whose clock does.
export function drawPlayers({ tree, isFlipped, clockOf, running }) {
  const { position } = tree.current;
  const [top, bottom] = isFlipped ? ["white", "black"] : ["black", "white"];
  [["top", top], ["bottom", bottom]].forEach(([place, side]) => {
    const host = byId(`player-${place}`);
    const seconds = clockOf(side) ?? clockAt(tree, side);
    const name = tagOf(tree.tags, sideName(side)) || sideName(side);
    if (host.dataset.drawn !== `${side} ${name}`) {
      host.dataset.drawn = `${side} ${name}`;
      host.replaceChildren(make("span", { class: `side ${side}`, role: "img", "aria-label": sideName(side) }), make("span", { class: "name", title: name }, name), make("span", { class: "captured" }), make("span", { class: "clock", role: "timer", "aria-label": `Clock of ${sideName(side)}`, "aria-live": "off" }));
    }
    setText(host.querySelector(".captured"), capturedText(tree, side));
    host.classList.toggle("to-move", position?.to_move === side && position.result === null);
    const clock = host.querySelector(".clock");
    setText(clock, seconds === null ? "" : clockText(seconds));
    clock.classList.toggle("running", running === side);
    clock.classList.toggle("short", seconds !== null && seconds < SHORT_SECONDS);
  });
}

// How many pieces a side has taken from the other since the start, or since the board was changed.
function capturedText(tree, side) {
  if (tree.game === "amazons") {
    return "";
  }
  const isEnemy = (letter) => (side === "black" ? "wWk" : "bB").includes(letter);
  const count = (letters) => [...letters].filter(isEnemy).length;
  const from = tree.pathTo(tree.current).findLast(isChange) ?? tree.root;
  const taken = count(from.letters) - count(tree.current.letters);
  return taken > 0 ? `+${taken}` : "";
}

// The clock of a side by its moves, at the current place.
export function clockAt(tree, side) {
  const own = tree.pathTo(tree.current).filter((node) => node.side === side && node.clock !== null);
  return own.at(-1)?.clock ?? null;
}
