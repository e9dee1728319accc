// The page of a friction wedge: headline figures, loops over the travel, what its points do, curves, the points as a
// table.

import { columnRatio, loopChart, wedgePoints } from "../loops.js";
import { createModes } from "../modes.js";
import { numbers, settledRow } from "../quantities.js";
import { alive, partColumns } from "../views.js";

const degrees = (rad) => (rad * 180) / Math.PI;
const most = (range) => Math.max(Math.abs(range?.min), Math.abs(range?.max));
const above = (least, value) => (Math.abs(value) > least ? value : NaN);

// The figures that a wedge and a bogie share.
export function lossFigures(s) {
  return [
    { label: "Loop area ∮Q dz", value: above(1e-9, s.loop_area), unit: "J",
      note: "what the wedges take out going up and down" },
    { label: "Loop area ∮M dφ", value: above(1e-9, s.loop_area_yaw), unit: "J", note: "in yaw" },
    { label: "Dissipated", value: s.dissipated, unit: "J", note: "friction and damping of all points" },
  ];
}

export const angle = (label, rad, { number }) => (Number.isFinite(rad)
  ? [{ label, text: { number: number(degrees(rad), 3), unit: "deg" } }] : []);

export const since = (s, { quantity }) =>
  `Taken over ${s.instants} instants from ${quantity(s.from, "s")} to ${quantity(s.to, "s")}; loop areas are those ` +
  `of cycles if this time is a number of whole cycles.`;

// The few figures to read before all others.
function keyFigures(run, name, { format }) {
  const s = run.summary?.machines?.[name] ?? {}, ratio = columnRatio(run, name);
  return [
    { label: "Greatest force of a point", value: s.max_N, unit: "N" },
    { label: "Greatest spring force P", value: s.P?.max, unit: "N" },
    { label: "Greatest column friction", value: most(s.Fcol), unit: "N" },
    { label: "N₁/P going down", value: ratio.down, unit: "" },
    { label: "N₁/P going up", value: ratio.up, unit: "" },
    ...lossFigures(s).map(({ label, value, unit }) => ({ label, value, unit })),
    ...angle("Toe angle", s.toe, format),
  ];
}

function figuresPart(container, run, name, s, { element, format, headline, section }) {
  const part = section(container, `Friction wedge ${name}`, 2), ratio = columnRatio(run, name);
  const force = (label, key) => ({ label, value: most(s[key]), unit: "N",
    note: s[key] ? `mean ${format.quantity(s[key].mean, "N")}` : "" });
  const groups = [
    ["Greatest forces", [{ label: "Of a point", value: s.max_N, unit: "N" }, force("Spring P", "P"),
      force("Column, upper points N12", "N12"), force("Column, lower points N34", "N34"),
      force("Column friction", "Fcol"), force("Pocket N", "Ninc"), force("Pocket friction", "Tinc")]],
    ["Strokes",
      [{ label: "N₁/P going down", value: ratio.down, unit: "", note: "N₁ = N12 + N34, median of the stroke" },
      { label: "N₁/P going up", value: ratio.up, unit: "" }, ...angle("Toe angle", s.toe, format)]],
    ["Energy", [...lossFigures(s), { label: "Column alone ∮Fcol dz", value: above(1e-9, s.loop_area_column),
      unit: "J" }]],
  ];
  for (const [title, figures] of groups) {
    const list = headline(figures);
    if (list.childNodes.length) part.append(element("h3", {}, title), list);
  }
  if (Number.isFinite(s.from)) part.append(element("p", { class: "note" }, since(s, format)));
}

const loops = [
  ["Column friction over travel", "z", { Fcol: "friction of the column" }, "travel z"],
  ["Normal forces of the column over travel", "z", { N12: "upper points N12", N34: "lower points N34" }, "travel z"],
  ["Spring force over travel", "z", { P: "spring P" }, "travel z"],
  ["Force on the bolster over travel", "z", { Q: "force Q, upwards" }, "travel z"],
  ["Moment over yaw", "phi", { Mz: "moment of the column" }, "yaw φ"],
];

function loopsPart(container, run, name, bus, tools) {
  const choices = loops.map((l) => loopChart(run, name, ...l)).filter(Boolean);
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
  add("Travel", alive([run], [id("z")]));
  add("Forces of the column", alive([run], ["N12", "N34", "Fcol"].map(id)));
  add("Forces in the pocket", alive([run], ["Ninc", "Tinc"].map(id)));
  const { ids, names } = partColumns([run], name, "point", "N");
  if (alive([run], ids).length) add("Normal forces of the points", ids, { names });
  add("Power lost", alive([run], [id("loss")]));
}

// Mean and greatest normal force of each point, after the start-up.
function pointTable(run, name, { format, table }) {
  const first = settledRow(run, name);
  const rows = wedgePoints(run, name).map(({ label }, k) => {
    const values = [...(numbers(run, `machine/${name}/point${k + 1}_N`)?.values ?? [])].slice(first)
      .filter(Number.isFinite);
    return { label, mean: values.reduce((a, b) => a + b, 0) / values.length,
      max: values.reduce((a, b) => Math.max(a, b), 0) };
  });
  if (!rows.length) return null;
  const { factor, unit } = format.scaleFor("N", Math.max(...rows.map((r) => r.max)));
  return table(["Point", ["N, mean", unit], ["N, max", unit]],
    rows.map((r) => [r.label, format.number(r.mean / factor), format.number(r.max / factor)]),
    "Normal forces of the points");
}

export const wedge = {
  type: "wedge",
  keyFigures,
  charts: (runs, name) => {
    const id = (column) => `machine/${name}/${column}`;
    return [
      { title: `${name}: friction of the column over travel`, x: id("z"), ids: alive(runs, [id("Fcol")]) },
      { title: `${name}: forces of the column`, ids: alive(runs, ["N12", "N34", "P"].map(id)) },
    ];
  },
  create(container, run, name, bus, tools) {
    const summary = run.summary?.machines?.[name];
    if (summary?.instants) figuresPart(container, run, name, summary, tools);
    else tools.section(container, `Friction wedge ${name}`, 2, tools.element("p", { class: "note" },
      "The run left no summary of this wedge; the curves show what was recorded."));
    loopsPart(container, run, name, bus, tools);
    const strip = tools.element("div", {});
    if (createModes(strip, run, name, wedgePoints(run, name), bus))
      tools.section(container, "What the points do", 3, strip);
    curvesPart(container, run, name, bus, tools);
    const points = pointTable(run, name, tools);
    if (points) tools.section(container, "Points", 3, points);
  },
};
