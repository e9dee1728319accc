// Loops of machines: one recorded quantity over another, with what was measured; points that stick and slip.

import { numbers } from "./quantities.js";
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

// A loop with what was measured beneath it, if the run has the table `measured` with these columns.
export function withMeasured(run, choice, x, y) {
  const [mx, my] = [x, y].map((column) => `table/measured/${column}`);
  if (!choice || !numbers(run, mx) || !numbers(run, my)) return choice;
  return { ...choice, ids: [my, ...choice.ids], xOf: { [my]: mx }, names: { ...choice.names, [my]: "measured" },
    dots: [my] };
}

// The points of a machine for the strip of modes, those of every part that has some: "point 1 column", "wedge 2, 1
// column", where the contact tells its surface.
export function modePoints(run, machine, { part, columns: [column] }) {
  const points = [], ending = new RegExp(`^(?:([A-Za-z]+)(\\d+)_)?${part}(\\d+)_${column}$`);
  for (const { name } of run.machines[machine].columns) {
    const [found, outer, index, k] = ending.exec(name) ?? [];
    if (!found) continue;
    const body = outer ? `${machine}.${outer}${index}` : machine;
    const contact = run.contacts.names.indexOf(`${body}.${part}${k}`),
      surface = run.surfaces[run.contacts.surfaces[contact]?.[0]]?.name ?? "";
    const face = surface.startsWith(`${body}.`) ? ` ${surface.slice(body.length + 1)}` : "";
    points.push({ label: `${outer ? `${outer} ${index}, ` : `${part} `}${k}${face}`, id: id(machine, name) });
  }
  return points;
}
