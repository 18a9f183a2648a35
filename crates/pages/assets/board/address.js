// The address of a position: what is behind its "#" names what is done, the game, where it began and
// its moves, so that it can be sent.

// A browser refuses to change its address more often, as while an arrow key is held.
const REST_MS = 200;

export class AddressBar {
  #fragment = null;
  #timer = null;

  constructor() {
    window.addEventListener("pagehide", () => this.#flush());
  }

  // Shows a fragment, at once or after a rest.
  write(fragment) {
    const isNew = fragment !== this.#fragment;
    this.#fragment = fragment;
    if (isNew && this.#timer === null) {
      this.#show();
      this.#timer = setTimeout(() => this.#flush(), REST_MS);
    }
  }

  #flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#fragment !== null && location.hash.slice(1) !== this.#fragment) {
      this.#show();
    }
  }

  #show() {
    history.replaceState(null, "", `#${this.#fragment}`);
  }
}

// The end of these moves as a fragment; what is usual is left out.
export function fragmentOf({ mode, game, start, moves, isUsualStart }) {
  const parts = [...(mode === "analyze" ? [] : [`mode=${mode}`]), `game=${game}`];
  if (!isUsualStart) {
    parts.push(`start=${encodeURIComponent(start)}`);
  }
  if (moves.length > 0) {
    parts.push(`moves=${moves.map(encodeURIComponent).join(",")}`);
  }
  return parts.join("&");
}

// The place that a fragment names, or null if it names none.
export function placeOfFragment(fragment) {
  const named = new Map(fragment.replace(/^#/, "").split("&").map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  }));
  if (!named.has("game")) {
    return null;
  }
  const moves = (named.get("moves") ?? "").split(",").filter((text) => text !== "").map(decoded);
  const ply = Number(named.get("ply") ?? moves.length);
  const start = named.has("start") ? decoded(named.get("start")) : null;
  return { mode: named.get("mode") ?? "analyze", game: named.get("game"), start, moves, ply: Number.isInteger(ply) ? ply : moves.length };
}

// A fragment may be damaged on its way.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
