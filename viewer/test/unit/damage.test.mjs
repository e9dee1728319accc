// Damage by over-rolling: which tables belong to a machine, outlines of histograms.
import assert from "node:assert/strict";
import { test } from "node:test";
import { damageTables, damageTracks, outline } from "../../src/pages/damage.js";
import { array, machine, runsOf } from "./runs.mjs";

const table = (columns) => ({ columns: Object.entries(columns)
  .map(([name, values]) => ({ name, unit: "1", meaning: "", values: array(values, [values.length], "f8") })) });

test("tracks of a machine", () => {
  const tables = {
    brg_inner_damage: table({ angle: [1, 3], damage: [2e-9, 1e-9] }),
    brg_inner_load: table({ load: [5, 15], passes: [1, 2] }),
    brg_outer_damage: table({ angle: [1, 3], damage: [4e-9, 0] }), fit_damage: table({ time: [0, 1] }),
    other: table({ x: [1] }),
  };
  const [run] = runsOf({ machines: { brg: machine("ball_bearing", { dx: [0, 0, 0] }) }, tables });
  const tracks = damageTracks(run, "brg");
  assert.deepEqual(tracks.map((t) => t.track), ["inner", "outer"]);
  assert.deepEqual([...tracks[0].damage.damage], [2e-9, 1e-9]);
  assert.deepEqual([...tracks[0].load.passes], [1, 2]);
  assert.equal(tracks[1].load, null);
  assert.deepEqual(damageTracks(run, "br"), []);
  assert.ok(damageTables(run).has("brg_outer_damage"));
  assert.ok(!damageTables(run).has("fit_damage") && !damageTables(run).has("other"));
});

test("the outline of a histogram begins at 0 and closes", () => {
  const { x, y } = outline([5, 15, 25], [1, 0, 4]);
  assert.deepEqual(x, [0, 0, 10, 10, 20, 20, 30, 30]);
  assert.deepEqual(y, [0, 1, 1, 0, 0, 4, 4, 0]);
  assert.deepEqual(outline([5], [2]), { x: [0, 0, 10, 10], y: [0, 2, 2, 0] });
});
