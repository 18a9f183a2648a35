// Makes elements of HTML and SVG. All text goes into text nodes: what agents write is never markup.

import { make } from "./page.js";
import { svg } from "./pieces.js";

// An element of HTML with attributes and children; null is no attribute and no child.
export function element(tag, attributes = {}, ...children) {
  return make(tag, given(attributes), ...children.filter((child) => child !== null));
}

// The same for SVG.
export function svgElement(tag, attributes = {}, ...children) {
  return svg(tag, given(attributes), ...children.filter((child) => child !== null));
}

// `true` is an attribute without a value; `false`, like null, is none.
function given(attributes) {
  const kept = Object.entries(attributes).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(kept.map(([name, value]) => [name, value === true ? "" : value]));
}

// A button that calls `action`.
export function button(text, attributes, action) {
  const node = element("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", action);
  return node;
}
