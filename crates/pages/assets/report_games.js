// The table of games with its filters. One page of rows is in the document at a time, so that any
// number of games is shown at once.

import { button } from "./board/controls.js";
import { GAMES, drawnWord } from "./games.js";
import { byId, counted, make } from "./page.js";
import { openingWord, playerWord, resultText } from "./report_words.js";

const ROWS = 20;
const RESULTS = [
  ["black", "Black won", (game) => game.result === "b"],
  ["white", "White won", (game) => game.result === "w"],
  ["drawn", "drawn", (game) => game.result === "d"],
  ["forfeit", "forfeited", (game) => game.forfeited],
  ["void", "does not count", (game) => game.result === "v"],
];
const PLAYER_RESULTS = [
  ["won", "won by the", (game, agent) => winnerOf(game) === agent],
  ["lost", "lost by the", (game, agent) => "bw".includes(game.result) && winnerOf(game) !== agent],
];
const COLUMNS = [
  ["id", "No.", (game) => game.id],
  ["black", "Black", (game, data) => data.names[game.black]],
  ["white", "White", (game, data) => data.names[game.white]],
  ["result", "Result", (game) => resultText(game)],
  ["ending", "Ending", (game, data) => data.endings[game.ending]],
  ["opening", openingWord, (game, data) => data.openings[game.opening]],
  ["plies", "Plies", (game) => game.charged.length],
];

function winnerOf(game) {
  return { b: game.black, w: game.white }[game.result];
}

export class GamesTable {
  // `choose(game)` shows a game.
  constructor(data, choose) {
    this.data = data;
    this.choose = choose;
    this.filter = { agent: "", opening: "", ending: "", result: "", text: "" };
    this.order = { column: "id", isDescending: false };
    this.page = 0;
    this.chosen = null;
    this.makeFilters();
    this.apply();
  }

  // Marks a game as the one shown, and turns to its page.
  mark(game) {
    this.chosen = game;
    const place = this.games.indexOf(game);
    if (place >= 0) {
      this.page = Math.floor(place / ROWS);
    }
    const hadFocus = byId("games-table").contains(document.activeElement);
    this.draw();
    if (hadFocus) {
      byId("games-table").querySelector('[aria-current="true"] a')?.focus();
    }
  }

  // The game behind or before the one shown, among those that pass the filters.
  neighbor(step) {
    return this.games[this.games.indexOf(this.chosen) + step];
  }

  makeFilters() {
    const { names, openings, endings } = this.data;
    const drawn = drawnWord(this.data.games);
    const player = playerWord(this.data);
    const ofPlayer = PLAYER_RESULTS.map(([value, text]) => [value, `${text} ${player.toLowerCase()}`]);
    const results = [...RESULTS.map(([value, text]) => [value, value === "drawn" ? drawn : text]), ...ofPlayer];
    const listed = (texts) => texts.map((text, nth) => [String(nth), text]);
    byId("filters").append(
      this.choice("agent", player, listed(names)),
      this.choice("result", "Result", results),
      this.choice("ending", "Ending", listed(endings)),
      this.choice("opening", openingWord(this.data), listed(openings)),
      this.searchField(),
      button("Show all", () => this.clear(), { id: "clear-filters" }),
    );
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
  }

  choice(name, label, options) {
    const sorted = name === "result" ? options : [...options].sort((a, b) => a[1].localeCompare(b[1]));
    const made = sorted.map(([value, text]) => make("option", { value }, text));
    const select = make("select", { id: `filter-${name}` }, make("option", { value: "" }, "all"), ...made);
    select.addEventListener("change", () => this.set(name, select.value));
    return make("label", {}, label, select);
  }

  searchField() {
    const place = { id: "filter-text", type: "search", placeholder: `name, #12, or moves: ${GAMES[this.data.games[0].game].example}` };
    const input = make("input", { ...place, autocomplete: "off", spellcheck: "false" });
    input.addEventListener("input", () => this.set("text", input.value));
    return make("label", { class: "search" }, "Text", input);
  }

  set(name, value) {
    this.filter[name] = value;
    this.page = 0;
    this.apply();
  }

  clear() {
    for (const name of Object.keys(this.filter)) {
      this.filter[name] = "";
      byId(`filter-${name}`).value = "";
    }
    this.page = 0;
    this.apply();
  }

  // Finds the games that pass the filters, and draws.
  apply() {
    const words = this.filter.text.trim().toLowerCase();
    this.games = this.data.games.filter((game) => this.passes(game, words));
    const read = COLUMNS.find(([name]) => name === this.order.column)[2];
    const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b));
    const sign = this.order.isDescending ? -1 : 1;
    this.games.sort((a, b) => sign * compare(read(a, this.data), read(b, this.data)));
    for (const [value] of PLAYER_RESULTS) {
      byId("filter-result").querySelector(`[value="${value}"]`).disabled = this.filter.agent === "";
    }
    this.draw();
  }

  passes(game, words) {
    const { agent, opening, ending, result } = this.filter;
    const player = agent === "" ? null : Number(agent);
    const kind = [...RESULTS, ...PLAYER_RESULTS].find(([value]) => value === result);
    return (player === null || game.black === player || game.white === player)
      && (opening === "" || game.opening === Number(opening))
      && (ending === "" || game.ending === Number(ending))
      && (kind === undefined || kind[2](game, player))
      && (words === "" || this.textOf(game).includes(words));
  }

  // What the search looks through: a game's number is `#12`, so that it is not found in moves.
  textOf(game) {
    const { names, openings, endings } = this.data;
    const parts = [names[game.black], names[game.white], openings[game.opening], endings[game.ending]];
    return `#${game.id} ${parts.join(" ")} ${game.text} ${game.moves}`.toLowerCase();
  }

  draw() {
    const all = this.data.games.length;
    const shown = this.games.length;
    byId("count").textContent = shown === all ? counted(all, "game") : `${shown} of ${all} games`;
    const page = this.games.slice(this.page * ROWS, (this.page + 1) * ROWS);
    const rows = page.map((game) => this.row(game));
    byId("games-table").replaceChildren(this.head(), make("tbody", {}, ...rows));
    this.drawPages(Math.max(Math.ceil(shown / ROWS), 1));
  }

  head() {
    const cells = COLUMNS.map(([name, head]) => {
      const text = typeof head === "function" ? head(this.data) : head;
      const isOrder = this.order.column === name;
      const direction = this.order.isDescending ? "descending" : "ascending";
      const arrow = isOrder ? (this.order.isDescending ? " ▾" : " ▴") : "";
      const attributes = { scope: "col", class: `col-${name}`, "aria-sort": isOrder ? direction : null };
      return make("th", attributes, button(text + arrow, () => this.sortBy(name), { id: `sort-${name}` }));
    });
    return make("thead", {}, make("tr", {}, ...cells));
  }

  sortBy(name) {
    const isDescending = this.order.column === name && !this.order.isDescending;
    this.order = { column: name, isDescending };
    this.page = 0;
    this.apply();
    byId(`sort-${name}`).focus();
  }

  row(game) {
    const cells = COLUMNS.map(([name, , read]) => {
      const text = String(read(game, this.data));
      const link = () => make("a", { href: `#game=${game.id}` }, text);
      return make("td", { class: `col-${name}`, title: text }, name === "id" ? link() : text);
    });
    const attributes = { "data-game": game.id, "aria-current": game === this.chosen ? "true" : null };
    const row = make("tr", attributes, ...cells);
    row.addEventListener("click", (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.choose(game);
      }
    });
    return row;
  }

  drawPages(pages) {
    const turn = (text, label, id, page) => {
      const isOff = page < 0 || page >= pages || page === this.page;
      return button(text, () => {
        this.page = page;
        this.draw();
        byId(id).focus();
      }, { "aria-label": label, id, disabled: isOff });
    };
    byId("pages").replaceChildren(
      turn("«", "First page", "page-first", 0),
      turn("‹", "Page before", "page-before", this.page - 1),
      make("span", {}, `Page ${this.page + 1} of ${pages}`),
      turn("›", "Next page", "page-next", this.page + 1),
      turn("»", "Last page", "page-last", pages - 1),
    );
  }
}
