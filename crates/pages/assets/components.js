// The parts that the pages are made of, on one page, so that a change of one is seen at once.

import { button, choiceOf, labeled, toggle } from "./board/controls.js";
import { GamePanel } from "./game_panel.js";
import { drawStandings } from "./match_tables.js";
import { byId, make } from "./page.js";

const ROW = { games: 10, wins: 5, draws: 4, losses: 1, points: 7, course: 8, seconds: 3.2, forfeits: 0, elo: [147, 20, 310] };
const GAME = {
  id: 1, game: "checkers", black: 0, white: 1, opening: 0, ending: 0, board: 0, begins: "black", result: "b", forfeited: false, text: "Black (Anna) wins",
  reproduce: null, seconds: [300, 300], charged: [800, 1200, 400, 900, 300, 700], moves: "11-15 22-18 15x22 25x18 8-11 18-15", scores: [7, 10, 12, 11, 9, 12, 96], tables: [],
  mistakes: [[], [{ ply: 6, loss: 34, mark: "blunder", better: "29-25 4-8", better_path: ["a1", "b2"] }]],
};
const DATA = {
  is_timed: true, names: ["Anna", "Bert"], openings: ["start"], endings: ["no pieces left"], units_per_logit: { checkers: 100 },
  boards: [".b.b.b.bb.b.b.b..b.b.b.b................w.w.w.w..w.w.w.ww.w.w.w."],
};

function controls() {
  return [
    make("div", { class: "row" }, button("Play", () => {}, { kind: "primary" }), button("Open", () => {}, { icon: "open" }),
      button("Try again", () => {}, { kind: "small" }), button("Help", () => {}, { icon: "help", isQuiet: true }), button("Not now", () => {}, { disabled: true })),
    choiceOf("You play", [["black", "Black"], ["white", "White"], ["random", "Either"]], "black", () => {}),
    toggle("Engine", true, () => {}), labeled("Minutes", make("input", { type: "number", value: "5" })),
    make("p", {}, make("span", { class: "pill" }, "A capture is compulsory")),
    make("p", { class: "problem" }, "There is no file games.pdn; look at the name."), make("p", { class: "good" }, "Solved."),
    make("p", { class: "forfeit" }, "Forfeit: ", make("code", {}, "referee replay move.json")),
  ];
}

byId("controls").append(...controls());
drawStandings({ standings: [{ ...ROW, name: "Anna" }, { ...ROW, name: "Bert", wins: 1, losses: 5, points: 3, course: 2, elo: [-147, -310, -20] }], is_match: true, draws_go_to_time: true, clock_unit: "CPU s" });
new GamePanel(byId("game-view"), {}).open(DATA, GAME, 6);
