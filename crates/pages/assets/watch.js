// The page of a match that is being played: it shows each view of the events (WatchView in
// watch_view.rs) and sends nothing but requests for finished games.

import { pressKey } from "./board/walk.js";
import { GamePanel } from "./game_panel.js";
import { drawFinished, drawForfeits, drawStandings } from "./match_tables.js";
import { byId, make, setText } from "./page.js";
import { fetchJson, listen } from "./talk.js";
import { drawBoards, tickClocks } from "./watch_boards.js";

const WATCH_TICK_MS = 100;
const STATE_TEXTS = {
  waiting: "No game has begun yet.",
  playing: "The match is being played.",
  finished: "The match is over.",
  interrupted: "The match was interrupted. To go on, give the referee the same command with --resume.",
  unknown: "Nothing tells whether this match is still being played: its referee wrote no live.json.",
};
const LOST_TEXTS = ["This page gets no news; trying again.",
  "This page gets no news any more: its program has ended. To look again: crownhead watch, and the folder of the match."];

let match = null;

function drawMatch(view) {
  match = view;
  document.title = documentTitle(view);
  setText(byId("title"), view.title);
  drawState(view);
  drawCourse(view);
  drawBoards(view, byId("boards"));
  setText(byId("boards-title"), view.state === "interrupted" ? "Games that were in play" : "Games in play");
  byId("no-boards").hidden = view.boards.length > 0;
  byId("boards-section").hidden = view.boards.length === 0 && ["finished", "unknown"].includes(view.state);
  drawStandings(view);
  drawForfeits(view);
  drawFinished(view);
}

function documentTitle(view) {
  const count = view.planned === null ? view.done : `${view.done}/${view.planned}`;
  return `${count} ${view.title}`;
}

// It changes with the state of the match, not with each move: a screen reader would never end.
function drawState(view) {
  const text = view.state === "finished" && view.done < (view.planned ?? 0)
    ? `The match is over: ${view.planned - view.done} games were not needed.` : STATE_TEXTS[view.state];
  setText(byId("status"), text);
  byId("status").className = view.state;
  const failed = view.void.length === 0 ? ""
    : `The referee failed in ${view.void.length} games, which do not count: ${view.void.slice(0, 20).join(", ")}.`;
  const message = [view.message ?? "", failed].filter((part) => part !== "").join("\n");
  setText(byId("message"), message);
  byId("message").hidden = message === "";
}

function drawCourse(view) {
  const bar = byId("progress");
  bar.hidden = view.planned === null;
  if (view.planned !== null) {
    bar.max = Math.max(view.planned, 1);
    bar.value = view.done;
  }
  const games = view.planned === null ? `${view.done} games` : `${view.done} of ${view.planned} games`;
  setText(byId("count"), view.state === "waiting" && view.done === 0 ? "" : games);
  drawTimeLeft();
}

function drawTimeLeft() {
  const isKnown = match !== null && match.ends !== null && match.state === "playing";
  setText(byId("time-left"), isKnown ? `about ${durationText(match.ends - Date.now() / 1000)} left` : "");
}

// A duration in words, coarser the longer it is.
function durationText(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) {
    return seconds < 7.5 ? "5 seconds" : `${Math.round(seconds / 5) * 5} seconds`;
  }
  return minutes < 90 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function showNews(isLong) {
  setText(byId("status"), LOST_TEXTS[isLong ? 1 : 0]);
  byId("status").className = "lost";
  match = match && { ...match, state: "unknown" };
  drawTimeLeft();
}

// A match that is over or interrupted has no news to be missed.
function lostNews(isLong) {
  if (!["finished", "interrupted"].includes(match?.state)) {
    showNews(isLong);
  }
  document.body.classList.toggle("offline", isLong);
}

function tick() {
  if (match !== null && match.state === "playing") {
    tickClocks(match);
    drawTimeLeft();
  }
}

const panel = new GamePanel(byId("game-view"), {});

// Opens the dialog with a finished game, at its end.
async function openGame(id) {
  const data = await fetchJson(`games/${id}.json`);
  if (!byId("game-dialog").open) {
    byId("game-dialog").showModal();
  }
  if (data) {
    panel.open(data, data.games[0], Infinity);
  } else {
    panel.tree = null;
    byId("game-view").replaceChildren(make("h2", { id: "game-title" }, `Game ${id}`), make("p", {}, missingText(id)));
  }
}

function missingText(id) {
  return document.body.classList.contains("offline")
    ? "The program of this page has ended. To look again: crownhead watch, and the folder of the match."
    : `There is no finished game ${id} whose moves follow the rules.`;
}

function startWatching() {
  byId("game-dialog").addEventListener("keydown", (event) => pressKey(event, panel.keys()));
  byId("game-dialog").querySelector(".close").addEventListener("click", () => byId("game-dialog").close());
  byId("find").addEventListener("submit", (event) => {
    event.preventDefault();
    openGame(Number(byId("number").value));
  });
  document.querySelector("main").addEventListener("click", (event) => {
    const game = event.target.closest("button[data-game]")?.dataset.game;
    if (game) {
      openGame(Number(game));
    }
  });
  setInterval(tick, WATCH_TICK_MS);
  listen({
    onView: (view) => { document.body.classList.remove("offline"); drawMatch(view); },
    onLost: lostNews,
    onBack: () => document.body.classList.remove("offline"),
  });
}

startWatching();
