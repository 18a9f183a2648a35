// The engine of the board page: the program that serves the page, or a worker on a static site. The
// page asks both alike (docs/BOARD.md lists the requests):
//
//   await engine.ask(question)             the answer; `error` is a sentence if there is none
//   engine.watch(question, onPart)         { done: a promise of the last part, stop() }
//   engine.info                            { kind, name, loaded, file, site }
//   engine.onLoaded(callback)              called when the larger tables and the book are there

import { programEngine } from "./program.js";

export async function startEngine() {
  const answer = await fetch("engine.json");
  const about = await answer.json();
  if (about.kind === "program") return programEngine(about);
  const { workerEngine } = await import("./worker_engine.js");
  return workerEngine(about);
}
