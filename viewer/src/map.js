// A map of numbers over a plane, one colour a cell, drawn on a canvas with axes and a scale of colours. Low numbers
// are near the ground of the page in both themes: light ones by day, dark ones by night.

import { watchLook } from "./chart.js";
import { element } from "./dom.js";
import { quantity, scaleFor, tickLabels } from "./format.js";
import { later } from "./later.js";
import { cssColour } from "./plot.js";

// viridis (S. van der Walt, N. Smith; public domain) at nine places
const stops = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137],
  [53, 183, 121], [145, 213, 66], [253, 231, 37]];

// The colour of t from 0 to 1: [r, g, b].
export function colourOf(t, dark) {
  const clipped = Math.min(1, Math.max(0, t)), at = (dark ? clipped : 1 - clipped) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(at)), part = at - k;
  return stops[k].map((c, i) => Math.round(c + part * (stops[k + 1][i] - c)));
}

// A round step that divides `length` into at most `parts`.
export function stepOf(length, parts) {
  const raw = length / parts, power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
}

// Round places between the ends.
export function ticksOf(from, to, parts) {
  const step = stepOf(to - from, parts), list = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++) list.push(k * step + 0);
  return { list, step };
}

// Least and greatest of the numbers that are shown.
export function rangeOf(values, blank = () => false) {
  let low = Infinity, high = -Infinity;
  values.forEach((v, i) => {
    if (blank(i) || !Number.isFinite(v)) return;
    if (v < low) low = v;
    if (v > high) high = v;
  });
  return low <= high ? [low, high] : [0, 1];
}

const margin = { left: 66, right: 96, top: 10, bottom: 44 }, font = "12px system-ui, sans-serif";
const tallest = 430, flattest = 0.22; // pixels; height of a plane over its width

const isDark = () => document.documentElement.dataset.theme === "dark";

// The picture of the cells, one pixel each; the first row is at the bottom unless `down`.
function imageOf({ rows, columns, values, blank, classes, down }, [low, high], host) {
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d", { willReadFrequently: true }), dark = isDark(),
    image = context.createImageData(columns, rows);
  const probe = (name) => {
    context.fillStyle = cssColour(host, name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const fixed = classes?.map((c) => (c ? probe(c.colour) : null));
  for (let i = 0; i < values.length; i++) {
    const row = Math.floor(i / columns), at = 4 * ((down ? row : rows - 1 - row) * columns + (i % columns));
    const colour = fixed ? fixed[values[i]] : blank?.(i) ? null
      : colourOf(high > low ? (values[i] - low) / (high - low) : 1, dark);
    if (colour) image.data.set([...colour, 255], at);
  }
  context.clearRect(0, 0, 1, 1);
  context.putImageData(image, 0, 0);
  return canvas;
}

function drawAxes(context, box, map, colours) {
  const { x: [x0, x1], y: [y0, y1], xName, yName, down } = map;
  const scale = scaleFor("m", Math.max(Math.abs(x0), Math.abs(x1), Math.abs(y0), Math.abs(y1)));
  const across = ticksOf(x0 / scale.factor, x1 / scale.factor, Math.max(2, box.width / 55));
  const up = ticksOf(y0 / scale.factor, y1 / scale.factor, Math.max(2, box.height / 45));
  context.strokeStyle = colours.edge;
  context.fillStyle = colours.text;
  context.strokeRect(box.left, box.top, box.width, box.height);
  context.textAlign = "center";
  context.textBaseline = "top";
  tickLabels(across.list, across.step).forEach((text, k) => {
    const at = box.left + (box.width * (across.list[k] * scale.factor - x0)) / (x1 - x0);
    context.fillRect(at, box.top + box.height, 1, 4);
    context.fillText(text, at, box.top + box.height + 6);
  });
  context.fillText(`${xName} in ${scale.unit}`, box.left + box.width / 2, box.top + box.height + 24);
  context.textAlign = "right";
  context.textBaseline = "middle";
  tickLabels(up.list, up.step).forEach((text, k) => {
    const share = (up.list[k] * scale.factor - y0) / (y1 - y0), at = box.top + box.height * (down ? share : 1 - share);
    context.fillRect(box.left - 4, at, 4, 1);
    context.fillText(text, box.left - 7, at);
  });
  context.save();
  context.translate(14, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(`${yName} in ${scale.unit}`, 0, 0);
  context.restore();
}

function drawScale(context, box, { unit }, [low, high], colours) {
  const left = box.left + box.width + 14, wide = 14, dark = isDark();
  for (let k = 0; k < box.height; k++) {
    context.fillStyle = `rgb(${colourOf(1 - k / (box.height - 1), dark).join(" ")})`;
    context.fillRect(left, box.top + k, wide, 1.5);
  }
  context.strokeStyle = colours.edge;
  context.strokeRect(left, box.top, wide, box.height);
  const scale = scaleFor(unit, Math.max(Math.abs(low), Math.abs(high)));
  const ticks = ticksOf(low / scale.factor, high / scale.factor, Math.max(2, box.height / 45));
  context.fillStyle = colours.text;
  context.textAlign = "left";
  context.textBaseline = "middle";
  if (high > low) tickLabels(ticks.list, ticks.step).forEach((text, k) => {
    const at = box.top + box.height * (1 - (ticks.list[k] * scale.factor - low) / (high - low));
    context.fillRect(left + wide, at, 4, 1);
    context.fillText(text, left + wide + 7, at);
  });
  context.textBaseline = "top";
  context.fillText(scale.unit, left, box.top + box.height + 6);
}

// Arrows at some of the cells, the longest as long as their distance.
function drawArrows(context, box, { rows, columns, arrows, down }, colour) {
  const step = Math.max(1, Math.ceil(Math.max(rows, columns) / 22)), half = Math.floor(step / 2);
  const most = Math.max(...rangeOf(arrows.x.map((x, i) => Math.hypot(x, arrows.y[i]))));
  const size = Math.min((box.width * step) / columns, (box.height * step) / rows);
  if (!(most > 0)) return;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let r = half; r < rows; r += step)
    for (let c = half; c < columns; c += step) {
      const i = r * columns + c, dx = (size * arrows.x[i]) / most, dy = ((down ? 1 : -1) * size * arrows.y[i]) / most;
      if (Math.hypot(dx, dy) < 1.5) continue;
      const x = box.left + (box.width * (c + 0.5)) / columns - dx / 2;
      const share = (r + 0.5) / rows, y = box.top + box.height * (down ? share : 1 - share) - dy / 2;
      context.moveTo(x, y);
      context.lineTo(x + dx, y + dy);
      context.moveTo(x + 0.65 * dx - 0.2 * dy, y + 0.65 * dy + 0.2 * dx);
      context.lineTo(x + dx, y + dy);
      context.lineTo(x + 0.65 * dx + 0.2 * dy, y + 0.65 * dy - 0.2 * dx);
    }
  context.stroke();
}

// Dashed lines across: where sections are.
function drawLines(context, box, { x: [x0, x1], y: [y0, y1], lines }, colour) {
  context.save();
  context.strokeStyle = colour;
  context.setLineDash([5, 4]);
  context.beginPath();
  const across = box.left + (box.width * (lines.x - x0)) / (x1 - x0),
    up = box.top + box.height * (1 - (lines.y - y0) / (y1 - y0));
  context.moveTo(across, box.top);
  context.lineTo(across, box.top + box.height);
  context.moveTo(box.left, up);
  context.lineTo(box.left + box.width, up);
  context.stroke();
  context.restore();
}

function legendOf(classes) {
  const entries = classes.filter(Boolean).map((c) => {
    const mark = element("span", { class: "legend-mark thick" });
    mark.style.borderColor = `var(${c.colour})`;
    return element("span", { class: "legend-item" }, mark, element("span", {}, c.label));
  });
  return element("div", { class: "chart-legend" }, ...entries);
}

// `map` is {title, rows, columns, values, unit, x: [from, to], y: [from, to] (m), xName, yName}; it may have blank(i)
// (cells that stay empty), classes (values are indices into [{label, colour} or null]), arrows ({x, y}), lines
// ({x, y}), down (the first row is on top), range and note. Returns {element, set(map), remove}.
export function createMap(container, map, bus) {
  const canvas = element("canvas", { role: "img", "data-test": "map-canvas" });
  const host = element("div", { class: "map-plane" }, canvas);
  const title = element("h3", { class: "chart-title" }), note = element("p", { class: "note" });
  const place = element("p", { class: "note map-value", "data-test": "map-value" });
  const root = element("section", { class: "chart", "data-test": "map" }, title, host,
    map.classes ? legendOf(map.classes) : null, place, note);
  container.append(root);
  let shown = map, box = null;

  function draw() {
    const width = Math.max(300, host.clientWidth), inner = width - margin.left - margin.right;
    const ratio = (shown.y[1] - shown.y[0]) / (shown.x[1] - shown.x[0]);
    const wide = Math.min(inner, Math.max(inner * 0.3, tallest / ratio)), pixel = devicePixelRatio || 1;
    box = { left: margin.left, top: margin.top, width: wide,
      height: Math.min(tallest, Math.max(flattest * wide, wide * ratio)) };
    const height = box.height + margin.top + margin.bottom;
    canvas.width = Math.round(width * pixel);
    canvas.height = Math.round(height * pixel);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d"), range = shown.range ?? rangeOf(shown.values, shown.blank);
    const colours = { text: cssColour(host, "--chart-text"), edge: cssColour(host, "--chart-edge") };
    context.scale(pixel, pixel);
    context.font = font;
    context.imageSmoothingEnabled = false;
    context.drawImage(imageOf(shown, range, host), box.left, box.top, box.width, box.height);
    if (shown.lines) drawLines(context, box, shown, colours.text);
    if (shown.arrows) drawArrows(context, box, shown, colours.text);
    drawAxes(context, box, shown, colours);
    if (!shown.classes) drawScale(context, box, shown, range, colours);
  }
  function words() {
    title.textContent = shown.title;
    const real = (shown.y[1] - shown.y[0]) / (shown.x[1] - shown.x[0]), drawn = box ? box.height / box.width : real;
    const bent = Math.abs(drawn / real - 1) > 0.02 ? " Axes are not to the same scale." : "";
    note.textContent = `${shown.note ?? ""}${bent}`.trim();
    canvas.setAttribute("aria-label", `${shown.title}, a map`);
  }
  function over(event) {
    const at = canvas.getBoundingClientRect();
    const across = (event.clientX - at.left - box.left) / box.width,
      fall = (event.clientY - at.top - box.top) / box.height, up = shown.down ? fall : 1 - fall;
    if (!(across >= 0 && across < 1 && up >= 0 && up < 1)) return (place.textContent = "\u00a0");
    const i = Math.floor(up * shown.rows) * shown.columns + Math.floor(across * shown.columns);
    const between = ([from, to], share) => quantity(from + share * (to - from), "m", 4);
    const where = [between(shown.x, across), between(shown.y, up)];
    const value = shown.classes ? shown.classes[shown.values[i]]?.label ?? "open" : shown.blank?.(i)
      ? shown.blankName ?? "–" : quantity(shown.values[i], shown.unit, 5);
    return (place.textContent = `${shown.xName} ${where[0]}, ${shown.yName} ${where[1]}: ${value}`);
  }
  place.textContent = "\u00a0";
  canvas.addEventListener("pointermove", (e) => box && over(e));
  canvas.addEventListener("pointerleave", () => (place.textContent = "\u00a0"));
  const refresh = () => {
    draw();
    words();
  };
  words();
  later(() => root.isConnected && refresh());
  return { element: root, set: (next) => ((shown = next), refresh()), remove: watchLook(host, bus, refresh, refresh) };
}

