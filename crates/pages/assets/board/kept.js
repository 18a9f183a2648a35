// The games that are kept on this device: what each window of the page holds, under a name of its
// own, in the browser's database. Where the browser keeps nothing, a game lives as long as its page.

import { createStore, del, entries, get, set } from "./idb_keyval.js";

const WINDOW = "crownhead.window"; // in the session of the window, which outlives a reload
const MOST_GAMES = 50;
// A page that is loaded again may ask for its name before its predecessor has let it go.
const RELOAD_MS = 500;

export class KeptGames {
  #store = null;
  #files = null; // beside the games, since a file can be large and changes seldom
  #waiting = null;
  #writing = null;

  // Finds out which kept game is this window's, and gives it back with the file that was open.
  async begin() {
    try {
      this.#store = createStore("crownhead games", "games");
      this.#files = createStore("crownhead files", "files");
      this.id = await ownName();
      const content = await get(this.id, this.#store);
      await this.#forgetOldest();
      return content ? { ...content, file: await this.fileOf(this.id) } : null;
    } catch {
      this.#store = null;
      return null;
    }
  }

  async fileOf(id) {
    return (await get(id, this.#files)) ?? null;
  }

  async keepFile(file) {
    try {
      await set(this.id, file, this.#files);
    } catch {
      // Too large: the games that were looked at are kept.
    }
  }

  async #forgetOldest() {
    for (const { id } of (await this.list()).slice(MOST_GAMES)) {
      await this.remove(id);
    }
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
        await set(this.id, { ...content, kept: Date.now() }, this.#store);
      } catch {
        this.#store = null; // full or forbidden
      }
    }
  }

  // {id, content} of the games of other windows, the newest first.
  async list() {
    try {
      const all = this.#store ? await entries(this.#store) : [];
      return all.filter(([id]) => id !== this.id).map(([id, content]) => ({ id, content })).sort((one, other) => other.content.kept - one.content.kept);
    } catch {
      return [];
    }
  }

  async remove(id) {
    await Promise.all([del(id, this.#store), del(id, this.#files)]);
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
