// The buttons and keys that walk through a game.

import { button } from "./controls.js";

// step(by): to another place, by a number of moves. flip(): turns the board. `more`: other buttons.
export function drawWalk(host, { step, flip }, ...more) {
  host.replaceChildren(
    button("Start", () => step(-Infinity), { icon: "first", isQuiet: true, key: "Home" }),
    button("Back", () => step(-1), { icon: "back", isQuiet: true, key: "Left" }),
    button("Forward", () => step(1), { icon: "forward", isQuiet: true, key: "Right" }),
    button("End", () => step(Infinity), { icon: "last", isQuiet: true, key: "End" }),
    ...more,
    button("Turn the board", flip, { icon: "flip", isQuiet: true, key: "f" }),
  );
}

// Does what a key means here, unless it is written, scrolls a table, or is for the browser.
export function pressKey(event, keys) {
  const isTaken = event.target.closest?.("input, select, textarea, .wide") != null || event.defaultPrevented;
  if (keys[event.key] && !isTaken && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    keys[event.key]();
  }
}

export function walkKeys({ step, flip }) {
  return { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity), f: flip };
}
