// Damage by over-rolling, of any machine that leaves tables NAME_TRACK_damage, _load and _pressure: figures, Miner's
// sum around the track, histograms of load and pressure.

import { createFigure } from "../figure.js";

const kinds = ["damage", "load", "pressure"], colours = ["--series-1", "--series-2", "--series-3", "--series-5"];

// The columns of a table by name, null if the run has none.
function columnsOf(run, title) {
  const columns = run.tables[title]?.columns;
  return columns ? Object.fromEntries(columns.map((c) => [c.name, c.values?.data ?? []])) : null;
}

// The tracks of a machine in the order of the tables: [{track, damage, load, pressure}]; a table that is missing is
// null.
export function damageTracks(run, name) {
  const tracks = [];
  for (const title of Object.keys(run.tables)) {
    if (!title.startsWith(`${name}_`) || !title.endsWith("_damage")) continue;
    const track = title.slice(name.length + 1, -"_damage".length);
    tracks.push(
      { track, ...Object.fromEntries(kinds.map((kind) => [kind, columnsOf(run, `${name}_${track}_${kind}`)])) });
  }
  return tracks.filter((t) => t.damage.angle?.length);
}

// Titles of the tables that the pages of machines show, so that no other page repeats them.
export function damageTables(run) {
  return new Set(Object.keys(run.machines).flatMap((name) => damageTracks(run, name)
    .flatMap(({ track }) => kinds.map((kind) => `${name}_${track}_${kind}`))));
}

// The outline of classes of equal width given by their middles, from 0 on: {x, y}.
export function outline(middles, heights) {
  const width = middles.length > 1 ? middles[1] - middles[0] : 2 * middles[0], x = [0], y = [0];
  middles.forEach((m, k) => {
    x.push(m - width / 2, m + width / 2);
    y.push(heights[k], heights[k]);
  });
  return { x: [...x, x[x.length - 1]], y: [...y, 0] };
}

function figures(summary, tracks, { format, table }) {
  const text = (value, unit) => (Number.isFinite(value) ? format.quantity(value, unit) : "–");
  const rows = tracks.map(({ track }) => {
    const s = summary?.[track] ?? {};
    const hours = Number.isFinite(s.life_hours) ? format.hours(s.life_hours) : null;
    const place = Number.isFinite(s.point_angle) ? ` at ${format.number((s.point_angle * 180) / Math.PI, 3)}°` : "";
    return [track, format.number(s.passes), format.number(s.miner, 3), Number.isFinite(s.miner_point)
      ? `${format.number(s.miner_point, 3)}${place}` : "–",
      text(s.equivalent_load, "N"), text(s.p_max, "Pa"), hours ? `${hours.number} ${hours.unit}` : "–"];
  });
  return table(["Track", "Passes of a point", "Miner's sum", "of its worst point", "Equivalent load",
    "Greatest pressure", "Life if it went on"], rows, "Damage in this run: 1 is the end of the life of 90 %");
}

function angleFigure(grid, tracks, bus) {
  const rated = tracks.some((t) => t.damage.damage?.some(Number.isFinite)), column = rated ? "damage" : "load";
  createFigure(grid, tracks.map((t, k) => ({
    label: t.track, x: Array.from(t.damage.angle, (a) => (a * 180) / Math.PI), y: t.damage[column],
    unit: rated ? "" : "N", colour: colours[k % colours.length],
  })), { title: rated ? "Miner's sum around the track" : "Equivalent load around the track",
    xName: "angle on the track in °", yName: rated ? "Miner's sum" : "load", sortedX: true, tightX: true,
    height: 240 }, bus);
}

function classFigure(grid, tracks, kind, column, unit, title, bus) {
  const known = tracks.filter((t) => t[kind]?.[column]?.length);
  if (!known.length) return;
  createFigure(grid,
    known.map((t) => ({ label: t.track, ...outline(t[kind][column], t[kind].passes), xUnit: unit,
      colour: colours[tracks.indexOf(t) % colours.length] })),
    { title, xName: kind, yName: "passes of a point", sortedX: true, tightX: true, height: 240 }, bus);
}

// The part of a machine's page; nothing if it has no such tables.
export function damagePart(container, run, name, bus, tools) {
  const tracks = damageTracks(run, name);
  if (!tracks.length) return;
  const summary = run.summary?.machines?.[name]?.damage;
  const part = tools.section(container, "Damage by over-rolling", 3, figures(summary, tracks, tools));
  part.dataset.test = "damage";
  const notes = new Set(tracks.map(({ track }) => summary?.[track]?.note).filter(Boolean));
  for (const note of notes) part.append(tools.element("p", { class: "note" }, `Note: ${note}.`));
  const grid = tools.element("div", { class: "chart-grid three" });
  part.append(grid);
  angleFigure(grid, tracks, bus);
  classFigure(grid, tracks, "load", "load", "N", "Loads of the passes", bus);
  classFigure(grid, tracks, "pressure", "p_max", "Pa", "Pressures of the passes", bus);
}
