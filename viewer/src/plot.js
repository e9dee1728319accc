// One drawing area: series of x-y numbers on up to two units of y, drawn by uPlot. Knows nothing of runs.
// A series is {x, y (SI), time, xUnit, unit, label, colour (css variable), dash, dots, shown}; with `dots` it is
// points, not a line. One whose x begins anew after `period` is not drawn back to the start.

import uPlot from "uplot";
import { element } from "./dom.js";
import { logLabels, scaleFor, tickLabels, unitText } from "./format.js";

const kinds = {
  m: "length", N: "force", Pa: "pressure", J: "energy", W: "power", "m/s": "speed", "rad/s": "angular speed",
  rad: "angle",
  "N m": "moment", s: "time", Hz: "frequency", "1/s": "rate",
};
const decadesShown = 12; // of a logarithmic axis, below the greatest number

const isPower = (v) => v > 0 && Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-6;
const powersOnly = (u, splits) => splits.map((v) => (isPower(v) ? v : null));

const named = (name, axis) => (name ? `${name}${axis.shown ? ` in ${axis.shown}` : ""}`
  : axisName(axis.unit, axis.shown));

export function axisName(unit, shown) {
  const kind = kinds[unit];
  const text = shown || unitText(unit);
  if (!text) return kind ?? "value (no unit)";
  return kind ? `${kind} in ${text}` : `in ${text}`;
}

// Index of the entry of a rising array next to `value`.
export function nearest(rising, value) {
  let low = 0, high = rising.length - 1;
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle] <= value) low = middle;
    else high = middle;
  }
  return Math.abs(rising[low] - value) <= Math.abs(rising[high] - value) ? low : high;
}

// Smallest and greatest of the numbers that an axis can show.
function limitsOf(arrays, log) {
  let min = Infinity, max = -Infinity;
  for (const array of arrays)
    for (const v of array)
      if (Number.isFinite(v) && (!log || v > 0)) {
        if (v < min) min = v;
        if (v > max) max = v;
      }
  return min <= max ? [min, max] : null;
}

function padded([min, max], log, share, decades = decadesShown) {
  if (log) {
    const top = Math.ceil(Math.log10(max) + 1e-9);
    const bottom = Math.max(Math.floor(Math.log10(min) - 1e-9), top - decades);
    return [10 ** bottom, 10 ** Math.max(top, bottom + 1)];
  }
  const pad = max > min ? share * (max - min) : Math.abs(max) * 0.1 || 1;
  return max > min && share === 0 ? [min, max] : [min - pad, max + pad];
}

// An axis in the unit with the prefix that suits its numbers: {unit, factor, shown, log, range}.
function fit(unit, arrays, log, share, decades) {
  const limits = limitsOf(arrays, log);
  if (!limits) return { unit, factor: 1, shown: unitText(unit), log: false, range: [0, 1] };
  const { factor, unit: shown } = scaleFor(unit, Math.max(Math.abs(limits[0]), Math.abs(limits[1])));
  return { unit, factor, shown, log, range: padded(limits.map((v) => v / factor), log, share, decades) };
}

// The axes that the series need; the first unit is on the left, the second on the right.
export function fitAxes(series, options) {
  const shown = series.filter((s) => s.shown !== false);
  const used = shown.length ? shown : series;
  const units = [...new Set(series.map((s) => s.unit))];
  const axes = { x: fit(series[0].xUnit, used.map((s) => s.x), options.logX, options.xIsTime || options.tightX
    ? 0 : 0.04) };
  if (options.period) axes.x.range = [0, options.period];
  units.slice(0, 2).forEach((unit, k) => {
    const own = used.filter((s) => s.unit === unit);
    const key = k === 0 ? "y" : "y2";
    const arrays = (own.length ? own : series.filter((s) => s.unit === unit)).map((s) => s.y);
    axes[key] = fit(unit, k ? arrays : [...arrays, options.levels ?? []], options.logY, 0.06, options.decades);
  });
  return { axes, keyOf: (s) => (s.unit === units[0] ? "y" : "y2") };
}

// Where a number lies; nowhere for NaN, for which a logarithmic scale has a place.
const pixelOf = (u, value, scale, onCanvas) => (Number.isFinite(value) ? u.valToPos(value, scale, onCanvas) : NaN);

function linePath(u, index) {
  const [xs, ys] = u.data[index];
  const key = u.series[index].facets[1].scale;
  const path = new Path2D(), jump = (u.series[index].period ?? Infinity) / 2;
  let down = false;
  for (let i = 0; i < xs.length; i++) {
    const x = pixelOf(u, xs[i], "x", true), y = pixelOf(u, ys[i], key, true);
    if (!Number.isFinite(x) || !Number.isFinite(y)) down = false;
    else if (down && !(Math.abs(xs[i] - xs[i - 1]) > jump)) path.lineTo(x, y);
    else {
      path.moveTo(x, y);
      down = true;
    }
  }
  return { stroke: path, fill: null, clip: null, band: null, gaps: null, flags: 1 };
}

// Rings, so that what lies beneath them can be seen; smaller where there are many.
function dotPath(u, index) {
  const [xs, ys] = u.data[index];
  const key = u.series[index].facets[1].scale, path = new Path2D(),
    radius = (xs.length > 500 ? 1.5 : 2.5) * (devicePixelRatio || 1);
  for (let i = 0; i < xs.length; i++) {
    const x = pixelOf(u, xs[i], "x", true), y = pixelOf(u, ys[i], key, true);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return { stroke: path, fill: null, clip: null, band: null, gaps: null, flags: 1 };
}

export function cssColour(host, name) {
  return getComputedStyle(host).getPropertyValue(name).trim() || "#888";
}

const degreeSteps = [1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720, 1800, 3600, 7200, 18000, 36000];

const labelFont = "12px system-ui, sans-serif";

function axisOptions(host, key, axis, name) {
  const side = { x: 2, y: 3, y2: 1 }[key];
  return {
    scale: key, side, label: name, labelFont, font: labelFont, labelSize: 22, labelGap: 2,
    stroke: () => cssColour(host, "--chart-text"),
    grid: { show: key !== "y2", width: 1, stroke: () => cssColour(host, "--chart-grid"),
      ...(axis.log && { filter: powersOnly }) },
    ticks: { width: 1, size: 5, stroke: () => cssColour(host, "--chart-grid"),
      ...(axis.log && { filter: powersOnly }) },
    space: key === "x" ? 70 : 34,
    ...(axis.unit === "°" && { incrs: degreeSteps }),
    values: (u, splits, index, space, step) => (axis.log ? logLabels(splits) : tickLabels(splits, step)),
    size: key === "x" ? 28 : (u, labels) => 20 + 7 * Math.max(2, ...(labels ?? []).map((t) => (t ?? "").length)),
  };
}

function seriesOptions(host, s, key) {
  return {
    label: s.label, show: s.shown !== false, period: s.period, paths: s.dots ? dotPath : linePath,
    points: { show: false }, width: s.dots ? 1.25 : s.width ?? 1.75, dash: s.dash,
    stroke: () => cssColour(host, s.colour), facets: [{ scale: "x", auto: true }, { scale: key, auto: true }],
  };
}

// Draws the series into `host`. Options: height, logX, logY, xIsTime, sortedX, xName, yName, period (x is from 0 to
// it), levels (of y that must be in sight), startX (part of x to show first), right (pixels left free),
// onCursor(index per series | null), onPick(time), drawMore(u, axes). Returns the plot's handle; its numbers are in
// the units of its axes.
export function createPlot(host, series, options) {
  const { axes, keyOf } = fitAxes(series, options);
  const scaled = series.map((s) => {
    const axis = axes[keyOf(s)];
    return [Array.from(s.x, (v) => v / axes.x.factor), Array.from(s.y, (v) => v / (axis?.factor ?? 1))];
  });
  const nearestIndex = (u, k) => {
    if (u.cursor.left < 0) return null;
    if (options.sortedX) return nearest(scaled[k - 1][0], u.posToVal(u.cursor.left, "x"));
    return nearestPoint(u, scaled[k - 1], keyOf(series[k - 1])).index;
  };
  let marks = null;
  const scales = {};
  for (const [key, axis] of Object.entries(axes))
    scales[key] = { time: false, auto: false, distr: axis.log ? 3 : 1, min: axis.range[0], max: axis.range[1],
      range: (u, a, b) => [a, b] };
  const u = new uPlot({
    mode: 2, width: Math.max(260, host.clientWidth), height: options.height ?? 260, legend: { show: false }, scales,
    padding: [options.headroom ?? 10, axes.y2 ? 0 : options.right ?? 16, 0, 0],
    series: [{}, ...series.map((s) => seriesOptions(host, s, keyOf(s)))],
    axes: Object.entries(axes).map(([key, axis]) =>
      axisOptions(host, key, axis, named(options[`${key}Name`], axis))),
    cursor: {
      dataIdx: nearestIndex, drag: { x: true, y: true, uni: 40, dist: 6 },
      bind: { dblclick: () => () => (reset(), null) },
      points: { size: 7, width: 1, stroke: (p, k) => cssColour(host, series[k - 1].colour),
        fill: (p, k) => cssColour(host, series[k - 1].colour) },
    },
    hooks: {
      setCursor: [(p) => options.onCursor?.(p.cursor.left < 0 ? null : p.cursor.idxs.slice(1))],
      setScale: [() => placeTime()], setSize: [() => placeTime()],
      draw: options.drawMore ? [(p) => options.drawMore(p, axes)] : [],
    },
  }, [null, ...scaled], host);
  marks = timeMarks(u, series, scaled, keyOf, axes, options);
  function placeTime() {
    marks?.place();
  }
  function reset() {
    u.batch(() => {
      for (const [key, axis] of Object.entries(axes)) u.setScale(key, { min: axis.range[0], max: axis.range[1] });
    });
  }
  bindClick(u, series, scaled, keyOf, axes, options);
  if (options.startX)
    u.setScale("x", { min: options.startX[0] / axes.x.factor, max: options.startX[1] / axes.x.factor });
  return {
    u, axes, keyOf, reset,
    zoom(factor) {
      const { min, max } = u.scales.x;
      const middle = (min + max) / 2, half = ((max - min) / 2) * factor;
      u.setScale("x", { min: Math.max(axes.x.range[0], middle - half),
        max: Math.min(axes.x.range[1], middle + half) });
    },
    setTime: (t) => marks.set(t),
    limits: () => [u.scales.x.min * axes.x.factor, u.scales.x.max * axes.x.factor],
    resize: () => u.setSize({ width: Math.max(260, host.clientWidth), height: options.height ?? 260 }),
    redraw: () => u.redraw(true, true),
    destroy: () => u.destroy(),
  };
}

// The point of a curve next to the pointer: {index, distance in pixels}.
function nearestPoint(u, [xs, ys], key) {
  let index = null, distance = Infinity;
  for (let i = 0; i < xs.length; i++) {
    const d = Math.hypot(pixelOf(u, xs[i], "x") - u.cursor.left, pixelOf(u, ys[i], key) - u.cursor.top);
    if (d < distance) [index, distance] = [i, d];
  }
  return { index, distance };
}

// The shown time: a line across a chart over time, a ring on each loop otherwise; none in a chart that has no time.
function timeMarks(u, series, scaled, keyOf, axes, options) {
  if (!series[0].time) return { place() {}, set() {} };
  let time = null;
  const line = options.xIsTime ? element("div", { class: "time-line" }) : null;
  const rings = options.xIsTime ? [] : series.filter((s) => s.time).map(() => element("div", { class: "time-ring" }));
  u.over.append(...(line ? [line] : rings));
  const show = (mark, x, y) => {
    const inside = x >= 0 && x <= u.over.clientWidth && y >= 0 && y <= u.over.clientHeight;
    mark.style.display = inside ? "block" : "none";
    mark.style.transform = line ? `translateX(${x}px)` : `translate(${x}px, ${y}px)`;
  };
  function place() {
    if (time === null) return;
    if (line) show(line, u.valToPos(time / axes.x.factor, "x"), 0);
    rings.forEach((ring, k) => {
      const i = nearest(series[k].time, time);
      show(ring, pixelOf(u, scaled[k][0][i], "x"),
        u.series[k + 1].show ? pixelOf(u, scaled[k][1][i], keyOf(series[k])) : NaN);
    });
  }
  return { place, set: (t) => ((time = t), place()) };
}

// A click without dragging tells the time under the pointer.
function bindClick(u, series, scaled, keyOf, axes, options) {
  let from = null;
  u.over.addEventListener("mousedown", (e) => (from = [e.clientX, e.clientY]));
  u.over.addEventListener("mouseup", (e) => {
    if (!from || Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 5 || e.button !== 0) return;
    if (options.xIsTime) options.onPick?.(u.posToVal(u.cursor.left, "x") * axes.x.factor);
    else if (series[0].time) {
      const found = series.map((s, k) => (s.time && u.series[k + 1].show
        ? { time: s.time, ...nearestPoint(u, scaled[k], keyOf(s)) } : { distance: Infinity }));
      const { time, index } = found.reduce((a, b) => (b.distance < a.distance ? b : a));
      if (time && index !== null) options.onPick?.(time[index]);
    }
  });
}
