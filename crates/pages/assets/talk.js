// What goes between a page and its program: the events in, commands out.

const ENDED_AFTER_MS = 3000;
const RETRY_MS = 2000;

// Calls onView with each view of the events. onLost and onBack are told when the program stops and
// starts to answer.
export function listen({ onView, onLost, onBack }) {
  let lostSince = null;
  const open = () => {
    const events = new EventSource("events");
    events.onopen = () => { lostSince = null; onBack(); };
    events.onmessage = (event) => onView(JSON.parse(event.data));
    events.onerror = () => {
      lostSince ??= Date.now();
      onLost(Date.now() - lostSince > ENDED_AFTER_MS);
      // Not every browser tries again by itself.
      if (events.readyState === EventSource.CLOSED) {
        setTimeout(open, RETRY_MS);
      }
    };
  };
  open();
}

// Sends a command and returns the Reply; one that says why, if the program does not answer.
export async function sendCommand(command) {
  try {
    const options = { method: "POST", headers: { "Content-Type": "text/plain" }, body: command };
    const response = await fetch("command", options);
    if (!response.ok) {
      return failed(`the program refused this: status ${response.status}`);
    }
    return await response.json();
  } catch {
    return failed("the program does not answer; if it has ended, start it again");
  }
}

// Gives a text to the program to keep, and returns its answer; what it cannot keep is an exception.
export async function sendText(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body });
  const answer = await response.json();
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer;
}

function failed(error) {
  return { error, messages: [], hint: null };
}

// A document of the program as JSON, or null if there is none.
export async function fetchJson(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
