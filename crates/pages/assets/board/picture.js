// A picture of the board for other programs: SVG, and PNG drawn from it.

const STYLE_FILES = ["board.css"];
const PNG_PIXELS = 1200;

// The board as the text of an SVG file that needs nothing else.
export async function boardAsSvg(root) {
  const styles = await Promise.all(STYLE_FILES.map(async (name) => (await fetch(name)).text()));
  const copy = root.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.querySelectorAll("[tabindex]").forEach((one) => one.removeAttribute("tabindex"));
  copy.querySelectorAll(".dot").forEach((one) => one.remove());
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = `${styles.join("\n")}\n.hit { fill: none; stroke: none; }\n${colorsOf(root)}`;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

// The colors of the chosen theme, which the page sets from outside.
function colorsOf(root) {
  const computed = getComputedStyle(root);
  const names = ["--light", "--dark", "--frame", "--coordinate"];
  return `.board { ${names.map((name) => `${name}: ${computed.getPropertyValue(name)};`).join(" ")} }`;
}

export async function boardAsPng(root) {
  const text = await boardAsSvg(root);
  const image = new Image();
  const sized = text.replace("<svg ", `<svg width="${PNG_PIXELS}" height="${PNG_PIXELS}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_PIXELS;
  canvas.height = PNG_PIXELS;
  canvas.getContext("2d").drawImage(image, 0, 0, PNG_PIXELS, PNG_PIXELS);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
