// The file that the games are from, and the ways to write it: the program writes the file of its
// command line, the browser one that a person has let it write; any other is downloaded.

import { make, setText } from "../page.js";
import { sendText } from "../talk.js";
import { button, labeled, openDialog, saveFile, toast } from "./controls.js";
import { tagOf, withTag } from "./game_tree.js";
import { textOf } from "./open.js";

const TAGS = ["Event", "Site", "Date", "Round", "Black", "White"];
const RESULTS = [["*", "not finished"], ["1-0", "Black wins"], ["0-1", "White wins"], ["1/2-1/2", "drawn"]];

export class GameFile {
  constructor(app) {
    this.app = app;
    this.file = null;
  }

  // A file was read: its first game is shown, with the list of all.
  async opened(file) {
    const { games } = file.answer;
    this.set(file);
    if (games.length > 1) {
      this.app.list.show();
    }
    await this.show(games[0]);
  }

  async show(game) {
    const { app } = this;
    const { modes } = app;
    const isLost = app.session.isChanged;
    const tree = await app.load({ game: game.game ?? this.file.answer.game, start: game.start, moves: game.moves ?? [], ply: 0, tags: game.tags, details: game });
    // It cannot be shown, or another game was chosen meanwhile.
    if (tree === null || tree !== app.tree) {
      return;
    }
    Object.assign(tree.from, { file: this.file.id, index: game.index });
    await this.#addVariations(tree, game.variations ?? [], tree.mainLine());
    if (app.mode === modes.play || app.mode === modes.problems) {
      app.setMode("analyze");
    } else {
      app.mode.enter();
    }
    app.drawMoves();
    app.session.settle();
    if (isLost) {
      app.session.tellUndoable("The game before has changes that are in no file.");
    }
  }

  // Adds variations of a line, given as nodes from the root, and theirs.
  async #addVariations(tree, variations, line, nesting = 1) {
    const { engine } = this.app;
    for (const variation of variations) {
      const moves = [...line.slice(1, variation.at + 1).map(({ text }) => text), ...variation.moves];
      const read = await engine.ask({ ask: "line", game: tree.game, start: tree.start, moves });
      const nodes = tree.addVariation(line, variation, read.turns ?? [], nesting);
      for (const inner of variation.variations ?? []) {
        await this.#addVariations(tree, [inner], nodes, inner.at === variation.at ? nesting + 1 : 1);
      }
    }
  }

  // Lists the games of a file.
  set(file) {
    this.file = file;
    this.app.list.draw(file, this.index);
    this.app.session.noteFile(file);
  }

  // The number of the game on the board in the file, or null if it is from elsewhere.
  get index() {
    const { from } = this.app.tree ?? {};
    return this.file && from?.file === this.file.id ? from.index : null;
  }

  get name() {
    return this.file?.name ?? null;
  }

  // Where games can be put into: a file of games with a name.
  get isOpen() {
    return this.name !== null && this.file.text !== undefined && this.file.answer.kind === "games";
  }

  async written(place) {
    const { app } = this;
    const { tree } = app;
    const answer = await app.engine.ask({ ask: "write", game: tree.game, start: tree.start, ...tree.written(), ...(place ? { file: place } : {}) });
    if (answer.error) {
      throw new Error(answer.error);
    }
    return answer.text;
  }

  // Puts the game into the file: in place of one, or behind the last.
  async put(index) {
    const { app, file } = this;
    const { tree } = app;
    const text = await this.written({ text: file.text, index });
    const way = await writeTo(file, text);
    const answer = await app.engine.ask({ ask: "read", name: file.name, text });
    Object.assign(tree.from, { file: file.id, index: index ?? answer.games.length - 1 });
    if (this.file === file) {
      this.set({ ...file, ...way, text, answer });
    }
    if (app.tree !== tree) {
      return; // another game was chosen meanwhile
    }
    this.said(way ? `Saved in ${this.name}.` : `${this.name} is downloaded.`);
  }

  // A file of its own. If none with other games is open, it is the game's from now on.
  async saveCopy() {
    const { app } = this;
    const name = `game.${app.tree.game === "checkers" ? "pdn" : "txt"}`;
    const text = await this.written(null);
    if (!window.showSaveFilePicker) {
      saveFile(name, text, "text/plain");
      this.said(`${name} is downloaded.`);
      return;
    }
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    await writeTo({ handle }, text);
    if (!this.isOpen && (this.file === null || this.file.answer.games.length < 2)) {
      const id = String(Math.random());
      Object.assign(app.tree.from, { file: id, index: 0 });
      this.set({ id, handle, name: handle.name, text, answer: await app.engine.ask({ ask: "read", name: handle.name, text }) });
    }
    this.said(`Saved in ${handle.name}.`);
  }

  said(text) {
    this.app.session.saved();
    toast(text);
  }

  // Saves where the game is from, or asks where.
  save() {
    if (this.index !== null && this.isOpen) {
      this.put(this.index).catch((error) => toast(error.message, true));
    } else {
      this.ask();
    }
  }

  // The names of the game, and the places to save it.
  ask() {
    const { app } = this;
    const { tree } = app;
    const names = TAGS.map((tag) => [tag, make("input", { value: tagOf(tree.tags, tag) ?? "", spellcheck: "false" })]);
    const written = tagOf(tree.tags, "Result") ?? tree.result ?? "*";
    const result = make("select", {}, ...[...RESULTS, ...(RESULTS.some(([value]) => value === written) ? [] : [[written, ""]])].map(([value, about]) =>
      make("option", { value, selected: value === written }, about ? `${value} (${about})` : value)));
    // What nobody has changed stays, to the letter.
    const fields = [...names, ["Result", result]].map(([tag, field]) => ({ tag, field, before: field.value }));
    const take = () => app.change(() => fields.filter(({ field, before }) => field.value !== before).forEach((one) => {
      one.before = one.field.value;
      tree.tags = withTag(tree.tags, one.tag, one.before.trim());
      tree.result = one.tag === "Result" ? one.before : tree.result;
    }));
    const problem = make("p", { class: "problem", role: "alert" });
    const saving = (action) => async () => {
      take();
      await action().then(() => dialog.close(), (error) => error.name !== "AbortError" && setText(problem, error.message));
    };
    const own = this.index === null || !this.isOpen ? [] : [button(`Replace this game in ${this.name}`, saving(() => this.put(this.index)), { kind: "primary" })];
    const more = this.isOpen ? [button(`Append to ${this.name}`, saving(() => this.put(null)))] : [];
    const copy = button("Save a copy", saving(() => this.saveCopy()), { kind: own.length > 0 ? "" : "primary" });
    const dialog = openDialog("Save the game", make("div", { class: "tags" }, ...fields.map(({ tag, field }) => labeled(tag, field))),
      problem, make("div", { class: "row end" }, copy, ...more, ...own));
    dialog.addEventListener("close", take);
  }
}

// Writes a text in place of a file's, unless somebody else has changed that; what is then known of the
// file, or null if it could only be downloaded.
async function writeTo({ mark, handle, text: known, name }, text) {
  if (mark) {
    return { mark: (await sendText("file", JSON.stringify({ mark, text }))).mark };
  }
  if (!handle) {
    saveFile(name, text, "text/plain");
    return null;
  }
  if (known !== undefined && await textOf(await handle.getFile()) !== known) {
    throw new Error(`${handle.name} has changed since it was opened: nothing was written`);
  }
  const out = await handle.createWritable();
  await out.write(text);
  await out.close();
  return {};
}
