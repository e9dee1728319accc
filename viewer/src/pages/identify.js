// The page of an identification: what was found and how surely, how the model follows each curve, what is left over,
// how the search went. Its curves are tables with a time (time, x, measured, x_model, model, residual) that the
// summary names.

import { createFigure } from "../figure.js";
import { histogram, neighbours, normalDensity } from "../statistics.js";
import { caution, chiSquared, parameterNotes, percent, uncertainty, verdict } from "./identify_words.js";

const mostCurves = 12; // with charts; a study may have hundreds
const mostCorrelations = 30;

// Without a single evaluation that succeeded there is nothing but starts.
const answered = (s) => Array.isArray(s.curves);

const columnOf = (run, table, name) => run.tables[table]?.columns?.find((c) => c.name === name)?.values?.data ?? null;

// ---- figures ----
function keyFigures(run, name, { format }) {
  const s = run.summary, parameters = answered(s) ? Object.entries(s.parameters ?? {}) : [];
  const about = (p) => (Number.isFinite(uncertainty(p)) ? `±\u00a0${percent(uncertainty(p), 2)}` : "");
  const found = parameters.slice(0, 5).map(
    ([label, p]) => ({ label, text: { number: format.number(p.value, 4),
      unit: [format.unitText(p.unit), about(p)].filter(Boolean).join(" ") } }));
  const fit = [
    { label: "χ²/(n − p)", value: s.chi2_reduced ?? NaN, unit: "" },
    ...(answered(s) && s.degrees_of_freedom !== undefined
      ? [{ label: "Points, degrees of freedom",
        text: { number: `${format.count(s.points)}, ${format.count(s.degrees_of_freedom)}`, unit: "" } }] : []),
    ...(typeof s.accepted === "boolean" && answered(s)
      ? [{ label: "Acceptance", text: { number: s.accepted ? "met" : "not met", unit: "" } }] : []),
    ...(s.warnings?.length ? [{ label: "Warnings", text: { number: String(s.warnings.length), unit: "" } }] : []),
    ...(Number.isFinite(s.evaluations)
      ? [{ label: "Evaluations", text: { number: format.count(s.evaluations), unit: "" } }] : []),
  ];
  return [...found, ...fit];
}

function parameterTable(s, { format, table }) {
  const rows = Object.entries(s.parameters ?? {}).map(([name, p]) => {
    const [low, high] = p.interval ?? [], known = Number.isFinite(low) && Number.isFinite(high),
      share = uncertainty(p);
    return [name, format.number(p.value, 6), format.unitText(p.unit),
      known ? `${format.number(low, 6)} … ${format.number(high, 6)}` : "none",
      Number.isFinite(share) ? percent(share, 2) : "–",
      format.number(p.start, 4), `${format.number(p.bounds?.[0], 4)} … ${format.number(p.bounds?.[1], 4)}`,
      p.scale ?? "", parameterNotes(s, name).join("; ") || "–"];
  });
  return rows.length ? table(["Parameter", "Value", "Unit", "95 % interval", "± of the value", "Start", "Bounds",
    "Scale", "Note"], rows, "Found, with what the data leave open") : null;
}

// A coloured cell per pair: the number says it, the ground shows it: blue for positive, orange for negative ones.
function correlationTable(s, { element, format, table }) {
  const names = Object.keys(s.correlation ?? {}).slice(0, mostCorrelations);
  if (names.length < 2) return null;
  const cell = (r) => {
    const known = Number.isFinite(r);
    const made = element("span", { class: "correlation" },
      known ? format.number(Math.abs(r) < 5e-4 ? 0 : r, Math.abs(r) < 0.1 ? 2 : 3) : "–");
    if (known) made.style.background =
      `color-mix(in srgb, var(${r > 0 ? "--series-1" : "--series-2"}) ${Math.round(38 * Math.abs(r))}%, ` +
      `var(--chart-ground))`;
    return made;
  };
  const rows = names.map((a) => [a, ...names.map((b) => cell(s.correlation[a]?.[b]))]);
  const all = Object.keys(s.correlation).length;
  const made = table(["", ...names], rows,
    `Correlation of the estimates${
      all > names.length ? `; the first ${names.length} of ${all}, all are in summary.json` : ""}`);
  made.dataset.test = "correlation";
  return made;
}

function wordsPart(container, s, { element, section }) {
  const part = section(container, "What it says", 3);
  const careful = caution(s);
  part.append(element("p", { "data-test": "verdict" }, verdict(s)));
  if (careful) part.append(element("p", { class: "banner warn", "data-test": "caution" }, careful));
  else if (s.accepted === true)
    part.append(element("p", {},
      "Intervals are narrow and no two parameters trade off: the data determine the values, if the residuals are " +
      "noise."));
  if (s.degrees_of_freedom !== undefined) part.append(element("p", {}, chiSquared(s)));
  const warnings = s.warnings ?? [];
  if (warnings.length)
    part.append(element("ul", { class: "assumptions", "data-test": "warnings" },
      ...warnings.map((w) => element("li", {}, w))));
  else part.append(element("p", { class: "note" }, "No warnings."));
}

// ---- curves ----
// What is rounding noise beside the size of the curve is 0.
const clean = (value, size) => (Math.abs(value) < 1e-9 * size ? 0 : value);

// The columns of the criteria: [head, text of a curve, is it worth a column?].
function criteria(s, { format }) {
  const of = (key) => (c) => format.quantity(clean(c[key], c.max_measured), c.unit);
  const offset = (c) => (Number.isFinite(c.offset)
    ? `${format.quantity(c.offset, c.unit)}` +
      `${Number.isFinite(c.offset_error) ? ` ± ${format.quantity(c.offset_error, c.unit, 2)}` : ""}` : "none");
  const some = (test) => s.curves.some(test), asked = typeof s.accepted === "boolean";
  return [
    ["Points", (c) => format.count(c.points), true], ["Noise σ", of("sigma"), true],
    ["σ is", (c) => (c.sigma_estimated ? "estimated" : "given"), true],
    ["I_max", of("I_max"), true], ["I_m", of("I_m"), true], ["Mean |d|", of("I_abs"), true],
    ["I_σ", of("I_sigma"), true], ["Within tolerance", (c) => percent(c.within), true],
    ["Loop area", (c) => (Number.isFinite(c.area_error) ? `${c.area_error > 0 ? "+" : ""}${percent(c.area_error)}`
      : "no loop"), some((c) => Number.isFinite(c.area_error))],
    ["Offset", offset, some((c) => Number.isFinite(c.offset))], ["Mean (d/σ)²", (c) => format.number(c.chi2, 3), true],
    ["Acceptance", (c) => (c.accepted ? "met" : "not met"), asked],
  ].filter(([, , worth]) => worth);
}

function criteriaTable(s, tools) {
  if (!s.curves?.length) return null;
  const columns = criteria(s, tools), rows =
    s.curves.map((c) => [`${c.experiment}.${c.curve}`, ...columns.map(([, text]) => text(c))]);
  return tools.table(["Curve", ...columns.map(([head]) => head)], rows,
    "d = model − measured; I_max greatest |d|, I_m mean of d, I_σ its standard deviation; loop area: model against " +
    "measured");
}

const ids = (table, ...columns) => columns.map((c) => `table/${table}/${c}`);

function fitCharts(grid, run, { table: name }, bus, tools) {
  const [measured, model, residual, x, xModel] = ids(name, "measured", "model", "residual", "x", "x_model");
  const names = { [measured]: "measured", [model]: "model", [residual]: "model − measured" },
    both = { ids: [measured, model], names, dots: [measured], height: 240 };
  tools.chart(grid, run, { ...both, title: "Measured and model" }, bus);
  if (columnOf(run, name, "x"))
    tools.chart(grid, run, { ...both, title: "Loops: measured and model over x", x, xName: "x",
      xOf: columnOf(run, name, "x_model") ? { [model]: xModel } : undefined }, bus);
  tools.chart(grid, run, { title: "Residuals over time", ids: [residual], names, dots: [residual], height: 240 }, bus);
}

function noiseFigure(grid, run, curve, bus, { format }) {
  const residual = columnOf(run, curve.table, "residual");
  if (!residual || !(curve.sigma > 0)) return;
  const scaled = Array.from(residual, (d) => d / curve.sigma), bars = histogram(scaled);
  if (!bars) return;
  const r = neighbours(scaled), limit = 3 / Math.sqrt(scaled.length);
  const word = Math.abs(r) < limit ? "as of noise"
    : "a pattern: the model's fault, or noise that is not white; the intervals are then too narrow";
  createFigure(grid, [
    { label: "residuals over σ", ...bars, colour: "--series-1" },
    { label: "normal density", ...normalDensity(Math.min(-3.5, bars.x[0]), Math.max(3.5, bars.x[bars.x.length - 1])),
      colour: "--series-2", dash: [7, 4] },
  ], {
    title: "Residuals as noise", xName: "(model − measured)/σ", yName: "density", sortedX: true, height: 240,
    note: `Correlation of neighbouring residuals ${format.number(r, 2)}: ${word}.`,
  }, bus);
}

function curvesPart(container, run, bus, tools) {
  const { element, section } = tools, s = run.summary,
    shown = (s.curves ?? []).filter((c) => columnOf(run, c.table, "measured"));
  for (const curve of shown.slice(0, mostCurves)) {
    const grid = element("div", { class: `chart-grid${columnOf(run, curve.table, "x") ? "" : " three"}`,
      "data-test": "fitted" });
    section(container, `Curve ${curve.experiment}.${curve.curve}`, 3, grid);
    fitCharts(grid, run, curve, bus, tools);
    noiseFigure(grid, run, curve, bus, tools);
  }
  const more = shown.length - mostCurves;
  if (more > 0)
    container.append(element("p", { class: "note" },
      `${more} more curves are in the list of quantities and in fit_*.csv.`));
}

// ---- search ----
// The least cost up to each evaluation of its round: weights change from round to round, and costs with them.
export function leastSoFar(cost, round) {
  let least = Infinity;
  return Array.from(cost, (c, i) => {
    if (i && round && round[i] !== round[i - 1]) least = Infinity;
    if (c < least) least = c;
    return Number.isFinite(least) ? least : NaN;
  });
}

function searchPart(container, run, bus, tools) {
  const { format, section, table } = tools, s = run.summary, part = section(container, "The search", 3);
  const cost = columnOf(run, "history", "cost"), evaluation = columnOf(run, "history", "evaluation"),
    round = columnOf(run, "history", "round");
  if (evaluation && cost?.some(Number.isFinite))
    createFigure(part, [
      { label: "cost of an evaluation", x: evaluation, y: cost, colour: "--series-6", dots: true },
      { label: "least so far, of its round of weights", x: evaluation, y: leastSoFar(cost, round),
        colour: "--series-1" },
    ], { title: "Cost over evaluations", xName: "evaluation", yName: "cost", logY: cost.every((c) => !(c <= 0)),
      sortedX: true, height: 240 }, bus);
  const text = (value) => (typeof value !== "number" ? value : Number.isInteger(value) ? format.count(value)
    : format.number(value));
  const facts = {
    method: s.method?.type, loss: s.method?.loss, seed: s.method?.seed, "how it ended": s.how,
    evaluations: s.evaluations, "runs of the model": s.runs, "runs taken over": s.reused || null,
    "runs that failed": s.failures, "rounds of weights": s.rounds, "cost at the end": s.cost,
    "condition of the sensitivities": s.condition, study: s.study, model: s.model,
    "computing time": Number.isFinite(s.wall_seconds) ? format.quantity(s.wall_seconds, "s", 3) : null,
  };
  const rows = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
    .map(([label, value]) => [label, text(value)]);
  part.append(table(["Fact", "Value"], rows, "How it was found"));
}

export const identify = {
  kind: "identify",
  keyFigures,
  create(container, run, name, bus, tools) {
    const s = run.summary, part = tools.section(container, "Parameters", 2);
    const tables = answered(s) ? [parameterTable(s, tools), correlationTable(s, tools)].filter(Boolean) : [];
    part.append(...(tables.length ? tables
      : [tools.element("p", { class: "note" }, "No parameters were found: see the message above.")]));
    if (tables.length) wordsPart(container, s, tools);
    const near = criteriaTable(s, tools);
    if (near) tools.section(container, "How near the curves are", 3, near);
    curvesPart(container, run, bus, tools);
    searchPart(container, run, bus, tools);
  },
};
