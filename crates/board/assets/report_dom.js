// Makes elements of HTML and SVG. All text goes into text nodes: what agents write is never markup.

const SVG = "http://www.w3.org/2000/svg";

// An element of HTML with attributes and children; a child may be a text, and null is none.
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function svgElement(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// A button that calls `action`.
export function button(text, attributes, action) {
  const node = element("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", action);
  return node;
}

// The element of this id.
export function byId(id) {
  return document.getElementById(id);
}
