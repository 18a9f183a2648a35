// Squares: their names, their places on the board, and the letters on them.
// Letters of a board run from the left of the top row to the right of the bottom row.

export const SIZES = { checkers: 8, loa: 8, tablut: 9, amazons: 10 };

// The number of a square of checkers in portable draughts notation, from 1 at b8, or null for a
// square that is not played on.
export function squareNumber(name) {
  const index = squareIndex(SIZES.checkers, name);
  const isPlayed = ((index % 8) + Math.floor(index / 8)) % 2 === 1;
  return isPlayed ? Math.floor(index / 2) + 1 : null;
}

// The square with this index in the letters of a board, such as "d6".
export function squareName(size, index) {
  return String.fromCharCode(97 + (index % size)) + (size - Math.floor(index / size));
}

// The index of a square in the letters of a board.
export function squareIndex(size, name) {
  return (size - Number(name.slice(1))) * size + (name.charCodeAt(0) - 97);
}

// The name of the square this many columns to the right and rows up, or null beyond the edge.
export function squareBeside(size, name, columns, rows) {
  const index = squareIndex(size, name);
  const column = (index % size) + columns;
  const row = Math.floor(index / size) - rows;
  const isOnBoard = column >= 0 && column < size && row >= 0 && row < size;
  return isOnBoard ? squareName(size, row * size + column) : null;
}

export function letterAt(letters, name) {
  return letters[squareIndex(Math.sqrt(letters.length), name)];
}

// The letters with some squares changed; changes maps names to letters.
export function lettersWith(letters, changes) {
  const size = Math.sqrt(letters.length);
  const cells = [...letters];
  for (const [name, letter] of Object.entries(changes)) {
    cells[squareIndex(size, name)] = letter;
  }
  return cells.join("");
}

// The square between two that are two diagonal steps apart, else null: what a jump captures.
export function squareBetween(from, to) {
  const columns = to.charCodeAt(0) - from.charCodeAt(0);
  const rows = Number(to.slice(1)) - Number(from.slice(1));
  if (Math.abs(columns) !== 2 || Math.abs(rows) !== 2) {
    return null;
  }
  return squareBeside(8, from, columns / 2, rows / 2);
}

// What is captured on the way along a path of checkers.
export function checkersCaptures(path) {
  const pairs = path.slice(1).map((to, index) => squareBetween(path[index], to));
  return pairs.filter((name) => name !== null);
}

// The letters after a whole move of checkers: captured pieces are gone, a man on the last row is a
// king.
export function applyCheckersPath(letters, path) {
  const end = path[path.length - 1];
  const piece = letterAt(letters, path[0]);
  const isCrowned = (piece === "b" && end[1] === "1") || (piece === "w" && end[1] === "8");
  const changes = { [path[0]]: "." };
  for (const name of checkersCaptures(path)) {
    changes[name] = ".";
  }
  changes[end] = isCrowned ? piece.toUpperCase() : piece;
  return lettersWith(letters, changes);
}

// The board while a move is being entered: the piece stands where the path has led so far, and what
// it has captured is still there, to be drawn faded.
export function begunBoard(game, letters, path) {
  if (path.length < 2) {
    return { letters, faded: [] };
  }
  const to = game === "amazons" ? path[1] : path[path.length - 1];
  const changes = { [path[0]]: "." };
  changes[to] = letterAt(letters, path[0]);
  const faded = game === "checkers" ? checkersCaptures(path) : [];
  return { letters: lettersWith(letters, changes), faded };
}
