// Lubricated contacts: film thickness, film over roughness, where they lie among the regimes of lubrication, parts of
// friction. A section of its own for the contacts of any run; the page of cams uses its charts too.

import { select } from "../dom.js";
import { addNumbers, numbers } from "../quantities.js";
import { borders, regimeNames, regimePlaces } from "../regimes.js";
import { alive, greatest } from "../views.js";

const mostCurves = 8, mostRows = 16, mapHeight = 300;
const idle = 1e-3; // part of the greatest force, below which a contact counts as free
const wide = 30; // greatest over least number from which on an axis is logarithmic

// A column of a film, with gaps while the contact is free: what a formula says of a film without load is of no use.
export function filmId(run, contact, column) {
  const id = `film/${contact}/${column}`, from = numbers(run, `contact/${contact}/${column}`),
    N = numbers(run, `contact/${contact}/N`)?.values;
  if (!from || numbers(run, id)) return id;
  const least = idle * greatest([run], `contact/${contact}/N`);
  return addNumbers(run, id, { ...from, values: from.values.map((v, i) => (!N || N[i] > least ? v : NaN)) });
}

// Lubricated contacts that no page of a machine shows, by the greatest force.
export function filmContacts(run, shownElsewhere = () => false) {
  const size = (name) => greatest([run], `contact/${name}/N`);
  return run.films.names.filter((name) => !shownElsewhere(name)).map((name) => [name, size(name)])
    .sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

// ---- charts ----

// The choice of a chart from entries [{id, label, owner}], without those that have nothing to show; null if none has.
export function choiceOf(run, title, entries, more = {}) {
  const known = new Set(alive([run], entries.map((e) => e.id))), shown = entries.filter((e) => known.has(e.id));
  if (!shown.length) return null;
  return { title, ids: shown.map((e) => e.id), names: Object.fromEntries(shown.map((e) => [e.id, e.label])),
    owners: shown.map((e) => e.owner), height: 240, ...more };
}

// The same on a logarithmic axis if its numbers are far apart.
function spread(run, choice) {
  let low = Infinity, high = 0;
  for (const id of choice?.ids ?? [])
    for (const v of numbers(run, id).values)
      if (v > 0) {
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
  return choice && { ...choice, logY: high > wide * low };
}

// Whole decades around the numbers, and those from 10^low to 10^high; a bit less, so that an axis ends there.
function decades(lists, low, high) {
  for (const list of lists)
    for (const v of list)
      if (v > 0 && Number.isFinite(v)) {
        low = Math.min(low, Math.floor(Math.log10(v)));
        high = Math.max(high, Math.ceil(Math.log10(v)));
      }
  return [1.000001 * 10 ** low, 0.999999 * 10 ** high];
}

function middle(list) {
  const sorted = Float64Array.from(list.filter((v) => v >= 0)).sort();
  return sorted.length ? sorted[sorted.length >> 1] : NaN;
}

// The D for which the borders of a map are right, NaN if the contacts are too different.
export function commonD(run, contacts) {
  const all = contacts.map((c) => middle(numbers(run, filmId(run, c, "D"))?.values ?? [])).filter(Number.isFinite);
  const low = Math.min(...all), high = Math.max(...all);
  return all.length && high <= 1.2 * low ? (low + high) / 2 : NaN;
}

// The ways of contacts [{contact, label}] in the plane of M and L.
export function regimeMap(run, list) {
  const entries = list.map(({ contact, label }) => ({ id: filmId(run, contact, "L"), label, owner: contact })),
    contacts = list.map((l) => l.contact);
  const values = (column) => contacts.map((c) => numbers(run, filmId(run, c, column))?.values ?? []);
  const base = choiceOf(run, "Regimes of lubrication", entries,
    { logX: true, logY: true, xName: "M", yName: "L", height: mapHeight });
  if (!base) return null;
  const frame = { M: decades(values("M"), -1, 2), L: decades(values("L"), 0, 1) }, D = commonD(run, contacts);
  const xOf = Object.fromEntries(base.ids.map((id) => [id, id.replace(/L$/, "M")]));
  const known = Number.isFinite(D), what = D > 0 ? `of a point contact with D = ${D.toPrecision(3)}`
    : "of a line contact";
  return {
    ...base, x: xOf[base.ids[0]], xOf, under: known ? borders(frame, D) : [],
    texts: known ? regimePlaces(frame, D) : [],
    note: "Numbers of Moes: M grows with the load, L with the pressure coefficient of the lubricant. " + (known
      ? `Borders ${what}, where the asymptotes of the film meet.`
      : "These contacts have different shapes: one of them alone shows the borders."),
  };
}

const parts = [["fluid", "shear of the film"], ["boundary", "asperities"], ["rolling", "rolling"]];
const levels = [{ y: 1, text: "λ = 1" }, { y: 3, text: "λ = 3" }];

// Charts of some contacts, those of a single one in more detail: film, lambda, map, friction, loss. Entries that are
// null have nothing to show.
export function filmCharts(run, list) {
  const one = list.length === 1;
  const of = (columns) => list.flatMap(({ contact, label }) =>
    columns.map(([column, text]) => ({ id: filmId(run, contact, column), label: one ? text : label,
      owner: contact })));
  const split = (title, prefix) => choiceOf(run, title,
    one ? of(parts.map(([part, text]) => [prefix + part, text])) : []);
  return {
    film: spread(run, one ? choiceOf(run, "Film thickness", of([["h_c", "central film"], ["h_min", "least film"]]))
      : choiceOf(run, "Least film thickness", of([["h_min"]]))),
    lambda: spread(run, choiceOf(run, "Film over roughness λ", of([["lambda", "λ"]]),
      { levels, yName: "λ", note: "Below 1 asperities carry a good part of the load, above 3 hardly any." })),
    map: regimeMap(run, list),
    share: choiceOf(run, "Part of the load on the film", of([["fluid_share", "on the film"]]),
      { yName: "part of the load", height: mapHeight }),
    friction: split("Parts of friction", "T_"),
    loss: one ? split("Power lost by friction", "loss_") : choiceOf(run, "Power lost by friction", of([["loss"]])),
  };
}

// ---- figures ----

// Parts of the time under load in each regime, as the summary has them: "elastic, piezoviscous 92 %, ...".
export function regimeShares(run, contact) {
  return Object.values(run.summary?.contacts?.[contact]?.regimes ?? {}).map((share, k) => [share, regimeNames[k]])
    .filter(([share]) => share > 0).sort((a, b) => b[0] - a[0])
    .map(([share, name]) => `${name} ${share < 0.995 ? Math.max(1, Math.round(100 * share)) : 100} %`).join("; ");
}

export function filmTable(run, contacts, { format, table }) {
  const text = (v, unit) => (Number.isFinite(v) && v > 0 ? format.quantity(v, unit, 3) : "–");
  const rows = contacts.slice(0, mostRows).map((name) => {
    const s = run.summary?.contacts?.[name] ?? {}, lost = s.energy_lost ?? {};
    const split = parts.some(([p]) => lost[p] > 0); // other laws of friction do not tell the parts
    const percent = (v) => (split ? `${format.number(v > 1e-6 * lost.friction ? (100 * v) / lost.friction : 0, 3)} %`
      : "–");
    return [name, text(s.h_min_least, "m"), text(s.lambda_least, ""), text(s.loss_mean, "W"),
      ...parts.map(([part]) => percent(lost[part])), regimeShares(run, name)];
  });
  const more = contacts.length - rows.length;
  return table(["Contact", "Least film", "Least λ", "Loss, mean", "by shear", "by asperities", "by rolling",
    "Regimes"], rows,
    `Films under load, over ${run.summary?.greatest?.of ?? "all steps"}; regimes by their part of the ` +
    `time${more > 0 ? `; ${more} more contacts` : ""}`);
}

// ---- the section ----

export function filmSection(container, run, contacts, bus, tools) {
  const part = tools.section(container, "Lubrication", 2, filmTable(run, contacts, tools)),
    grid = tools.element("div", { class: "chart-grid" });
  part.dataset.test = "films";
  let made = [];
  const show = (key) => {
    made.forEach((chart) => chart.remove());
    const list = (key === "" ? contacts.slice(0, mostCurves) : [key]).map((contact) => ({ contact, label: contact }));
    made = Object.values(filmCharts(run, list)).filter(Boolean).map((choice) => tools.chart(grid, run, choice, bus));
  };
  const several = contacts.length > mostCurves ? `the ${mostCurves} with the greatest forces` : "all";
  if (contacts.length > 1)
    part.append(tools.element("p", { class: "page-choices" }, tools.element("label", { class: "choice" }, "Contact ",
    select([["", several], ...contacts.map((name) => [name, name])], "", show, { "data-test": "film-contact" })),
    " One alone shows the parts of its friction."));
  part.append(grid);
  show(contacts.length > 1 ? "" : contacts[0]);
}
