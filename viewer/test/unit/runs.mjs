// Small runs for the tests, as load() gives them.
import { load } from "../../src/data.js";

export function array(numbers, shape, dtype = "f4") {
  const Type = { f4: Float32Array, f8: Float64Array, u4: Uint32Array }[dtype];
  return { dtype, shape, data: Buffer.from(Type.from(numbers).buffer).toString("base64") };
}

// Runs from parts of them; `time` in s.
export function runsOf(...parts) {
  const runs = parts.map(({ time = [0, 1, 2], ...rest }) => ({ name: "run", status: "done",
    time: array(time, [time.length], "f8"), ...rest }));
  return load(JSON.stringify({ format: 1, version: "0", runs }));
}

// A table of a machine: {column: numbers over time}.
export function machine(type, columns, unit = "N") {
  const names = Object.keys(columns), rows = columns[names[0]].length;
  const data = Array.from({ length: rows * names.length },
    (_, k) => columns[names[k % names.length]][Math.floor(k / names.length)]);
  return { type, columns: names.map((name) => ({ name, unit, meaning: `the ${name}` })),
    data: array(data, [rows, names.length]) };
}

export function contacts(forces) {
  const names = Object.keys(forces), rows = forces[names[0]].length;
  const N = Array.from({ length: rows * names.length },
    (_, k) => forces[names[k % names.length]][Math.floor(k / names.length)]);
  return { names, N: array(N, [rows, names.length]) };
}
