// Figures that a machine declares: loops, modes of points, curves of parts, headline.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../../src/format.js";
import { loopChart, modePoints, withMeasured } from "../../src/loops.js";
import { sharesOf, spans } from "../../src/modes.js";
import { chartOf, machine as page, partTable } from "../../src/pages/machine.js";
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
});

test("parts of the time of a mode are those of the summary", () => {
  const mode = { open: [0.1, 0], stick: [0.7, 1], slip: [0.2, 0] }, machines = { w: machine("wedge", columns) };
  const [run, bare] = runsOf({ time, machines, summary: { machines: { w: { parts: { point: { mode } } } } } },
    { time, machines });
  assert.deepEqual(sharesOf(run, "w", { part: "point", columns: ["mode"] }), mode);
  assert.equal(sharesOf(bare, "w", { part: "point", columns: ["mode"] }), null);
});

test("loops over what moves", () => {
  const [run] = runsOf({ time, machines: { w: machine("wedge", columns) }, contacts, surfaces });
  assert.deepEqual(loopChart(run, "w", "Friction", "z", { Fcol: "friction", none: "nothing" }).ids,
    ["machine/w/Fcol"]);
  assert.equal(loopChart(run, "w", "Friction", "phi", { Fcol: "friction" }), null);
  const [standing] =
    runsOf({ time, machines: { w: machine("wedge", { ...columns, z: columns.z.map((z) => 5 + 0.01 * z) }) } });
  assert.equal(loopChart(standing, "w", "Friction", "z", { Fcol: "friction" }), null);
  assert.deepEqual(modePoints(run, "w", { part: "point", columns: ["mode"] }).map((p) => p.label),
    ["point 1 column", "point 2 pocket"]);
  const parts = machine("bogie", { wedge1_point2_mode: time, wedge2_point1_mode: time });
  const [bogie] = runsOf({ time, machines: { b: parts } });
  assert.deepEqual(modePoints(bogie, "b", { part: "point", columns: ["mode"] }),
    [{ label: "wedge 1, 2", id: "machine/b/wedge1_point2_mode" },
      { label: "wedge 2, 1", id: "machine/b/wedge2_point1_mode" }]);
});

test("headline figures are those of the summary", () => {
  const headline = [{ group: "Forces", label: "Greatest column friction", value: 5, unit: "N", top: true },
    { group: "Forces", label: "Pocket N", value: 3, unit: "N", top: false },
    { group: "Strokes", label: "Toe angle", value: Math.PI / 90, unit: "rad", top: true },
    { group: "Speeds", label: "Cage speed", value: 10 * Math.PI, unit: "rad/s", top: true },
    { group: "Life", label: "Life", value: 100, unit: "h", top: true }];
  const [run] = runsOf({ time, machines: { w: machine("wedge", columns) },
    summary: { machines: { w: { headline } } } });
  const figures = Object.fromEntries(page.keyFigures(run, "w", { format }).map((f) => [f.label, f.text ?? f.value]));
  assert.equal(figures["Greatest column friction"], 5);
  assert.deepEqual(figures["Toe angle"], { number: "2.000", unit: "deg" });
  assert.deepEqual(figures["Cage speed"], { number: "300.0", unit: "rpm" });
  assert.deepEqual(Object.keys(figures), ["Greatest column friction", "Toe angle", "Cage speed", "Life"]);
});

test("figures of a table become charts", () => {
  const of = { kind: "time", title: "Loads", part: "ball", x: null, columns: ["Q"], names: [] };
  const data = { ball1_Q: time, ball2_Q: time, angle: time, N: time, p: [0, 0, 0, 0, 0, 0, 0] };
  const [run] = runsOf({ time, machines: { m: machine("bearing", data) } });
  const { ids, names } = chartOf([run], "m", of);
  assert.deepEqual([ids, names["machine/m/ball2_Q"]], [["machine/m/ball1_Q", "machine/m/ball2_Q"], "ball 2"]);
  const turn = chartOf([run], "m", { ...of, kind: "over_angle", part: null, x: "angle", columns: ["N", "p"] });
  assert.deepEqual([turn.ids, turn.x, turn.period], [["machine/m/N"], "machine/m/angle", 2 * Math.PI]);
  assert.equal(chartOf([run], "m", { ...of, part: null, columns: ["p"] }), null, "nothing to draw");
  const shown = partTable(run, "m", "ball", { Q: { mean: [1, 2], max: [3000, 4000] } },
    { format, table: (...words) => words });
  assert.deepEqual(shown.slice(0, 2), [["Ball", ["Q, mean", "N"], ["Q, max", "kN"]],
    [["ball 1", "1.000", "3.000"], ["ball 2", "2.000", "4.000"]]]);
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
  const figure = { kind: "loop", title: "Moment", part: null, x: "phi", columns: ["M"], names: ["all"] };
  assert.deepEqual(chartOf([run], "b", figure).ids, ["table/measured/M", "machine/b/M"]);
});
