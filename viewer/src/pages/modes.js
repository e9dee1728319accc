// The page of modes: the Campbell diagram and damping over speed, crossings with orders of the speed; or the list of
// modes at one speed.

import { drawMore } from "../chart.js";
import { createFigure } from "../figure.js";
import { visible } from "../shapes.js";

const rpm = 30 / Math.PI;
const colours = 8, dashes = { forward: undefined, backward: [8, 4], none: [2, 3], mixed: [9, 3, 2, 3] };
const mostNamed = 3, leastNamed = 0.01; // bodies of a mode, share of its kinetic energy

const finite = (value) => typeof value === "number" && Number.isFinite(value);

// ---- over speed ----

// How the modes of a curve whirl: where some go round, those at rest do not count.
export function whirlOf(modes) {
  const senses = [...new Set(modes.map((m) => m.whirl))], round = senses.filter((s) => s !== "none");
  return round.length > 1 ? "mixed" : round[0] ?? "none";
}

// Curves over speed: [{curve, whirl, speed (rad/s), frequency, damping}], gaps are NaN.
export function curvesOf({ speeds }) {
  const numbers = [...new Set(speeds.flatMap(({ modes }) => modes.map((m) => m.curve)).filter(finite))];
  return numbers.sort((a, b) => a - b).map((curve) => {
    const found = speeds.map(({ modes }) => modes.find((m) => m.curve === curve) ?? null);
    return { curve, whirl: whirlOf(found.filter(Boolean)), speed: speeds.map((s) => s.speed),
      frequency: found.map((m) => m?.frequency ?? NaN),
      damping: found.map((m) => (m ? visible(m.damping_ratio) : NaN)) };
  });
}

// Orders that lie within half a percent are one line: [{name, order}].
export function mergedOrders(orders) {
  const list = [];
  for (const { name, order } of orders ?? []) {
    const same = list.find((l) => Math.abs(l.order - order) < 0.005 * order);
    if (same) same.name += `, ${name}`;
    else list.push({ name, order });
  }
  return list;
}

// The line of an order as far as it lies in the diagram: {name, x (rpm), y (Hz)}.
export function orderLine({ name, order }, least, most, top) {
  const end = Math.min(most, (60 * top) / order), begin = Math.min(least, end);
  return { name, x: [begin, end], y: [begin, end].map((n) => (order * n) / 60) };
}

const words = { forward: "forward", backward: "backward", none: "to and fro", mixed: "forward and backward" };

const styleOf = (curve, k) => ({ label: `${curve.curve} ${words[curve.whirl]}`,
  x: curve.speed.map((s) => s * rpm), colour: `--series-${(k % colours) + 1}`, dash: dashes[curve.whirl] });

// Names of orders at the ends of their lines, each a bit lower than one beside it.
function orderTexts(lines, most, top) {
  const placed = [];
  for (const { name, x: [, end], y: [, height] } of lines) {
    let y = height;
    while (placed.some((p) => Math.abs(p.x - end) < 0.15 * most && Math.abs(p.y - y) < 0.045 * top)) y -= 0.05 * top;
    placed.push({ x: end, y, text: name, before: true });
  }
  return placed;
}

const look = { height: 420, tightX: true, right: 28, sortedX: true };

function limitsOf(s, { format }) {
  const at = s.stability_limit * rpm;
  return finite(s.stability_limit) ? [{ x: at, text: `unstable from ${format.number(at, 5)} rpm` }] : [];
}

function diagram(grid, s, curves, bus, tools) {
  const least = s.speeds[0].speed * rpm, most = s.speeds[s.speeds.length - 1].speed * rpm;
  const top = 1.06 * Math.max(0, ...curves.flatMap((c) => c.frequency).filter(finite));
  const lines = mergedOrders(s.orders).map((order) => orderLine(order, least, most, top))
    .filter(({ x }) => x[1] > x[0]);
  const crossings = s.crossings ?? [], unit = "Hz";
  const series = [
    ...curves.map((c, k) => ({ ...styleOf(c, k), y: c.frequency, unit })),
    ...lines.map(({ name, x, y }) => ({ label: name, x, y, unit, colour: "--chart-muted", width: 1 })),
    ...(crossings.length ? [{ label: "crossings", x: crossings.map((c) => c.speed * rpm),
      y: crossings.map((c) => c.frequency), unit, colour: "--chart-text", dots: true }] : []),
  ];
  const marks = { texts: orderTexts(lines, most, top), limits: limitsOf(s, tools) };
  createFigure(grid, series, { title: "Campbell diagram", xName: "speed in rpm", yName: "frequency",
    ...look, drawMore: (u, axes) => drawMore(u, axes, marks) }, bus);
}

function dampingFigure(grid, s, curves, bus, tools) {
  const marks = { limits: limitsOf(s, tools) };
  createFigure(grid, curves.map((c, k) => ({ ...styleOf(c, k), y: c.damping })), {
    title: "Damping ratio over speed", xName: "speed in rpm", yName: "damping ratio", ...look,
    levels: [0], drawMore: (u, axes) => drawMore(u, axes, marks),
  }, bus);
}

function crossingTable(s, { element, format, table }) {
  if (!s.crossings?.length)
    return element("p", { class: "note" }, "No curve crosses an order of the speed here.");
  return table(["Order", ["Speed", "rpm"], ["Frequency", "Hz"], "Damping ratio", "Whirl", "Curve"],
    s.crossings.map((c) => [`${c.name} (${format.number(c.order, 4)})`, format.number(c.speed * rpm, 6),
      format.number(c.frequency, 6), format.number(visible(c.damping_ratio), 3), c.whirl, String(c.curve)]),
    "Where a curve meets an order of the speed");
}

function speedPart(container, s, bus, tools) {
  const { element, format, section } = tools, curves = curvesOf(s);
  const grid = element("div", { class: "chart-grid", "data-test": "campbell" });
  section(container, "Modes over speed", 2, grid);
  if (curves.length) {
    diagram(grid, s, curves, bus, tools);
    dampingFigure(grid, s, curves, bus, tools);
  } else grid.append(element("p", { class: "note" }, "No mode oscillates at these speeds."));
  container.append(element("p", { class: "note", "data-test": "stability" },
    finite(s.stability_limit) ? `Unstable from ${format.number(s.stability_limit * rpm, 6)} rpm on.`
      : "Stable at all these speeds."));
  section(container, "Crossings", 3, crossingTable(s, tools));
}

// ---- at one speed ----

function bodiesOf({ shape }) {
  return Object.entries(shape ?? {}).filter(([, m]) => m.share >= leastNamed).sort(([, a], [, b]) => b.share - a.share)
    .slice(0, mostNamed).map(([name, m]) => `${name} ${Math.round(100 * m.share)} %`).join(", ");
}

function modeTable(s, { element, format, table }) {
  if (!s.modes?.length) return element("p", { class: "note" }, "There are no modes.");
  const swings = (m) => m.kind === "oscillation", dash = "–";
  return table(["Mode", "Kind", ["Frequency", "Hz"], ["Undamped", "Hz"], "Damping ratio", ["Real part", "1/s"],
    ["Time constant", "s"], "Whirl", "Kinetic energy"],
  s.modes.map((m, k) => [String(k + 1), m.unstable ? `${m.kind}, unstable` : m.kind,
    swings(m) ? format.number(m.frequency, 6) : dash, swings(m) ? format.number(m.undamped, 6) : dash,
    swings(m) ? format.number(visible(m.damping_ratio), 4) : dash,
    m.kind === "free" ? dash : format.number(Math.abs(m.re) > 1e-12 * Math.hypot(m.re, m.im) ? m.re : 0, 5),
    m.kind === "decay" ? format.number(-1 / m.re, 5) : dash, m.whirl, bodiesOf(m)]),
  s.place === "given" ? "About the start as given" : "About the equilibrium");
}

// ---- figures ----

const least = (list, of) => list.reduce((a, m) => (a === null || of(m) < of(a) ? m : a), null);

function keyFigures({ summary: s }) {
  const all = s.speeds ? s.speeds.flatMap(({ modes }) => modes) : s.modes ?? [];
  const swings = all.filter((m) => m.kind === "oscillation"), damped = least(swings, (m) => m.damping_ratio);
  const critical = (s.crossings ?? []).filter((c) => c.name === "1x").map((c) => c.speed * rpm);
  const slowest = least(swings, (m) => m.frequency), rotor = { unit: "rpm", figures: 5 };
  return [
    ...(slowest ? [{ label: "Lowest frequency", value: slowest.frequency, unit: "Hz", figures: 5 },
      { label: "Least damping ratio", value: visible(damped.damping_ratio), unit: "", figures: 3 }] : []),
    ...(s.speeds ? [{ label: "First crossing of 1x", value: critical.length ? Math.min(...critical) : NaN, ...rotor },
      { label: "Stability limit", value: finite(s.stability_limit) ? s.stability_limit * rpm : NaN, ...rotor },
      { label: "Crossings", text: { number: String(s.crossings.length), unit: "" } }]
      : [{ label: "Modes", text: { number: String(all.length), unit: "" } },
        { label: "Unstable", text: { number: String(all.filter((m) => m.unstable).length), unit: "" } }]),
  ];
}

export const modes = {
  kind: "modes",
  keyFigures,
  create(container, { summary }, name, bus, tools) {
    if (summary.speeds) speedPart(container, summary, bus, tools);
    else tools.section(container, "Modes", 2, modeTable(summary, tools));
  },
};
