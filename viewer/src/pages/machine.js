// The page of a machine that has none of its own: everything it has recorded, as figures, charts and a table.

import { numbers, settledRow } from "../quantities.js";
import { alive } from "../views.js";

const mostCharts = 12, mostKeys = 6;

// Columns as [{title, part, columns}]: those of numbered parts ("wheel2_N") together, the others one by one.
export function columnGroups(machine) {
  const groups = new Map();
  for (const column of machine.columns ?? []) {
    const [, part, rest] = /^([A-Za-z]+)\d+_(.+)$/.exec(column.name) ?? [];
    const title = part ? `${part} ${rest}` : column.name, key = part ? `${part} ${rest}` : column.name;
    if (!groups.has(key)) groups.set(key, { title: title.replace(/_/g, " "), part: part ?? null, columns: [] });
    groups.get(key).columns.push(column);
  }
  return [...groups.values()];
}

// Charts of a machine: one per group of numbered parts, one per unit for the rest.
export function machineCharts(runs, name) {
  const machine = runs.map((run) => run.machines[name]).find((m) => m?.columns);
  const id = (column) => `machine/${name}/${column.name}`, charts = [], units = new Map();
  for (const group of machine ? columnGroups(machine) : []) {
    const ids = group.columns.map(id);
    if (group.part)
      charts.push({ title: `${name}: ${group.title}`, part: group.part, ids: alive(runs, ids).length ? ids : [] });
    else units.set(group.columns[0].unit, [...(units.get(group.columns[0].unit) ?? []), ...ids]);
  }
  const plain = [...units.values()].map((ids) => alive(runs, ids))
    .map((ids) => ({ title: `${name}: ${titleOf(ids)}`, ids: ids.slice(0, 8) }));
  return [...plain, ...charts].filter((c) => c.ids.length);
}

function titleOf(ids) {
  const names = ids.map((id) => id.split("/").pop().replace(/_/g, " "));
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} …` : names.join(", ");
}

// Mean, least and greatest of some columns from row `first` on.
function statistics(run, ids, first) {
  let sum = 0, count = 0, min = Infinity, max = -Infinity;
  for (const id of ids)
    for (const v of numbers(run, id)?.values.subarray(first) ?? [])
      if (Number.isFinite(v)) {
        sum += v;
        count++;
        min = Math.min(min, v);
        max = Math.max(max, v);
      }
  return count ? { mean: sum / count, min, max } : null;
}

function columnTable(run, name, { format, table }) {
  const first = settledRow(run, name), rows = [];
  for (const group of columnGroups(run.machines[name])) {
    const { unit, meaning } = group.columns[0];
    const s = statistics(run, group.columns.map((c) => `machine/${name}/${c.name}`), first);
    if (!s) continue;
    const scale = format.scaleFor(unit, Math.max(Math.abs(s.min), Math.abs(s.max)));
    const shown = (v) => format.number(v / scale.factor);
    rows.push([group.part ? `${group.title} (${group.columns.length})` : group.title, scale.unit, shown(s.mean),
      shown(s.min), shown(s.max), meaning ?? ""]);
  }
  const since = first > 0 ? ` from ${format.quantity(run.time.data[first], "s")} on` : "";
  return rows.length ? table(["Quantity", "Unit", "Mean", "Least", "Greatest", "Meaning"], rows,
    `Recorded by ${name}${since}`) : null;
}

// Numbers and texts of the summary, whatever they are called: [["forces x mean", "12.3"], ...].
export function flatten(value, format, path = []) {
  if (typeof value === "number")
    return [[path.join(" "), Number.isInteger(value) ? format.count(value) : format.number(value)]];
  if (typeof value === "string" || typeof value === "boolean") return [[path.join(" "), String(value)]];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, format, [...path, key.replace(/_/g, " ")]));
}

const mostFacts = 120;

function summaryTable(run, name, { format, table }) {
  const rows = flatten(run.summary?.machines?.[name], format).filter(([key]) => key !== "type");
  const more = rows.length - mostFacts;
  return rows.length ? table(["Figure", "Value in SI units"], rows.slice(0, mostFacts),
    `Summary of ${name}${more > 0 ? `; ${more} more in summary.json` : ""}`) : null;
}

// The mean of a quantity, or the greatest value of one that swings about zero.
function keyFigure(title, unit, s) {
  const most = Math.max(Math.abs(s?.min), Math.abs(s?.max));
  return Math.abs(s?.mean) > 1e-3 * most ? { label: `${title}, mean`, value: s.mean, unit }
    : { label: `${title}, greatest`, value: most, unit };
}

export const machine = {
  type: "machine",
  keyFigures(run, name) {
    const first = settledRow(run, name), plain = machineCharts([run], name).filter((c) => !c.part)
      .flatMap((c) => c.ids);
    const own = columnGroups(run.machines[name]).filter((g) => plain.includes(`machine/${name}/${g.columns[0].name}`));
    return own.slice(0, mostKeys).map(({ title, columns: [c] }) => keyFigure(title, c.unit,
      statistics(run, [`machine/${name}/${c.name}`], first)));
  },
  charts: (runs, name) => machineCharts(runs, name).slice(0, 2),
  create(container, run, name, bus, tools) {
    const part = tools.section(container, `${name} (${(run.machines[name].type ?? "machine").replace(/_/g, " ")})`, 2);
    part.append(...[columnTable(run, name, tools), summaryTable(run, name, tools)].filter(Boolean));
    const charts = machineCharts([run], name);
    if (!charts.length) return;
    const grid = tools.element("div", { class: "chart-grid" });
    tools.section(container, "Over time", 3, grid);
    for (const choice of charts.slice(0, mostCharts)) tools.chart(grid, run, { ...choice, height: 220 }, bus);
  },
};
