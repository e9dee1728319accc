// The page of a rolling bearing: headline figures, polar loads, spectrum, curves of the balls, a table of the balls,
// and what the life rests on. bearingPage(kind) makes it for any rolling element; `kind` is {type, title, part
// ("ball"), charts and table (columns of a part, with titles), summary (what the page reads of the summary)}.

import { numbers, settledRow } from "../quantities.js";
import { alive, greatest, partColumns } from "../views.js";

const perMinute = (radPerSecond) => (radPerSecond * 60) / (2 * Math.PI);

// Two parts of one load or motion; a part that is rounding noise beside the other is 0.
function clean(a, b) {
  const limit = 1e-6 * Math.hypot(a, b);
  return [a, b].map((v) => (Math.abs(v) <= limit ? 0 : v));
}

function speedNote(radPerSecond, { number }) {
  return Number.isFinite(radPerSecond) ? `${number(radPerSecond)} rad/s` : "";
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function loadFigures(s, kind, { quantity }) {
  const races = s.races ?? {};
  const r = s.reaction ?? {}, d = s.displacement ?? {};
  const [radial, axial] = clean(Math.hypot(r.x?.mean, r.y?.mean), Math.abs(r.z?.mean));
  const [across, along] = clean(Math.hypot(d.x?.mean, d.y?.mean), d.z?.mean);
  const figures = [{ label: "Radial load, mean", value: radial, unit: "N" },
    { label: "Axial load, mean", value: axial, unit: "N" }];
  for (const race of ["inner", "outer"])
    figures.push({ label: `${capital(kind.part)} load, ${race}, greatest`, value: races[race]?.Q?.max, unit: "N",
      note: `mean ${quantity(races[race]?.Q?.mean, "N")}` });
  for (const race of ["inner", "outer"])
    figures.push({ label: `Pressure, ${race}, greatest`, value: races[race]?.p_max?.max, unit: "Pa" });
  if (across) figures.push({ label: "Radial displacement, mean", value: across, unit: "m" });
  if (along) figures.push({ label: "Axial displacement, mean", value: along, unit: "m" });
  const vary = Math.hypot(s.varying_compliance?.x, s.varying_compliance?.y);
  if (across && vary > 1e-6 * across)
    figures.push({ label: "Varying compliance, radial", value: vary, unit: "m", note: "peak to peak" });
  return figures;
}

function speedFigures(s, kind, format) {
  const figures = [];
  const speed = (label, value) => figures.push({ label, text: Number.isFinite(value)
    ? { number: format.number(perMinute(value)), unit: "rpm" } : null, value: NaN, note: speedNote(value, format) });
  speed("Speed of the inner ring", s.speed?.mean);
  speed("Cage speed, mean", s.cage_speed?.mean ?? s.orbit?.mean);
  speed(`${capital(kind.part)} spin, mean`, s[`${kind.part}_spin`]?.mean);
  figures.push({ label: "Friction moment, mean", value: s.friction_moment?.mean, unit: "N m" },
    { label: "Loss, mean", value: s.loss?.mean, unit: "W" });
  return figures;
}

const frequencyNames = { ftf: "cage", bpfo: "outer race", bpfi: "inner race", bsf: "PART spin",
  "2bsf": "PART defect" };

function frequencyFigures(s, { part }) {
  return Object.entries(s.frequencies ?? {})
    .map(([key, value]) => ({ label: `${key.toUpperCase()}, ${(frequencyNames[key] ?? "").replace("PART", part)}`,
      value, unit: "Hz" }));
}

function lifeFigures(life, format) {
  if (!life) return [];
  const one = (label, millions, hours) => {
    if (!Number.isFinite(millions)) return [];
    const h = format.hours(hours);
    const turns = `${format.number(millions)} million turns`;
    return [Number.isFinite(hours) ? { label, text: h, note: [h.note, turns].filter(Boolean).join(", ") }
      : { label, text: { number: format.number(millions), unit: "million turns" } }];
  };
  return [
    ...one("Life L10 (ISO 281)", life.L10, life.L10_hours), ...one("Life L10r (ISO/TS 16281)", life.L10r,
      life.L10r_hours), ...one("Modified life L10m", life.L10m, life.L10m_hours),
    { label: "Dynamic rating C", value: life.C, unit: "N" }, { label: "Equivalent load P", value: life.P, unit: "N" },
    { label: "Factor a_ISO", value: life.a_iso ?? NaN, unit: "" },
    { label: "Viscosity ratio κ", value: life.kappa ?? NaN, unit: "" },
  ];
}

function figuresPart(container, s, kind, { element, format, headline, section }, name) {
  const part = section(container, `${kind.title} ${name}`, 2);
  const groups = [["Loads and pressure", loadFigures(s, kind, format)],
    ["Speeds and losses", speedFigures(s, kind, format)], ["Frequencies", frequencyFigures(s, kind)],
    ["Life", lifeFigures(s.life, format)]];
  for (const [title, figures] of groups) {
    const list = headline(figures);
    if (list.childNodes.length) part.append(element("h3", {}, title), list);
  }
  if (Number.isFinite(s.from))
    part.append(element("p", { class: "note" },
      `Taken over ${s.instants} instants from ${format.quantity(s.from, "s")} to ${format.quantity(s.to, "s")}.`));
}

const ballCharts = [
  ["Q_inner", "Load on the inner race"], ["Q_outer", "Load on the outer race"],
  ["p_max_inner", "Pressure on the inner race"],
  ["angle_inner", "Contact angle at the inner race"], ["orbit", "Orbital speed"], ["spin", "Spin of the balls"],
  ["slip_inner", "Sliding speed at the inner race"], ["cage_force", "Force of the cage"],
];

function curvesPart(container, run, name, kind, bus, tools) {
  const part = tools.section(container, `Rings and ${kind.part}s over time`, 3);
  const grid = tools.element("div", { class: "chart-grid" });
  part.append(grid);
  const id = (column) => `machine/${name}/${column}`;
  const add = (title, ids, more = {}) => ids.length
    && tools.chart(grid, run, { title, ids, height: 220, ...more }, bus);
  add("Displacement of the inner ring", alive([run], ["dx", "dy", "dz"].map(id)));
  const [x, y] = ["dx", "dy"].map(id);
  if (alive([run], [x, y]).length === 2) add("Path of the inner ring's centre", [y], { x });
  for (const [column, title] of kind.charts) {
    const { ids, names } = partColumns([run], name, kind.part, column);
    if (alive([run], ids).length) add(title, ids, { names });
  }
  const moments = ["friction_moment", "moment_spin", "moment_slip", "moment_rolling", "moment_damping", "moment_cage"];
  add("Friction moment", alive([run], moments.map(id)));
}

// Mean and greatest from row `first` on.
export function statistics(run, id, first) {
  let sum = 0, count = 0, max = -Infinity;
  for (const v of numbers(run, id)?.values.subarray(first) ?? [])
    if (Number.isFinite(v)) {
      sum += v;
      count++;
      if (v > max) max = v;
    }
  return count ? { mean: sum / count, max } : { mean: NaN, max: NaN };
}

const ballColumns = [
  ["Q inner, mean", "Q_inner", "mean", "N"], ["Q inner, max", "Q_inner", "max", "N"],
  ["Q outer, mean", "Q_outer", "mean", "N"], ["Q outer, max", "Q_outer", "max", "N"],
  ["p inner, max", "p_max_inner", "max", "Pa"], ["p outer, max", "p_max_outer", "max", "Pa"],
  ["Orbit, mean", "orbit", "mean", "rad/s"],
  ["Spin, mean", "spin", "mean", "rad/s"], ["Slip inner, max", "slip_inner", "max", "m/s"],
  ["Slip outer, max", "slip_outer", "max", "m/s"],
];

function partTable(run, name, { part, ...kind }, { format, table }) {
  const count = partColumns([run], name, part, "azimuth").ids.length, first = settledRow(run, name);
  const columns = kind.table.map(([title, column, statistic, unit]) => {
    const values = Array.from({ length: count },
      (_, k) => statistics(run, `machine/${name}/${part}${k + 1}_${column}`, first)[statistic]);
    const finite = values.filter(Number.isFinite).map(Math.abs);
    return { title, values, scale: format.scaleFor(unit, Math.max(0, ...finite)), known: finite.length > 0 };
  }).filter((c) => c.known);
  const rows = Array.from({ length: count },
    (_, k) => [`${part} ${k + 1}`, ...columns.map((c) => format.number(c.values[k] / c.scale.factor))]);
  const caption =
    `${capital(part)}s over ${run.shown - first} rows of this ` +
    `page${first ? `, from ${format.quantity(run.time.data[first], "s")} on` : ""}`;
  return count ? table([capital(part), ...columns.map((c) => [c.title, c.scale.unit])], rows, caption) : null;
}

function lifePart(container, life, { element, format, section, table }) {
  if (!life?.Qc) return;
  const part = section(container, "What the life rests on", 3);
  const [radial, axial] = clean(life.Fr, life.Fa);
  const rows = [
    ["radial load Fr", format.quantity(radial, "N")], ["axial load Fa", format.quantity(axial, "N")],
    ["factors X, Y, e", [life.X, life.Y, life.e].map((v) => format.number(v, 3)).join(", ")],
  ];
  for (const race of ["inner", "outer"])
    rows.push([`${race} race: capacity Qc, equivalent load Qe`,
      `${format.quantity(life.Qc?.[race], "N")}, ${format.quantity(life.Qe?.[race], "N")}`],
      [`${race} race: life alone`, `${format.number(life.L10_ring?.[race])} million turns`]);
  part.append(table(["Part of the life", "Value"], rows, "Figures of the life"));
  if (life.assumptions?.length)
    part.append(element("ul", { class: "assumptions" }, ...life.assumptions.map((a) => element("li", {}, a))));
}

// What the rows tell where the summary has counted none: the run ended before `output: {from}`, or goes on.
function recordedFigures(run, name, { part }, { format }) {
  const id = (column) => `machine/${name}/${column}`;
  const last = (column) => numbers(run, id(column))?.values.at(-1) ?? NaN;
  const most = (column) => Math.max(0, ...partColumns([run], name, part, column).ids.map((i) => greatest([run], i)))
    || NaN;
  const cage = last("cage_speed");
  return [
    { label: `Greatest ${part} load`, value: Math.max(most("Q_inner"), most("Q_outer")), unit: "N" },
    { label: "Greatest pressure", value: Math.max(most("p_max_inner"), most("p_max_outer")), unit: "Pa" },
    { label: "Displacement at the end", value: Math.hypot(...["dx", "dy", "dz"].map(last).filter(Number.isFinite))
      || NaN, unit: "m" },
    ...(Number.isFinite(cage)
      ? [{ label: "Cage speed at the end", text: { number: format.number(perMinute(cage)), unit: "rpm" } }] : []),
    { label: "Outer race (BPFO)", value: run.summary?.machines?.[name]?.frequencies?.bpfo, unit: "Hz" },
    { label: "Friction moment at the end", value: last("friction_moment"), unit: "N m" },
  ];
}

// The few figures to read before all others.
function keyFigures(run, name, kind, tools) {
  const own = run.summary?.machines?.[name], s = own && kind.summary(own);
  if (!s || s.instants === 0) return recordedFigures(run, name, kind, tools);
  const { format } = tools;
  const most = (key) => Math.max(s.races?.inner?.[key]?.max ?? NaN, s.races?.outer?.[key]?.max ?? NaN);
  const [radial, axial] = clean(Math.hypot(s.reaction?.x?.mean, s.reaction?.y?.mean), Math.abs(s.reaction?.z?.mean));
  const cage = s.cage_speed?.mean ?? s.orbit?.mean;
  return [
    ...(radial ? [{ label: "Radial load", value: radial, unit: "N" }] : []),
    ...(axial ? [{ label: "Axial load", value: axial, unit: "N" }] : []),
    { label: `Greatest ${kind.part} load`, value: most("Q"), unit: "N" },
    { label: "Greatest pressure", value: most("p_max"), unit: "Pa" },
    { label: "Displacement", value: Math.hypot(s.displacement?.x?.mean, s.displacement?.y?.mean,
      s.displacement?.z?.mean), unit: "m" },
    ...(Number.isFinite(cage)
      ? [{ label: "Cage speed", text: { number: format.number(perMinute(cage)), unit: "rpm" } }] : []),
    { label: "Outer race (BPFO)", value: s.frequencies?.bpfo, unit: "Hz" },
    { label: "Friction moment", value: s.friction_moment?.mean, unit: "N m" },
    ...lifeFigures(s.life, format).slice(0, 1).map(({ label, text }) => ({ label, text })),
  ];
}

// The charts to begin with.
function charts(runs, name, { part }) {
  const displacement = alive(runs, ["dx", "dy", "dz"].map((column) => `machine/${name}/${column}`));
  return [
    { title: `${name}: displacement of the inner ring`, ids: displacement },
    { title: `${name}: ${part} loads on the inner race`, ...partColumns(runs, name, part, "Q_inner") },
  ];
}

export const bearingPage = (kind) => ({
  type: kind.type,
  keyFigures: (run, name, tools) => keyFigures(run, name, kind, tools),
  charts: (runs, name) => charts(runs, name, kind),
  create(container, run, name, bus, tools) {
    const own = run.summary?.machines?.[name], summary = own && kind.summary(own);
    if (summary) figuresPart(container, summary, kind, tools, name);
    else tools.section(container, `${kind.title} ${name}`, 2, tools.element("p", { class: "note" },
      "The run left no summary of this bearing; the curves show what was recorded."));
    const pair = tools.element("div", { class: "page-pair" });
    container.append(pair);
    tools.polar(tools.section(pair, "Load distribution", 3), run, name, kind.part, bus);
    const heard = tools.section(pair, "Spectrum", 3);
    if (!tools.spectrum(heard, run, name, bus))
      heard.append(tools.element("p", { class: "note" },
        "This run has no spectrum: too few rows, or it ended early."));
    curvesPart(container, run, name, kind, bus, tools);
    const parts = partTable(run, name, kind, tools);
    if (parts) tools.section(container, `${capital(kind.part)}s`, 3, parts);
    lifePart(container, summary?.life, tools);
  },
});

export const ballBearing = bearingPage({ type: "ball_bearing", title: "Ball bearing", part: "ball", charts: ballCharts,
  table: ballColumns, summary: (s) => s });
