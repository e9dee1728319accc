// What can be drawn: the recorded quantities and those derived from them, in groups, found by words, and the charts of the
// first view.

import { column, quantities as recorded } from "./data.js";
import { button, checkbox, element } from "./dom.js";
import { unitText } from "./format.js";
import { later } from "./later.js";

export const groupNames = {
  machine: "Machines", body: "Bodies", contact: "Contacts", joint: "Joints", energy: "Energy", solver: "Solver",
};

// Counters of the solver become rates: effort per simulated second.
const derived = [
  { id: "solver/steps_per_s", from: "solver/steps_so_far", name: "steps_per_s", meaning: "accepted steps per simulated second" },
  { id: "solver/rejected_per_s", from: "solver/rejected_so_far", name: "rejected_per_s", meaning: "rejected steps per simulated second" },
].map((d) => ({ ...d, group: "solver", owner: null, unit: "1/s", label: `solver ${d.name}` }));

function rate(source) {
  const { time, values } = source;
  const out = new Float64Array(values.length).fill(NaN);
  for (let i = 1; i < out.length; i++) {
    const step = time[i] - time[i - 1];
    if (step > 0) out[i] = (values[i] - values[i - 1]) / step;
  }
  return out;
}

const kept = new WeakMap();

// As column() of the data, with the derived quantities; made once per run and id, so that equal arrays are the same object.
export function numbers(run, id) {
  if (!kept.has(run)) kept.set(run, new Map());
  const made = kept.get(run);
  if (!made.has(id)) {
    const rule = derived.find((d) => d.id === id);
    const source = column(run, rule ? rule.from : id);
    if (source && rule) made.set(id, { ...source, values: rate(source), unit: rule.unit, label: rule.label });
    // Before the first step there is no step size.
    else if (source && id === "solver/step") made.set(id, { ...source, values: source.values.map((v) => (v > 0 ? v : NaN)) });
    else made.set(id, source);
  }
  return made.get(id);
}

// Every quantity of all runs, each id once.
export function allQuantities(runs) {
  const found = new Map();
  for (const run of runs) {
    for (const q of recorded(run)) if (!found.has(q.id)) found.set(q.id, q);
    for (const d of derived) if (!found.has(d.id) && found.has(d.from)) found.set(d.id, d);
  }
  return [...found.values()];
}

// All words must occur in the id, the label or the meaning.
export function search(list, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return list;
  return list.filter((q) => {
    const place = `${q.id} ${q.label} ${q.meaning ?? ""} ${groupNames[q.group] ?? ""}`.toLowerCase();
    return words.every((w) => place.includes(w));
  });
}

// Greatest absolute value of a quantity, 0 if there is none.
export function greatest(run, id) {
  let size = 0;
  for (const v of numbers(run, id)?.values ?? []) if (Math.abs(v) > size) size = Math.abs(v);
  return size;
}

// Below these sizes a number is rounding noise of the simulation.
const noise = { m: 1e-13, rad: 1e-10 };

// Of these ids, the recorded ones that are more than noise, also beside the largest of them.
export function alive(run, ids) {
  const sizes = ids.map((id) => greatest(run, id));
  const limit = 1e-9 * Math.max(0, ...sizes);
  return ids.filter((id, k) => sizes[k] > Math.max(limit, noise[numbers(run, id)?.unit] ?? 0));
}

// ---- charts of the first view ----

export function energyCharts(run) {
  const id = (name) => `energy/${name}`;
  const stored = alive(run, ["kinetic", "gravity", "springs", "contacts"].map(id));
  const flow = alive(run, ["work", "dissipated_friction", "dissipated_normal", "dissipated_dampers"].map(id));
  const charts = [];
  if (stored.length) charts.push({ title: "Stored energy", ids: stored });
  if (numbers(run, id("residual")))
    charts.push({ title: "Energy balance: work, losses and what is left over", ids: [...flow, id("residual")] });
  return charts;
}

export function solverCharts(run) {
  const charts = [];
  if (numbers(run, "solver/step")) charts.push({ title: "Step size of the solver", ids: ["solver/step"], logY: true });
  const effort = derived.map((d) => d.id).filter((id) => numbers(run, id));
  if (effort.length) charts.push({ title: "Effort of the solver", ids: effort });
  return charts;
}

// The contacts that carry most, by their greatest normal force.
export function largestContacts(run, count = 6) {
  return (run.contacts.names ?? [])
    .map((name) => ({ id: `contact/${name}/N`, size: greatest(run, `contact/${name}/N`) }))
    .filter((c) => c.size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, count)
    .map((c) => c.id);
}

// One column of all balls of a bearing, as {ids, names}: the legend says "ball 1".
export function ballColumns(run, machine, column) {
  const ids = [], names = {};
  for (let k = 1; numbers(run, `machine/${machine}/ball${k}_${column}`); k++) {
    ids.push(`machine/${machine}/ball${k}_${column}`);
    names[ids[k - 1]] = `ball ${k}`;
  }
  return { ids, names };
}

function bearingCharts(run, name) {
  const id = (column) => `machine/${name}/${column}`;
  const displacement = alive(run, ["dx", "dy", "dz"].map(id));
  const loads = ballColumns(run, name, "Q_inner");
  return [
    { title: `${name}: displacement of the inner ring`, ids: displacement },
    { title: `${name}: ball loads on the inner race`, ...loads },
  ].filter((c) => c.ids.length);
}

function freeBodies(run) {
  const names = (run.bodies.names ?? []).filter((n, k) => !run.bodies.fixed[k] && !run.bodies.machine[k]);
  const ids = names.slice(0, 2).flatMap((n) => alive(run, ["x", "y", "z"].map((a) => `body/${n}/${a}`)));
  return ids.length ? [{ title: "Positions", ids: ids.slice(0, 6) }] : [];
}

export function firstCharts(run) {
  const bearings = Object.keys(run.machines).filter((n) => run.machines[n].type === "ball_bearing");
  const charts = bearings.slice(0, 2).flatMap((n) => bearingCharts(run, n));
  if (!charts.length) {
    charts.push(...freeBodies(run));
    const forces = largestContacts(run);
    if (forces.length) charts.push({ title: "Largest contact forces", ids: forces });
  }
  return [...charts, ...energyCharts(run), ...solverCharts(run)];
}

// What belongs to a selected body or contact.
export function chartOf(run, selected) {
  const id = (name) => `${selected.kind}/${selected.name}/${name}`;
  const wanted = selected.kind === "contact" ? ["N", "p_max"] : alive(run, ["x", "y", "z"].map(id)).map((i) => i.split("/").pop());
  const ids = wanted.map(id).filter((i) => numbers(run, i));
  return ids.length ? { title: `Selected ${selected.kind}: ${selected.name}`, ids } : null;
}

// ---- the list to choose from ----

function row(q, picker) {
  const unit = unitText(q.unit);
  const choice = checkbox(q.owner ? `${q.owner} · ${q.name}` : q.name, picker.chosen().includes(q.id), (on) => picker.toggle(q.id, on), {
    "data-id": q.id,
  });
  choice.classList.add("quantity");
  choice.title = q.meaning ?? "";
  choice.append(element("span", { class: "unit" }, unit));
  return choice;
}

// Items are made when their group is opened, or when the page has time for it.
const mostAhead = 400;

function folder(title, items, fill, open = false) {
  const body = element("div", { class: "quantity-items" });
  const made = element("details", { class: "quantity-group", open }, element("summary", {}, `${title} (${items.length})`), body);
  let filled = false;
  const show = () => {
    if (!filled) fill(body, items);
    filled = true;
  };
  made.addEventListener("toggle", () => made.open && show());
  if (open) show();
  else if (items.length <= mostAhead) later(show);
  return made;
}

function byOwner(items, picker) {
  const owners = new Map();
  for (const q of items) owners.set(q.owner, [...(owners.get(q.owner) ?? []), q]);
  const rows = (body, list) => body.append(...list.map((q) => row(q, picker)));
  return (body) => {
    for (const [owner, list] of owners)
      if (owner === null || owners.size === 1) rows(body, list);
      else body.append(folder(owner, list, rows));
  };
}

const mostFound = 300; // by a search

// A searchable list of quantities with a checkbox each. `chosen()` gives the ids of the chart in work, `toggle(id, on)` is told.
export function createPicker(list, chosen, toggle) {
  const picker = { chosen, toggle, refresh, element: null };
  const results = element("div", { class: "quantity-list", role: "group", "aria-label": "Recorded quantities", "data-test": "quantity" });
  const input = element("input", {
    type: "search", placeholder: "Search: ball1 Q, shaft x, p_max …", "aria-label": "Search quantities", oninput: fill, "data-test": "quantity-search",
  });
  function fill() {
    results.replaceChildren();
    if (input.value.trim()) {
      const found = search(list, input.value);
      results.append(...found.slice(0, mostFound).map((q) => row(q, picker)));
      if (!found.length) results.append(element("p", { class: "note" }, "nothing recorded under these words"));
      if (found.length > mostFound) results.append(element("p", { class: "note" }, `and ${found.length - mostFound} more: give another word`));
      return;
    }
    for (const [group, title] of Object.entries(groupNames)) {
      const items = list.filter((q) => q.group === group);
      if (items.length) results.append(folder(title, items, byOwner(items, picker)));
    }
  }
  function refresh() {
    const ids = new Set(chosen());
    for (const box of results.querySelectorAll("input[data-id]")) box.checked = ids.has(box.dataset.id);
  }
  const clear = button("Clear", "Take all curves out of the active chart", () => picker.toggle(null, false));
  picker.element = element("div", { class: "picker" }, element("div", { class: "picker-head" }, input, clear), results);
  fill();
  return picker;
}
