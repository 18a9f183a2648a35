// The games that are kept on this device, each under the name of its window: in the browser's
// database, or by the program that serves the page. Where nothing is kept, a game lives as long as
// its page.

import { createStore, del, entries, get, set } from "./idb_keyval.js";
import { fetchJson, sendText } from "../talk.js";

const WINDOW = "crownhead.window"; // in the session of the window, which outlives a reload
const MOST_GAMES = 50;
// A page that is loaded again may ask for its name before its predecessor has let it go.
const RELOAD_MS = 500;

// In the browser; what was opened lies beside the games, since a file can be large.
class BrowserStore {
  #games = createStore("crownhead games", "games");
  #files = createStore("crownhead files", "files");
  #dates = createStore("crownhead dates", "dates"); // apart, so that the oldest are found at once

  game = (id) => get(id, this.#games);
  file = (id) => get(id, this.#files);
  putGame = (id, content) => Promise.all([set(id, content, this.#games), set(id, content.kept, this.#dates)]);
  putFile = (id, file) => set(id, file, this.#files);
  remove = (id) => Promise.all([this.#games, this.#files, this.#dates].map((store) => del(id, store)));
  dates = () => entries(this.#dates);
  games = async () => (await entries(this.#games)).map(([id, content]) => ({ id, content }));
}

class ProgramStore {
  game = (id) => fetchJson(`kept/${id}.game`);
  file = (id) => fetchJson(`kept/${id}.file`);
  putGame = (id, content) => sendText(`kept/${id}.game`, JSON.stringify(content));
  putFile = (id, file) => sendText(`kept/${id}.file`, JSON.stringify({ ...file, handle: undefined }));
  remove = (id) => Promise.all(["game", "file"].map((end) => sendText(`kept/${id}.${end}`, "")));
  dates = async () => (await fetchJson("kept/dates")) ?? [];
  games = async () => (await fetchJson("kept")) ?? [];
}

export class KeptGames {
  #store = null;
  #waiting = null;
  #writing = null;

  // Finds out which kept game is this window's, and gives it back with the file that was open.
  async begin(kind) {
    try {
      this.#store = kind === "program" ? new ProgramStore() : new BrowserStore();
      this.id = await ownName();
      const content = await this.#store.game(this.id);
      this.#forgetOldest().catch(() => {}); // the page need not wait for it
      return content ? { ...content, file: await this.fileOf(this.id) } : null;
    } catch {
      this.#store = null;
      return null;
    }
  }

  async fileOf(id) {
    return (await this.#store.file(id)) ?? null;
  }

  async keepFile(file) {
    try {
      await this.#store.putFile(this.id, file);
    } catch {
      // Too large: the games that were looked at are kept.
    }
  }

  async #forgetOldest() {
    const dates = await this.#store.dates();
    const others = dates.filter(([id]) => id !== this.id).sort(([, one], [, other]) => other - one);
    await Promise.all(others.slice(MOST_GAMES).map(([id]) => this.remove(id)));
  }

  get isKeeping() {
    return this.#store !== null;
  }

  // Keeps the newest content; what came while it was being written follows.
  keep(content) {
    this.#waiting = content;
    this.#writing ??= this.#write().finally(() => { this.#writing = null; });
  }

  async #write() {
    while (this.#store && this.#waiting) {
      const content = this.#waiting;
      this.#waiting = null;
      try {
        await this.#store.putGame(this.id, { ...content, kept: Date.now() });
      } catch {
        this.#store = null; // full or forbidden
      }
    }
  }

  // {id, content} of the games of other windows, the newest first.
  async list() {
    try {
      const all = this.#store ? await this.#store.games() : [];
      return all.filter(({ id }) => id !== this.id).sort((one, other) => other.content.kept - one.content.kept);
    } catch {
      return [];
    }
  }

  async remove(id) {
    await this.#store.remove(id);
  }
}

// The name that the window had before a reload. A second window, also a duplicate of the first,
// gets a new one: the first holds a lock on its name.
async function ownName() {
  const known = sessionStorage.getItem(WINDOW);
  const name = known !== null && await locked(known) ? known : newName();
  if (name !== known) {
    await locked(name);
    sessionStorage.setItem(WINDOW, name);
  }
  return name;
}

function newName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16)).join("-");
}

// Whether nobody else holds the name; the lock ends with the page.
function locked(name) {
  return new Promise((resolve) => {
    if (!navigator.locks) {
      resolve(true);
      return;
    }
    const held = navigator.locks.request(`crownhead ${name}`, { signal: AbortSignal.timeout(RELOAD_MS) }, () => {
      resolve(true);
      return new Promise(() => {});
    });
    held.catch(() => resolve(false));
  });
}
