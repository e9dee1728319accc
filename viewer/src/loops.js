// Loops of machines: one recorded quantity over another, their areas, and figures of the strokes.

import { numbers, settledRow } from "./quantities.js";
import { alive } from "./views.js";

const id = (machine, column) => `machine/${machine}/${column}`;

const leastRange = 1e-3; // of an abscissa, as part of its size: less is no motion

// Does a recorded quantity change?
function moves(run, quantity) {
  let low = Infinity, high = -Infinity;
  for (const v of numbers(run, quantity)?.values ?? []) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return high - low > leastRange * Math.max(Math.abs(low), Math.abs(high));
}

// The choice of a chart that draws columns of a machine over column `x`; null if there is nothing to draw, or x stands
// still. `names` are the words of the legend.
export function loopChart(run, machine, title, x, names, xName) {
  const ids = alive([run], Object.keys(names).map((column) => id(machine, column)));
  if (!ids.length || !alive([run], [id(machine, x)]).length || !moves(run, id(machine, x))) return null;
  return { title, x: id(machine, x), xName, ids,
    names: Object.fromEntries(Object.entries(names).map(([column, text]) => [id(machine, column), text])),
    height: 280 };
}

function median(list) {
  if (!list.length) return NaN;
  const sorted = Float64Array.from(list).sort(), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// Medians of f(row) over the rows in which a column goes up and down faster than half its greatest rate, after the
// start-up.
export function strokes(run, machine, rate, f) {
  const speed = numbers(run, id(machine, rate))?.values ?? [], first = settledRow(run, machine);
  let most = 0;
  for (let i = first; i < speed.length; i++) if (Math.abs(speed[i]) > most) most = Math.abs(speed[i]);
  const lists = { up: [], down: [] };
  for (let i = first; i < speed.length && most > 0; i++) {
    const value = Math.abs(speed[i]) > most / 2 ? f(i) : NaN;
    if (Number.isFinite(value)) lists[speed[i] > 0 ? "up" : "down"].push(value);
  }
  return { growing: median(lists.up), falling: median(lists.down) };
}

const leastTravel = 1e-4; // m: less is no stroke

// Normal force of the column over the force of the spring, while the bolster goes down and up; NaN if it does not.
export function columnRatio(run, machine, prefix = "") {
  const get = (column) => numbers(run, id(machine, prefix + column))?.values ?? [];
  const [upper, lower, P, z] = ["N12", "N34", "P", "z"].map(get), travel = z.slice(settledRow(run, machine));
  if (!(travel.reduce((a, b) => Math.max(a, b), -Infinity) - travel.reduce((a, b) => Math.min(a, b),
    Infinity) > leastTravel)) return { down: NaN, up: NaN };
  const { growing, falling } = strokes(run, machine, `${prefix}dz`, (i) => (upper[i] + lower[i]) / P[i]);
  return { down: growing, up: falling };
}

// The points of a wedge for the strip of modes: "1 column" where the contact tells its surface.
export function wedgePoints(run, machine, wedge = 0) {
  const points = [], body = wedge ? `${machine}.wedge${wedge}` : machine, prefix = wedge ? `wedge${wedge}_` : "";
  for (let k = 1; numbers(run, id(machine, `${prefix}point${k}_mode`)); k++) {
    const contact = run.contacts.names.indexOf(`${body}.point${k}`),
      surface = run.surfaces[run.contacts.surfaces[contact]?.[0]]?.name ?? "";
    const face = surface.startsWith(`${body}.`) ? ` ${surface.slice(body.length + 1)}` : "";
    points.push({ label: `${wedge ? `wedge ${wedge}, ` : "point "}${k}${face}`,
      id: id(machine, `${prefix}point${k}_mode`) });
  }
  return points;
}
