// What a reader would see at once: controls or words that lie over each other, text that is cut off, text that is
// hardly darker than its ground. `inspect` is sent to the browser as it stands, so it names nothing outside itself.

function inspect() {
  const found = [];
  const say = (text) => found.length < 40 && found.push(text);
  const style = (element) => getComputedStyle(element);
  const parent = (element) => element.parentElement;

  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true,
    contentVisibilityAuto: true });
  const floats = (element) => {
    for (let e = element; e; e = parent(e)) if (/fixed|sticky/.test(style(e).position)) return e;
    return null;
  };
  // The part of a box that its scrolling or clipping surroundings let through.
  const seenPart = (first, box) => {
    let { left, top, right, bottom } = box;
    for (let e = first; e && e !== document.body; e = parent(e)) {
      if (style(e).overflow === "visible") continue;
      const around = e.getBoundingClientRect();
      left = Math.max(left, around.left), right = Math.min(right, around.right);
      top = Math.max(top, around.top), bottom = Math.min(bottom, around.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };
  const name = (element, text) => {
    const mark = element.closest("[data-test]")?.dataset.test;
    return `<${element.tagName.toLowerCase()}${mark ? ` ${mark}` : ""}> '${(text ?? "").trim().slice(0, 40)}'`;
  };

  // ---- what is looked at: controls as boxes, words as the lines they take ----
  const items = [];
  const put = (element, box, text, first) => {
    const part = seenPart(first, box);
    if (part) items.push({ element, box: part, text, floats: floats(element), name: name(element, text) });
  };
  const controls = "button, input, select, textarea, summary, [role=button], [role=slider]";
  for (const element of document.querySelectorAll(controls))
    if (visible(element))
      put(element, element.getBoundingClientRect(), element.textContent || element.type, parent(element));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = parent(node);
    if (!node.data.trim() || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|OPTGROUP)$/.test(element.tagName) || !visible(element))
      continue;
    words.push({ node, element });
    if (element.closest(controls)) continue; // its box counts
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) put(element, box, node.data, element);
  }

  // ---- overlap: more than 2 px in both directions ----
  const related = (a, b) => a.element.contains(b.element) || b.element.contains(a.element);
  items.sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < items.length; i++)
    for (let k = i + 1; k < items.length && items[k].box.top < items[i].box.bottom; k++) {
      const [a, b] = [items[i], items[k]];
      if (related(a, b) || a.floats !== b.floats) continue; // what stays in place while the page scrolls may cover it
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 2 && down > 2)
        say(`${a.name} and ${b.name} overlap by ${across.toFixed(0)} x ${down.toFixed(0)} px`);
    }

  // ---- cut off: text wider than a box that neither scrolls nor says so ----
  for (const { node, element } of words) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    for (let e = element; e && e !== document.documentElement; e = parent(e)) {
      const { overflowX } = style(e);
      if (overflowX === "auto" || overflowX === "scroll") break; // can be scrolled to
      if (overflowX === "visible") continue;
      const around = e.getBoundingClientRect();
      const whole = style(e).textOverflow === "ellipsis" && e.title; // shortened, the whole is in the hint
      if ((box.right > around.right + 1 || box.left < around.left - 1) && !whole && box.width)
        say(`${name(element, node.data)} is cut off by ${(box.right - around.right).toFixed(0)} px`);
      break;
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1)
    say(`the page is ${page.scrollWidth} px wide in a window of ${page.clientWidth} px`);

  // ---- contrast by WCAG 2.1, 1.4.3: 4.5, and 3 for large text ----
  // "rgb(1 2 3 / 0.5)" or "color(srgb 0.1 0.2 0.3 / 0.5)": red, green, blue from 0 to 255, opacity
  const channels = (colour) => {
    const [r, g, b, alpha = 1] = (colour.match(/[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const scale = colour.startsWith("color(") ? 255 : 1;
    return [scale * r, scale * g, scale * b, alpha];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = parent(e)) {
      const [r, g, b, alpha] = channels(style(e).backgroundColor);
      if (alpha > 0.9) return [r, g, b];
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  };
  for (const { node, element } of words) {
    const { color, fontSize, fontWeight } = style(element);
    if (!/^(rgb|color\(srgb)/.test(color) || element.closest("svg") || element.closest("[disabled]")) continue;
    const [a, b] = [luminance(channels(color).slice(0, 3)), luminance(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) say(`${name(element, node.data)} has a contrast of ${ratio.toFixed(2)}`);
  }
  return { mistakes: found, items: items.length, ground: luminance(ground(document.body)) };
}

// {mistakes: [sentence], items: how many boxes were compared, ground: luminance of the page's ground, 0 to 1}
export const layout = (page) => page.evaluate(inspect);
