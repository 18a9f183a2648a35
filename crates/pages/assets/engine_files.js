// The files of the engine on a static site: its WebAssembly at once, book and larger endgame tables
// once the page can be used.

// The module, compiled for this browser. `test` is a function that gives a vector: a browser that
// takes it has the instructions that the faster build needs.
export async function compiledModule({ wasm }) {
  const hasVectors = WebAssembly.validate(new Uint8Array(wasm.test));
  const file = await fetch(hasVectors ? wasm.vectors : wasm.plain);
  if (!file.ok) throw new Error(`the engine cannot be loaded: ${file.status}`);
  const type = file.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(file);
  return WebAssembly.compile(await file.arrayBuffer()); // some hosts do not know the type
}

// Hands over the other files, the small ones first. True if all have come.
export async function loadFiles({ files }, loaded) {
  await idle();
  await offlineReady();
  const saves = navigator.connection?.saveData === true;
  for (const { file, name, bytes } of files) {
    if (saves && bytes > 2_000_000) return false;
    const content = await fetched(name);
    if (content === null) return false;
    loaded({ file, bytes: content });
  }
  return true;
}

async function fetched(name) {
  try {
    const file = await fetch(name);
    return file.ok ? await file.arrayBuffer() : null;
  } catch {
    return null; // without a net the small tables do
  }
}

// The files are fetched through the service worker, which keeps them; not for long is it waited for.
function offlineReady() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return Promise.resolve();
  const taken = new Promise((resolve) =>
    workers.addEventListener("controllerchange", resolve, { once: true }),
  );
  return Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 4000))]);
}

function idle() {
  return new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout: 3000 });
    else setTimeout(resolve, 1000);
  });
}
