// What a window of the page holds, kept through reloads and given back by undo: the game as a tree,
// a game in play, the tool that is used, the file that was opened.

import { counted, make } from "../page.js";
import { button, confirmed, toast } from "./controls.js";
import { sideName, tagOf } from "./game_tree.js";
import { History } from "./history.js";
import { KeptGames } from "./kept.js";
import { restoredTree, savedTree } from "./saved_game.js";

export class Session {
  #history = new History();
  #kept = new KeptGames();
  #now = "";
  #settled = new Set();

  constructor(app) {
    this.app = app;
  }

  // The state that this window had before a reload; null if it had none, or if its address now names
  // another game.
  async begin() {
    const state = await this.#kept.begin(this.app.engine.info.kind);
    const fragment = location.hash.slice(1);
    return state && (fragment === "" || fragment === state.fragment) ? state : null;
  }

  // Something has changed: the game, the place in it, or what is done with it.
  note() {
    const { app } = this;
    const tree = savedTree(app.tree);
    const play = app.modes.play.saved();
    const state = { tree, play };
    this.#now = contentOf(tree);
    this.#history.note(this.#now + JSON.stringify(play && [play.levels, play.over]), state);
    if (app.tree.root.children.length > 0 || play || !app.isUsualStart()) {
      this.#kept.keep({ ...state, mode: app.modeName(), isFlipped: app.board.flipped, fragment: app.fragment, isChanged: this.isChanged });
    }
    app.drawTitle();
  }

  // What is on the board is as it was opened.
  settle() {
    this.#settled.add(contentOf(savedTree(this.app.tree)));
    this.note();
  }

  // The file has what is on the board, and no longer what it had before.
  saved() {
    this.#settled.clear();
    this.settle();
  }

  get isChanged() {
    return !this.#settled.has(this.#now);
  }

  // Closing the page would lose a change.
  get isAtRisk() {
    return this.isChanged && !this.#kept.isKeeping;
  }

  noteFile(file) {
    this.#kept.keepFile(file);
  }

  async undo() {
    await this.#give(this.#history.undone(), "There is nothing to undo.");
  }

  async redo() {
    await this.#give(this.#history.redone(), "There is nothing to do again.");
  }

  async #give(state, otherwise) {
    if (state === null) {
      toast(otherwise);
    } else {
      await this.restore(state);
    }
  }

  // Shows a state of before.
  async restore({ tree, play, mode = null, isFlipped = null, file = null, isChanged = true }) {
    const { app } = this;
    app.show(restoredTree(tree));
    app.modes.play.restore(play);
    if (isFlipped !== null) {
      app.setFlipped(isFlipped);
    }
    if (file) {
      app.file.set(file);
    }
    await app.go(app.tree.current);
    app.setMode(mode ?? app.modeName());
    if (!isChanged) {
      this.settle();
    }
  }

  // Says what was taken away, with a button that brings it back.
  tellUndoable(text) {
    toast(text, false, button("Undo", () => this.undo(), { key: "Ctrl+Z" }));
  }

  // The games of other windows and of earlier days, for the dialog that opens games.
  async keptList(onOpen) {
    const found = await this.#kept.list();
    if (found.length === 0) {
      return [];
    }
    const list = make("ul", { class: "kept" });
    list.append(...found.map((one) => this.#keptRow(one, list, onOpen)));
    return [make("h3", {}, "Kept on this device"), list];
  }

  #keptRow({ id, content }, list, onOpen) {
    const open = button(titleOf(content), async () => {
      onOpen();
      await this.restore({ ...content, file: await this.#kept.fileOf(id) });
    });
    const row = make("li", {}, open, make("small", {}, new Date(content.kept).toLocaleString()));
    row.append(button("Delete", async () => {
      if (await confirmed(`Delete ${titleOf(content)}? It is kept nowhere else.`, "Delete", "Keep it")) {
        await this.#kept.remove(id);
        row.remove();
      }
    }, { icon: "trash", isQuiet: true }));
    return row;
  }
}

// What a game holds: without the place in it, its place in a file and what a review says of it.
function contentOf({ at, from, ...content }) {
  return JSON.stringify(content, (key, value) => (key === "review" ? undefined : value));
}

// "Nealey – Samuel, 54 moves"
function titleOf({ tree }) {
  const [black, white] = ["black", "white"].map((side) => tagOf(tree.tags, sideName(side)) || sideName(side));
  let plies = 0;
  for (let node = tree.root; node.children; node = node.children[0]) {
    plies += 1;
  }
  return `${black} – ${white}, ${counted(Math.ceil(plies / 2), "move")}`;
}
