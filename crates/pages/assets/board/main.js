// Starts the board page: the engine, the app, the buttons around the board and the keys.

import { byId, make } from "../page.js";
import { startEngine } from "../engine.js";
import { App } from "./app.js";
import { button } from "./controls.js";
import { openHelp, openSettings } from "./dialogs.js";
import { SIGNS, setSign } from "./notes.js";
import { choose, setting } from "./settings.js";
import { drawWalk, pressKey, walkKeys } from "./walk.js";

const MODES = [["analyze", "Analyze"], ["play", "Play"], ["review", "Review"], ["problems", "Problems"]];
const WHEEL_REST_MS = 60;

async function main() {
  document.body.dataset.theme = setting("theme");
  document.body.dataset.squares = setting("squares");
  const engine = underDrawRule(await startEngine());
  const about = await engine.ask({ ask: "about" });
  const app = new App(engine, about);
  drawModes(app);
  drawGames(app);
  drawTools(app);
  drawWalk(byId("walk"), walkOf(app), button("Write about this move", () => app.write(), { icon: "note", isQuiet: true, key: "c" }));
  await app.begin();
  engine.onLoaded(() => app.mode === app.modes.analyze && app.askAgain());
  app.board.animates = setting("animation");
  document.addEventListener("keydown", (event) => pressed(app, event));
  byId("board").addEventListener("wheel", wheelWatch(app), { passive: false });
  document.addEventListener("visibilitychange", () => app.mode.seen?.(!document.hidden));
  window.addEventListener("beforeunload", (event) => app.session.isAtRisk && event.preventDefault());
  document.body.classList.add("ready");
}

// Every question names the draw rule that is chosen.
function underDrawRule(engine) {
  const withRule = (question) => ({ draw_rule: setting("draws"), ...question });
  return { ...engine, ask: (question) => engine.ask(withRule(question)), watch: (question, onPart) => engine.watch(withRule(question), onPart) };
}

function drawModes(app) {
  byId("modes").replaceChildren(...MODES.map(([mode, label]) => {
    const one = make("button", { type: "button", "data-mode": mode, "aria-pressed": "false" }, label);
    one.addEventListener("click", () => app.setMode(mode));
    return one;
  }));
}

function drawGames(app) {
  const select = byId("game");
  select.replaceChildren(...app.about.games.map(({ game, title }) => make("option", { value: game }, title)));
  select.addEventListener("change", () => app.newGame(select.value));
}

function drawTools(app) {
  byId("tools").replaceChildren(
    button("Open", () => app.open(), { icon: "open", key: "o" }),
    button("Share", () => app.share(), { icon: "share", key: "s" }),
    button("Save", () => app.file.ask(), { icon: "save", key: "Ctrl+S" }),
    button("Edit", () => app.edit(), { icon: "edit" }),
    button("Settings", openSettings, { icon: "settings", isQuiet: true }),
    button("Help", () => openHelp(app.tree.game), { icon: "help", isQuiet: true, key: "?" }),
  );
}

function walkOf(app) {
  return { step: (by) => app.step(by), flip: () => app.flip() };
}

function keysOf(app) {
  return {
    ...walkKeys(walkOf(app)), ArrowUp: () => app.stepAside(-1), ArrowDown: () => app.stepAside(1),
    e: () => byId("mode").querySelector(".engine .toggle")?.click(), t: () => app.mode.showThreat?.(),
    Escape: () => app.board.dropMove(), o: () => app.open(), s: () => app.share(), "?": () => openHelp(app.tree.game), a: () => choose("arrows", !setting("arrows")),
    c: () => app.write(), g: () => app.list.find(), ...(app.mayWrite && app.tree.current.parent ? writingKeys(app, app.tree.current) : {}), ...app.mode.keys?.(),
  };
}

// 1 to 6 give the move a sign, 0 takes it away.
function writingKeys(app, node) {
  const signs = ["", ...SIGNS].map((sign, digit) => [digit, () => app.change(() => setSign(node, sign))]);
  return { ...Object.fromEntries(signs), Delete: () => app.remove(node) };
}

// Ctrl+S, Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; in a game against the engine a move is taken back.
function changesOf(app, event) {
  if (event.key === "s") {
    return () => app.file.save();
  }
  const isBack = event.key === "z" && !event.shiftKey;
  const isAgain = event.key === "y" || event.key.toLowerCase() === "z";
  const { play } = app.modes;
  if (play.isRunning || (play.game && app.mode === play)) {
    return isBack ? () => play.takeBack() : null;
  }
  return isBack ? () => app.session.undo() : isAgain ? () => app.session.redo() : null;
}

function pressed(app, event) {
  if (event.target.matches("input, textarea") || document.querySelector("dialog[open]") || app.editing) {
    return;
  }
  const change = event.ctrlKey || event.metaKey ? changesOf(app, event) : null;
  if (change) {
    change();
    event.preventDefault();
  } else {
    pressKey(event, keysOf(app));
  }
}

// The wheel over the board walks through the game, a move for each notch.
function wheelWatch(app) {
  let last = 0;
  return (event) => {
    if (!event.ctrlKey && app.tree.mainLine().length > 1) {
      event.preventDefault();
      if (event.timeStamp - last > WHEEL_REST_MS && event.deltaY !== 0) {
        last = event.timeStamp;
        app.step(Math.sign(event.deltaY));
      }
    }
  };
}

main().catch((error) => {
  byId("status").textContent = `The page could not start: ${error.message}. Load it again.`;
});
