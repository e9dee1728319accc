// One chart of a report: quantities of one or two runs against time or another quantity, with legend, cursor values,
// zoom, logarithmic axes, and export. A chart's choice is {title, ids, x ("time" or an id), logX, logY, height}; it
// may have names (of ids), xOf (ids against something else than x), xName, yName, dots (ids that are points, not a
// line), period (of an x that begins anew), note, levels ({y, text}: lines across), texts ({x, y, text} in the plane;
// `before`: it ends there) and under ({label, x, y}: lines that have no time).

import { button, checkbox, element } from "./dom.js";
import { saveCsv, savePng } from "./export.js";
import { number, unitText } from "./format.js";
import { later } from "./later.js";
import { numbers } from "./quantities.js";
import { createPlot, cssColour, nearest } from "./plot.js";

const colours = 8;
const dashes = [undefined, [7, 4], [2, 3], [9, 3, 2, 3]]; // of the runs
const again = [2, 3]; // curves beyond the eighth repeat the colours, dotted

// The curves of a choice: every run that has the quantity gives one, with dashes of its own.
export function seriesOf(runs, choice) {
  const many = runs.length > 1;
  const list = [];
  choice.ids.forEach((id, k) =>
    runs.forEach((run, r) => {
      const against = choice.xOf?.[id] ?? (choice.x || "time");
      const y = numbers(run, id);
      const x = numbers(run, against);
      if (!y?.values.length || !x) return;
      const time = y.time;
      const name = choice.names?.[id] ?? y.label;
      const sameRows = x.values.length === y.values.length;
      list.push({
        id, run: r, runName: many ? run.label : "", from: many ? run.name : "", time,
        x: against === "time" || !sameRows ? time : x.values, xLabel: x.label,
        xUnit: against === "time" ? "s" : x.unit, y: y.values, unit: y.unit,
        label: many ? `${name} (${run.label})` : name,
        width: against === "time" ? undefined : 1, colour: `--series-${(k % colours) + 1}`,
        period: choice.period, dash: dashes[r] ?? (k >= colours ? again : undefined), dots: choice.dots?.includes(id),
        shown: !choice.hidden?.includes(`${r} ${id}`),
      });
    }));
  return list;
}

// Lines that belong to the plane, not to a run.
function underOf(choice) {
  return (choice.under ?? []).map(({ label, x, y }, k) => ({
    id: `under ${k}`, run: 0, time: null, x, y, xUnit: "", unit: "", xLabel: choice.xName ?? "x", label, width: 1.5,
    colour: "--chart-muted", dash: [5, 4],
    shown: !choice.hidden?.includes(`0 under ${k}`),
  }));
}

// Levels, limits ({x, text}: lines upwards) and texts of a choice, on the canvas of its plot.
export function drawMore(u, axes, choice) {
  const { ctx } = u, { left, top, width, height } = u.bbox, pixel = devicePixelRatio || 1, host = u.root;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.font = `${12 * pixel}px system-ui, sans-serif`;
  ctx.strokeStyle = ctx.fillStyle = cssColour(host, "--chart-muted");
  ctx.lineWidth = 1.5 * pixel;
  ctx.setLineDash([5 * pixel, 4 * pixel]);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  for (const { y, text } of choice.levels ?? []) {
    const at = u.valToPos(y / axes.y.factor, "y", true);
    ctx.beginPath();
    ctx.moveTo(left, at);
    ctx.lineTo(left + width, at);
    ctx.stroke();
    ctx.fillText(text, left + 6 * pixel, at - top > 18 * pixel ? at - 5 * pixel : at + 14 * pixel);
  }
  for (const { x, text } of choice.limits ?? []) {
    const at = u.valToPos(x / axes.x.factor, "x", true), wide = ctx.measureText(text).width + 6 * pixel;
    ctx.beginPath();
    ctx.moveTo(at, top);
    ctx.lineTo(at, top + height);
    ctx.stroke();
    ctx.fillText(text, at + wide < left + width ? at + 6 * pixel : at - wide, top + height - 8 * pixel);
  }
  for (const { x, y, text, before } of choice.texts ?? []) {
    const half = ctx.measureText(text).width / 2,
      at = u.valToPos(x / axes.x.factor, "x", true) - (before ? half + 5 * pixel : 0);
    ctx.fillText(text, Math.min(left + width - half, Math.max(left + half, at)) - half,
      u.valToPos(y / axes.y.factor, "y", true) - (before ? 4 * pixel : 0));
  }
  ctx.restore();
}

// Units that a choice asks for; a chart shows two at most.
export function unitsOf(runs, ids) {
  const units = new Set();
  for (const id of ids)
    for (const run of runs) {
      const found = numbers(run, id);
      if (found) units.add(found.unit);
    }
  return [...units];
}

// Watches everything that changes the look of a drawing: size of the host, light and dark, printing.
export function watchLook(host, bus, resize, redraw) {
  const stops = [bus.on("theme", () => requestAnimationFrame(redraw))];
  let width = host.clientWidth;
  const observer = new ResizeObserver(() => {
    if (host.clientWidth === width || !host.clientWidth) return;
    width = host.clientWidth;
    resize();
  });
  observer.observe(host);
  const dark = matchMedia("(prefers-color-scheme: dark)"), print = matchMedia("print");
  for (const query of [dark, print]) query.addEventListener("change", redraw);
  return () => {
    stops.forEach((stop) => stop());
    observer.disconnect();
    for (const query of [dark, print]) query.removeEventListener("change", redraw);
  };
}

function legendEntry(s, k, state) {
  const value = element("span", { class: "legend-value" });
  const mark = element("span", { class: `legend-mark${s.dots ? " dots" : s.dash ? " dashed" : ""}` });
  mark.style.borderColor = `var(${s.colour})`;
  const item = element("button", {
    type: "button", class: "legend-item", "aria-pressed": String(s.shown),
    title: `Show or hide this curve${s.from ? `, of ${s.from}` : ""}`,
    onclick: () => state.toggleShown(k),
  }, mark, element("span", { class: "legend-name" }, s.label), value);
  item.value_ = value;
  return item;
}

export function createChart(container, runs, choice, bus, { onActive, onRemove, controls = true } = {}) {
  const state = { choice: { x: "time", ...choice }, series: [], plot: null, time: runs[0]?.time.data[0] ?? 0,
    cursor: null, stopLook: null };
  const title = element("h3", { class: "chart-title" });
  const host = element("div", { class: "chart-plot" });
  const legend = element("div", { class: "chart-legend" });
  const note = element("p", { class: "note chart-note" });
  const root = element("section", {
    class: "chart", tabindex: "0", "data-test": "chart", onkeydown: (e) => keys(e, state, bus),
    onfocusin: () => onActive?.(api), onpointerdown: () => onActive?.(api),
  });
  const bar = controls ? controlBar(state, rebuild, onRemove && (() => onRemove(api))) : null;
  root.append(element("header", { class: "chart-head" }, title, bar), host, legend, note);
  container.append(root);

  state.toggleShown = (k) => {
    const s = state.series[k], key = `${s.run} ${s.id}`;
    const hidden = new Set(state.choice.hidden ?? []);
    if (!hidden.delete(key)) hidden.add(key);
    state.choice.hidden = [...hidden];
    rebuild();
  };
  function showValues() {
    const { plot } = state;
    if (!plot) return;
    state.series.forEach((s, k) => {
      const i = state.cursor ? state.cursor[k] : s.time ? nearest(s.time, state.time) : null;
      const axis = plot.axes[plot.keyOf(s)];
      const text = i === null || i === undefined || !axis ? "" : Number.isFinite(s.y[i])
        ? `${number(s.y[i] / axis.factor, 5)} ${axis.shown}` : "–";
      legend.children[k + 1].value_.textContent = text;
    });
    const first = state.series[0];
    const at = state.cursor?.[0] ?? nearest(first.time, state.time);
    const axis = plot.axes.x;
    legend.children[0].textContent =
      `${state.choice.x === "time" ? "t" : state.choice.xName ?? first.xLabel} = ` +
      `${number(first.x[at] / axis.factor)} ${axis.shown}`;
  }
  function rebuild() {
    prepare();
    draw();
  }
  function prepare() {
    state.plot?.destroy();
    state.plot = null;
    const known = unitsOf(runs, state.choice.ids).slice(0, 2);
    const drawn = seriesOf(runs, state.choice).filter((s) => known.includes(s.unit));
    state.series = drawn.length ? [...drawn, ...underOf(state.choice)] : [];
    title.textContent = titleOf(state);
    root.setAttribute("aria-label",
      `Chart: ${title.textContent}. Arrow keys move the time, plus and minus zoom, 0 shows all.`);
    legend.replaceChildren();
    note.textContent = noteOf(runs, state);
    bar?.refresh();
    legend.append(...(state.series.length
      ? [element("span", { class: "legend-x" }), ...state.series.map((s, k) => legendEntry(s, k, state))] : []));
    host.style.minHeight = state.series.length ? `${state.choice.height ?? 260}px` : "";
  }
  function draw() {
    if (!state.series.length || state.plot || !root.isConnected) return;
    state.plot = createPlot(host, state.series, {
      height: state.choice.height, logX: state.choice.logX, logY: state.choice.logY,
      xIsTime: state.choice.x === "time", sortedX: state.choice.x === "time", period: state.choice.period,
      tightX: state.choice.tightX, levels: state.choice.levels?.map((l) => l.y),
      drawMore: state.choice.levels || state.choice.texts ? (u, axes) => drawMore(u, axes, state.choice) : null,
      yName: state.choice.yName,
      xName: state.choice.x === "time" ? "time" : state.choice.xName ?? state.series[0].xLabel,
      onCursor: (indices) => ((state.cursor = indices), showValues()), onPick: (t) => bus.emit("time", t),
    });
    state.plot.setTime(state.time);
    showValues();
  }
  const stops = [bus.on("time", (t) => {
    state.time = t;
    state.plot?.setTime(t);
    if (!state.cursor) showValues();
  }), watchLook(host, bus, () => state.plot?.resize(), () => state.plot?.redraw())];
  const api = {
    element: root, state, rebuild, draw,
    set: (change) => (Object.assign(state.choice, change), rebuild()),
    remove() {
      stops.forEach((stop) => stop());
      state.plot?.destroy();
      root.remove();
    },
  };
  prepare();
  later(draw);
  return api;
}

function titleOf({ choice, series }) {
  if (choice.title) return choice.title;
  if (!series.length) return "New chart: choose quantities from the list";
  const names = [...new Set(choice.ids)].map((id) => id.split("/").slice(1).join(" "));
  const against = choice.x === "time" ? "" : ` against ${series[0].xLabel}`;
  return (names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
    : names.join(", ")) + against;
}

function noteOf(runs, { choice, series }) {
  const notes = choice.note ? [choice.note] : [];
  const missing = choice.ids.length && !series.length;
  if (missing) notes.push("Not recorded in this run.");
  if (unitsOf(runs, choice.ids).length > 2)
    notes.push("A chart shows two units at most; curves of further units are left out.");
  if (choice.logY && series.some((s) => s.y.some((v) => v <= 0)))
    notes.push("Values of zero or below have no place on a logarithmic axis and are left out.");
  return notes.join(" ");
}

function controlBar(state, rebuild, remove) {
  const log = (key, text) => checkbox(text, state.choice[key], (on) => ((state.choice[key] = on), rebuild()));
  const logX = log("logX", "log x"), logY = log("logY", "log y");
  const tools = element("div", { class: "chart-tools" }, logX, logY,
    button("Whole range", "Show the whole range again (double click, or key 0)", () => state.plot?.reset(),
      { "data-test": "zoom-reset" }),
    button("PNG", "Save this chart as a picture", () => png(state), { "data-test": "png" }),
    button("CSV", "Save the shown numbers, in SI units", () => csv(state), { "data-test": "csv" }),
    remove ? button("✕", "Remove this chart", remove, { "aria-label": "Remove this chart" }) : null);
  tools.refresh = () => {
    logX.input.checked = Boolean(state.choice.logX);
    logY.input.checked = Boolean(state.choice.logY);
  };
  return tools;
}

function png(state) {
  if (!state.plot) return;
  const host = state.plot.u.root;
  const entries = state.series.filter((s) => s.shown)
    .map((s) => ({ text: s.label, colour: cssColour(host, s.colour), dash: s.dash }));
  const look = { text: cssColour(host, "--chart-text"), ground: cssColour(host, "--chart-ground") };
  savePng(titleOf(state), state.plot.u.ctx.canvas, titleOf(state), entries, look);
}

const heading = (label, unit) => (unitText(unit) ? `${label} [${unit}]` : label);

function csv(state) {
  if (!state.plot) return;
  const columns = state.series.filter((s) => s.shown).map((s) => ({
    x: s.x, y: s.y, xName: heading(s.runName ? `${s.xLabel} (${s.runName})` : s.xLabel, s.xUnit),
    yName: heading(s.label, s.unit),
  }));
  saveCsv(titleOf(state), columns, state.plot.limits());
}

// Arrow keys: one row of time back or on (ten with shift); + and - zoom about the middle; 0 shows all.
function keys(event, state, bus) {
  if (event.target !== event.currentTarget || !state.series.length) return;
  const time = state.series[0].time;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    const i = nearest(time, state.time) + step * (event.shiftKey ? 10 : 1);
    bus.emit("time", time[Math.min(time.length - 1, Math.max(0, i))]);
  } else if (event.key === "+" || event.key === "=") state.plot?.zoom(0.5);
  else if (event.key === "-") state.plot?.zoom(2);
  else if (event.key === "0" || event.key === "Escape") state.plot?.reset();
  else return;
  event.preventDefault();
}
