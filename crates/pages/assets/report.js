// The page of a report: heading, table of games, one game, and the address that names game and ply
// (`#game=12&ply=34`). The data lies in the element #data, as
// programs/crownhead/src/report/view.rs writes it.

import { pressKey } from "./board/walk.js";
import { countText } from "./games.js";
import { GamePanel } from "./game_panel.js";
import { drawStandings } from "./match_tables.js";
import { byId } from "./page.js";
import { agentOf, drawFeedback } from "./report_feedback.js";
import { drawFigures } from "./report_figures.js";
import { GamesTable } from "./report_games.js";
import { forfeitsText } from "./report_words.js";

const report = JSON.parse(byId("data").textContent);
let shownGame = null;
let panel = null;
let table = null;
// A page that begins with feedback keeps its plain address until a game is asked for.
let keepsAddress = report.feedback !== undefined && location.hash === "";
drawHeading();
drawFigures();
if (report.feedback !== undefined) {
  drawFeedback(report);
  byId("standings-title").textContent = "Results of these games";
}
if (report.games.length > 0) {
  drawGames();
} else {
  byId("standings").hidden = true;
  byId("columns").hidden = true;
}

function drawGames() {
  drawStandings(report);
  panel = new GamePanel(byId("game-view"), { onShow: writeAddress, onTurn: turnToGame });
  table = new GamesTable(report, (game) => {
    showGame(game, 0);
    scrollToGame();
  });
  followAddress();
  keepsAddress = false;
  window.addEventListener("hashchange", followAddress);
  document.addEventListener("keydown", (event) => pressKey(event, panel.keys()));
}

function drawHeading() {
  const names = report.standings.map((row) => row.name);
  const played = report.is_match ? names.join(" – ") : `Tournament of ${names.length} agents`;
  const title = report.feedback?.title ?? report.title ?? played;
  byId("title").textContent = title;
  document.title = `${title}: report`;
  if (report.games.length === 0) {
    byId("about").textContent = "No game was played.";
    return;
  }
  const parts = [countText(report.games)];
  if (report.is_timed) {
    parts.push(...forfeitTexts());
  }
  parts.push(`evaluated with ${report.nodes} nodes a position`);
  byId("about").textContent = `${parts.join(", ")}.`;
}

// On a student's page, its own forfeits and those of its opponents apart.
function forfeitTexts() {
  const forfeits = report.games.filter((game) => game.forfeited);
  const agent = report.feedback === undefined ? undefined : agentOf(report);
  if (agent === undefined) {
    return [forfeitsText(forfeits.length)];
  }
  const gifts = forfeits.filter((game) => (game.result === "b" ? game.black : game.white) === agent).length;
  const own = `${forfeitsText(forfeits.length - gifts)} of its own`;
  return gifts === 0 ? [own] : [own, `${forfeitsText(gifts)} of opponents`];
}

function showGame(game, ply) {
  shownGame = game;
  panel.open(report, game, ply);
  table.mark(game);
}

function turnToGame(step) {
  const game = table.neighbor(step);
  if (game !== undefined) {
    showGame(game, 0);
  }
}

// The address names what is shown, without filling the history of the browser.
function writeAddress({ id }, ply) {
  if (keepsAddress) {
    return;
  }
  const address = `#game=${id}&ply=${ply}`;
  if (location.hash !== address) {
    history.replaceState(null, "", address);
  }
}

// Shows what the address names; without a game of that number, the first one.
function followAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const named = report.games.find((game) => String(game.id) === address.get("game"));
  const game = named ?? shownGame ?? report.games[0];
  const ply = Number.parseInt(address.get("ply") ?? "0", 10) || 0;
  showGame(game, ply);
  if (named !== undefined) {
    scrollToGame();
  }
}

// In a narrow window the game lies below the table of games, and always below feedback.
function scrollToGame() {
  if (window.innerWidth < 900 || report.feedback !== undefined) {
    byId("game-view").scrollIntoView();
  }
}
