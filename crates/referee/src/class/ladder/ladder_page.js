"use strict";
// Replays the games of the page. `games` stands before this script; every text of it is set as text.
const one = id => document.getElementById(id);
const PIECES = { b: "black", w: "white", B: "black", W: "white", K: "white", X: "spear", S: "spear" };
let chosen = null, ply = 0, player = null;

function boardAt(game, ply) {
  const cells = [...game.board];
  for (const change of game.changes.slice(0, ply))
    for (const [, at, piece] of change.matchAll(/(\d+)(\D)/g)) cells[at] = piece;
  return cells.join("");
}

// The squares alone: some games write ranks and files around them.
function rowsOf(text) {
  const rows = text.split("/").map(row => row.replace(/[\s\d]/g, ""));
  return rows.filter((row, at) => row && !(at === rows.length - 1 && row.startsWith("abcdefgh")));
}

// Only checkers has small and capital letters on one board.
function piece(cell, isCheckers) {
  const kind = PIECES[cell];
  if (!kind) return null;
  const isKing = cell === "K" || (isCheckers && cell === cell.toUpperCase());
  const element = document.createElement("span");
  element.className = "piece " + kind;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", kind + (isKing ? " king" : ""));
  element.textContent = kind === "spear" ? "\u2715" : isKing ? "\u265b" : "";
  return element;
}

function show() {
  const isCheckers = /^[bwBW./]+$/.test(chosen.board) && /[bw]/.test(chosen.board);
  const table = document.createElement("table");
  for (const row of rowsOf(boardAt(chosen, ply))) {
    const line = table.insertRow();
    for (const cell of row) line.insertCell().append(piece(cell, isCheckers) ?? "");
  }
  one("board").replaceChildren(table);
  one("players").textContent = title(chosen);
  one("ply").textContent = ply + " of " + chosen.moves.length + (ply ? ": " + chosen.moves[ply - 1] : "");
  one("board").dataset.board = boardAt(chosen, ply);
  [...one("moves").children].forEach((item, at) => item.classList.toggle("now", at === ply - 1));
}

function title(game) {
  const result = { black: "1-0", white: "0-1" }[game.winner] || "draw";
  return `${game.id}. ${game.black} (black) - ${game.white} (white): ${result}, ${game.end}` +
    (game.date ? `, ${game.date}` : "");
}

function choose(game) {
  chosen = game;
  ply = 0;
  one("moves").replaceChildren(...game.moves.map((move, at) => {
    const [item, button] = ["li", "button"].map(name => document.createElement(name));
    button.textContent = move;
    button.onclick = () => go(at + 1);
    item.append(button);
    return item;
  }));
  list();
  show();
}

function list() {
  const wanted = games.filter(game => !player || game.black === player || game.white === player);
  one("list").replaceChildren(...wanted.reverse().map(game => {
    const button = document.createElement("button");
    button.textContent = title(game);
    button.setAttribute("aria-pressed", game === chosen);
    button.onclick = () => choose(game);
    return button;
  }));
}

function go(to) {
  if (!chosen) return;
  ply = Math.max(0, Math.min(chosen.moves.length, to));
  show();
}

one("first").onclick = () => go(0);
one("back").onclick = () => go(ply - 1);
one("on").onclick = () => go(ply + 1);
one("last").onclick = () => go(Infinity);
document.onkeydown = event => {
  if (event.key === "ArrowLeft") go(ply - 1);
  if (event.key === "ArrowRight") go(ply + 1);
};
for (const button of document.querySelectorAll("[data-player]"))
  button.onclick = () => {
    player = player === button.dataset.player ? null : button.dataset.player;
    for (const other of document.querySelectorAll("[data-player]"))
      other.setAttribute("aria-pressed", other.dataset.player === player);
    list();
  };
if (games.length) {
  one("games").hidden = false;
  choose(games[games.length - 1]);
}
