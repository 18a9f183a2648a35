// Buttons, switches and dialogs that all parts of the board page use.

import { make } from "../page.js";
import { icon } from "./icons.js";

// A button with a label, and an icon if one is named. `quiet` ones show only the icon. What else is
// given are its attributes.
export function button(label, onPress, { icon: iconName = null, kind = "", isQuiet = false, key = "", ...attributes } = {}) {
  const title = key ? `${label} (${key})` : label;
  const element = make("button", { type: "button", class: `${kind}${isQuiet ? " quiet" : ""}`.trim(), title, ...attributes });
  if (iconName) {
    element.append(icon(iconName));
  }
  if (isQuiet) {
    element.setAttribute("aria-label", label);
  } else {
    element.append(make("span", {}, label));
  }
  element.addEventListener("click", onPress);
  return element;
}

// A switch that is on or off.
export function toggle(label, isOn, onTurn) {
  const element = make("button", { type: "button", role: "switch", class: "toggle", "aria-checked": String(isOn) });
  element.append(make("span", { class: "track" }), make("span", {}, label));
  element.addEventListener("click", () => {
    const turned = element.getAttribute("aria-checked") !== "true";
    element.setAttribute("aria-checked", String(turned));
    onTurn(turned);
  });
  return element;
}

// One of several choices, all seen at once. `choices`: [value, label] each.
export function choiceOf(label, choices, chosen, onChoose) {
  const group = make("div", { class: "choice", role: "radiogroup", "aria-label": label });
  for (const [value, text] of choices) {
    const one = make("button", { type: "button", role: "radio", "aria-checked": String(value === chosen) }, text);
    one.addEventListener("click", () => {
      [...group.children].forEach((each) => each.setAttribute("aria-checked", String(each === one)));
      onChoose(value);
    });
    group.append(one);
  }
  group.addEventListener("keydown", (event) => moveInGroup(group, event));
  return group;
}

function moveInGroup(group, event) {
  const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const all = [...group.children];
  const at = all.indexOf(document.activeElement);
  if (event.key in steps && at >= 0) {
    const next = all[(at + steps[event.key] + all.length) % all.length];
    next.focus();
    next.click();
    event.preventDefault();
    event.stopPropagation();
  }
}

export function labeled(label, field) {
  return make("label", { class: "labeled" }, make("span", {}, label), field);
}

// A dialog with a title; it is made anew each time that it is opened.
export function openDialog(title, ...content) {
  const dialog = make("dialog", { class: "sheet", "aria-label": title });
  const close = button("Close", () => dialog.close(), { icon: "close", isQuiet: true, kind: "close" });
  dialog.append(make("div", { class: "sheet-head" }, make("h2", {}, title), close), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Asks before something is lost; resolves with true for yes.
export function confirmed(question, yes, no = "Keep playing") {
  return new Promise((resolve) => {
    const dialog = openDialog(question);
    const decide = (answer) => () => { resolve(answer); dialog.close(); };
    dialog.append(make("div", { class: "row end" }, button(no, decide(false)), button(yes, decide(true), { kind: "primary" })));
    dialog.addEventListener("close", () => resolve(false));
    dialog.querySelector(".row button").focus();
  });
}

let toastTimer = null;

// A sentence that goes away by itself; screen readers hear it.
export function toast(text, isError = false, ...more) {
  let element = document.getElementById("toast");
  if (element === null) {
    element = make("p", { id: "toast", role: "status", "aria-live": "polite" });
    document.body.append(element);
  }
  element.replaceChildren(text, ...more);
  element.className = isError ? "shown error" : "shown";
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { element.className = ""; }, isError || more.length > 0 ? 9000 : 4000);
}

// The error of an answer of the engine, with the address where the game can go on.
export function toastError({ error, go_on: address }) {
  toast(error, true, ...(address ? [" Or go on here: ", make("a", { href: address, target: "_blank" }, "this game")] : []));
}

// Gives a text to the clipboard, or shows it for copying by hand.
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is copied.`);
  } catch {
    openDialog(what, make("textarea", { readonly: "", rows: "8", "aria-label": what }, text));
  }
}

// Lets the browser save a file.
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
