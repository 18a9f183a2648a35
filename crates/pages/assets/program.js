// The engine where a program serves the page: requests go to it, responses come back line by line.

const GONE = "The program has ended. Start it again: Open lists this game under \"Kept on this device\".";

let site = null; // where the page is without a program, with an engine of its own

export function programEngine(about) {
  site = about.site;
  return {
    info: { kind: "program", name: about.name, loaded: "all", file: about.file, site },
    ask: (question) => request(question, () => {}, new AbortController().signal),
    watch,
    onLoaded: () => {}, // nothing comes later
  };
}

function watch(question, onPart) {
  const breaker = new AbortController();
  const done = request(question, onPart, breaker.signal);
  return { done, stop: () => breaker.abort() };
}

// The last part of the answer. A request that is broken off ends the search in the program.
async function request(question, onPart, signal) {
  let last = null;
  try {
    const body = JSON.stringify(question);
    const answer = await fetch("ask", { method: "POST", body, signal });
    if (!answer.ok) return refused(answer.status);
    for await (const line of lines(answer.body)) {
      last = JSON.parse(line);
      onPart(last);
    }
    return last ?? gone();
  } catch {
    return signal.aborted ? { stopped: true } : gone();
  }
}

function refused(status) {
  return status === 413 ? { error: "This is too large: at most 16 MB can be read." } : gone();
}

// The address goes on with this game.
function gone() {
  return { error: GONE, ...(site ? { go_on: new URL(location.hash, site).href } : {}) };
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (held + value).split("\n");
    held = parts.pop();
    yield* parts;
  }
}
