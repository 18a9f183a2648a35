// Games and positions from outside: pasted, dropped or chosen as files. What a text is, the engine
// finds out.

import { byId, counted, make, setText } from "../page.js";
import { button, choiceOf, openDialog, toast } from "./controls.js";

const SHOWN_ROWS = 300;

export class Opener {
  // onRead(file): a text was read and holds at least one game or position; `file` has it with its
  // name, the engine's answer, and how it can be written: a mark of the program, or a handle.
  constructor(engine, onRead) {
    Object.assign(this, { engine, onRead });
    document.addEventListener("paste", (event) => this.pasted(event));
    document.addEventListener("dragover", (event) => this.dragged(event));
    document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => this.dropped(event));
  }

  // `more`: what else can be opened, as elements; it is given a function that closes the dialog.
  async ask(more = () => []) {
    const text = make("textarea", { rows: "8", spellcheck: "false", "aria-label": "A game or a position", placeholder: "PDN, FEN, input.txt, journal.jsonl, moves such as 11-15 23-19, …" });
    const chosen = make("input", { type: "file", multiple: "", class: "unseen", "aria-label": "Files" });
    const problem = make("p", { class: "problem", role: "alert" });
    const read = async (answer) => {
      const result = await answer;
      if (result) {
        setText(problem, result);
      } else {
        dialog.close();
      }
    };
    chosen.addEventListener("change", () => read(this.readFiles([...chosen.files])));
    const choose = async () => (window.showOpenFilePicker ? read(this.readHandles(await chosenHandles())) : chosen.click());
    const dialog = openDialog("Open a game or a position", text, problem,
      make("div", { class: "row" }, button("Choose a file", choose, { icon: "open" }), chosen,
        make("span", { class: "space" }), button("Open", () => read(this.readText({ text: text.value })), { kind: "primary" })),
      make("p", { class: "faint" }, "A file can also be dropped anywhere on the page, or a text pasted."));
    text.focus();
    dialog.append(...await more(() => dialog.close()));
  }

  // Files that the browser may write later.
  async readHandles(handles) {
    const files = await Promise.all(handles.map((handle) => handle.getFile()));
    return handles.length > 0 ? this.readFiles(files, handles[0]) : null;
  }

  // Reads files; resolves with a sentence if that fails, else with null. An agent's input.txt and
  // output.txt belong together.
  async readFiles(files, handle = null) {
    const named = (name) => files.find((file) => file.name.toLowerCase() === name);
    const [input, output] = [named("input.txt"), named("output.txt")];
    if (input && output) {
      const request = { ask: "read_pair", input: await textOf(input), output: await textOf(output) };
      return this.taken(await this.engine.ask(request), { name: "input.txt and output.txt" });
    }
    const [file] = files;
    return file ? this.readText({ text: await textOf(file), name: file.name, handle }) : "No file was chosen.";
  }

  async readText({ name = null, text, ...way }) {
    return this.taken(await this.engine.ask({ ask: "read", name, text }), { name, text, ...way });
  }

  taken(answer, file) {
    if (answer.error) {
      return answer.error;
    }
    if (answer.games.length === 0) {
      return answer.errors[0] ?? "There is no game in it, and no position.";
    }
    this.onRead({ ...file, answer, id: String(Math.random()) });
    return null;
  }

  async pasted(event) {
    const isInField = event.target.closest?.("input, textarea, dialog");
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isInField && text.trim() !== "") {
      event.preventDefault();
      this.tell(await this.readText({ text }));
    }
  }

  dragged(event) {
    if ([...event.dataTransfer.types].includes("Files")) {
      event.preventDefault();
      document.body.classList.add("dropping");
    }
  }

  async dropped(event) {
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length > 0) {
      event.preventDefault();
      const [item] = event.dataTransfer.items;
      const handle = item?.getAsFileSystemHandle?.(); // asked for before anything is waited for
      const files = [...event.dataTransfer.files];
      this.tell(await this.readFiles(files, await handle));
    }
  }

  tell(problem) {
    if (problem) {
      toast(problem, true);
    }
  }
}

// What a person chooses; nothing if the dialog is closed.
function chosenHandles() {
  return window.showOpenFilePicker({ multiple: true }).catch(() => []);
}

// The bytes of a file as text: UTF-8, or UTF-16 by its mark or by its zeros, else Windows-1252.
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] << 8) | bytes[1];
  if (mark === 0xfffe || mark === 0xfeff) {
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  }
  const zeros = [...bytes.subarray(0, 8)].map((byte) => (byte === 0 ? "0" : "1")).join("");
  if (zeros === "10101010" || zeros === "01010101") {
    return new TextDecoder(zeros[0] === "1" ? "utf-16le" : "utf-16be").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// The games of a file, to choose from, in the place of the moves; a text filters them.
export class GameList {
  // onChoose(game); onMoves(): the moves are seen again.
  constructor({ tabs, host }, { onChoose, onMoves }) {
    Object.assign(this, { tabs, host, onChoose, onMoves });
    this.answer = null;
  }

  draw({ answer, name }, chosen = null) {
    const isSame = name !== null && name === this.name;
    const looked = isSame ? this.filter.value : "";
    const shown = isSame ? this.host.parentNode.dataset.shown : "moves";
    Object.assign(this, { answer, name, chosen });
    this.filter = make("input", { type: "search", value: looked, placeholder: "Filter by player, event, date, result, opening", "aria-label": "Filter the games" });
    this.count = make("p", { class: "faint", role: "status" });
    this.rows = make("ol", { class: "games" });
    this.filter.addEventListener("input", () => this.drawRows());
    this.filter.addEventListener("keydown", (event) => event.key === "Enter" && this.rows.querySelector("button")?.click());
    this.rows.addEventListener("click", (event) => this.clicked(event));
    const doubts = [...answer.errors, ...answer.warnings];
    const told = make("details", {}, make("summary", {}, `${doubts.length} remarks on the file`), make("ul", {}, ...doubts.slice(0, 200).map((text) => make("li", {}, text))));
    this.host.replaceChildren(this.filter, this.count, this.rows, ...(doubts.length ? [told] : []));
    const names = [["moves", "Moves"], ["games", answer.games.length < 2 ? "File" : `Games (${answer.games.length})`]];
    this.tabs.replaceChildren(choiceOf("Shown below", names, shown, (one) => this.see(one)));
    this.see(shown);
    this.tabs.hidden = answer.games.length < 2 && doubts.length === 0;
    this.drawRows();
  }

  showMoves() {
    this.tabs.querySelector("button")?.click();
  }

  see(shown) {
    this.host.parentNode.dataset.shown = shown;
    if (shown === "moves") {
      this.onMoves();
    }
  }

  show() {
    this.tabs.querySelector("button:last-child").click();
  }

  // Shows the games, and lets a person write what is looked for.
  find() {
    if (!this.tabs.hidden) {
      this.show();
      this.filter.focus();
    }
  }

  drawRows() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter((word) => word);
    const fits = ({ title, event, date, result, opening }) => {
      const text = `${title} ${event} ${date} ${result} ${opening}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = this.answer.games.filter(fits);
    const more = found.length > SHOWN_ROWS ? `, the first ${SHOWN_ROWS} are shown` : "";
    setText(this.count, `${this.name ? `${this.name}: ` : ""}${counted(found.length, "game")}${more}`);
    this.rows.replaceChildren(...found.slice(0, SHOWN_ROWS).map((game) => this.row(game)));
  }

  row(game) {
    const about = [game.event, game.date, game.opening, counted(Math.ceil(game.plies / 2), "move")].filter((text) => text).join(" · ");
    const isChosen = game.index === this.chosen;
    const pick = make("button", { type: "button", "data-index": game.index, ...(isChosen ? { "aria-current": "true" } : {}) },
      make("b", {}, game.black && game.white ? `${game.black} – ${game.white}` : game.title), make("span", { class: "result" }, game.result ?? ""), make("small", {}, about));
    return make("li", {}, pick);
  }

  clicked(event) {
    const index = event.target.closest("button")?.dataset.index;
    if (index !== undefined) {
      this.chosen = Number(index);
      this.drawRows();
      this.showMoves();
      byId("moves").focus({ preventScroll: true });
      this.onChoose(this.answer.games.find((game) => game.index === this.chosen));
    }
  }
}
