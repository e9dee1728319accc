// The data of the page: reads the JSON in the page, turns base64 into typed arrays, and names every recorded quantity.
// An array is {shape: [..], data: Float32Array|Float64Array|Uint32Array}, row by row.

import { labelsOf } from "./labels.js";

const types = { f4: Float32Array, f8: Float64Array, u4: Uint32Array };

function isArray(value) {
  return value !== null && typeof value === "object" && typeof value.data === "string" && value.dtype in types;
}

// The page's numbers are little-endian, as is every machine a browser runs on.
export function decode(array) {
  const text = atob(array.data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const Type = types[array.dtype];
  const data = new Type(bytes.buffer, 0, Math.floor(bytes.length / Type.BYTES_PER_ELEMENT));
  return { shape: array.shape, data };
}

function decodeAll(value) {
  if (isArray(value)) return decode(value);
  if (Array.isArray(value)) return value.map(decodeAll);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeAll(inner)]));
}

const none = () => ({ shape: [0], data: new Float32Array(0) });

function complete(run) {
  run.time ??= none();
  run.bodies ??= {};
  run.bodies.names ??= [];
  run.bodies.fixed ??= [];
  run.bodies.machine ??= [];
  run.surfaces ??= [];
  // Equal meshes stand on the page once: a surface may name an earlier one that has the same.
  for (const surface of run.surfaces) {
    const same = run.surfaces[surface.like];
    if (same) Object.assign(surface, { points: same.points, triangles: same.triangles });
  }
  run.contacts ??= {};
  run.contacts.names ??= [];
  run.contacts.surfaces ??= [];
  run.contacts.machine ??= [];
  run.films ??= {};
  run.films.names ??= [];
  run.joints ??= {};
  run.joints.names ??= [];
  run.joints.bodies ??= [];
  run.joints.types ??= [];
  run.forces ??= {};
  run.forces.bodies ??= [];
  run.forces.types ??= [];
  run.energy ??= null;
  run.solver ??= null;
  run.machines ??= {};
  run.tables ??= {};
  run.shown ??= run.time.data.length;
  return run;
}

// The runs of the page; each as in the file, its arrays decoded, with a short `label` that tells it from the others. A
// text with other than format 1 is refused.
export function load(text = document.getElementById("abut-data").textContent) {
  const page = JSON.parse(text);
  if (page.format !== 1) throw new Error(`this page reads data of format 1, not ${page.format}`);
  const runs = page.runs.map((run) => complete(decodeAll(run)));
  labelsOf(runs.map((run) => run.name ?? "")).forEach((label, k) => (runs[k].label = label));
  runs.version = page.version;
  return runs;
}

// ---- quantities ----

const axes = ["x", "y", "z"];
const bodyColumns = [
  ["position", axes, "m", "position"],
  ["velocity", ["vx", "vy", "vz"], "m/s", "velocity"],
  ["angular_velocity", ["wx", "wy", "wz"], "rad/s", "angular velocity, body axes"],
];
const contactColumns = [
  ["N", ["N"], "N", "normal force"],
  ["approach", ["approach"], "m", "approach"],
  ["p_max", ["p_max"], "Pa", "greatest pressure"],
  ["a", ["a"], "m", "major semi-axis"],
  ["b", ["b"], "m", "minor semi-axis"],
  ["slip", ["slip"], "m/s", "sliding speed"],
  ["force", ["fx", "fy", "fz"], "N", "force on the second body"],
  ["point", ["px", "py", "pz"], "m", "contact point"],
  ["touching", ["touching"], "", "touching"],
  ["mode", ["mode"], "", "0 open, 1 stick, 2 slip"],
];
// Of lubricated contacts only: a group of its own, with the names of these contacts.
const filmColumns = [
  ["h_c", ["h_c"], "m", "central film thickness"],
  ["h_min", ["h_min"], "m", "least film thickness"],
  ["lambda", ["lambda"], "", "least film over roughness"],
  ["M", ["M"], "", "Moes' number of the load"],
  ["L", ["L"], "", "Moes' number of the lubricant"],
  ["D", ["D"], "", "curvature across the rolling over that along it"],
  ["regime", ["regime"], "", "0 no film; 1 rigid, 2 elastic, both isoviscous; 3 rigid, 4 elastic, both piezoviscous"],
  ["u_sum", ["u_sum"], "m/s", "sum of the surface velocities"],
  ["fluid_share", ["fluid_share"], "", "part of the load that the film carries"],
  ["T_fluid", ["T_fluid"], "N", "friction by shear of the film"],
  ["T_boundary", ["T_boundary"], "N", "friction of asperities"],
  ["T_rolling", ["T_rolling"], "N", "rolling resistance"],
  ["loss", ["loss"], "W", "power lost by friction"],
  ["loss_fluid", ["loss_fluid"], "W", "of it by shear of the film"],
  ["loss_boundary", ["loss_boundary"], "W", "of it by asperities"],
  ["loss_rolling", ["loss_rolling"], "W", "of it by rolling"],
];
const jointColumns = [
  ["coordinate", ["x1", "x2", "x3", "x4", "x5", "x6", "x7"], "m or rad", "coordinate"],
  ["velocity", ["v1", "v2", "v3", "v4", "v5", "v6"], "m/s or rad/s", "velocity"],
  ["force", ["fx", "fy", "fz"], "N", "force on the child"],
  ["torque", ["mx", "my", "mz"], "N m", "torque on the child"],
  ["drive", ["drive"], "N or N m", "drive"],
  ["residual", ["residual"], "m or rad", "violation of a closed loop"],
];
const solverUnits = { step: "s", time: "s" };

function* grouped(kind, group, columns) {
  for (const [row, name] of (group?.names ?? []).entries())
    for (const [set, ids, unit, meaning] of columns) {
      const array = group[set];
      if (!array) continue;
      const width = array.shape.length > 2 ? array.shape[2] : 1;
      for (let k = 0; k < Math.min(width, ids.length); k++)
        yield {
          id: `${kind}/${name}/${ids[k]}`, group: kind, owner: name, name: ids[k], unit, meaning,
          label: `${name} ${ids[k]}`, array, offset: row * width + k, stride: group.names.length * width,
        };
    }
}

function* energies(run) {
  const energy = run.energy;
  if (!energy?.data) return;
  for (const [k, name] of energy.names.entries())
    yield {
      id: `energy/${name}`, group: "energy", owner: null, name, unit: energy.units?.[k] ?? "J", meaning: name,
      label: `energy ${name}`, array: energy.data, offset: k, stride: energy.names.length,
    };
}

function* machines(run) {
  for (const [owner, machine] of Object.entries(run.machines)) {
    if (!machine.data) continue;
    for (const [k, { name, unit, meaning }] of machine.columns.entries())
      yield {
        id: `machine/${owner}/${name}`, group: "machine", owner, name, unit: unit === "1" ? "" : unit, meaning,
        label: `${owner} ${name}`, array: machine.data, offset: k, stride: machine.columns.length,
      };
  }
}

// Columns of tables that have a time of their own.
function* tables(run) {
  for (const [owner, { columns = [] }] of Object.entries(run.tables)) {
    const time = columns.find((c) => c.name === "time")?.values;
    for (const { name, unit, meaning, values } of time ? columns : []) {
      if (name === "time" || values.shape[0] !== time.shape[0]) continue;
      const width = values.shape[1] ?? 1;
      for (let k = 0; k < width; k++) {
        const full = width > 1 ? `${name}${k + 1}` : name;
        yield { id: `table/${owner}/${full}`, group: "table", owner, name: full, unit: unit === "1" ? "" : unit,
          meaning, label: `${owner} ${full}`, array: values, offset: k, stride: width, time };
      }
    }
  }
}

function* solver(run) {
  for (const [name, array] of Object.entries(run.solver ?? {}))
    if (name !== "time" && array?.data)
      yield {
        id: `solver/${name}`, group: "solver", owner: null, name, unit: solverUnits[name] ?? "",
        meaning: name.replace(/_/g, " "),
        label: `solver ${name}`, array, offset: 0, stride: 1, time: run.solver.time,
      };
}

function* all(run) {
  yield* machines(run);
  yield* grouped("body", run.bodies, bodyColumns);
  yield* grouped("contact", run.contacts, contactColumns);
  yield* grouped("contact", run.films, filmColumns);
  yield* grouped("joint", run.joints, jointColumns);
  yield* energies(run);
  yield* tables(run);
  yield* solver(run);
}

const indices = new WeakMap();
function index(run) {
  if (!indices.has(run)) indices.set(run, new Map([...all(run)].map((q) => [q.id, q])));
  return indices.get(run);
}

// Every recorded quantity: {id, group, owner, name, unit, meaning, label}; ids as "body/shaft/x", "contact/c/N",
// "machine/brg/dx", "joint/j/x1", "energy/kinetic", "table/measured/x", "solver/step".
export function quantities(run) {
  return [...index(run).values()];
}

// The numbers of one quantity, or null if the run has none of that id: {time, values, unit, label}.
export function column(run, id) {
  if (id === "time") return { time: run.time.data, values: run.time.data, unit: "s", label: "time" };
  const q = index(run).get(id);
  if (!q) return null;
  const time = (q.time ?? run.time).data;
  const values = new Float64Array(time.length);
  for (let i = 0; i < values.length; i++) values[i] = q.array.data[q.offset + i * q.stride] ?? NaN;
  return { time, values, unit: q.unit, label: q.label };
}
