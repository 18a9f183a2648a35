// The page on which a game is played. It shows each view of the events and sends commands.

import { confirmed, openDialog } from "./board/controls.js";
import { isChange, sideName } from "./board/game_tree.js";
import { byId, make, setText } from "./page.js";
import { listen, sendCommand } from "./talk.js";
import { PlayTable } from "./play_table.js";
import { showFiles } from "./files.js";
import { rejectedWords } from "./rejected.js";
import { ENDED_MESSAGE, ENDED_STATUS, mustCapture, questionBefore, refusedPiece, statusWords } from "./play_words.js";
import { RULES } from "./rules.js";

const PLAIN_COMMANDS = ["new", "undo", "hint", "eval", "resign", "quit"];
const BUTTONS = [...PLAIN_COMMANDS, "seed", "limit", "save", "load", "files"];
const WAITING = { hint: "Looking for a good move.", eval: "Looking at the position." };
const LONG_ANSWER = 3; // lines; a longer one has a window of its own
const KEYS = { u: "undo", h: "hint", n: "new", e: "eval", "/": "write", "?": "help" };

let view = null;
let isLost = false;
let hasEnded = false;

const table = new PlayTable({
  onMove: (text) => command(text),
  onKind: (side, kind) => command(`${kind === "automatic" ? "auto" : "manual"} ${side}`),
  onShow: () => drawStatus(),
});

function drawView(next) {
  speakChange(view, next);
  view = next;
  isLost = false;
  hasEnded ||= view.message?.startsWith(ENDED_MESSAGE) ?? false;
  document.title = view.title;
  setText(byId("title"), view.title);
  if (table.view?.game !== view.game) {
    byId("rules").replaceChildren(...RULES[view.game].map((rule) => make("li", {}, rule)));
  }
  table.draw(view);
  drawButtons();
  if (hasEnded) {
    say(""); // the status tells it
  } else if (view.message) {
    say(view.message);
  }
}

// Tells a screen reader what has happened to the board.
function speakChange(before, after) {
  const turn = after.turns.at(-1);
  const more = after.turns.length - (before?.turns.length ?? after.turns.length);
  if (more > 0) {
    setText(byId("spoken"), isChange(turn) ? `The board was changed: ${turn.text}.` : `${sideName(turn.side)} played ${turn.text}.`);
  } else if (more < 0) {
    setText(byId("spoken"), turn ? "Taken back." : "The board is as at the start.");
  }
}

function drawStatus() {
  const { isPast } = table;
  setText(byId("status"), isPast && !hasEnded ? "An earlier board. End, or the last move, shows the game." : statusWords(view, hasEnded));
  byId("status").classList.toggle("over", view.result !== null && !isLost && !hasEnded && !isPast);
  byId("must").hidden = hasEnded || isPast || !mustCapture(view);
  drawRejected();
}

// What an agent answered against the rules, and what it might have played.
function drawRejected() {
  byId("rejected").hidden = view.rejected === null;
  if (view.rejected !== null) {
    const { before, answer, after } = rejectedWords(view.rejected);
    byId("rejected").replaceChildren(before, ...(answer === "" ? [] : [make("code", {}, answer)]), after);
  }
}

function drawButtons() {
  for (const name of BUTTONS) {
    byId(name).hidden = hasEnded || !view.controls.includes(name);
  }
  byId("more").hidden = hasEnded;
  byId("files").disabled = !view.turns.some((turn) => turn.has_files);
  // What most people want next.
  const isOver = view.result !== null;
  byId("new").classList.toggle("primary", isOver);
  byId("hint").classList.toggle("primary", !isOver);
  if (hasEnded) {
    byId("command-form").hidden = true;
    openMenu(false);
  }
}

function say(text, isError = false) {
  setText(byId("message"), text);
  byId("message").classList.toggle("error", isError);
  byId("message").scrollTop = 0;
}

function answer(name, text) {
  if (text.split("\n").length <= LONG_ANSWER) {
    say(text);
    return;
  }
  say("");
  openDialog(name, make("pre", { class: "answer", tabindex: "0" }, text));
}

async function command(text) {
  const asked = questionBefore(text.trim().toLowerCase(), view);
  if (asked !== null && !await confirmed(asked.question, asked.yes)) {
    return;
  }
  if (WAITING[text]) {
    say(WAITING[text]);
  }
  const version = view?.version;
  const reply = await sendCommand(text);
  if (reply.error) {
    table.board?.dropMove();
    say(reply.error, true);
    return;
  }
  // The view that the command led to may be here first; what it says stays.
  const told = view?.version === version ? null : view?.message;
  answer(text.trim().split("\n")[0], reply.messages.join("\n") || (told ?? ""));
  if (["quit", "exit"].includes(text.trim())) {
    endPage();
  }
  if (reply.hint) {
    say(`${reply.hint.text}: ${reply.hint.about}`);
    table.showHint(reply.hint);
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
  const at = table.tree.current.ply - 1;
  const withFiles = view.turns.map((turn, index) => (turn.has_files ? index : -1)).filter((index) => index >= 0);
  const index = withFiles.filter((one) => one <= at).at(-1) ?? withFiles[0];
  if (index !== undefined) {
    showFiles(index + 1);
  }
}

function openMenu(isOpen) {
  byId("menu").hidden = !isOpen;
  byId("more").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) {
    byId("menu").querySelector("button:not([hidden])").focus();
  }
}

// The menu closes with a choice, a click elsewhere, or Escape, which gives the focus back.
function connectMenu() {
  byId("more").addEventListener("click", () => openMenu(byId("menu").hidden));
  byId("menu").addEventListener("click", () => openMenu(false));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("#menu, #more")) {
      openMenu(false);
    }
  });
  byId("menu").addEventListener("keydown", (event) => {
    const choices = [...byId("menu").children].filter(({ hidden }) => !hidden);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      openMenu(false);
      byId("more").focus();
    } else if (step) {
      choices.at((choices.indexOf(document.activeElement) + step) % choices.length).focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

function openField() {
  byId("command-form").hidden = false;
  byId("command-line").focus();
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
  if (!document.querySelector("#menu[hidden]")) {
    openMenu(false);
  }
  const button = KEYS[event.key] && byId(KEYS[event.key]);
  if (button && !button.hidden) {
    button.click();
  } else if (event.key in table.keys) {
    table.keys[event.key]();
  } else if (event.key === "Escape") {
    table.board.dropMove();
  } else {
    return;
  }
  event.preventDefault();
}

function connect() {
  PLAIN_COMMANDS.forEach((name) => byId(name).addEventListener("click", () => command(name)));
  connectMenu();
  byId("write").addEventListener("click", openField);
  byId("seed").addEventListener("click", () => ask("seed", "With the same number the computer plays the same moves. A whole number:", "1"));
  byId("limit").addEventListener("click", () => ask("limit", "How many moves may each player make?", "30"));
  byId("save").addEventListener("click", () => byId("game-file").click());
  byId("load").addEventListener("click", () => byId("load-file").click());
  byId("load-file").addEventListener("change", loadFile);
  byId("files").addEventListener("click", filesOfShownTurn);
  byId("help").addEventListener("click", () => byId("help-dialog").showModal());
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
  byId("board").addEventListener("pointerdown", clickedOn);
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
  const { board } = table;
  const isBegun = board !== null && board.begun.length > 0 && !board.isSent;
  if (isBegun && !event.target.closest("#board, button, select, input, label, dialog")) {
    board.dropMove();
  }
}

// A click on a piece that cannot move is answered.
function clickedOn(event) {
  const { board } = table;
  const name = view === null || table.isPast ? null : board.squareAtPoint(event.clientX, event.clientY);
  const why = name === null || board.begun.length > 0 ? null : refusedPiece(view, name);
  if (why !== null) {
    say(why);
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
