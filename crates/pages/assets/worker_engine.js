// The engine of a static site. One worker answers what the rules know; a search has a worker of its
// own, which is ended to stop it. All of them share the compiled module and the loaded files.

import { compiledModule, loadFiles } from "./engine_files.js";

const FAILED = "The engine has failed; please report it with the game that you looked at: ";

export async function workerEngine(about) {
  const module = compiledModule(about);
  const files = [];
  const info = { kind: "worker", name: about.name, loaded: "small", file: null, site: location.href };
  const listeners = [];
  const pool = new WorkerPool(module, files);
  const rules = new RulesQueue(pool);
  const loaded = (file) => {
    files.push(file);
    pool.load(file);
  };
  rules.whenUsed(async () => {
    pool.prepare();
    if (!(await loadFiles(about, loaded))) return;
    info.loaded = "all";
    listeners.splice(0).forEach((callback) => callback());
  });
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it the page needs a net
  return {
    info,
    ask: (question) => rules.ask(question),
    watch: (question, onPart) => watch(pool, question, onPart),
    onLoaded: (callback) => {
      if (info.loaded === "all") queueMicrotask(callback);
      else listeners.push(callback);
    },
  };
}

// Runs one search.
function watch(pool, question, onPart) {
  const worker = pool.take();
  let finish;
  const done = new Promise((resolve) => (finish = resolve));
  let last = { error: FAILED };
  worker.ask(question, {
    part: (part) => {
      last = part;
      onPart(part);
    },
    end: () => {
      pool.give(worker);
      finish(last);
    },
    failed: (text) => {
      pool.end(worker);
      finish({ error: FAILED + text });
    },
  });
  const stop = () => {
    if (!worker.isBusy()) return;
    pool.end(worker);
    finish({ stopped: true });
  };
  return { done, stop };
}

// One worker with the engine, which answers one question at a time.
class EngineWorker {
  #worker = new Worker(new URL("worker.js", import.meta.url));
  #asked = null;
  #number = 0;
  #isStarted = false;
  #waiting = [];
  #broken = null; // why it cannot answer

  constructor(module, files) {
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (error) => this.#fail(error.message ?? "it does not load");
    module.then(
      (compiled) => {
        this.#worker.postMessage({ module: compiled });
        files.forEach((file) => this.#worker.postMessage({ file }));
        this.#begin();
      },
      (error) => this.#fail(String(error)),
    );
  }

  #begin() {
    this.#isStarted = true;
    this.#waiting.splice(0).forEach((message) => this.#worker.postMessage(message));
  }

  #post(message) {
    if (this.#isStarted) this.#worker.postMessage(message);
    else this.#waiting.push(message);
  }

  // A worker that has not started yet gets all files when it does.
  load(file) {
    if (this.#isStarted) this.#worker.postMessage({ file });
  }

  isBusy() {
    return this.#asked !== null;
  }

  ask(question, listener) {
    if (this.#broken !== null) return queueMicrotask(() => listener.failed(this.#broken));
    this.#number += 1;
    this.#asked = listener;
    this.#post({ id: this.#number, question: JSON.stringify(question) });
  }

  end() {
    this.#asked = null;
    this.#worker.terminate();
  }

  #hear({ id, part, end, failed }) {
    if (failed !== undefined) return this.#fail(failed);
    if (id !== this.#number || this.#asked === null) return;
    if (!end) return this.#asked.part(JSON.parse(part));
    const asked = this.#asked;
    this.#asked = null;
    asked.end();
  }

  #fail(text) {
    this.#broken = text;
    const asked = this.#asked;
    this.#asked = null;
    asked?.failed(text);
  }
}

// Workers for searches. One is always ready, so that the next search begins at once.
class WorkerPool {
  #idle = [];
  #all = new Set();

  constructor(module, files) {
    this.start = () => {
      const worker = new EngineWorker(module, files);
      this.#all.add(worker);
      return worker;
    };
  }

  take() {
    return this.#idle.pop() ?? this.start();
  }

  give(worker) {
    if (this.#idle.length < 1) this.#idle.push(worker);
    else this.#forget(worker);
  }

  end(worker) {
    this.#forget(worker);
    this.prepare();
  }

  prepare() {
    if (this.#idle.length < 1) this.#idle.push(this.start());
  }

  load(file) {
    this.#all.forEach((worker) => worker.load(file));
  }

  #forget(worker) {
    this.#all.delete(worker);
    worker.end();
  }
}

// Answers in the order of the questions, by one worker; another takes over where it has failed.
class RulesQueue {
  #worker;
  #waiting = [];
  #pool;
  #used = null;

  constructor(pool) {
    this.#pool = pool;
    this.#worker = pool.start();
  }

  // Called once, after the first answer.
  whenUsed(callback) {
    this.#used = callback;
  }

  ask(question) {
    return new Promise((resolve) => {
      this.#waiting.push({ question, resolve });
      this.#next();
    });
  }

  #next() {
    if (this.#worker.isBusy() || this.#waiting.length === 0) return;
    const { question, resolve } = this.#waiting.shift();
    let last = { error: FAILED };
    const finish = (answer) => {
      resolve(answer);
      this.#used?.();
      this.#used = null;
      this.#next();
    };
    this.#worker.ask(question, {
      part: (part) => (last = part),
      end: () => finish(last),
      failed: (text) => {
        this.#pool.end(this.#worker);
        this.#worker = this.#pool.take();
        finish({ error: FAILED + text });
      },
    });
  }
}
