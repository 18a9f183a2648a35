// What a student is told above the games: what failed, with the command that shows it again, and the
// moves that cost most. The data is feedback.json, as
// crates/formats/src/feedback.rs describes it.

import { button, copyText } from "./board/controls.js";
import { byId, make } from "./page.js";
import { markText } from "./report_words.js";

const MARKS = { passed: "✓", failed: "✗", info: "•" };
const STATUS_WORDS = { passed: "passed", failed: "failed", info: "note" };
const COSTLY_MOVES = 8;

export function drawFeedback(report) {
  const { feedback } = report;
  const host = byId("feedback");
  host.hidden = false;
  host.append(...feedback.summary.map((line) => make("p", { class: "summary" }, line)),
    ...feedback.sections.map((section) => feedbackSection(section, report)));
  const agent = agentOf(report);
  if (agent !== undefined) {
    host.append(costlyMoves(report, agent));
  }
}

// Failed items are open; several that passed lie folded behind one line.
function feedbackSection(section, report) {
  const drawn = (item) => feedbackItem(item, report);
  const passed = section.items.filter((item) => item.status === "passed");
  const others = section.items.filter((item) => item.status !== "passed");
  const isMany = passed.length > 1;
  return make("section", { class: "feedback-part" },
    make("h2", {}, section.title),
    ...others.map(drawn),
    ...(isMany ? [] : passed.map(drawn)),
    isMany ? make("details", { class: "folded" },
      make("summary", {}, `${MARKS.passed} ${passed.length} passed`), ...passed.map(drawn)) : null);
}

function feedbackItem(item, report) {
  const [head, ...rest] = [...itemParts(item), ...gameParts(item, report)];
  if (rest.length === 0) {
    return make("div", { class: `item ${item.status}` }, head);
  }
  return make("details", { class: `item ${item.status}`, open: item.status !== "passed" },
    make("summary", {}, head), ...rest);
}

// The line that names an item; then what there is to say, and its command.
function itemParts(item) {
  const head = make("span", { class: "item-text" },
    make("span", { class: "mark", title: STATUS_WORDS[item.status], "aria-label": STATUS_WORDS[item.status], role: "img" },
      MARKS[item.status]), ` ${item.text}`);
  const parts = [head];
  if (item.details.length > 0) {
    parts.push(make("pre", { class: "item-details", tabindex: "0" }, item.details.join("\n")));
  }
  if (item.rule !== undefined) {
    parts.push(ruleParagraph(item.rule));
  }
  if (item.command !== undefined) {
    const code = make("code", {}, item.command);
    const copy = button("Copy", () => copyText(item.command, "The command"), { "aria-label": `Copy the command: ${item.command}` });
    parts.push(make("p", { class: "item-command" }, code, " ", copy));
  }
  if (item.link !== undefined) {
    const address = `./${encodeURIComponent(item.link)}`;
    parts.push(make("p", {}, make("a", { href: address }, item.link)));
  }
  return parts;
}

// The rule in full, since the page may be read offline; and where the manual has it.
function ruleParagraph({ text, place, address }) {
  const link = address === undefined ? place : make("a", { href: address }, place);
  return make("p", { class: "item-rule" }, `Rule: ${text} `, make("span", { class: "rule-place" }, link));
}

// A link to the move at fault; of a lost game, to the move that cost most, with a better one.
function gameParts({ game: number, ply }, report) {
  const game = report.games.find(({ id }) => id === number);
  if (game === undefined) {
    return [];
  }
  const link = (at, text) => make("a", { href: `#game=${game.id}&ply=${at}` }, text);
  if (ply !== undefined) {
    return [make("p", {}, link(ply, `Game ${game.id} at this move`))];
  }
  const agent = agentOf(report);
  const worst = agent === undefined ? undefined : game.mistakes[game.black === agent ? 0 : 1][0];
  if (worst === undefined) {
    return [make("p", {}, "No single move lost 10 % of the point. ", link(0, `Game ${game.id}`))];
  }
  const [move, better] = [game.moves.split(" ")[worst.ply - 1], worst.better.split(" ")[0]];
  return [make("p", {}, "The move that cost most: ", link(worst.ply, `ply ${worst.ply}: ${move} ${markText(worst.mark)}`),
    ` lost ${worst.loss} % of the point${better === "" ? "" : `; better ${better}`}`)];
}

// The index of the student's name: what the feedback says, or the title if a player is called so, or
// the one name that all games have.
export function agentOf(report) {
  const { agent, title } = report.feedback;
  const named = [agent, title].map((name) => report.names.indexOf(name)).find((nth) => nth >= 0);
  if (named !== undefined) {
    return named;
  }
  const everywhere = report.names.map((_, nth) => nth).filter((nth) =>
    report.games.every((game) => game.black === nth || game.white === nth));
  return everywhere.length === 1 ? everywhere[0] : undefined;
}

function costlyMoves(report, agent) {
  const moves = report.games.flatMap((game) =>
    game.mistakes[game.black === agent ? 0 : 1].map((mistake) => ({ game, ...mistake })));
  moves.sort((one, other) => other.loss - one.loss);
  const shown = moves.slice(0, COSTLY_MOVES);
  const words = ({ game, ply, loss, mark, better }) => {
    const opponent = report.names[game.black === agent ? game.white : game.black];
    return [
      make("a", { href: `#game=${game.id}&ply=${ply}` }, `Game ${game.id}, ply ${ply}: ${game.moves.split(" ")[ply - 1]} ${markText(mark)}`),
      ` lost ${loss} % of the point against ${opponent}${better === "" ? "" : `; better ${better.split(" ")[0]}`}`,
    ];
  };
  return make("section", { class: "feedback-part", id: "costly-moves" },
    make("h2", {}, "The moves that cost most"),
    shown.length === 0 ? make("p", {}, "No move lost 10 % of the point.")
      : make("ol", {}, ...shown.map((move) => make("li", {}, ...words(move)))));
}
