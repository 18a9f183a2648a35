// What a person writes at a place of the game: a comment, a sign, arrows and marked squares. Arrows and
// squares stand in the comment as commands, as other programs write them: [%csl G18] marks a square,
// [%cal G1815,R2218] draws two arrows.

import { numberedSquare } from "../games.js";
import { make } from "../page.js";
import { squareNumber } from "../squares.js";
import { button, choiceOf, labeled, openDialog } from "./controls.js";

export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"]; // as $1 to $6 number them
const SHAPES = /\[%c[sa]l\s([^\]]*)\]\s*/g;
const COMMANDS = /\[%[^\]]*\]/g;
const SHAPE = /^([GRYB])(\d\d|[a-j]\d+)(\d\d|[a-j]\d+)?$/;

// Comments as a reader sees them: without commands to programs, such as [%clk 0:01:00].
export function shownText(comments) {
  return comments.map((text) => text.replace(COMMANDS, "").replace(/\s+/g, " ").trim()).filter((text) => text).join("\n");
}

// "[%clk 0:04:58.3]"
export function clockCommand(seconds) {
  return `[%clk ${new Date(seconds * 1000).toISOString().slice(11, 21).replace(/^0/, "")}]`;
}

// The lines of a text become the comments of a node; its commands stay before them.
function setComment(node, text) {
  const commands = node.comments.flatMap((comment) => comment.match(COMMANDS) ?? []).join(" ");
  const [first = "", ...rest] = text.split("\n").map((line) => line.trim()).filter((line) => line);
  node.comments = [`${commands} ${first}`.trim(), ...rest].filter((line) => line);
}

export function signOf(node) {
  return node.marks.split(" ").find((mark) => mark && !mark.startsWith("$")) ?? "";
}

// Gives a move a sign, or none; other annotations stay.
export function setSign(node, sign) {
  node.marks = [sign, ...node.marks.split(" ").filter((mark) => mark.startsWith("$"))].filter((mark) => mark).join(" ");
}

// The arrows and marked squares of a node, as the board draws them.
export function shapesOf(node) {
  const words = node.comments.flatMap((comment) => [...comment.matchAll(SHAPES)]).flatMap(([, list]) => list.split(/[\s,]+/));
  return words.map((word) => SHAPE.exec(word)).filter((found) => found).map(([, color, ...names]) => {
    const path = names.filter((name) => name).map((name) => (/^\d/.test(name) ? numberedSquare(Number(name)) : name));
    return { path, kind: `own-${color.toLowerCase()}` };
  });
}

// Draws a shape of a node, or takes it away if it is there in this color.
export function toggleShape(node, game, shape) {
  const isSame = (other) => other.path.join() === shape.path.join();
  const old = shapesOf(node);
  const isThere = old.some((other) => isSame(other) && other.kind === shape.kind);
  const shapes = [...old.filter((other) => !isSame(other)), ...(isThere ? [] : [shape])];
  const named = (name) => (game === "checkers" ? String(squareNumber(name)).padStart(2, "0") : name);
  const written = (length, command) => {
    const words = shapes.filter(({ path }) => path.length === length).map(({ path, kind }) => kind.at(-1).toUpperCase() + path.map(named).join(""));
    return words.length > 0 ? [`[%${command} ${words.join(",")}]`] : [];
  };
  const [first = "", ...rest] = node.comments.map((comment) => comment.replace(SHAPES, "").trim());
  node.comments = [[...written(1, "csl"), ...written(2, "cal"), first].join(" ").trim(), ...rest].filter((text) => text);
}

// What can be written and done at a node; the start of the game has a comment only. `act(action)` does
// what changes the game; `onDelete`: the node is to go.
export function openNotes(tree, node, { act, onDelete }) {
  const text = make("textarea", { rows: "5", "aria-label": "Comment" }, shownText(node.comments));
  const done = (action) => () => { dialog.close(); act(action); };
  const branch = (label, action, icon) => button(label, done(action), { icon });
  const signs = choiceOf("Sign", [["", "none"], ...SIGNS.map((sign) => [sign, sign])], signOf(node), (sign) => act(() => setSign(node, sign)));
  const ofMove = node.parent === null ? [] : [make("div", { class: "labeled" }, make("span", {}, "Sign"), signs),
    ...(onDelete === null ? [] : [make("div", { class: "row" },
      ...(node.isMain ? [] : [branch("Raise it", () => tree.raise(node), "up"), branch("Make it the main line", () => tree.promote(node), "check")]),
      button("Delete it and all that follows", () => { dialog.close(); onDelete(); }, { icon: "trash" }))])];
  const title = node.parent === null ? "Before the first move" : `${tree.numberText(node)} ${node.text}`;
  const dialog = openDialog(title, labeled("Comment", text), ...ofMove, make("div", { class: "row end" }, button("Done", () => dialog.close(), { kind: "primary" })));
  dialog.addEventListener("close", () => text.value !== shownText(node.comments) && act(() => setComment(node, text.value)));
  text.focus();
}
