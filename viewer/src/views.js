// The charts that a page begins with: what suits the model, of every quantity that one of its runs has.

import { derived, numbers } from "./quantities.js";

// Greatest absolute value of a quantity in all runs, 0 if there is none.
export function greatest(runs, id) {
  let size = 0;
  for (const run of runs) for (const v of numbers(run, id)?.values ?? []) if (Math.abs(v) > size) size = Math.abs(v);
  return size;
}

const recorded = (runs, id) => runs.some((run) => numbers(run, id)?.values.length);
const unitOf = (runs, id) => runs.map((run) => numbers(run, id)?.unit).find((unit) => unit !== undefined);
const union = (lists) => [...new Set(lists.flat())];

// Below these sizes a number is rounding noise of the simulation.
const noise = { m: 1e-13, rad: 1e-10 };

// Of these ids, the recorded ones that are more than noise, also beside the largest of them.
export function alive(runs, ids) {
  const sizes = ids.map((id) => greatest(runs, id));
  const limit = 1e-9 * Math.max(0, ...sizes);
  return ids.filter((id, k) => sizes[k] > Math.max(limit, noise[unitOf(runs, id)] ?? 0));
}

export function energyCharts(runs) {
  const id = (name) => `energy/${name}`;
  const stored = alive(runs, ["kinetic", "gravity", "springs", "contacts"].map(id));
  const flow = alive(runs, ["work", "dissipated_friction", "dissipated_normal", "dissipated_dampers"].map(id));
  const charts = [];
  if (stored.length) charts.push({ title: "Stored energy", ids: stored });
  if (recorded(runs, id("residual")))
    charts.push({ title: "Energy balance: work, losses and what is left over", ids: [...flow, id("residual")] });
  return charts;
}

export function solverCharts(runs) {
  const charts = [];
  if (recorded(runs, "solver/step"))
    charts.push({ title: "Step size of the solver", ids: ["solver/step"], logY: true });
  const effort = derived.map((d) => d.id).filter((id) => recorded(runs, id));
  if (effort.length) charts.push({ title: "Effort of the solver", ids: effort });
  return charts;
}

// The contacts that carry most, by their greatest normal force.
export function largestContacts(runs, count = 6) {
  return union(runs.map((run) => run.contacts.names))
    .map((name) => ({ id: `contact/${name}/N`, size: greatest(runs, `contact/${name}/N`) }))
    .filter((c) => c.size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, count)
    .map((c) => c.id);
}

function freeBodies(runs) {
  const free = (run) => run.bodies.names.filter((n, k) => !run.bodies.fixed[k] && !run.bodies.machine[k]).slice(0, 2);
  const ids = union(runs.map(free)).flatMap((n) => alive(runs, ["x", "y", "z"].map((a) => `body/${n}/${a}`)));
  return ids.length ? [{ title: "Positions", ids: ids.slice(0, 6) }] : [];
}

// `machineCharts(runs, name)` are those of a machine's page; the first two machines show theirs.
export function firstCharts(runs, machineCharts) {
  const machines = union(runs.map((run) => Object.keys(run.machines))).slice(0, 2);
  const charts = machines.flatMap((name) => machineCharts(runs, name)).filter((c) => c.ids.length);
  if (!charts.length) {
    charts.push(...freeBodies(runs));
    const forces = largestContacts(runs);
    if (forces.length) charts.push({ title: "Largest contact forces", ids: forces });
  }
  return [...charts, ...energyCharts(runs), ...solverCharts(runs)];
}

// What belongs to a selected body or contact.
export function chartOf(runs, selected) {
  const id = (name) => `${selected.kind}/${selected.name}/${name}`;
  const ids = selected.kind === "contact" ? ["N", "p_max"].map(id).filter((i) => recorded(runs, i))
    : alive(runs, ["x", "y", "z"].map(id));
  return ids.length ? { title: `Selected ${selected.kind}: ${selected.name}`, ids } : null;
}

// One column of all parts of a machine ("ball", "Q_inner"), as {ids, names}: the legend says "ball 1".
export function partColumns(runs, machine, part, column) {
  const ids = [], names = {};
  for (let k = 1; runs.some((run) => numbers(run, `machine/${machine}/${part}${k}_${column}`)); k++) {
    ids.push(`machine/${machine}/${part}${k}_${column}`);
    names[ids[k - 1]] = `${part} ${k}`;
  }
  return { ids, names };
}
