// The engine of a page under node, without a browser: loads a build of crates/worker and asks it.

import { readFile } from "node:fs/promises";

const coder = new TextEncoder();
const decoder = new TextDecoder();

// An engine whose `ask` gives all parts of an answer.
export async function startEngine(path) {
  let parts = [];
  const text = (address, bytes) =>
    decoder.decode(new Uint8Array(engine.memory.buffer, address, bytes));
  const page = {
    milliseconds: () => performance.now(),
    send: (address, bytes) => parts.push(text(address, bytes)),
    fail: (address, bytes) => console.error(text(address, bytes)),
  };
  const { instance } = await WebAssembly.instantiate(await readFile(path), { page });
  const engine = instance.exports;
  engine.start();
  const write = (bytes) => {
    const address = engine.reserve(bytes.length);
    new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
  };
  return {
    ask: (question) => {
      parts = [];
      write(coder.encode(question));
      engine.ask();
      return parts;
    },
    load: async (file, path) => {
      write(await readFile(path));
      return engine.load(file) === 1;
    },
  };
}
