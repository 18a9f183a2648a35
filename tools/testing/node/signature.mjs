// The node signature of an engine of a page: the same searches as `bench signature`, with the same
// tables. Prints nodes and speed; fails if the nodes are not those of fixtures/bench/signatures.txt.
//
//   node tools/testing/node/signature.mjs ENGINE.wasm [GAME ...]

import { readFile } from "node:fs/promises";
import { startEngine } from "./engine.mjs";

const ROOT = new URL("../../../", import.meta.url);
// As BenchGame::DEPTH of tools/training.
const DEPTHS = { checkers: 13, loa: 7, tablut: 6, amazons: 3 };

const [path, ...wanted] = process.argv.slice(2);
const engine = await startEngine(path);
const at = (name) => new URL(name, ROOT);
const tables = [
  await engine.load(1, at("data/wdl/data/wdl-6-part")),
  await engine.load(2, at("crates/evaluation/src/checkers/endgame/dtc/data/dtc-5")),
];
if (tables.includes(false)) throw new Error("a table was refused");

const lines = (text) => text.split("\n").filter((line) => line && !line.startsWith("#"));

// The start of a line of the bench: rows joined by `/`, and the side to move.
function startOf(game, line) {
  const [, rows, side] = /^(.*) (BLACK|WHITE)$/.exec(line);
  const letters = rows.split("/").map((row) => row.replace(/^\s*\d+/, "").replaceAll(" ", ""));
  const board = game === "tablut" ? letters.slice(0, -1) : letters;
  if (game === "checkers") return fenOf(board, side);
  const text = board.join("/").replaceAll("-", ".").replaceAll("S", "x");
  return `${side === "BLACK" ? "b" : "w"} ${text.toLowerCase()}`;
}

function fenOf(rows, side) {
  const squares = { w: [], b: [] };
  rows.forEach((row, fromTop) =>
    [...row].forEach((letter, file) => {
      const list = squares[letter.toLowerCase()];
      const king = letter === letter.toUpperCase() ? "K" : "";
      list?.push(`${king}${4 * fromTop + Math.floor(file / 2) + 1}`);
    }),
  );
  return `${side[0]}:W${squares.w}:B${squares.b}`;
}

// The nodes of all positions of a game, and the CPU time in microseconds.
async function measure(game) {
  const begun = process.cpuUsage();
  let sum = 0;
  for (const position of lines(await readFile(at(`fixtures/bench/${game}.txt`), "utf8"))) {
    const start = startOf(game, position);
    const question = { ask: "measure", game, start, depth: DEPTHS[game] };
    const answer = JSON.parse(engine.ask(JSON.stringify(question)).at(-1));
    if (answer.error) throw new Error(`${game}, ${start}: ${answer.error}`);
    sum += answer.nodes;
  }
  const { user, system } = process.cpuUsage(begun);
  return { sum, time: user + system };
}

const expected = await readFile(at("fixtures/bench/signatures.txt"), "utf8");
let isWrong = false;
for (const line of lines(expected)) {
  const [, game, nodes] = line.split(" ");
  if (wanted.length > 0 && !wanted.includes(game)) continue;
  await measure(game); // the first time, node compiles
  const { sum, time } = await measure(game);
  const isRight = sum === Number(nodes);
  isWrong ||= !isRight;
  const speed = (sum / time).toFixed(2);
  const verdict = isRight ? "as natively" : `natively ${nodes}`;
  console.log(`${game}: ${sum} nodes, ${verdict}; ${speed} million nodes a CPU second`);
}
process.exit(isWrong ? 1 : 0);
