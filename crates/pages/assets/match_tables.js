// The results of a match so far: standings with error bars, forfeits by cause, finished games.
// Names and causes come from agents; they are put in as text.

import { byId, make, secondsText, setText } from "./page.js";
import { svg } from "./pieces.js";

const BAR_WIDTH = 120;

// `isTimed` is false for a file of games, which tells no times and rates nobody.
export function drawStandings({ standings, is_match: isMatch, draws_go_to_time: drawsGoToTime, clock_unit: unit, is_timed: isTimed = true }) {
  const hasGames = standings.some(({ games }) => games > 0);
  byId("no-standings").hidden = hasGames;
  byId("standings-table").hidden = !hasGames;
  const scale = eloScale(standings);
  const rows = standings.map((row) => [row.name, {
    Games: row.games, Points: row.points, "+ = −": `+${row.wins} =${row.draws} −${row.losses}`,
    ...(isTimed && { Elo: eloCell(row.elo, scale) }), ...(drawsGoToTime && { Course: row.course }),
    ...(isTimed && { [unit]: row.seconds === null ? "-" : secondsText(row.seconds), Forfeits: row.forfeits }),
  }]);
  byId("standings-table").replaceChildren(rows.length === 0 ? "" : standingsTable(rows, isTimed ? "Agent" : "Player"));
  const meaning = isMatch ? "the difference to the other agent" : "the rating by all games, 0 being the mean of all agents";
  const course = drawsGoToTime ? "Course: the points if a draw is a win for the side with more time left. " : "";
  const rating = `Elo: ${meaning}, with its 95 % interval; the bars reach from −${scale} to +${scale}. `;
  setText(byId("scale"), `+\u00a0=\u00a0−: won, drawn and lost. ${isTimed ? `${rating}${course}${unit}: the mean of a game.` : ""}`);
  byId("scale").hidden = !hasGames;
}

function standingsTable(rows, player) {
  const heads = [player, ...Object.keys(rows[0][1])].map((text) => make("th", { scope: "col" }, text));
  const drawn = rows.map(([name, cells]) => make("tr", {}, make("th", { scope: "row", title: name }, make("span", { class: "name" }, name)),
    ...Object.entries(cells).map(([label, cell]) => make("td", { "data-label": label }, typeof cell === "object" ? cell : String(cell)))));
  return make("table", { class: "standings" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...drawn));
}

// The Elo at the ends of the bars: enough for each interval that has both ends, in round numbers.
function eloScale(standings) {
  const ends = standings.flatMap(({ elo }) => elo).filter((end) => end !== null).map(Math.abs);
  const most = Math.max(50, ...ends);
  return [50, 100, 200, 400, 800].find((round) => most <= round) ?? 1000;
}

function eloCell([value, low, high], scale) {
  const cell = document.createElement("span");
  cell.className = "elo";
  cell.append(eloBar(value, low, high, scale), make("span", {}, eloText(value, low, high)));
  return cell;
}

function signed(number) {
  const whole = Math.round(Math.abs(number));
  return number < 0 && whole > 0 ? `−${whole}` : `+${whole}`;
}

function eloText(value, low, high) {
  if (value === null) {
    return low !== null ? `${signed(low)} or more` : high !== null ? `${signed(high)} or less` : "not known yet";
  }
  const end = (number, none) => (number === null ? none : signed(number));
  return `${signed(value)} [${end(low, "no lower end")}, ${end(high, "no upper end")}]`;
}

// A bar from the low to the high end of the interval, with a mark at the value and a line at 0.
function eloBar(value, low, high, scale) {
  const at = (elo) => BAR_WIDTH * (0.5 + Math.min(Math.max(elo / scale, -1), 1) / 2);
  const [from, to] = [at(low ?? -scale), at(high ?? scale)];
  const bar = svg("svg", { viewBox: `-3 0 ${BAR_WIDTH + 6} 16`, class: "error-bar", "aria-hidden": "true" },
    svg("line", { x1: at(0), x2: at(0), y1: 0, y2: 16, class: "zero" }));
  if (low !== null || high !== null) {
    bar.append(svg("line", { x1: from, x2: to, y1: 8, y2: 8, class: "interval" }));
    [low, high].filter((end) => end !== null && Math.abs(end) <= scale).forEach((end) => {
      bar.append(svg("line", { x1: at(end), x2: at(end), y1: 3, y2: 13, class: "interval" }));
    });
  }
  if (value !== null) {
    bar.append(svg("circle", { cx: at(value), cy: 8, r: 3.5, class: "value" }));
  }
  return bar;
}

export function drawForfeits({ forfeits }) {
  byId("no-forfeits").hidden = forfeits.length > 0;
  drawItems(byId("forfeits"), forfeits, ({ agent, cause, count, games }) => [
    make("strong", {}, `${count} × ${cause}`), make("span", { class: "agent" }, agent),
    make("span", { class: "numbers" }, ...games.map((id) => gameButton(id, String(id), `Game ${id}`)),
      count > games.length ? ` and ${count - games.length} more` : ""),
  ]);
}

export function drawFinished({ latest }) {
  byId("no-finished").hidden = latest.length > 0;
  drawItems(byId("finished"), latest, ({ id, names, winner, ending, turns }) => {
    const button = gameButton(id, "", null);
    const player = (side, index) => make("span", { class: winner === side ? "player-name winner" : "player-name" },
      make("span", { class: `side ${side}`, role: "img", "aria-label": side === "black" ? "Black" : "White" }),
      make("span", { title: names[index] }, names[index]));
    const won = winner === null ? "" : `${winner === "black" ? "Black" : "White"} won, `;
    button.append(make("span", { class: "number" }, String(id)), player("black", 0), player("white", 1),
      make("small", {}, `${won}${ending}, ${turns} turns`));
    return [button];
  });
}

function gameButton(id, text, label) {
  const attributes = { type: "button", "data-game": id };
  return make("button", label === null ? attributes : { ...attributes, "aria-label": label }, text);
}

// Replaces the items of a list only if they have changed: a focus stays where it is.
function drawItems(list, items, parts) {
  const key = JSON.stringify(items);
  if (list.dataset.shown === key) {
    return;
  }
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.game : null;
  list.dataset.shown = key;
  list.replaceChildren(...items.map((item) => make("li", {}, ...parts(item))));
  if (focused) {
    list.querySelector(`[data-game="${focused}"]`)?.focus();
  }
}
