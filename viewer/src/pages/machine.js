// The page of a machine, by what its table declares: headline figures of the summary, figures by their kinds, the
// parts as a table, everything it has recorded. Numbers are those of the summary; nothing is counted here.

import { createFigure } from "../figure.js";
import { loopChart, modePoints, withMeasured } from "../loops.js";
import { createModes, sharesOf } from "../modes.js";
import { nearest } from "../plot.js";
import { numbers } from "../quantities.js";
import { alive, partColumns } from "../views.js";

const mostCharts = 12, mostFacts = 120;

const ownOf = (run, name) => run.summary?.machines?.[name];
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const titleOf = (run, name) => run.machines[name].title ?? capital((run.machines[name].type ?? "machine")
  .replace(/_/g, " "));

// Columns as [{title, part, columns}]: those of numbered parts ("wheel2_N") together, the others one by one.
export function columnGroups(machine) {
  const groups = new Map();
  for (const column of machine.columns ?? []) {
    const [, part, rest] = /^([A-Za-z]+)\d+_(.+)$/.exec(column.name) ?? [];
    const title = part ? `${part} ${rest}` : column.name;
    if (!groups.has(title)) groups.set(title, { title: title.replace(/_/g, " "), part: part ?? null, columns: [] });
    groups.get(title).columns.push(column);
  }
  return [...groups.values()];
}

// Charts of a machine that declares none: one per group of numbered parts, one per unit for the rest.
export function machineCharts(runs, name) {
  const machine = runs.map((run) => run.machines[name]).find((m) => m?.columns);
  const id = (column) => `machine/${name}/${column.name}`, charts = [], units = new Map();
  for (const group of machine ? columnGroups(machine) : []) {
    const ids = group.columns.map(id), { unit } = group.columns[0];
    if (group.part) charts.push({ title: `${name}: ${group.title}`, part: group.part,
      ids: alive(runs, ids).length ? ids : [] });
    else units.set(unit, [...(units.get(unit) ?? []), ...ids]);
  }
  const plain = [...units.values()].map((ids) => alive(runs, ids))
    .map((ids) => ({ title: `${name}: ${wordsOf(ids)}`, ids: ids.slice(0, 8) }));
  return [...plain, ...charts].filter((c) => c.ids.length);
}

function wordsOf(ids) {
  const names = ids.map((id) => id.split("/").pop().replace(/_/g, " "));
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} …` : names.join(", ");
}

// ---- figures of the table ----

// The columns of a figure as [[column, words]], of all parts if it is one of parts.
function curvesOf(runs, name, figure) {
  if (!figure.part) return figure.columns.map((column, k) => [column, figure.names[k]]);
  return figure.columns.flatMap((column) => {
    const { ids, names } = partColumns(runs, name, figure.part, column);
    return ids.map((id) => [id.slice(`machine/${name}/`.length), names[id]]);
  });
}

// The choice of a chart for a figure over time, over an angle or as a loop; null if there is nothing to draw.
export function chartOf(runs, name, figure, height = 220) {
  const id = (column) => `machine/${name}/${column}`, curves = curvesOf(runs, name, figure);
  const names = Object.fromEntries(curves.filter(([, words]) => words).map(([column, words]) => [id(column), words]));
  if (figure.kind === "loop") {
    const words = Object.fromEntries(curves.map(([column, text]) => [column, text ?? column.replace(/_/g, " ")]));
    const choice = loopChart(runs[0], name, figure.title, figure.x, words, figure.x);
    return choice && !figure.part ? withMeasured(runs[0], choice, figure.x, figure.columns[0]) : choice;
  }
  const all = curves.map(([column]) => id(column)), known = alive(runs, all);
  const ids = figure.part ? (known.length ? all : []) : known;
  if (!ids.length) return null;
  const angle = figure.kind === "over_angle" && numbers(runs[0], id(figure.x)) ? { x: id(figure.x),
    xName: figure.x.replace(/_/g, " "), period: 2 * Math.PI } : {};
  return { title: figure.title, ids, names, height, ...angle };
}

// One curve through the parts at the shown time, drawn anew as the time goes on.
function alongPart(grid, run, name, figure, bus, { element }) {
  const host = element("div", {});
  grid.append(host);
  let shown = null, last = -1;
  const values = (column, row) => partColumns([run], name, figure.part, column).ids
    .map((id) => numbers(run, id).values[row]);
  const show = (time) => {
    const row = nearest(run.time.data, time);
    if (row < 0 || row === last) return;
    last = row;
    shown?.remove();
    host.replaceChildren();
    shown = createFigure(host, figure.columns.map((column, k) => ({ label: figure.names[k] ?? column,
      x: values(figure.x, row), y: values(column, row), colour: `--series-${k + 1}` })),
    { title: figure.title, xName: figure.x, height: 220 }, bus);
  };
  show(run.time.data[0]);
  bus.on("time", show);
}

const special = {
  polar: (part, run, name, figure, bus, tools) => Boolean(tools.polar(part, run, name, figure, bus)),
  spectrum: (part, run, name, figure, bus, tools) => Boolean(tools.spectrum(part, run, name, bus)),
  modes: (part, run, name, figure, bus, tools) => {
    const strip = tools.element("div", {});
    const made = createModes(strip, run, name, modePoints(run, name, figure), sharesOf(run, name, figure), bus);
    if (made) part.append(strip);
    return Boolean(made);
  },
};

// Figures that are no charts have a section each; polar figure and spectrum stand side by side.
function specialPart(container, run, name, figure, bus, tools) {
  const host = tools.element("div", {}), part = tools.section(host, figure.section, 3);
  if (special[figure.kind](part, run, name, figure, bus, tools)) container.append(host.firstChild);
  else if (figure.kind === "spectrum") {
    part.append(tools.element("p", { class: "note" }, "This run has no spectrum: too few rows, or it ended early."));
    container.append(host.firstChild);
  }
}

function figuresPart(container, run, name, bus, tools) {
  const grids = new Map();
  let pair = null;
  for (const figure of run.machines[name].figures) {
    if (special[figure.kind]) {
      const side = figure.kind !== "modes";
      if (side && !pair) container.append(pair = tools.element("div", { class: "page-pair" }));
      specialPart(side ? pair : container, run, name, figure, bus, tools);
      continue;
    }
    const choice = figure.kind === "along" ? null : chartOf([run], name, figure);
    if (!choice && figure.kind !== "along") continue;
    if (!grids.has(figure.section)) {
      grids.set(figure.section, tools.element("div", { class: "chart-grid" }));
      tools.section(container, figure.section, 3, grids.get(figure.section));
    }
    const grid = grids.get(figure.section);
    if (choice) tools.chart(grid, run, choice, bus);
    else alongPart(grid, run, name, figure, bus, tools);
  }
}

// ---- numbers of the summary ----

// The headline figures of a machine as the pages show them: [{group, label, value, unit, top}].
export const headlineOf = (run, name) => ownOf(run, name)?.headline ?? [];

// What the summary has at a path: "races.inner.Q".
export const atPath = (own, path) => path.split(".").reduce((value, key) => value?.[key], own);

const isRange = (value) => value !== null && typeof value === "object" &&
  ["mean", "min", "max"].some((k) => k in value);

function columnTable(run, name, { format, table }) {
  const own = ownOf(run, name), rows = [];
  for (const { title, part, columns } of own ? columnGroups(run.machines[name]) : []) {
    const { unit, meaning, key } = columns[0], s = key ? atPath(own, key) : null;
    if (!isRange(s)) continue;
    const scale = format.scaleFor(unit, Math.max(0, ...[s.mean, s.min, s.max].filter(Number.isFinite).map(Math.abs)));
    const shown = (v) => (Number.isFinite(v) ? format.number(v / scale.factor) : "–");
    rows.push([part ? `${title} (${columns.length})` : title, scale.unit, shown(s.mean), shown(s.min), shown(s.max),
      meaning ?? ""]);
  }
  return rows.length ? table(["Quantity", "Unit", "Mean", "Least", "Greatest", "Meaning"], rows,
    `Statistics of ${name}`) : null;
}

// The parts of one kind, a row each, with the statistics that the summary has of every one.
export function partTable(run, name, word, quantities, { format, table }) {
  const unitOf = (column) => run.machines[name].columns
    .find((c) => new RegExp(`^(.*_)?${word}\\d+_${column}$`).test(c.name))?.unit ?? "";
  const columns = Object.entries(quantities).flatMap(([column, s]) => ["mean", "max"].filter((k) => s[k]).map((k) => {
    const known = s[k].filter(Number.isFinite).map(Math.abs);
    const scale = format.scaleFor(unitOf(column), Math.max(0, ...known));
    return { head: [`${column.replace(/_/g, " ")}, ${k}`, scale.unit], values: s[k], scale };
  }));
  const rows = columns[0].values.map((_, k) => [`${word} ${k + 1}`,
    ...columns.map((c) => format.number(c.values[k] / c.scale.factor))]);
  return table([capital(word), ...columns.map((c) => c.head)], rows, `${capital(word)}s, part by part`);
}

// A list of alike parts that the summary has one by one ("wedges"): mean and greatest of what they have.
function listTable(list, title, { format, table }) {
  const keys = Object.keys(list[0]).filter((key) => isRange(list[0][key]));
  const size = (s) => (Math.abs(s.max) >= Math.abs(s.min ?? 0) ? s.max : s.min);
  const rows = list.map((part, k) => [`${title.replace(/s$/, "")} ${k + 1}`,
    ...keys.flatMap((key) => [format.number(part[key].mean), format.number(size(part[key]))])]);
  return table([capital(title), ...keys.flatMap((key) => [`${key}, mean`, `${key}, greatest`])], rows,
    `${capital(title)} in SI units`);
}

// Numbers and texts of the summary, whatever they are called: [["forces x mean", "12.3"], ...].
export function flatten(value, format, path = []) {
  if (typeof value === "number") return [[path.join(" "), Number.isInteger(value) ? format.count(value)
    : format.number(value)]];
  if (typeof value === "string" || typeof value === "boolean") return [[path.join(" "), String(value)]];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, format, [...path, key.replace(/_/g, " ")]));
}

const shownElsewhere = new Set(["type", "headline", "parts", "around", "spectrum", "damage"]);

function summaryTable(run, name, { format, table }) {
  const own = ownOf(run, name), columns = new Set((run.machines[name].columns ?? []).map((c) => c.key?.split(".")[0]));
  const rest = Object.entries(own ?? {}).filter(([key, value]) => !shownElsewhere.has(key) && !columns.has(key) &&
    !(Array.isArray(value) && value.some((v) => typeof v === "object")));
  const rows = flatten(Object.fromEntries(rest.map(([key, value]) => [key, key === "life" ?
    { ...value, assumptions: null } : value])), format), more = rows.length - mostFacts;
  return rows.length ? table(["Figure", "Value in SI units"], rows.slice(0, mostFacts),
    `Summary of ${name}${more > 0 ? `; ${more} more in summary.json` : ""}`) : null;
}

// What the figures rest on: the steps of the solver, of a run without a summary its rows.
export const takenOver = ({ instants, from, to, of }, format) => `Taken over ${format.count(instants)} ` +
  `${of ?? "steps"} from ${format.quantity(from, "s")} to ${format.quantity(to, "s")}`;

function headlinePart(container, run, name, { element, format, headline, section }) {
  const own = ownOf(run, name), part = section(container, `${titleOf(run, name)} ${name}`, 2);
  const cards = headlineOf(run, name), groups = [...new Set(cards.map((c) => c.group))];
  for (const group of groups)
    part.append(element("h3", {}, group), headline(cards.filter((c) => c.group === group).map(format.card)));
  if (Number.isFinite(own?.from)) part.append(element("p", { class: "note", "data-test": "taken-over" },
    `${takenOver(own, format)}; means are weighted with time.`));
  else part.append(element("p", { class: "note" },
    "The run left no summary of this machine; the curves show what was recorded."));
  return part;
}

function tablesPart(container, run, name, tools) {
  const own = ownOf(run, name) ?? {};
  for (const [word, quantities] of Object.entries(own.parts ?? {}))
    tools.section(container, `${capital(word)}s`, 3, partTable(run, name, word, quantities, tools));
  for (const [key, list] of Object.entries(own))
    if (key !== "headline" && Array.isArray(list) && list.length && typeof list[0] === "object")
      tools.section(container, capital(key), 3, listTable(list, key, tools));
  const all = [columnTable(run, name, tools), summaryTable(run, name, tools)].filter(Boolean);
  if (all.length) tools.section(container, "All figures", 3, ...all);
  if (own.life?.assumptions?.length) tools.section(container, "What the life rests on", 3,
    tools.element("ul", { class: "assumptions" }, ...own.life.assumptions.map((a) => tools.element("li", {}, a))));
}

export const machine = {
  type: "machine",
  keyFigures: (run, name, { format }) => headlineOf(run, name).filter((c) => c.top).map(format.card),
  charts(runs, name) {
    const figures = runs.map((run) => run.machines[name]?.figures).find(Boolean);
    if (!figures) return machineCharts(runs, name).slice(0, 2);
    return figures.filter((f) => f.first).map((f) => chartOf(runs, name, f)).filter(Boolean)
      .map(({ title, ...choice }) => ({ ...choice, title: `${name}: ${title[0].toLowerCase()}${title.slice(1)}` }));
  },
  create(container, run, name, bus, tools) {
    headlinePart(container, run, name, tools);
    if (run.machines[name].figures) figuresPart(container, run, name, bus, tools);
    tablesPart(container, run, name, tools);
    const charts = run.machines[name].figures ? [] : machineCharts([run], name);
    if (!charts.length) return;
    const grid = tools.element("div", { class: "chart-grid" });
    tools.section(container, "Over time", 3, grid);
    for (const choice of charts.slice(0, mostCharts)) tools.chart(grid, run, { ...choice, height: 220 }, bus);
  },
};
