// The page of a report: heading, table of games, replay, and the address that names game and ply
// (`#game=12&ply=34`). The data lies in the element #data, as
// programs/crownhead/src/report/view.rs writes it.

import { GAMES, countText, drawnWord } from "./games.js";
import { byId } from "./page.js";
import { element, svgElement } from "./report_dom.js";
import { agentOf, drawFeedback } from "./report_feedback.js";
import { drawFigures } from "./report_figures.js";
import { GamesTable } from "./report_games.js";
import { Replay, unpackedGame } from "./report_replay.js";
import { forfeitsText, playerWord } from "./report_words.js";

const report = JSON.parse(byId("data").textContent);
// The heads of the standings, and what they mean.
const STANDING_HEADS = {
  [playerWord(report)]: null, Games: null, "+ = −": `won, ${drawnWord(report.games)}, lost, with games that were forfeited`, Points: "points on the board",
  Course: "points if a draw is a win for the side with more time left", "Elo (95 %)": report.is_match ? "the difference to the other agent, with the interval of 95 %" : "the rating by all games, 0 being the mean, with the interval of 95 %",
  [report.clock_unit]: "mean seconds of a game", Forfeits: "games lost by a forfeit",
};
// Those of a file that tells no times.
const UNTIMED_HEADS = ["Player", "Games", "+ = −", "Points"];
let shownGame = null;
let replay = null;
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
  drawStandings();
  replay = new Replay(byId("replay"), writeAddress, turnToGame);
  table = new GamesTable(report, (game) => {
    showGame(game, 0);
    scrollToReplay();
  });
  followAddress();
  keepsAddress = false;
  window.addEventListener("hashchange", followAddress);
  document.addEventListener("keydown", onKey);
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

function drawStandings() {
  const isCourse = drawsGoToTime();
  const heads = Object.entries(STANDING_HEADS).filter(([text]) => (isCourse || text !== "Course") && (report.is_timed || UNTIMED_HEADS.includes(text)));
  const head = element("tr", {}, ...heads.map(([text, title]) =>
    element("th", { scope: "col", title, colspan: text.startsWith("Elo") ? 2 : null }, text)));
  const ends = report.standings.flatMap((row) => row.elo).filter((elo) => elo !== null);
  // Beyond the greatest number, so that an interval without an end is seen to go on.
  const reach = Math.max(100, ...ends.map(Math.abs)) * 1.4;
  const rows = report.standings.map((row) => standingRow(row, reach));
  byId("standings-table").append(
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

// Only then the course's points are others than those on the board. A file of games tells no times.
function drawsGoToTime() {
  return report.is_timed && report.games.some(({ game }) => GAMES[game].drawsGoToTime);
}

function standingRow(row, reach) {
  const course = drawsGoToTime() ? [row.course] : [];
  const texts = [row.games, `+${row.wins} =${row.draws} −${row.losses}`, row.points, ...course];
  const cells = texts.map((text) => element("td", {}, String(text)));
  const head = element("th", { scope: "row" }, row.name);
  return !report.is_timed ? element("tr", {}, head, ...cells) : element("tr", {}, head, ...cells,
    element("td", {}, eloText(row.elo)), element("td", {}, errorBar(row.elo, reach)),
    element("td", {}, row.seconds.toFixed(3)), element("td", {}, String(row.forfeits)));
}

function eloText([value, low, high]) {
  const signed = (elo) => (elo < 0 ? "−" : "+") + Math.round(Math.abs(elo));
  if (value !== null) {
    const end = (elo, none) => (elo === null ? none : signed(elo));
    return `${signed(value)} [${end(low, "no lower end")}, ${end(high, "no upper end")}]`;
  }
  if (low !== null) {
    return `${signed(low)} or more`;
  }
  return high === null ? "not known yet" : `${signed(high)} or less`;
}

// A bar from one end of the interval to the other; an end that is not known is at the border.
function errorBar([value, low, high], reach) {
  const x = (elo) => 60 + (elo / reach) * 54;
  const [from, to] = [low === null ? 0 : x(low), high === null ? 120 : x(high)];
  const isKnown = low !== null || high !== null;
  return svgElement("svg", { viewBox: "0 0 120 16", class: "error-bar", "aria-hidden": "true" },
    svgElement("line", { x1: 60, x2: 60, y1: 0, y2: 16, class: "axis" }),
    isKnown ? svgElement("line", { x1: from, x2: to, y1: 8, y2: 8, class: "interval" }) : null,
    value === null ? null : svgElement("circle", { cx: x(value), cy: 8, r: 4, class: "value" }));
}

function showGame(game, ply) {
  shownGame = game;
  replay.open(report, unpackedGame(report, game), ply);
  table.mark(game);
}

function turnToGame(step) {
  const game = table.neighbor(step);
  if (game !== undefined) {
    showGame(game, 0);
  }
}

// The address names what is shown, without filling the history of the browser.
function writeAddress(ply) {
  if (keepsAddress) {
    return;
  }
  const address = `#game=${shownGame.id}&ply=${ply}`;
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
    scrollToReplay();
  }
}

// In a narrow window the game lies below the table of games, and always below feedback.
function scrollToReplay() {
  if (window.innerWidth < 900 || report.feedback !== undefined) {
    byId("replay").scrollIntoView();
  }
}

function onKey(event) {
  const isWriting = event.target.closest?.("input, select, textarea, .wide") !== null;
  if (isWriting || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) {
    return;
  }
  const actions = {
    ArrowLeft: () => replay.show(replay.ply - 1),
    ArrowRight: () => replay.show(replay.ply + 1),
    Home: () => replay.show(0),
    End: () => replay.show(replay.game.plies),
    f: () => replay.flip(),
    n: () => turnToGame(1),
    p: () => turnToGame(-1),
  };
  const action = actions[event.key];
  if (action !== undefined) {
    event.preventDefault();
    action();
  }
}
