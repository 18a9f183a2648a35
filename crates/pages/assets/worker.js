// A worker with the engine: loads the compiled WebAssembly that it is sent, then answers one
// question after the other. It is ended from outside where a search is to stop.

let engine = null;
let asked = null;
const coder = new TextEncoder();
const decoder = new TextDecoder();

const text = (address, bytes) =>
  decoder.decode(new Uint8Array(engine.memory.buffer, address, bytes));

const page = {
  milliseconds: () => performance.now(),
  send: (address, bytes) => postMessage({ id: asked, part: text(address, bytes) }),
  fail: (address, bytes) => postMessage({ id: asked, failed: text(address, bytes) }),
};

async function start(module) {
  const instance = await WebAssembly.instantiate(module, { page });
  engine = instance.exports;
  engine.start();
}

function write(bytes) {
  const address = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
}

function load({ file, bytes }) {
  write(new Uint8Array(bytes));
  engine.load(file);
}

function ask(id, question) {
  asked = id;
  write(coder.encode(question));
  engine.ask();
  postMessage({ id, end: true });
}

// Messages wait for those before them, also while the engine starts.
let ready = Promise.resolve();
onmessage = ({ data }) => {
  ready = ready.then(() => react(data));
  ready = ready.catch((error) => postMessage({ id: data.id ?? null, failed: String(error) }));
};

function react(message) {
  if (message.module) return start(message.module);
  if (message.file) return load(message.file);
  return ask(message.id, message.question);
}
