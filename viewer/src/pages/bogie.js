// The page of a bogie: headline figures, loops in yaw and up and down, with a measured loop if the run has one (the
// table `measured` with columns phi and M, or z and Q), what the points of its wedges do, the wedges as a table.

import { columnRatio, loopChart, wedgePoints } from "../loops.js";
import { createModes } from "../modes.js";
import { numbers } from "../quantities.js";
import { alive, partColumns } from "../views.js";
import { angle, lossFigures, since } from "./wedge.js";

const wedges = 4;
const most = (range) => Math.max(Math.abs(range?.min), Math.abs(range?.max));
const real = (value, least) => (value > least ? value : NaN);

// Greatest force of a point of any wedge.
const pointForce = (s) => Math.max(...(s.wedges ?? []).map((w) => w.max_N ?? NaN));

function keyFigures(run, name, { format }) {
  const s = run.summary?.machines?.[name] ?? {};
  return [
    { label: "Greatest moment M", value: real(most(s.M), 1e-6), unit: "N m" },
    { label: "Greatest yaw φ", value: real(most(s.phi), 1e-9), unit: "rad" },
    { label: "Vertical load Q, mean", value: s.Q?.mean, unit: "N" },
    { label: "Greatest force of a point", value: pointForce(s), unit: "N" },
    ...lossFigures(s).map(({ label, value, unit }) => ({ label, value, unit })),
    ...angle("Toe angle", s.wedges?.[0]?.toe, format),
  ];
}

function figuresPart(container, s, { element, format, headline, section }, name) {
  const part = section(container, `Bogie ${name}`, 2);
  const range = (r, unit) => (r ? `${format.quantity(r.min, unit)} to ${format.quantity(r.max, unit)}` : "");
  const groups = [
    ["Yaw", [{ label: "Greatest moment M", value: real(most(s.M), 1e-6), unit: "N m", note: range(s.M, "N m") },
      { label: "Greatest yaw φ", value: real(most(s.phi), 1e-9), unit: "rad" }]],
    ["Vertical", [{ label: "Force on the bolster Q, mean", value: s.Q?.mean, unit: "N", note: range(s.Q, "N") },
      { label: "Travel z, mean", value: s.z?.mean, unit: "m", note: range(s.z, "m") },
      { label: "Greatest force of a point", value: pointForce(s), unit: "N" },
      ...angle("Toe angle", s.wedges?.[0]?.toe, format)]],
    ["Energy", lossFigures(s)],
  ];
  for (const [title, figures] of groups) {
    const list = headline(figures);
    if (list.childNodes.length) part.append(element("h3", {}, title), list);
  }
  if (Number.isFinite(s.from)) part.append(element("p", { class: "note" }, since(s, format)));
}

// A loop of the bogie with what was measured beneath it.
export function withMeasured(run, choice, x, y) {
  const [mx, my] = [x, y].map((column) => `table/measured/${column}`);
  if (!choice || !numbers(run, mx) || !numbers(run, my)) return choice;
  return { ...choice, ids: [my, ...choice.ids], xOf: { [my]: mx }, names: { ...choice.names, [my]: "measured" },
    dots: [my] };
}

const perWedge = (column) => Object.fromEntries(Array.from({ length: wedges },
  (_, k) => [`wedge${k + 1}_${column}`, `wedge ${k + 1}`]));

function loopsPart(container, run, name, bus, tools) {
  const choices = [
    withMeasured(run, loopChart(run, name, "Moment over yaw", "phi", { M: "all wedges" }, "yaw φ"), "phi", "M"),
    loopChart(run, name, "Moment over yaw, wedge by wedge", "phi", perWedge("Mz"), "yaw φ"),
    withMeasured(run, loopChart(run, name, "Force on the bolster over travel", "z", { Q: "force Q, upwards" },
      "travel z"), "z", "Q"),
    loopChart(run, name, "Column friction over travel, wedge by wedge", "z", perWedge("Fcol"), "travel z"),
  ].filter(Boolean);
  if (!choices.length) return;
  const grid = tools.element("div", { class: "chart-grid" });
  tools.section(container, "Loops", 3, grid);
  for (const choice of choices) tools.chart(grid, run, choice, bus);
}

function curvesPart(container, run, name, bus, tools) {
  const grid = tools.element("div", { class: "chart-grid" }), id = (column) => `machine/${name}/${column}`;
  tools.section(container, "Over time", 3, grid);
  const add = (title, ids, more = {}) => ids.length
    && tools.chart(grid, run, { title, ids, height: 220, ...more }, bus);
  add("Moment and yaw", alive([run], ["M", "phi"].map(id)));
  add("Force on the bolster and travel", alive([run], ["Q", "z"].map(id)));
  for (const [column, title] of [["N12", "Upper points of the columns"], ["N34", "Lower points of the columns"],
    ["Ninc", "Normal force in the pockets"]]) {
    const { ids, names } = partColumns([run], name, "wedge", column);
    if (alive([run], ids).length) add(title, ids, { names });
  }
  add("Power lost", alive([run], [id("loss")]));
}

function wedgeTable(run, name, s, { format, table }) {
  const list = s?.wedges ?? [];
  if (!list.length) return null;
  const columns = [["P", "P, mean", "mean"], ["N12", "N12, max", "max"], ["N34", "N34, max", "max"],
    ["Ninc", "Pocket N, max", "max"]];
  const force = format.scaleFor("N",
    Math.max(...list.flatMap((w) => columns.map(([key]) => most(w[key])).filter(Number.isFinite))));
  const moment = format.scaleFor("N m", Math.max(...list.map((w) => most(w.Mz)).filter(Number.isFinite)));
  const shown = (value, scale) => format.number(value / scale.factor);
  const rows = list.map((w, k) => {
    const ratio = columnRatio(run, name, `wedge${k + 1}_`);
    const forces = columns.map(([key, , kind]) => shown(w[key]?.[kind], force));
    return [`wedge ${k + 1}`, ...forces, shown(w.max_N, force), shown(most(w.Mz), moment),
      format.number(ratio.down, 3), format.number(ratio.up, 3)];
  });
  const heads = ["Wedge", ...columns.map(([, title]) => [title, force.unit]), ["Point, max", force.unit],
    ["Moment, max", moment.unit], "N₁/P going down", "N₁/P going up"];
  return table(heads, rows, "Wedges");
}

export const bogie = {
  type: "bogie",
  keyFigures,
  charts: (runs, name) => {
    const id = (column) => `machine/${name}/${column}`, [M, phi, Q, z] = ["M", "phi", "Q", "z"].map(id),
      yaws = alive(runs, [M, phi]).length === 2;
    return [
      { title: `${name}: moment over yaw`, x: phi, ids: yaws ? [M] : [] },
      { title: `${name}: force on the bolster over travel`, x: z, ids: yaws ? [] : alive(runs, [Q]) },
      { title: `${name}: normal force of the columns' upper points`, ...partColumns(runs, name, "wedge", "N12") },
    ];
  },
  create(container, run, name, bus, tools) {
    const summary = run.summary?.machines?.[name];
    if (summary?.instants) figuresPart(container, summary, tools, name);
    else tools.section(container, `Bogie ${name}`, 2, tools.element("p", { class: "note" },
      "The run left no summary of this bogie; the curves show what was recorded."));
    loopsPart(container, run, name, bus, tools);
    const strip = tools.element("div", {}),
      points = Array.from({ length: wedges }, (_, k) => wedgePoints(run, name, k + 1)).flat();
    if (createModes(strip, run, name, points, bus)) tools.section(container, "What the points do", 3, strip);
    curvesPart(container, run, name, bus, tools);
    const each = wedgeTable(run, name, summary, tools);
    if (each) tools.section(container, "Wedges", 3, each);
  },
};
