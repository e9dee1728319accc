// The page of a rough surface: its map, spectrum and figures, and the load curve of two such bodies pressed together.

import { createFigure } from "../figure.js";
import { createMap } from "../map.js";

const finite = (value) => typeof value === "number" && Number.isFinite(value);
const of = (rows, key) => rows.map((row) => row[key]);

// ---- figures ----
function keyFigures({ summary: s }) {
  const plain = (label, value) => (
    { label, text: finite(value) ? { number: value.toPrecision(4), unit: "" } : undefined });
  return [
    { label: "Sq, rms height", value: s.Sq, unit: "m", note: `${s.origin} map` },
    { label: "Sz, highest over lowest", value: s.Sz, unit: "m" },
    plain("Sdq, rms slope", s.Sdq), plain("Ssk, skewness", s.Ssk), plain("Sku, kurtosis", s.Sku),
    plain("Hurst exponent", s.spectrum?.hurst),
  ];
}

// ---- map ----
function mapPart(container, s, bus, { element, section }) {
  const { rows, columns, block, heights } = s.fields, plane = element("div", { class: "chart-grid" });
  section(container, "Map", 2, plane);
  const note = block > 1 ? `Each colour is the highest of ${block} × ${block} of ${s.nx} × ${s.ny} heights.` : "";
  createMap(plane, { title: "Height", rows, columns, values: heights, unit: "m", x: [0, s.lx], y: [0, s.ly],
    xName: "x", yName: "y", note }, bus);
}

// ---- spectrum ----
// A straight line of the slope -2 (H + 1) through the middle of the bands, where there is an exponent.
export function selfAffine(bands, hurst) {
  const used = bands.filter(({ q, C }) => q > 0 && C > 0);
  if (!finite(hurst) || used.length < 2) return null;
  const mean = (f) => used.reduce((sum, band) => sum + f(band), 0) / used.length;
  const lnq = mean(({ q }) => Math.log(q)), lnC = mean(({ C }) => Math.log(C));
  return used.map(({ q }) => Math.exp(lnC - 2 * (hurst + 1) * (Math.log(q) - lnq)));
}

// In um^4: the axis does not go below 1e-16.
function spectrumFigure(grid, { spectrum: { bands, hurst } }, bus) {
  const used = bands.filter(({ q, C }) => q > 0 && C > 0), line = selfAffine(bands, hurst), x = of(used, "q");
  const small = (list) => list.map((C) => 1e24 * C);
  createFigure(grid, [
    { label: "mean of the waves in a band", x, y: small(of(used, "C")), xUnit: "1/m", unit: "", colour: "--series-1" },
    ...(line ? [{ label: `slope of H = ${hurst.toPrecision(3)}`, x, y: small(line), xUnit: "1/m", unit: "",
      colour: "--series-2", dash: [7, 4] }] : []),
  ], { title: "Spectrum", xName: "wave number", yName: "power in µm⁴", logX: true, logY: true, sortedX: true,
    height: 300 }, bus);
}

// ---- load curve ----
function curveFigures(grid, { load_curve: rows }, bus) {
  const pressure = of(rows, "pressure"), common = { label: `${rows.length} loads`, colour: "--series-1" };
  const look = { height: 300, sortedX: true };
  createFigure(grid, [{ ...common, x: of(rows, "gap"), y: pressure, xUnit: "m", unit: "Pa" }],
    { title: "Mean pressure over the mean gap", xName: "mean gap", yName: "mean pressure", logY: true, height: 300 },
    bus);
  for (const [key, title, unit] of [["area_fraction", "Real area over the nominal one", ""],
    ["stiffness", "Stiffness of the joint", "Pa/m"], ["p_max", "Greatest pressure", "Pa"]])
    createFigure(grid, [{ ...common, x: pressure, y: of(rows, key), xUnit: "Pa", unit }],
      { title, xName: "mean pressure", yName: title.toLowerCase(), logX: true, logY: true, ...look }, bus);
}

// ---- numbers ----
const names = { Sa: ["mean height", "m"], Sq: ["rms height", "m"], Ssk: ["skewness", ""], Sku: ["kurtosis", ""],
  Sp: ["highest", "m"], Sv: ["lowest", "m"], Sz: ["highest over lowest", "m"], Sdq: ["rms slope", ""],
  Sdr: ["developed area", ""], Sal_x: ["correlation length along x", "m"], Sal_y: ["the same along y", "m"],
  asperity_radius: ["radius of the asperities", "m"], asperity_density: ["their number per area", "1/m^2"],
  sigma_s: ["rms height of their tops", "m"] };

function numberTable(s, { format, table }) {
  const value = (key, unit) => (unit ? format.quantity(s[key], unit, 5) : format.number(s[key], 5));
  const rows = Object.entries(names).filter(([key]) => finite(s[key]))
    .map(([key, [meaning, unit]]) => [key, meaning, value(key, unit)]);
  return table(["Figure", "Meaning", "Value"], rows, "Figures of the map");
}

export const rough = {
  kind: "rough",
  keyFigures,
  create(container, run, name, bus, tools) {
    const s = run.summary, { element, format, section } = tools;
    if (s.origin === "generated")
      container.append(element("p", { class: "banner warn", "data-test": "generated" },
        "This map was generated, not measured."));
    mapPart(container, s, bus, tools);
    const grid = element("div", { class: "chart-grid", "data-test": "curves" });
    section(container, `Spectrum and load curve, E* = ${format.quantity(s.E_star, "Pa", 4)}`, 2, grid);
    spectrumFigure(grid, s, bus);
    curveFigures(grid, s, bus);
    section(container, "Numbers", 2, numberTable(s, tools));
  },
};
