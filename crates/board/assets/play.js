// The page on which a game is played. It shows each view of the events and sends commands.

import { Board } from "./board.js";
import { byId, make, setText } from "./page.js";
import { listen, sendCommand } from "./talk.js";
import { Players } from "./clocks.js";
import { Turns } from "./turns.js";
import { showFiles } from "./files.js";
import { RULES } from "./rules.js";

const PLAIN_COMMANDS = ["new", "undo", "hint", "eval", "resign", "quit"];
const BUTTONS = [...PLAIN_COMMANDS, "seed", "limit", "save", "load", "files"];
const KEYS = { u: "undo", f: "flip", h: "hint", n: "new", e: "eval", "?": "help" };

let view = null;
let board = null;
let hint = null;
let isLost = false;

const turns = new Turns(() => drawBoard());
const players = new Players((side, kind) => command(`${kind === "automatic" ? "auto" : "manual"} ${side}`));

function drawView(next) {
  if (next.version !== view?.version) {
    hint = null;
  }
  view = next;
  isLost = false;
  document.title = view.title;
  setText(byId("title"), view.title);
  if (board === null || board.game !== view.game) {
    makeBoard();
  }
  players.draw(view);
  turns.draw(view);
  drawBoard();
  drawStatus();
  drawButtons();
  if (view.message) {
    say(view.message);
  }
}

// A person who plays Black alone sits at Black's side of the board.
function makeBoard() {
  const [black, white] = view.players.map(({ kind }) => kind === "manual");
  board = new Board(byId("board"), { game: view.game, flipped: black && !white, onMove: (text) => command(text) });
  players.arrange(board.flipped);
  byId("rules").replaceChildren(...RULES[view.game].map((rule) => make("li", {}, rule)));
}

function drawBoard() {
  const past = turns.pastBoard();
  const last = view.turns.at(-1)?.path ?? [];
  const live = { letters: view.letters, last, moves: view.moves, hint: hint?.path ?? [] };
  board.draw(past ?? live);
  byId("board").classList.toggle("past", past !== null);
}

function drawStatus() {
  setText(byId("status"), statusText());
  byId("status").classList.toggle("over", view.result !== null && !isLost);
  byId("status").classList.toggle("thinking", view.is_thinking && !isLost);
}

function statusText() {
  if (view.result !== null) {
    return view.result;
  }
  const side = view.to_move === "black" ? "Black" : "White";
  if (view.is_thinking) {
    return `${side} is thinking.`;
  }
  return view.moves.some(({ path }) => path.length === 0) ? `${side} has no move and passes.` : `${side} to move.`;
}

function drawButtons() {
  for (const name of BUTTONS) {
    byId(name).hidden = !view.controls.includes(name);
  }
  byId("files").disabled = !view.turns.some((turn) => turn.has_files);
}

function say(text, isError = false) {
  setText(byId("message"), text);
  byId("message").classList.toggle("error", isError);
}

async function command(text) {
  const reply = await sendCommand(text);
  if (reply.error) {
    board?.dropMove();
    say(reply.error, true);
    return;
  }
  say(reply.messages.join("\n"));
  if (reply.hint) {
    hint = reply.hint;
    say(reply.hint.about);
    drawBoard();
  }
}

function ask(name, question, example) {
  const answer = window.prompt(question, example);
  if (answer !== null && answer.trim() !== "") {
    command(`${name} ${answer.trim()}`);
  }
}

function filesOfShownTurn() {
  const at = (turns.shown ?? view.turns.length) - 1;
  const withFiles = view.turns.map((turn, index) => (turn.has_files ? index : -1)).filter((index) => index >= 0);
  const index = withFiles.filter((one) => one <= at).at(-1) ?? withFiles[0];
  if (index !== undefined) {
    showFiles(index + 1);
  }
}

function flipBoard() {
  board.flip();
  players.arrange(board.flipped);
}

async function loadFile(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) {
    command(`load\n${await file.text()}`);
  }
}

function pressed(event) {
  const isTyping = event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || view === null) {
    return;
  }
  const steps = { ArrowLeft: () => turns.step(-1), ArrowRight: () => turns.step(1), Home: () => turns.show(0), End: () => turns.show(Infinity) };
  const button = KEYS[event.key] && byId(KEYS[event.key]);
  if (button && !button.hidden) {
    button.click();
  } else if (event.key in steps) {
    steps[event.key]();
  } else if (event.key === "Escape") {
    board.dropMove();
  } else {
    return;
  }
  event.preventDefault();
}

function connect() {
  PLAIN_COMMANDS.forEach((name) => byId(name).addEventListener("click", () => command(name)));
  byId("seed").addEventListener("click", () => ask("seed", "The same seed leads to the same game. A whole number:", "1"));
  byId("limit").addEventListener("click", () => ask("limit", "How many moves may each player make?", "30"));
  byId("save").addEventListener("click", () => byId("game-file").click());
  byId("load").addEventListener("click", () => byId("load-file").click());
  byId("load-file").addEventListener("change", loadFile);
  byId("files").addEventListener("click", filesOfShownTurn);
  byId("flip").addEventListener("click", flipBoard);
  byId("help").addEventListener("click", () => byId("help-dialog").showModal());
  byId("return").addEventListener("click", () => turns.show(Infinity));
  byId("command-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = byId("command-line").value.trim();
    byId("command-line").value = "";
    if (line) {
      command(line);
    }
  });
  document.querySelectorAll("dialog button.close").forEach((button) => {
    button.addEventListener("click", () => button.closest("dialog").close());
  });
  document.addEventListener("keydown", pressed);
  listen({ onView: drawView, onLost: showLost, onBack: () => view && drawStatus() });
}

function showLost(isLong) {
  isLost = true;
  setText(byId("status"), isLong
    ? "The program has ended. To play on, start it again and open the address it prints."
    : "The program does not answer; trying again.");
}

connect();
