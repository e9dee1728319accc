// What can be drawn: the recorded quantities and those derived from them, in groups, found by words.

import { column, quantities as recorded } from "./data.js";

export const groupNames = {
  machine: "Machines", body: "Bodies", contact: "Contacts", joint: "Joints", energy: "Energy", table: "Tables",
  solver: "Solver",
};

// Counters of the solver become rates: effort per simulated second.
export const derived = [
  { id: "solver/steps_per_s", from: "solver/steps_so_far", name: "steps_per_s",
    meaning: "accepted steps per simulated second" },
  { id: "solver/rejected_per_s", from: "solver/rejected_so_far", name: "rejected_per_s",
    meaning: "rejected steps per simulated second" },
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

// As column() of the data, with the derived quantities; made once per run and id, so that equal arrays are the same
// object.
export function numbers(run, id) {
  if (!kept.has(run)) kept.set(run, new Map());
  const made = kept.get(run);
  if (!made.has(id)) {
    const rule = derived.find((d) => d.id === id);
    const source = column(run, rule ? rule.from : id);
    if (source && rule) made.set(id, { ...source, values: rate(source), unit: rule.unit, label: rule.label });
    // Before the first step there is no step size.
    else if (source && id === "solver/step")
      made.set(id, { ...source, values: source.values.map((v) => (v > 0 ? v : NaN)) });
    else made.set(id, source);
  }
  return made.get(id);
}

// A column that a page has computed, {time, values, unit, label}: charts of this run draw it by its id.
export function addNumbers(run, id, made) {
  if (!kept.has(run)) kept.set(run, new Map());
  kept.get(run).set(id, made);
  return id;
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
