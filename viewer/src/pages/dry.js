// The page of a contact on a grid: maps of pressure and gap, sections through the greatest pressure, curves over the
// loads, friction and stresses below the surface where there are any.

import { createFigure } from "../figure.js";
import { createMap } from "../map.js";

const columnOf = (run, table, name) => run.tables[table]?.columns?.find((c) => c.name === name)?.values?.data ?? null;
const finite = (value) => typeof value === "number" && Number.isFinite(value);
const states = [null, { label: "stick", colour: "--series-1" }, { label: "slip", colour: "--series-2" }];

// The summary; without one, of a run that was killed, what the last of its loads tells.
export function summaryOf(run) {
  const last = (name) => columnOf(run, "loads", name)?.at(-1);
  const names = ["force", "approach", "p_max", "area_fraction", "mean_gap"];
  return run.summary ?? Object.fromEntries(names.map((name) => [name, last(name)]));
}

// ---- figures ----
function keyFigures(run) {
  const s = summaryOf(run), [lx, ly] = run.field?.size ?? [];
  const area = finite(lx) && finite(s.area_fraction) ? s.area_fraction * lx * ly : NaN;
  const percent = (share) => `${(100 * share).toPrecision(3)} % of the window`;
  return [
    { label: "Force", value: s.force, unit: "N" }, { label: "Approach", value: s.approach, unit: "m" },
    { label: "Greatest pressure", value: s.p_max, unit: "Pa",
      note: s.by_hertz ? `${((100 * s.p_max) / s.by_hertz.p_max).toFixed(2)} % of Hertz` : "" },
    { label: "Contact", text: finite(area) ? { number: (1e6 * area).toPrecision(4), unit: "mm²" } : undefined,
      note: finite(area) ? percent(s.area_fraction) : "" },
    { label: "Mean gap", value: s.mean_gap, unit: "m" },
    { label: "Stiffness", value: s.stiffness?.[2]?.[2], unit: "N/m" },
    { label: "Friction force", value: s.friction ? Math.hypot(...s.friction.force) : NaN, unit: "N",
      note: s.friction ? `${s.friction.stick_cells} cells stick, ${s.friction.slip_cells} slip` : "" },
    { label: "Greatest von Mises stress", value: s.subsurface?.von_mises_max, unit: "Pa" },
  ];
}

// ---- maps ----
const frameOf = ([lx, ly]) => ({ x: [-lx / 2, lx / 2], y: [-ly / 2, ly / 2], xName: "x", yName: "y" });
const arrayOf = ({ shape: [rows, columns], data }) => ({ rows, columns, values: data });

const blockNote = ([kx, ky], what) => (kx > 1 || ky > 1
  ? `Each colour is the ${what} of ${kx} × ${ky} cells; all of them are in results.h5.` : "");

// Pressure and gap of one load: cells in contact are empty in the map of the gap, open ones in that of the pressure.
export function mapsOf({ pressure, gap, block }, size, lines) {
  const p = pressure.data, common = { ...frameOf(size), lines };
  return [
    { title: "Pressure", ...arrayOf(pressure), unit: "Pa", ...common, blank: (i) => !(p[i] > 0), blankName: "open",
      range: [0, p.reduce((most, v) => (v > most ? v : most), 0)],
      note: `${lines ? "Dashed: where the sections are. " : ""}${blockNote(block, "greatest")}` },
    { title: "Gap", ...arrayOf(gap), unit: "m", ...common, blank: (i) => p[i] > 0, blankName: "contact",
      note: `Cells in contact are left empty. ${blockNote(block, "least")}` },
  ];
}

function mapPart(container, run, bus, { element, format, section }) {
  const { maps, sections, size } = run.field;
  const force = columnOf(run, "loads", "force"), last = maps.length - 1;
  const peak = { x: sections.y.at, y: sections.x.at };
  const of = (k) => mapsOf(maps[k], size, k === last ? peak : undefined);
  const plane = element("div", { class: "chart-grid" }), part = section(container, "Maps", 2);
  const name = ({ load }) => `load ${load + 1}${force ? `, ${format.quantity(force[load], "N")}` : ""}`;
  const choose = maps.length > 1 ? element("select", { "data-test": "load", "aria-label": "Load in the maps",
    onchange: () => of(Number(choose.value)).forEach((map, i) => made[i].set(map)) }) : null;
  if (choose) {
    maps.forEach((m, k) => choose.append(element("option", { value: String(k), selected: k === last }, name(m))));
    part.append(element("label", { class: "choice" }, "load ", choose));
  }
  part.append(plane);
  const made = of(last).map((map) => createMap(plane, map, bus));
}

// ---- sections ----
// What Hertz has at a place of the section along x or y, with the other coordinate held.
export function hertzOf(hertz, along, place, at) {
  const [a, b] = along === "x" ? hertz.semi_axes : [...hertz.semi_axes].reverse();
  return Array.from(place, (v) => hertz.p_max * Math.sqrt(Math.max(0, 1 - (v / a) ** 2 - (at / b) ** 2)));
}

function sectionFigures(grid, run, along, bus, { format }) {
  const { place, pressure, gap, height, at } = run.field.sections[along];
  const { by_hertz: hertz, approach } = summaryOf(run);
  const common = { x: place.data, xUnit: "m" }, other = along === "x" ? "y" : "x";
  const look = { xName: along, sortedX: true, tightX: true, height: 260 };
  const title = (what) => `${what} along ${along}, at ${other} = ${format.quantity(at, "m", 3)}`;
  createFigure(grid, [
    { ...common, label: "on the grid", y: pressure.data, unit: "Pa", colour: "--series-1" },
    ...(hertz ? [{ ...common, label: "Hertz", y: hertzOf(hertz, along, place.data, at), unit: "Pa",
      colour: "--series-2", dash: [7, 4] }] : []),
  ], { title: title("Pressure"), yName: "pressure", ...look }, bus);
  createFigure(grid, [
    { ...common, label: "gap", y: gap.data, unit: "m", colour: "--series-1" },
    { ...common, label: "undeformed, moved by the approach", y: Array.from(height.data, (h) => h - approach),
      unit: "m", colour: "--chart-muted", dash: [7, 4] },
  ], { title: title("Gap"), yName: "gap", levels: [0], ...look }, bus);
}

// ---- loads ----
const curves = [["force", "Force", "N"], ["area_fraction", "Contact over window", ""], ["mean_gap", "Mean gap", "m"],
  ["stiffness", "Stiffness", "N/m"], ["p_max", "Greatest pressure", "Pa"]];

function loadPart(container, run, bus, { element, section }) {
  const approach = columnOf(run, "loads", "approach");
  if (!approach || approach.length < 2) return;
  const grid = element("div", { class: "chart-grid", "data-test": "loads" });
  section(container, "Over the loads", 2, grid);
  for (const [name, title, unit] of curves) {
    const y = columnOf(run, "loads", name);
    if (y) createFigure(grid, [{ label: `${approach.length} loads, in their order`, x: approach, y, xUnit: "m", unit,
      colour: "--series-1" }], { title: `${title} over the approach`, xName: "approach", yName: title.toLowerCase(),
      height: 240 }, bus);
  }
}

// ---- friction ----
function historyFigure(grid, { friction }, bus) {
  const list = friction?.history ?? [];
  if (list.length < 2) return;
  const moves = list.some((h) => h.shift[0] !== list[0].shift[0] || h.shift[1] !== list[0].shift[1]);
  const k = moves && Math.abs(list[list.length - 1].shift[1]) > Math.abs(list[list.length - 1].shift[0]) ? 1 : 0;
  const x = list.map((h, i) => (moves ? h.shift[k] : i + 1));
  createFigure(grid, ["x", "y"].map((axis, i) => ({ label: `force ${axis}`, x, y: list.map((h) => h.force[i]),
    xUnit: moves ? "m" : "", unit: "N", colour: `--series-${i + 1}` })),
  { title: moves ? `Friction force over the shift ${"xy"[k]}` : "Friction force over the steps",
    xName: moves ? "shift" : "step", yName: "force on body a", height: 260 }, bus);
}

function frictionPart(container, run, bus, { element, section }) {
  const { friction, size } = run.field;
  if (!friction) return;
  const grid = element("div", { class: "chart-grid", "data-test": "friction" }), { state, block } = friction;
  const [x, y] = [friction.traction_x.data, friction.traction_y.data], frame = frameOf(size);
  section(container, "Friction", 2, grid);
  createMap(grid, { title: "Stick and slip", ...arrayOf(state), ...frame, classes: states,
    note: blockNote(block, "greatest (slip before stick)") }, bus);
  createMap(grid, { title: "Tractions on body a", ...arrayOf(state), values: x.map((v, i) => Math.hypot(v, y[i])),
    unit: "Pa", ...frame, blank: (i) => !(state.data[i] > 0), blankName: "open", arrows: { x, y },
    range: [0, x.reduce((most, v, i) => Math.max(most, Math.hypot(v, y[i])), 0)],
    note: block.some((k) => k > 1) ? `One of ${block[0]} × ${block[1]} cells is shown.` : "" }, bus);
  historyFigure(grid, summaryOf(run), bus);
}

// ---- stresses ----
// Ends of a section of evenly spaced points as those of their cells: half a step beyond.
function endsOf(first, last, count) {
  const half = count > 1 ? (last - first) / (count - 1) / 2 : 0.5;
  return [first - half, last + half];
}

// A section along x or y has that coordinate, one askew the distance from its beginning.
export function stressFrame({ x, y, depth }) {
  const [rows, columns] = x.shape, right = columns - 1, bottom = (rows - 1) * columns;
  const way = [x.data[right] - x.data[0], y.data[right] - y.data[0]], length = Math.hypot(...way);
  const along = Math.abs(way[1]) < 1e-9 * length ? "x" : Math.abs(way[0]) < 1e-9 * length ? "y" : "distance";
  const from = along === "x" ? x.data[0] : along === "y" ? y.data[0] : 0;
  const to = along === "x" ? x.data[right] : along === "y" ? y.data[right] : length;
  return { x: endsOf(from, to, columns), y: endsOf(depth.data[0], depth.data[bottom], rows), xName: along,
    yName: "depth", down: true };
}

function lineFigure(grid, run, bus) {
  const [x, y, depth, mises, shear] = ["x", "y", "depth", "von_mises", "shear"].map((c) => columnOf(run, "stress_line",
    c));
  if (!depth) return;
  const down = depth.some((d) => d !== depth[0]);
  const at = down ? depth : x.map((v, i) => Math.hypot(v - x[0], y[i] - y[0]));
  const series = (label, values, colour) => ({ label, x: at, y: values, xUnit: "m", unit: "Pa", colour });
  createFigure(grid, [series("von Mises", mises, "--series-1"), series("greatest shear", shear, "--series-2")],
    { title: "Stresses along the line", xName: down ? "depth" : "distance", yName: "stress", height: 280 }, bus);
}

function stressPart(container, run, bus, { element, format, section }) {
  const { stress } = run.field, s = summaryOf(run).subsurface;
  if (!s) return;
  const grid = element("div", { class: "chart-grid", "data-test": "stress" });
  const at = (v) => format.quantity(v, "m", 3), peak = s.greatest_shear;
  section(container, "Below the surface", 2, element("p", {},
    `Greatest von Mises stress ${format.quantity(s.von_mises_max, "Pa")} at x = ${at(s.x)}, y = ${at(s.y)}, ` +
    `${at(s.depth)} deep; greatest shear ${format.quantity(peak.value, "Pa")}, ${at(peak.depth)} deep.`), grid);
  if (stress) for (const [key, title] of [["von_mises", "von Mises stress"], ["shear", "Greatest shear stress"]])
    createMap(grid, { title, ...arrayOf(stress[key]), unit: "Pa", ...stressFrame(stress),
      note: blockNote(stress.block, "greatest") }, bus);
  lineFigure(grid, run, bus);
}

// ---- numbers ----
function numberTable({ summary: s }, { format, table }) {
  const g = s.grid, size = Math.max(g.lx, g.ly);
  const clean = (v, scale) => (Math.abs(v) < 1e-9 * scale ? 0 : v); // what is rounding beside the window is 0
  const rows = [
    ["Window", `${format.quantity(g.lx, "m")} × ${format.quantity(g.ly, "m")}${g.periodic ? ", periodic" : ""}`],
    ["Cells", `${format.count(g.nx)} × ${format.count(g.ny)}`],
    ["Cells in contact", format.count(s.contact_cells) +
      (s.plastic_cells ? `, ${format.count(s.plastic_cells)} at the hardness` : "")],
    ["Mean pressure over the contact", format.quantity(s.p_mean, "Pa")],
    ["Centre of pressure", s.center.map((v) => format.quantity(clean(v, size), "m", 3)).join(", ")],
    ["Tilt", s.tilt.map((v) => format.quantity(v, "rad", 3)).join(", ")],
    ["Moments ∑ p x dA, ∑ p y dA", s.moment.map((v) => format.quantity(clean(v, s.force * size), "N m", 3))
      .join(", ")],
    ...(s.by_hertz ? [["Hertz: semi-axes", s.by_hertz.semi_axes.map((v) => format.quantity(v, "m")).join(", ")],
      ["Hertz: greatest pressure", format.quantity(s.by_hertz.p_max, "Pa")],
      ["Hertz: approach", format.quantity(s.by_hertz.approach, "m")],
      ["Hertz: stiffness", format.quantity(s.by_hertz.stiffness, "N/m")]] : []),
    ["Residual", `${format.number(s.residual, 2)} of ${format.quantity(s.residual_scale, "m", 3)}`],
    ["Effort", `${format.count(s.inner)} inner iterations, ${format.number(s.pair_equivalents, 3)} pairs of ` +
      `transforms, ${format.quantity(s.seconds, "s", 3)}`],
  ];
  return table(["Quantity", "Value"], rows, "The last load");
}

export const dry = {
  kind: "dry",
  keyFigures,
  create(container, run, name, bus, tools) {
    const s = summaryOf(run), { element, section } = tools;
    if (!run.field) {
      container.append(element("p", { class: "note" }, "No load was solved: there is nothing to draw."));
      return;
    }
    if (s.caution) container.append(element("p", { class: "banner warn", "data-test": "caution" }, s.caution));
    mapPart(container, run, bus, tools);
    const grid = element("div", { class: "chart-grid", "data-test": "sections" });
    section(container, "Sections through the greatest pressure", 2, grid);
    for (const along of ["x", "y"]) sectionFigures(grid, run, along, bus, tools);
    loadPart(container, run, bus, tools);
    frictionPart(container, run, bus, tools);
    stressPart(container, run, bus, tools);
    if (s.grid) section(container, "Numbers", 2, numberTable(run, tools));
  },
};
