// Icons, drawn by us on a field of 24 by 24 units.

import { svg } from "../pieces.js";

const PATHS = {
  first: "M6 5v14 M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14 M5 5l9 7-9 7z",
  flip: "M8 4v14 M4 14l4 4 4-4 M16 20V6 M12 10l4-4 4 4",
  open: "M4 19V6a1 1 0 0 1 1-1h4l2 2h8a1 1 0 0 1 1 1v11z M4 12h16",
  share: "M12 4v11 M7 9l5-5 5 5 M5 14v5h14v-5",
  edit: "M4 20l1-4L16 5l3 3L8 19z M14 7l3 3",
  settings: "M4 7h9 M17 7h3 M4 17h3 M11 17h9 M13 5v4 M7 15v4",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2 M12 17.5v.5",
  close: "M6 6l12 12 M18 6L6 18",
  hint: "M9 17a6 6 0 1 1 6 0v2H9z M10 22h4",
  undo: "M9 6L4 11l5 5 M4 11h10a6 6 0 0 1 0 9h-2",
  flag: "M6 21V4 M6 5h12l-3 4 3 4H6",
  equal: "M6 9h12 M6 15h12",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13 M15.5 15.5L21 21",
  chart: "M4 4v16h16 M7 15l4-5 4 3 5-7",
  target: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16 M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  trash: "M5 7h14 M9 7V4h6v3 M7 7l1 13h8l1-13",
  up: "M12 19V5 M6 11l6-6 6 6",
  check: "M4 12l6 6L20 6",
  save: "M5 4h11l3 3v13H5z M8 4v5h7V4 M8 20v-6h8v6",
  note: "M4 5h16v11H10l-4 4v-4H4z M8 9h8 M8 12h5",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
};

export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
