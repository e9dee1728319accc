// Maps: colours, ticks and frames; Hertz beside a section.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colourOf, rangeOf, ticksOf } from "../../src/map.js";
import { hertzOf, mapsOf, stressFrame, summaryOf } from "../../src/pages/dry.js";

const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

test("colours go from the ground away in both themes", () => {
  for (const dark of [true, false]) {
    const list = Array.from({ length: 33 }, (_, k) => luminance(colourOf(k / 32, dark)));
    for (let k = 1; k < list.length; k++)
      assert.ok(dark ? list[k] > list[k - 1] : list[k] < list[k - 1], `dark ${dark}, ${k}: ${list}`);
  }
  assert.deepEqual(colourOf(7, true), colourOf(1, true));
  assert.deepEqual(colourOf(-1, false), colourOf(0, false));
});

test("ticks are round and inside", () => {
  assert.deepEqual(ticksOf(-0.5, 0.5, 4), { list: [-0.5, 0, 0.5], step: 0.5 });
  assert.deepEqual(ticksOf(0, 3, 3).list, [0, 1, 2, 3]);
  const { list, step } = ticksOf(0.013, 0.9, 5);
  assert.equal(step, 0.2);
  assert.ok(list[0] >= 0.013 && list[list.length - 1] <= 0.9 && list.length === 4);
});

test("cells left empty do not count", () => {
  assert.deepEqual(rangeOf([5, -1, 2, NaN], (i) => i === 1), [2, 5]);
  assert.deepEqual(rangeOf([], () => false), [0, 1]);
  const array = (data) => ({ shape: [1, 3], data: Float32Array.from(data) });
  const load = { pressure: array([0, 4, 2]), gap: array([1, 0, 0]), block: [2, 1] };
  const [p, g] = mapsOf(load, [3, 1]);
  assert.deepEqual([0, 1, 2].map((i) => p.blank(i)), [true, false, false]);
  assert.deepEqual([0, 1, 2].map((i) => g.blank(i)), [false, true, true]);
  assert.deepEqual(p.range, [0, 4]);
  assert.match(p.note, /greatest of 2 × 1 cells/);
  assert.deepEqual(p.x, [-1.5, 1.5]);
});

test("Hertz along either axis", () => {
  const hertz = { semi_axes: [2, 1], p_max: 3 };
  assert.deepEqual(hertzOf(hertz, "x", [0, 2, 5], 0), [3, 0, 0]);
  assert.deepEqual(hertzOf(hertz, "y", [0, 1], 0), [3, 0]);
  assert.ok(Math.abs(hertzOf(hertz, "x", [1], 0.5)[0] - 3 * Math.sqrt(0.5)) < 1e-15);
});

test("a section knows its place", () => {
  const plane = (data) => ({ shape: [2, 2], data: Float64Array.from(data) });
  const depth = plane([1, 1, 3, 3]);
  const along = stressFrame({ x: plane([0, 2, 0, 2]), y: plane([5, 5, 5, 5]), depth });
  assert.deepEqual([along.xName, along.x, along.y, along.down], ["x", [-1, 3], [0, 4], true]);
  const askew = stressFrame({ x: plane([0, 3, 0, 3]), y: plane([0, 4, 0, 4]), depth });
  assert.deepEqual([askew.xName, askew.x], ["distance", [-2.5, 7.5]]);
});

test("without a summary the last load speaks", () => {
  const column = (name, data) => ({ name, values: { data: Float64Array.from(data) } });
  const tables = { loads: { columns: [column("force", [1, 2]), column("approach", [3, 4])] } };
  assert.equal(summaryOf({ summary: null, tables }).force, 2);
  assert.equal(summaryOf({ summary: null, tables }).approach, 4);
  assert.equal(summaryOf({ summary: { force: 7 }, tables }).force, 7);
});
