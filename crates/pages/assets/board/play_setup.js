// What is chosen before a game against the engine, or of the engine against itself.

import { make } from "../page.js";
import { button, choiceOf, labeled } from "./controls.js";
import { otherSide } from "./game_tree.js";
import { readJson, writeJson } from "./settings.js";

const CLOCKS = [["none", "No clock"], ["180+2", "3 min + 2 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"], ["1800+10", "30 min + 10 s"], ["own", "Another"]];
const SIDES = [["black", "Black"], ["white", "White"], ["random", "Either"], ["none", "Neither"]];
const KEPT = "crownhead.play";
const USUAL = { level: 2, other: 4, side: "black", clock: "none", minutes: 90, increment: 30, beginning: "start" };

export class PlaySetup {
  // onPlay(terms): {levels, time, line, opening}; a person has the level null.
  constructor(app, onPlay) {
    Object.assign(this, { app, onPlay });
    this.choice = { ...USUAL, ...readJson(KEPT, {}) };
  }

  keep(change) {
    this.choice = { ...this.choice, ...change };
    writeJson(KEPT, this.choice);
    const isAlone = this.choice.side === "none";
    this.other.hidden = !isAlone;
    this.level.firstChild.firstChild.textContent = isAlone ? "Strength of Black" : "Strength";
    this.ownClock.hidden = this.choice.clock !== "own";
  }

  card() {
    const { choice } = this;
    this.level = this.levelField("Strength", "level");
    this.other = this.levelField("Strength of White", "other");
    const side = choiceOf("Your side", SIDES, choice.side, (value) => this.keep({ side: value }));
    const clock = make("select", {}, ...CLOCKS.map(([value, text]) => make("option", { value, selected: value === choice.clock }, text)));
    clock.addEventListener("change", () => this.keep({ clock: clock.value }));
    this.ownClock = make("div", { class: "times" }, this.numberField("Minutes", "minutes"), this.numberField("Seconds a move", "increment"));
    this.keep({});
    return make("section", { class: "card", "aria-label": "New game" }, make("h2", {}, "Play against the engine"),
      make("div", { class: "labeled" }, make("span", {}, "You play"), side), this.level, this.other, labeled("Clock", clock), this.ownClock,
      ...this.beginnings(), make("div", { class: "row end" }, button("Play", () => this.play(), { kind: "primary" })));
  }

  levelField(label, name) {
    const { levels } = this.app.about;
    const range = make("input", { type: "range", min: "0", max: String(levels.length - 1), value: String(this.choice[name]), "aria-label": label });
    const about = make("p", { class: "level", "aria-live": "polite" });
    const tell = () => {
      const { name: title, about: text, rating } = levels[Number(range.value)];
      const isRated = this.app.tree.game === "checkers";
      about.replaceChildren(make("b", {}, title), isRated ? ` · ${rating} Elo above random moves` : "", make("span", {}, text));
      range.setAttribute("aria-valuetext", title);
    };
    range.addEventListener("input", () => { this.keep({ [name]: Number(range.value) }); tell(); });
    tell();
    return make("div", { class: "stack" }, labeled(label, range), about);
  }

  numberField(label, name) {
    const field = make("input", { type: "number", min: "0", max: "600", step: "any", value: String(this.choice[name]) });
    field.addEventListener("change", () => this.keep({ [name]: Math.min(Math.max(Number(field.value), 0), 600) }));
    return labeled(label, field);
  }

  // From where the game may begin; a position is taken only where it is chosen anew.
  beginnings() {
    const { app } = this;
    const isElsewhere = app.tree.current !== app.tree.root || !app.isUsualStart();
    const choices = [["start", "Usual start"], ...(app.tree.game === "checkers" ? [["ballot", "Drawn opening"]] : []), ...(isElsewhere ? [["here", "This position"]] : [])];
    this.beginning = choices.some(([value]) => value === this.choice.beginning) ? this.choice.beginning : "start";
    const choose = (value) => { this.beginning = value; this.keep(value === "here" ? {} : { beginning: value }); };
    return choices.length === 1 ? [] : [make("div", { class: "labeled" }, make("span", {}, "Begin with"), choiceOf("Begin with", choices, this.beginning, choose))];
  }

  async play() {
    const { app, choice } = this;
    const [level, other] = [choice.level, choice.other].map((nth) => app.about.levels[nth]);
    const side = choice.side === "random" ? (Math.random() < 0.5 ? "black" : "white") : choice.side;
    const levels = side === "none" ? { black: level, white: other } : { [side]: null, [otherSide(side)]: level };
    // A clock without any time is over before it begins.
    const time = choice.clock === "own" ? `${Math.max(choice.minutes * 60, choice.increment, 1)}+${choice.increment}` : choice.clock;
    this.onPlay({ levels, time, ...await this.begun() });
  }

  async begun() {
    const { app } = this;
    if (this.beginning === "here") {
      return { line: app.lineTo(app.tree.current), opening: null };
    }
    const { game } = app.tree;
    const drawn = this.beginning === "ballot" ? await app.engine.ask({ ask: "ballot", seed: Math.floor(Math.random() * 2 ** 31) }) : {};
    return { line: { game, start: null, moves: drawn.moves ?? [] }, opening: drawn.title ?? null };
  }
}
