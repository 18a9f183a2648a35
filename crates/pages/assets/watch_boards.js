// The boards of the games in play, each with both names and clocks. A board stays the same element
// while its game goes on, so that moves slide and a focus is not lost.

import { Board } from "./board.js";
import { SHORT_SECONDS, clockText, make, setText } from "./page.js";

const liveCards = new Map();
const LIVE_SIDES = ["black", "white"];

// Makes `host` show the games of the view, in their order.
export function drawBoards(view, host) {
  const ids = new Set(view.boards.map(({ id }) => id));
  for (const [id, card] of liveCards) {
    if (!ids.has(id)) {
      card.root.remove();
      liveCards.delete(id);
    }
  }
  view.boards.forEach((game, place) => {
    const card = liveCards.get(game.id) ?? makeCard(game);
    if (host.children[place] !== card.root) {
      host.insertBefore(card.root, host.children[place] ?? null);
    }
    drawCard(card, game);
  });
  host.classList.toggle("one", view.boards.length === 1);
  tickClocks(view);
}

function makeCard(game) {
  const heading = make("h3", { id: `live-${game.id}` });
  const place = make("div", { class: "live-board" });
  const [black, white] = LIVE_SIDES.map((side, index) => makePlayer(side, game.names[index]));
  const move = make("p", { class: "move-text" });
  const root = make("article", { class: "live", "aria-labelledby": heading.id }, heading, black.root, place, white.root, move);
  const card = { root, heading, move, players: [black, white], board: new Board(place, { game: game.game }) };
  liveCards.set(game.id, card);
  return card;
}

function makePlayer(side, name) {
  const label = side === "black" ? "Black" : "White";
  const clock = make("output", { class: "clock", "aria-label": `${label}'s clock`, "aria-live": "off" });
  const text = make("span", { class: "name", title: name }, name);
  const root = make("div", { class: "player" }, make("span", { class: `side ${side}`, role: "img", "aria-label": label }), text, clock);
  return { root, clock };
}

function drawCard(card, game) {
  setText(card.heading, `Game ${game.id}`);
  card.heading.append(" ", make("small", {}, game.opening));
  card.board.draw({ letters: game.letters, last: game.last });
  const [side, other] = game.to_move === "black" ? ["Black", "White"] : ["White", "Black"];
  const move = game.last_move === null ? "" : make("span", { class: "last-move" }, `; ${other} played ${game.last_move}`);
  card.move.replaceChildren(`Turn ${game.turn}, ${side} to move`, move);
  card.players.forEach(({ root }, index) => root.classList.toggle("to-move", LIVE_SIDES[index] === game.to_move));
}

// Shows both clocks of each game as they are now. The clock of the side to move runs by the time of
// day; the referee counts CPU time, and the next move brings the true number.
export function tickClocks(view) {
  const now = Date.now() / 1000;
  for (const game of view.boards) {
    liveCards.get(game.id)?.players.forEach(({ clock }, index) => {
      const runs = view.state === "playing" && LIVE_SIDES[index] === game.to_move;
      const left = game.left[index] - (runs ? Math.max(0, now - game.asked) : 0);
      setText(clock, clockText(left));
      clock.classList.toggle("running", runs);
      clock.classList.toggle("short", left < Math.min(SHORT_SECONDS, game.left[index] / 2));
    });
  }
}
