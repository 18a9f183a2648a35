// Small helpers of all pages. Text always goes in as text, never as markup.

export const byId = (id) => document.getElementById(id);

// An element with attributes and children; strings become text. Null is no attribute and no child,
// and an attribute can be on or off.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// Changes a text only if it differs, so that screen readers do not repeat it.
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

// "1 move", "2 moves"
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// Marks an element of a list as the one that is shown, or takes the mark away.
export function markCurrent(element, isCurrent) {
  if (isCurrent) {
    element.setAttribute("aria-current", "step");
  } else {
    element.removeAttribute("aria-current");
  }
}

// Scrolls a list, but not the page, until one of its items is seen.
export function keepInView(list, item) {
  const [box, place] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const above = place.top - box.top - list.clientTop;
  if (above < 0 || above + place.height > list.clientHeight) {
    list.scrollTop += above - (list.clientHeight - place.height) / 2;
  }
}

// A clock with less is soon over.
export const SHORT_SECONDS = 10;

// Seconds as a clock shows them: 1:05:09, 4:09, or 9.4 below twenty seconds.
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) {
    return (Math.floor(left * 10) / 10).toFixed(1);
  }
  const whole = Math.floor(left);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// Seconds with as many digits as tell something.
export function secondsText(seconds) {
  return seconds.toFixed(Math.abs(seconds) < 1 ? 4 : Math.abs(seconds) < 10 ? 3 : 2);
}
