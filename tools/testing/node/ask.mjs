// Answers questions, one a line on standard input, by an engine of a page: the last part of each
// answer, without times, as `cargo run -p crownhead-analysis --example ask` does natively.
//
//   node tools/testing/node/ask.mjs ENGINE.wasm < QUESTIONS

import { readFileSync } from "node:fs";
import { startEngine } from "./engine.mjs";

const engine = await startEngine(process.argv[2]);
for (const question of readFileSync(0, "utf8").split("\n").filter((line) => line)) {
  const last = JSON.parse(engine.ask(question).at(-1));
  delete last.milliseconds;
  console.log(JSON.stringify(last));
}
