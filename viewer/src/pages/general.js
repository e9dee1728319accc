// The page that every run has: how it went, its contacts and joints, the energy balance, further tables, and the model
// file.

import { damageTables } from "./damage.js";

const mostRows = 40;

// What is smaller is rounding noise.
const above = (least, value) => (value > least ? value : NaN);

function contactFigures(run) {
  const most = run.summary?.greatest ?? {};
  return [
    { label: "Greatest contact force", value: most.contact_force, unit: "N" },
    { label: "Greatest pressure", value: most.pressure, unit: "Pa" },
    { label: "Greatest approach", value: most.approach, unit: "m" },
  ];
}

// At the top of a page whose machines offer no figures.
function keyFigures(run) {
  const energy = run.summary?.energy ?? {}, most = run.summary?.greatest ?? {};
  return [
    ...contactFigures(run),
    { label: "Least film", value: most.film_least, unit: "m", figures: 3 },
    { label: "Greatest joint force", value: above(1e-9, most.joint_force), unit: "N" },
    { label: "Greatest speed", value: above(1e-9, most.speed), unit: "m/s" },
    { label: "Greatest angular speed", value: above(1e-9, most.angular_speed), unit: "rad/s" },
    { label: "Energy at the end", value: energy.final, unit: "J" },
    { label: "Lost to friction", value: energy.dissipated_friction || NaN, unit: "J" },
    { label: "Computing time", value: run.summary?.wall_seconds, unit: "s", figures: 3 },
  ];
}

function runFigures(run) {
  const s = run.summary ?? {}, energy = s.energy ?? {};
  return [
    { label: "Simulated time", value: s.t_reached ?? run.time.data[run.time.data.length - 1], unit: "s",
      note: s.t_end > s.t_reached ? `of ${s.t_end} s` : "" },
    ...contactFigures(run),
    { label: "Energy at the end", value: energy.final, unit: "J" },
    { label: "Lost to friction", value: energy.dissipated_friction || NaN, unit: "J" },
    { label: "Residual of the balance", value: energy.residual, unit: "J", figures: 3 },
    { label: "Computing time", value: s.wall_seconds, unit: "s", figures: 3, note: s.real_time_factor
      ? `${(1 / s.real_time_factor).toPrecision(3)} × simulated time` : "" },
  ];
}

function contactTable(run, { table, format }) {
  const entries = Object.entries(run.summary?.contacts ?? {}).sort((a, b) => (b[1].max_N ?? 0) - (a[1].max_N ?? 0));
  if (!entries.length) return null;
  const top = (key, unit) => format.scaleFor(unit, Math.max(...entries.map(([, c]) => c[key] ?? 0)));
  const force = top("max_N", "N"), pressure = top("max_p_max", "Pa"), approach = top("max_approach", "m"),
    time = top("time_touching", "s");
  const shown = (v, scale) => format.number(Number.isFinite(v) ? v / scale.factor : NaN);
  const rows = entries.slice(0, mostRows).map(([name, c]) => [
    name, shown(c.max_N, force), shown(c.max_p_max, pressure), shown(c.max_approach, approach),
    shown(c.time_touching, time), String(c.touches ?? "–"),
  ]);
  const heads = ["Contact", ["Greatest force", force.unit], ["Greatest pressure", pressure.unit],
    ["Greatest approach", approach.unit], ["Time touching", time.unit], "Touches"];
  const more = entries.length - rows.length;
  return table(heads, rows, `Contacts by their greatest force${more > 0 ? `; ${more} more with less` : ""}`);
}

function energyTable(run, { table, format }) {
  const energy = run.summary?.energy;
  if (!energy) return null;
  const rows = Object.entries(energy).map(([name, value]) => [name.replace(/_/g, " "),
    format.quantity(value, "J", 5)]);
  return table(["Energy", "At the end of the run"], rows, "Energy balance");
}

// A table that the run keeps beside its rows, its first rows.
function extraTable(name, { columns }, { table, format }) {
  const known = columns.filter((c) => c.values?.data.length && (c.values.shape[1] ?? 1) === 1);
  if (!known.length) return null;
  const scaled =
    known.map((c) => ({ ...c, scale: format.scaleFor(c.unit,
      c.values.data.reduce((m, v) => Math.max(m, Math.abs(v) || 0), 0)) }));
  const length = Math.max(...known.map((c) => c.values.data.length));
  const rows = Array.from({ length: Math.min(mostRows, length) },
    (_, i) => [String(i + 1), ...scaled.map((c) => format.number(c.values.data[i] / c.scale.factor))]);
  return table(["Row", ...scaled.map((c) => [c.name.replace(/_/g, " "), c.scale.unit])], rows,
    length > mostRows ? `The first ${mostRows} of ${length} rows` : name);
}

// Plain entries of the summary, without the long lists.
function facts(run, { table, format }) {
  const s = run.summary ?? {};
  const rows = [];
  const units = { t_end: "s", t_reached: "s", wall_seconds: "s", cpu_seconds: "s", last_step: "s" };
  for (const [name, value] of Object.entries(s)) {
    const label = name.replace(/_/g, " ");
    if (typeof value === "number")
      rows.push([label, units[name] ? format.quantity(value, units[name], 5) : Number.isInteger(value)
        ? format.count(value) : format.number(value)]);
    else if (typeof value === "string") rows.push([label, value]);
  }
  for (const [name, value] of Object.entries(s.solver ?? {})) rows.push([`solver ${name}`, String(value)]);
  rows.push(["folder", run.name ?? ""], ["rows recorded", String(run.rows ?? run.shown)],
    ["rows in this page", String(run.shown)]);
  if (run.note) rows.push(["note", run.note]);
  return table(["Fact", "Value"], rows, "Facts of the run");
}

export const general = {
  type: "general",
  keyFigures,
  create(container, run, name, bus, tools) {
    const { element, headline, section } = tools;
    const about = section(container, "The run", 2, headline(runFigures(run))), { of } = run.summary?.greatest ?? {};
    if (of) about.append(element("p", { class: "note", "data-test": "greatest-of" },
      `The run left no summary: greatest and least are those of its ${of}.`));
    const contacts = contactTable(run, tools), energy = energyTable(run, tools);
    if (contacts) section(container, "Contacts", 3, contacts);
    if (energy) section(container, "Energy", 3, energy);
    const elsewhere = damageTables(run);
    for (const [title, entry] of Object.entries(run.tables).filter(([key]) => !elsewhere.has(key))) {
      const made = extraTable(title, entry, tools);
      if (made) section(container, title, 3, made);
    }
    section(container, "Facts", 3, facts(run, tools));
    if (run.model)
      section(container, "Model file", 3, element("pre", { class: "model-file", tabindex: "0", "data-test": "model" },
        run.model));
  },
};
