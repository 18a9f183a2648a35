// The files of an agent's turn: what it was given and what it answered, as plain text.

import { byId, make, setText } from "./page.js";
import { fetchJson } from "./talk.js";

// Shows the files of a turn, counted from 1.
export async function showFiles(ply) {
  const dialog = byId("files-dialog");
  setText(byId("files-title"), `Files of turn ${ply}`);
  const files = await fetchJson(`files/${ply}.json`);
  const parts = files === null ? [make("p", {}, "No files are kept for this turn.")] : fileParts(files);
  byId("files-list").replaceChildren(...parts);
  if (!dialog.open) {
    dialog.showModal();
  }
}

function fileParts(files) {
  return Object.entries(files).flatMap(([name, content]) => [
    make("h3", {}, name),
    make("pre", { tabindex: "0" }, contentText(content)),
  ]);
}

function contentText(content) {
  if (content === null) {
    return "(none)";
  }
  return typeof content === "string" ? content : JSON.stringify(content, null, 1);
}
