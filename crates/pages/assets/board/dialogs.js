// The dialogs of the settings and the help.

import { make } from "../page.js";
import { RULES } from "../rules.js";
import { choiceOf, openDialog, toggle } from "./controls.js";
import { choose, setting } from "./settings.js";

export function openSettings() {
  const part = (label, control) => make("div", { class: "labeled" }, make("span", {}, label), control);
  const choice = (label, name, choices) => part(label, choiceOf(label, choices, setting(name), (value) => choose(name, value)));
  const onOff = (label, name) => toggle(label, setting(name), (isOn) => choose(name, isOn));
  openDialog("Settings",
    choice("Board", "theme", [["wood", "Wood"], ["slate", "Slate"], ["contrast", "High contrast"]]),
    choice("Squares", "squares", [["letters", "Letters"], ["numbers", "Numbers"], ["none", "None"]]),
    choice("Lines of the engine", "lines", [[1, "1"], [2, "2"], [3, "3"], [5, "5"]]),
    choice("Quiet turns draw a game of checkers", "draws", [["none", "Never"], ["50 quiet turns", "After 50, as in the assignment"]]),
    make("div", { class: "switches" }, onOff("Arrows of the engine", "arrows"), onOff("Moves slide", "animation"), onOff("Sounds", "sound")));
}

const KEYS = [
  ["← →", "the move before, the move after"], ["Home, End", "the beginning, the end"], ["↑ ↓", "another variation"], ["f", "turn the board"],
  ["e", "engine on or off"], ["t", "what the other side threatens"], ["o", "open a game"], ["g, Enter", "find a game of the file, take the first found"], ["s", "share"], ["Ctrl+S", "save"],
  ["u, h", "take back, hint (in a game)"], ["c", "write about the move"], ["1 to 6, 0", "! ? !! ?? !? ?!, no sign"], ["right button", "mark a square or draw an arrow (Shift, Alt: other colors); on a move of the list: write about it"], ["Delete", "take the move and all after it out"], ["Ctrl+Z, Ctrl+Y", "undo, do again"], ["?", "this help"],
];

export function openHelp(game) {
  openDialog("Help",
    make("h3", {}, "The game"), make("ul", {}, ...RULES[game].map((rule) => make("li", {}, rule))),
    make("h3", {}, "To move"), make("ul", {},
      make("li", {}, "Click a piece, then where it goes, or drag it. Of a capture of several pieces the last square is enough, if only one way leads there."),
      make("li", {}, "With the keyboard: Tab to the board, arrow keys, Enter to pick a piece and to place it. Escape drops a move that was begun.")),
    make("h3", {}, "Keys"), make("dl", { class: "keys" }, ...KEYS.flatMap(([key, about]) => [make("dt", {}, key), make("dd", {}, about)])),
    make("h3", {}, "Games and positions"), make("p", {}, "Paste a game or a position anywhere, drop a file, or use Open: PDN, FEN, input.txt with output.txt, the journal of a match, saved games."));
}
