// Games and positions to take along: as an address, as texts, as pictures.

import { make } from "../page.js";
import { button, copyText, openDialog, saveFile, toast } from "./controls.js";
import { boardAsPng, boardAsSvg } from "./picture.js";

// `place`: the engine, the tree, its current node with its position, the board's SVG, and the
// fragment that names the position.
export async function openShare({ engine, tree, position, root, fragment }) {
  const pdn = await engine.ask({ ask: "write", game: tree.game, start: tree.start, ...tree.written() });
  const parts = [
    addressPart(engine.info.site, fragment),
    textPart(tree.game === "checkers" ? "FEN" : "Position", "This position as one line", position.fen),
    pdn.error ? null : textPart(tree.game === "checkers" ? "PDN" : "Moves", "The whole game, with its variations; Save writes files", pdn.text),
    position.input ? textPart("input.txt", "This position for an agent of the course", position.input) : null,
  ];
  const picture = make("div", { class: "share-part" }, make("h3", {}, "Picture"), make("div", { class: "row" },
    button("SVG", async () => saveFile("board.svg", await boardAsSvg(root), "image/svg+xml")),
    button("PNG", () => savePng(root))));
  openDialog("Share", ...parts.filter((part) => part), picture);
}

// The page of a program has an address that nobody else can open.
function addressPart(site, fragment) {
  const about = site ? "Opens this position in any browser" : "Put it behind the address of a board page on the web; crownhead board --site URL does so";
  return textPart("Address", about, site ? new URL(fragment, site).href : fragment);
}

function textPart(name, about, text) {
  const field = text.includes("\n") ? make("textarea", { readonly: "", rows: "5", "aria-label": name }, text) : make("input", { readonly: "", value: text, "aria-label": name });
  field.addEventListener("focus", () => field.select());
  return make("div", { class: "share-part" }, make("h3", {}, name, make("small", {}, about)), field,
    make("div", { class: "row" }, button("Copy", () => copyText(text, name))));
}

async function savePng(root) {
  try {
    saveFile("board.png", await boardAsPng(root), "image/png");
  } catch {
    toast("This browser cannot draw the picture; take the SVG.", true);
  }
}
