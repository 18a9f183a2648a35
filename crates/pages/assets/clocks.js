// The two players beside the board: name, clock, and who chooses the moves.

import { byId, setText, clockText } from "./page.js";

const SIDE_NAMES = ["black", "white"];
const TICK_MS = 100;

export class Players {
  // onKind(side, kind): a switch was turned.
  constructor(onKind) {
    this.players = [];
    this.since = performance.now();
    this.timer = null;
    SIDE_NAMES.forEach((side) => {
      byId(`${side}-kind`).addEventListener("change", (event) => onKind(side, event.target.value));
    });
  }

  draw(view) {
    this.players = view.players;
    this.since = performance.now();
    const canSwitch = view.controls.includes("players");
    SIDE_NAMES.forEach((side, index) => {
      const { name, kind, clock } = view.players[index];
      setText(byId(`${side}-name`), name);
      byId(`${side}-name`).title = name;
      byId(`${side}-kind`).value = kind;
      byId(`${side}-kind`).hidden = !canSwitch;
      // The switch says it already.
      byId(`${side}-name`).hidden = canSwitch && kind === "manual";
      byId(`${side}-clock`).hidden = clock === null;
      byId(`${side}-player`).classList.toggle("to-move", view.to_move === side);
    });
    this.drawClocks();
    const runs = view.players.some(({ clock }) => clock?.is_running);
    clearInterval(this.timer);
    this.timer = runs ? setInterval(() => this.drawClocks(), TICK_MS) : null;
  }

  drawClocks() {
    const passed = (performance.now() - this.since) / 1000;
    SIDE_NAMES.forEach((side, index) => {
      const clock = this.players[index]?.clock;
      if (clock) {
        const left = clock.left - (clock.is_running ? passed : 0);
        const element = byId(`${side}-clock`);
        setText(element, clockText(left));
        element.classList.toggle("running", clock.is_running);
        element.classList.toggle("short", left < 10);
      }
    });
  }

  // The player at the bottom of the board comes last, for the Tab key too. The board itself is not
  // moved: it would lose the focus.
  arrange(isFlipped) {
    const [top, bottom] = isFlipped ? ["white", "black"] : ["black", "white"];
    const focused = document.activeElement;
    byId("players").prepend(byId(`${top}-player`));
    byId("players").append(byId(`${bottom}-player`));
    focused?.focus({ preventScroll: true });
  }
}
