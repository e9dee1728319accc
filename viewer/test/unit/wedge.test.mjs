// Pages of wedges and bogies: loops, strokes, modes of points.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../../src/format.js";
import { columnRatio, loopChart, strokes, wedgePoints } from "../../src/loops.js";
import { shares, spans } from "../../src/modes.js";
import { bogie, withMeasured } from "../../src/pages/bogie.js";
import { wedge } from "../../src/pages/wedge.js";
import { seriesOf } from "../../src/chart.js";
import { array, machine, runsOf } from "./runs.mjs";

const time = [0, 1, 2, 3, 4, 5, 6];
const columns = {
  z: [0, 0.01, 0.02, 0.03, 0.02, 0.01, 0], dz: [0, 1, 1, 0.1, -1, -1, 0], P: [1, 2, 2, 2, 4, 4, 1],
  N12: [9, 4, 4, 9, 1, 1, 9], N34: [9, 2, 2, 9, 1, 1, 9], Fcol: [0, 3, 3, 0, -3, -3, 0], phi: [0, 0, 0, 0, 0, 0, 0],
  point1_mode: [0, 1, 1, 1, 2, 2, 2], point2_mode: [2, 2, 2, 2, 2, 2, 2],
};
const contacts = { names: ["w.point1", "w.point2"], surfaces: [[0, 1], [2, 3]] };
const surfaces = ["w.column", "w.point1", "w.pocket", "w.point2"].map((name) => ({ name }));

test("times of one mode", () => {
  assert.deepEqual(spans([0, 1, 2, 3], [0, 1, 1, 2]),
    [{ mode: 0, from: 0, to: 0.5 }, { mode: 1, from: 0.5, to: 2.5 }, { mode: 2, from: 2.5, to: 3 }]);
  assert.deepEqual(spans([0, 1, 2], [1, -1, NaN]), [{ mode: 1, from: 0, to: 0.5 }],
    "rows that a killed run has not filled are gaps");
  assert.deepEqual(shares(spans([0, 1, 2, 3], [0, 1, 1, 2]), 0.5), [0, 0.8, 0.2]);
});

test("strokes down and up", () => {
  const [run] = runsOf({ time, machines: { w: machine("wedge", columns) }, contacts, surfaces });
  assert.deepEqual(columnRatio(run, "w"), { down: 3, up: 0.5 });
  const later = { summary: { machines: { w: { from: 4 } } } };
  const [settled] = runsOf({ time, machines: { w: machine("wedge", columns) }, ...later });
  assert.deepEqual(strokes(settled, "w", "dz", () => 7), { growing: NaN, falling: 7 }, "the start-up counts");
  const [still] =
    runsOf({ time, machines: { w: machine("wedge", { ...columns, z: columns.z.map((z) => 1e-4 * z) }) } });
  assert.ok(Number.isNaN(columnRatio(still, "w").down), "noise is no stroke");
});

test("loops over what moves", () => {
  const [run] = runsOf({ time, machines: { w: machine("wedge", columns) }, contacts, surfaces });
  assert.deepEqual(loopChart(run, "w", "Friction", "z", { Fcol: "friction", none: "nothing" }).ids,
    ["machine/w/Fcol"]);
  assert.equal(loopChart(run, "w", "Friction", "phi", { Fcol: "friction" }), null);
  const [standing] =
    runsOf({ time, machines: { w: machine("wedge", { ...columns, z: columns.z.map((z) => 5 + 0.01 * z) }) } });
  assert.equal(loopChart(standing, "w", "Friction", "z", { Fcol: "friction" }), null);
  assert.deepEqual(wedgePoints(run, "w").map((p) => p.label), ["point 1 column", "point 2 pocket"]);
});

test("figures of a wedge", () => {
  const w = { instants: 7, from: 0, to: 6, max_N: 12, P: { max: 4 }, Fcol: { min: -5, max: 3 }, loop_area: 0.2,
    loop_area_yaw: 0, dissipated: 0.21, toe: Math.PI / 90 };
  const [run] = runsOf({ time, machines: { w: machine("wedge", columns) }, summary: { machines: { w } } });
  const figures = Object.fromEntries(wedge.keyFigures(run, "w", { format }).map((f) => [f.label, f.text ?? f.value]));
  assert.equal(figures["Greatest column friction"], 5);
  assert.equal(figures["N₁/P going down"], 3);
  assert.deepEqual(figures["Toe angle"], { number: "2.00", unit: "deg" });
  assert.ok(Number.isNaN(figures["Loop area ∮M dφ"]), "a loop of no area is left out");
});

test("a measured loop lies beneath that of a bogie, over its own abscissa", () => {
  const part = (name, numbers) => ({ name, unit: "N", meaning: "", values: array(numbers, [numbers.length], "f8") });
  const measured = { columns: [part("time", [0, 1]), part("phi", [-1, 1]), part("M", [5, 6])] },
    moving = { phi: time, M: [1, 2, 3, 4, 5, 6, 7] };
  const [run, bare] = runsOf({ time, machines: { b: machine("bogie", moving) }, tables: { measured } },
    { time, machines: { b: machine("bogie", moving) } });
  const choice = loopChart(run, "b", "Moment", "phi", { M: "all" });
  const [points, line] = seriesOf([run], withMeasured(run, choice, "phi", "M"));
  assert.deepEqual([[...points.x], [...points.y], points.dots], [[-1, 1], [5, 6], true]);
  assert.deepEqual([[...line.x], Boolean(line.dots)], [time, false]);
  assert.deepEqual(withMeasured(bare, choice, "phi", "M"), choice);
  assert.deepEqual(bogie.charts([run], "b")[0].ids, ["machine/b/M"]);
});
