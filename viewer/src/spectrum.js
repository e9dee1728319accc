// The spectrum of a machine, with lines where its parts make themselves heard: ftf, bpfo, bpfi, bsf, 2bsf and their
// harmonics.

import { button, checkbox, element, select } from "./dom.js";
import { saveCsv, savePng } from "./export.js";
import { number, quantity } from "./format.js";
import { createPlot, cssColour } from "./plot.js";
import { watchLook } from "./chart.js";

const lineNames = {
  shaft: "shaft", ftf: "cage (ftf)", bpfo: "outer race (bpfo)", bpfi: "inner race (bpfi)", bsf: "ball spin (bsf)",
  "2bsf": "ball defect (2 bsf)",
};
const lineColours = { shaft: "--series-7", ftf: "--series-3", bpfo: "--series-2", bpfi: "--series-1",
  bsf: "--series-4", "2bsf": "--series-5" };

// The columns of amplitude as [{name, unit, values}]; the array may hold a row per frequency or a row per name.
export function spectrumColumns(spectrum) {
  const count = spectrum.frequency.data.length;
  const { shape, data } = spectrum.amplitude;
  const byName = shape[0] === spectrum.names.length && shape[1] === count;
  return spectrum.names.map((name, k) => {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = byName ? data[k * count + i] : data[i * spectrum.names.length + k];
    return { name, unit: spectrum.units?.[k] ?? "", values };
  });
}

// Frequencies to mark: {key, harmonic, frequency}, rising.
export function markedLines(summary, shown, harmonics, highest) {
  const base = { ...(summary?.frequencies ?? {}) };
  const speed = summary?.speed?.mean;
  if (Number.isFinite(speed)) base.shaft = Math.abs(speed) / (2 * Math.PI);
  const lines = [];
  for (const [key, frequency] of Object.entries(base))
    if (shown.has(key) && frequency > 0)
      for (let h = 1; h <= harmonics && h * frequency <= highest; h++)
        lines.push({ key, harmonic: h, frequency: h * frequency });
  return lines.sort((a, b) => a.frequency - b.frequency);
}

function lineName({ key, harmonic }) {
  if (key === "2bsf") return `${2 * harmonic}·bsf`;
  return harmonic === 1 ? key : `${harmonic}·${key}`;
}

const rows = 3, rowHeight = 14;

// Dashed lines with their names above the plot, in the first of some rows where the name fits.
function drawLines(u, host, lines, factor) {
  const { ctx, bbox } = u;
  const pixel = devicePixelRatio || 1;
  const ends = new Array(rows).fill(-Infinity);
  ctx.save();
  ctx.font = `${11 * pixel}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  for (const line of lines) {
    const x = u.valToPos(line.frequency / factor, "x", true);
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) continue;
    const name = lineName(line);
    const half = ctx.measureText(name).width / 2;
    const row = ends.findIndex((end) => x - half > end + 4 * pixel);
    ctx.strokeStyle = ctx.fillStyle = cssColour(host, lineColours[line.key] ?? "--chart-text");
    ctx.lineWidth = (line.harmonic === 1 ? 1.5 : 1) * pixel;
    ctx.setLineDash([3 * pixel, 3 * pixel]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (row < 0) continue;
    ends[row] = x + half;
    ctx.fillStyle = cssColour(host, "--chart-text");
    ctx.fillText(name, x, bbox.top - (4 + row * rowHeight) * pixel);
  }
  ctx.restore();
}

// Of a bearing four lines, of other machines all.
function shownFirst(summary) {
  const keys = Object.keys(summary?.frequencies ?? {});
  return keys.includes("bpfo") ? ["ftf", "bpfo", "bpfi", "2bsf"] : keys;
}

// At first up to the twentieth harmonic of the outer race: what lies above is a zoom away.
function firstRange(summary, frequencies) {
  const highest = frequencies[frequencies.length - 1], wanted = 20 * (summary?.frequencies?.bpfo ?? Infinity);
  return wanted < highest ? [frequencies[1] ?? 0, wanted] : null;
}

function seriesFor(spectrum, columns, state) {
  return columns.filter((c) => c.unit === state.unit).map((c) => ({
    label: c.name, x: spectrum.frequency.data, y: c.values, xUnit: "Hz", unit: c.unit, time: null,
    colour: axisColours[c.name.slice(-1)] ?? "--series-6", shown: true,
  }));
}

const axisColours = { x: "--series-1", y: "--series-2", z: "--series-3" };
const unitKinds = { N: "force", m: "displacement", "N m": "moment" };

function optionsBar(state, units, present, rebuild, exporters) {
  const bar = element("div", { class: "chart-tools spectrum-tools" });
  if (units.length > 1)
    bar.append(element("label", { class: "choice" }, "of ",
      select(units.map((u) => [u, unitKinds[u] ?? u]), state.unit, (u) => ((state.unit = u), rebuild()))));
  bar.append(checkbox("log amplitude", state.logY, (on) => ((state.logY = on), rebuild())),
    checkbox("log frequency", state.logX, (on) => ((state.logX = on), rebuild())));
  bar.append(element("label", { class: "choice" }, "harmonics ",
    select([1, 2, 3, 4, 6, 10].map((h) => [String(h), String(h)]), String(state.harmonics),
      (h) => ((state.harmonics = Number(h)), rebuild()))));
  bar.append(button("Whole range", "Show the whole range again (double click)", () => state.plot?.reset()),
    ...exporters);
  const marks = element("div", { class: "chart-tools" }, element("span", { class: "note" }, "Lines:"));
  for (const key of present) {
    const box = checkbox(lineNames[key] ?? key, state.shown.has(key),
      (on) => (on ? state.shown.add(key) : state.shown.delete(key), rebuild()));
    const sample = element("span", { class: "legend-mark dashed" });
    sample.style.borderColor = `var(${lineColours[key] ?? "--chart-text"})`;
    box.append(sample);
    marks.append(box);
  }
  return [bar, marks];
}

function readout(legend, plot, series, indices, spectrum) {
  const parts = series.map((s, k) => {
    const mark = element("span", { class: "legend-mark" });
    mark.style.borderColor = `var(${s.colour})`;
    const value = indices ? quantity(s.y[indices[k]], s.unit) : "";
    return element("span", { class: "legend-item" }, mark, element("span", { class: "legend-name" }, s.label),
      element("span", { class: "legend-value" }, value));
  });
  const at = indices ? `f = ${number(spectrum.frequency.data[indices[0]])} Hz` : "amplitude against frequency";
  legend.replaceChildren(element("span", { class: "legend-x" }, at), ...parts);
}

// The chart of a machine's spectrum; null if the run has none.
export function createSpectrum(container, run, name, bus) {
  const spectrum = run.machines[name]?.spectrum;
  if (!spectrum?.frequency?.data?.length || !spectrum.amplitude) return null;
  const summary = run.summary?.machines?.[name];
  const columns = spectrumColumns(spectrum);
  const units = [...new Set(columns.map((c) => c.unit))];
  const state = { unit: units[0], logY: true, logX: false, harmonics: 2, shown: new Set(shownFirst(summary)),
    plot: null };
  const frequencies = spectrum.frequency.data;
  const present = ["shaft", ...Object.keys(summary?.frequencies ?? {})];
  const host = element("div", { class: "chart-plot" }), legend = element("div", { class: "chart-legend" });
  const title = `Spectrum of ${name}`;
  let series = [];
  const exporters = [
    button("PNG", "Save this chart as a picture", () => savePng(title, state.plot.u.ctx.canvas, title,
      series.map((s) => ({ text: s.label, colour: cssColour(host, s.colour) })),
      { text: cssColour(host, "--chart-text"), ground: cssColour(host, "--chart-ground") })),
    button("CSV", "Save the shown numbers, in SI units", () => saveCsv(title,
      series.map((s) => ({ x: s.x, y: s.y, xName: "frequency [Hz]", yName: `${s.label} [${s.unit}]` })),
      state.plot.limits())),
  ];
  const root = element("section", { class: "chart", "data-test": "spectrum", "aria-label": title }, host, legend);
  root.prepend(...optionsBar(state, units, present, rebuild, exporters));
  container.append(root);
  function rebuild() {
    state.plot?.destroy();
    series = seriesFor(spectrum, columns, state);
    const strongest = Math.max(...series.map((s) => s.y.reduce((m, v, i) => (i > 2 && v > m ? v : m), 0)));
    // Directions without motion are rounding noise: left out, or a logarithmic axis would be all noise.
    series = series.filter((s) => s.y.some((v, i) => i > 2 && v > 1e-6 * strongest));
    if (!series.length) series = seriesFor(spectrum, columns, state);
    state.plot = createPlot(host, series, {
      height: 330, decades: 6, logX: state.logX, logY: state.logY, sortedX: true, tightX: true, xName: "frequency",
      startX: firstRange(summary, frequencies), headroom: 12 + rows * rowHeight,
      onCursor: (indices) => readout(legend, state.plot, series, indices, spectrum),
      drawMore: (u, axes) => drawLines(u, host,
        markedLines(summary, state.shown, state.harmonics, frequencies[frequencies.length - 1]), axes.x.factor),
    });
    readout(legend, state.plot, series, null, spectrum);
  }
  rebuild();
  return { element: root, remove: watchLook(host, bus, () => state.plot.resize(), () => state.plot.redraw()) };
}
