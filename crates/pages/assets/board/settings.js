// What a person has chosen, kept in the browser. Where the browser keeps nothing, a choice holds
// until the page is closed.

const KEY = "crownhead.settings";
const USUAL = {
  theme: "wood", // or "slate", "contrast"
  squares: "numbers", // or "letters", "none"
  sound: false,
  animation: true,
  arrows: true,
  lines: 3,
  engine: true,
  draws: "none", // or "50 quiet turns"
};

let kept = { ...USUAL, ...readJson(KEY, {}) };
const watchers = [];

export function setting(name) {
  return kept[name];
}

export function choose(name, value) {
  kept = { ...kept, [name]: value };
  writeJson(KEY, kept);
  watchers.forEach((watcher) => watcher(name, value));
}

export function onChoice(watcher) {
  watchers.push(watcher);
}

// A value that the browser keeps, or `usual` if it keeps none that can be read.
export function readJson(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
}

export function writeJson(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the value lives as long as the page.
  }
}
