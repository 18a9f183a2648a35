// A finished game in a dialog: its boards turn by turn, both clocks, and how it ended.
// The game is fetched from games/ID.json (ReplayView in watch_view.rs).

import { Board } from "./board.js";
import { byId, clockText, keepInView, make, markCurrent, setText } from "./page.js";
import { rejectedArrows, rejectedWords } from "./rejected.js";
import { fetchJson } from "./talk.js";

const SIDE_LABELS = { black: "Black", white: "White" };

let replayed = null;
let replayBoard = null;
let shownPly = 0;

// Connects the buttons and keys of the dialog.
export function startReplay() {
  const end = () => replayed?.turns.length ?? 0;
  const steps = {
    first: () => showPly(0), back: () => showPly(shownPly - 1),
    forward: () => showPly(shownPly + 1), last: () => showPly(end()), flip: flipReplay,
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", f: "flip" };
  for (const [id, step] of Object.entries(steps)) {
    byId(id).addEventListener("click", step);
  }
  byId("replay").addEventListener("keydown", (event) => {
    const isOnBoard = byId("replay-board").contains(event.target);
    if (event.key in keys && !isOnBoard && !event.ctrlKey && !event.metaKey && !event.altKey) {
      steps[keys[event.key]]();
      event.preventDefault();
    }
  });
  byId("replay").querySelector(".close").addEventListener("click", () => byId("replay").close());
  byId("replay-turns").addEventListener("click", (event) => {
    const ply = event.target.closest("button")?.dataset.ply;
    if (ply) {
      showPly(Number(ply));
    }
  });
}

// Opens the dialog with a game, at its end.
export async function openReplay(id) {
  const game = await fetchJson(`games/${id}.json`);
  replayed = game;
  setText(byId("replay-title"), game ? `Game ${game.id}` : `Game ${id}`);
  setText(byId("replay-result"), game ? `${game.result}. Opening: ${game.opening}.` : missingText(id));
  setText(byId("replay-evidence"), game?.evidence ?? "");
  setText(byId("replay-rejected"), game?.rejected ? Object.values(rejectedWords(game.rejected)).join("") : "");
  byId("replay-rejected").hidden = !game?.rejected;
  byId("replay-evidence").hidden = !game?.evidence;
  byId("replay").querySelector(".replay").hidden = !game;
  setText(byId("replay-turn"), "");
  if (game) {
    replayBoard = new Board(byId("replay-board"), { game: game.game, flipped: replayBoard?.flipped ?? false });
    byId("replay-turns").replaceChildren(...game.turns.map(turnItem));
  }
  if (!byId("replay").open) {
    byId("replay").showModal();
  }
  if (game) {
    arrangePlayers();
    showPly(game.turns.length);
  }
}

function missingText(id) {
  return document.body.classList.contains("offline")
    ? "The program of this page has ended. To look again: crownhead watch, and the folder of the match."
    : `There is no finished game ${id} whose moves follow the rules.`;
}

function turnItem(turn, index) {
  const side = make("span", { class: `side ${turn.side}`, role: "img", "aria-label": SIDE_LABELS[turn.side] });
  const seconds = make("small", { class: "seconds" }, `${turn.seconds.toFixed(2)} s`);
  return make("li", {}, make("button", { type: "button", "data-ply": index + 1 }, side, turn.text, seconds));
}

function flipReplay() {
  replayBoard.flip();
  arrangePlayers();
  showPly(shownPly);
}

// The player whose side of the board is below comes below.
function arrangePlayers() {
  const [top, bottom] = replayBoard.flipped ? ["white", "black"] : ["black", "white"];
  for (const [place, side] of [["replay-top", top], ["replay-bottom", bottom]]) {
    const [mark, name, clock] = byId(place).children;
    mark.className = `side ${side}`;
    mark.setAttribute("aria-label", SIDE_LABELS[side]);
    setText(name, replayed.names[side === "black" ? 0 : 1]);
    clock.setAttribute("aria-label", `${SIDE_LABELS[side]}'s clock`);
    byId(place).dataset.side = side;
  }
}

function showPly(wanted) {
  if (replayed === null) {
    return;
  }
  shownPly = Math.min(Math.max(wanted, 0), replayed.turns.length);
  const turn = replayed.turns[shownPly - 1];
  replayBoard.draw({ letters: turn?.letters ?? replayed.start, last: turn?.path ?? [], arrows: endArrows() });
  for (const place of ["replay-top", "replay-bottom"].map(byId)) {
    setText(place.lastElementChild, clockText(clockAt(place.dataset.side)));
  }
  const move = turn ? `, ${SIDE_LABELS[turn.side]} played ${turn.text}` : ", the opening";
  setText(byId("replay-turn"), `Turn ${shownPly} of ${replayed.turns.length}${move}.`);
  markPly();
}

// At the end of a game that an illegal move has ended: that move, and the legal ones.
function endArrows() {
  return replayed.rejected && shownPly === replayed.turns.length ? rejectedArrows(replayed.rejected) : [];
}

function clockAt(side) {
  const turns = replayed.turns.slice(0, shownPly).filter((turn) => turn.side === side);
  return turns.reduce((left, turn) => left - turn.seconds, replayed.seconds[side === "black" ? 0 : 1]);
}

function markPly() {
  const list = byId("replay-turns");
  [...list.children].forEach((item, index) => {
    markCurrent(item.firstChild, index + 1 === shownPly);
  });
  const item = list.children[Math.max(shownPly - 1, 0)];
  if (item) {
    keepInView(list, item);
  }
}
