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
const WAITING = { hint: "Looking for a good move.", eval: "Evaluating the position." };
const ENDED_MESSAGE = "The program has ended"; // how the last message of a program begins
const ENDED_STATUS = "The program has ended. To play on, start it again and open the address it prints.";
const KEYS = { u: "undo", f: "flip", h: "hint", n: "new", e: "eval", "?": "help" };

let view = null;
let board = null;
let hint = null;
let isLost = false;
let hasEnded = false;
let seat = null;

const turns = new Turns(() => drawBoard());
const players = new Players((side, kind) => command(`${kind === "automatic" ? "auto" : "manual"} ${side}`));

function drawView(next) {
  if (next.version !== view?.version) {
    hint = null;
  }
  speakChange(view, next);
  view = next;
  isLost = false;
  hasEnded ||= view.message?.startsWith(ENDED_MESSAGE) ?? false;
  document.title = view.title;
  setText(byId("title"), view.title);
  if (board === null || board.game !== view.game) {
    makeBoard();
  }
  takeSeat();
  players.draw(view);
  turns.draw(view);
  drawBoard();
  drawStatus();
  drawButtons();
  if (hasEnded) {
    say(""); // the status tells it
  } else if (view.message) {
    say(view.message);
  }
}

function makeBoard() {
  board = new Board(byId("board"), { game: view.game, onMove: (text) => command(text) });
  seat = null;
  byId("rules").replaceChildren(...RULES[view.game].map((rule) => make("li", {}, rule)));
}

// In checkers the side that a person plays alone is below; the other boards begin as their texts draw
// them. A game that has begun turns only with Flip.
function takeSeat() {
  const [black, white] = view.players.map(({ kind }) => kind === "manual");
  const taken = black && !white ? "black" : "white";
  const isFree = seat === null || (view.turns.length === 0 && black !== white);
  if (isFree && taken !== seat) {
    seat = taken;
    if (board.flipped !== (view.game === "checkers" && seat === "black")) {
      board.flip();
    }
    players.arrange(board.flipped);
  }
}

// Tells a screen reader what has happened to the board.
function speakChange(before, after) {
  const turn = after.turns.at(-1);
  const more = after.turns.length - (before?.turns.length ?? after.turns.length);
  if (more > 0) {
    const isSet = /^set\s/i.test(turn.text);
    setText(byId("spoken"), isSet ? `The board was changed: ${turn.text}.` : `${sideName(turn.side)} played ${turn.text}.`);
  } else if (more < 0) {
    setText(byId("spoken"), turn ? "Taken back." : "The board is as at the start.");
  }
}

function sideName(side) {
  return side === "black" ? "Black" : "White";
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
  byId("status").classList.toggle("over", view.result !== null && !isLost && !hasEnded);
}

function statusText() {
  if (hasEnded) {
    return view.result === null ? ENDED_STATUS : `${view.result.replace(/\.$/, "")}. ${ENDED_STATUS}`;
  }
  if (view.result !== null) {
    return view.result;
  }
  const side = sideName(view.to_move);
  if (view.is_thinking) {
    return `${side} is thinking.`;
  }
  return view.moves.some(({ path }) => path.length === 0) ? `${side} has no move and passes.` : `${side} to move.`;
}

function drawButtons() {
  for (const name of BUTTONS) {
    byId(name).hidden = hasEnded || !view.controls.includes(name);
  }
  byId("command-form").hidden = hasEnded;
  byId("files").disabled = !view.turns.some((turn) => turn.has_files);
}

function say(text, isError = false) {
  setText(byId("message"), text);
  byId("message").classList.toggle("error", isError);
}

async function command(text) {
  if (WAITING[text]) {
    say(WAITING[text]);
  }
  const reply = await sendCommand(text);
  if (reply.error) {
    board?.dropMove();
    say(reply.error, true);
    return;
  }
  say(reply.messages.join("\n"));
  if (["quit", "exit"].includes(text.trim())) {
    endPage();
  }
  if (reply.hint) {
    hint = reply.hint;
    say(reply.hint.about);
    drawBoard();
  }
}

// The program that this page belongs to has ended: nothing can be entered any more.
function endPage() {
  const stopped = view.players.map((one) => ({ ...one, clock: one.clock && { ...one.clock, is_running: false } }));
  hasEnded = true;
  drawView({ ...view, players: stopped, controls: [], moves: [], is_thinking: false, message: null });
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
  document.addEventListener("pointerdown", clickedBeside);
  listen({ onView: drawView, onLost: showLost, onBack: showBack });
}

// A program that was only slow to answer goes on; it sends its view again.
function showBack() {
  isLost = false;
  hasEnded = false;
  if (view !== null) {
    drawStatus();
  }
}

// A click beside the board drops a move that was begun; buttons and fields keep it.
function clickedBeside(event) {
  const isBegun = board !== null && board.begun.length > 0 && !board.isSent;
  if (isBegun && !event.target.closest("#board, button, select, input, label, dialog")) {
    board.dropMove();
  }
}

function showLost(isLong) {
  isLost = true;
  if (view !== null && (isLong || hasEnded)) {
    endPage();
  } else {
    setText(byId("status"), isLong ? ENDED_STATUS : "The program does not answer; trying again.");
  }
}

connect();
