// Pages of cams, alone and as a pump, and of roller bearings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seriesOf } from "../../src/chart.js";
import * as format from "../../src/format.js";
import { angleId, cam, camCharts, contactOf, isCamContact, over, surfaceSpeed } from "../../src/pages/cam.js";
import { keyFigures } from "../../src/pages/index.js";
import { rollerBearing } from "../../src/pages/roller_bearing.js";
import { numbers } from "../../src/quantities.js";
import { array, machine, runsOf } from "./runs.mjs";

const time = [0, 1, 2, 3, 4], turn = 2 * Math.PI;
const columns = { cam_angle: [0, 0.4, 0.8, 0.2, 0.6].map((a) => a * turn), N: [10, 50, 20, 0, 15],
  p_max: [1, 5, 2, 0, 1], lift: [0, 1, 2, 0, 1], slip: [0, 0.5, -1, 0, 0], h_min: [3, 2, 4, 9, 3],
  lambda: [0, 0, 0, 0, 0] };
const films = (names) => ({ names, u_sum: array(time.flatMap(() => names.map(() => -4)), [5, names.length]),
  h_c: array(time.flatMap(() => names.map(() => 1e-7)), [5, names.length]) });
const contacts = (names) => ({ names: names.map((n) => `${n}.contact`), machine: names,
  N: array(time.flatMap(() => names.map(() => 10)), [5, names.length]) });
const summary = (max_N, least_h_min) => ({ type: "cam_roller", instants: 5, from: 0, to: 4, max_N, max_p_max: 5e9,
  least_h_min, least_lambda: null, mean_loss: 2, mean_cam_torque: 3, time_separated: max_N > 60 ? 0.1 : 0,
  first_separation_angle: max_N > 60 ? Math.PI : null });

function pump(names) {
  const machines = Object.fromEntries(names.map((n) => [n, machine("cam_roller", columns)]));
  const [run] = runsOf({ time, machines, contacts: contacts(names), films: films(names.map((n) => `${n}.contact`)),
    summary: { machines: Object.fromEntries(names.map((n, k) => [n, summary(50 + 20 * k, k ? 2e-8 : 3e-8)])) } });
  return run;
}

test("the cam angle within a turn, and from turn to turn", () => {
  const run = pump(["c"]);
  const degrees = (id) => [...numbers(run, id).values].map((v) => Math.round(v));
  assert.deepEqual(degrees(angleId(run, "c", false)), [0, 144, 288, 72, 216]);
  assert.deepEqual(degrees(angleId(run, "c", true)), [0, 144, 288, 432, 576]);
  const back =
    runsOf({ time,
      machines: { c: machine("cam_roller", { cam_angle: [0.3, 0.1, 0.9, 0.7, 0.5].map((a) => a * turn) }) } })[0];
  assert.deepEqual([...numbers(back, angleId(back, "c", true)).values].map((v) => Math.round(v)),
    [108, 36, -36, -108, -180], "a cam that turns back");
});

test("curves lie over the angle of their own cam, the map over M", () => {
  const run = pump(["one", "two"]), [force] = camCharts(run, ["one", "two"]);
  assert.deepEqual(over(run, force, "time"), force);
  const turned = over(run, force, "angle");
  assert.equal(turned.period, 360);
  assert.deepEqual(seriesOf([run], turned).map((s) => [s.label, s.xUnit, Math.round(s.x[1])]),
    [["one", "°", 144], ["two", "°", 144]]);
  const map = { ids: ["a"], xOf: { a: "b" } };
  assert.equal(over(run, map, "angle"), map);
});

test("surface speeds add up to that of the film and differ by the slip", () => {
  const run = pump(["c"]);
  assert.deepEqual([...numbers(run, surfaceSpeed(run, "c", 1)).values], [2, 2.25, 1.5, 2, 2]);
  assert.deepEqual([...numbers(run, surfaceSpeed(run, "c", -1)).values], [2, 1.75, 2.5, 2, 2]);
  assert.equal(contactOf(run, "c"), "c.contact");
  assert.ok(isCamContact(run, "c.contact") && !isCamContact(run, "pad"));
});

test("a pump has one page with the figures of all its cams", () => {
  const run = pump(["one", "two"]), lists = keyFigures(run);
  assert.deepEqual(lists.map((l) => l.name), ["one, two"]);
  const figures = Object.fromEntries(lists[0].figures.map((f) => [f.label, [f.value, f.note]]));
  assert.deepEqual(figures["Greatest contact force"], [70, "two"]);
  assert.deepEqual(figures["Least film h_min"], [2e-8, "two"]);
  assert.equal(figures["Loss, mean, of all"][0], 4);
  assert.deepEqual(figures["Time separated"], [0.1, "first at 180.0°"]);
  assert.ok(!("Least film over roughness λ" in figures), "smooth surfaces have no λ");
  assert.equal(figures["Greatest slip of the roller"][0], 1);
  assert.deepEqual([cam.charts([run], "one")[0].ids, cam.charts([run], "two")],
    [["machine/one/N", "machine/two/N"], []]);
});

test("without a summary the figures are those of the rows", () => {
  const [run] = runsOf({ time, machines: { c: machine("cam_roller", columns) }, contacts: contacts(["c"]) });
  const figures = Object.fromEntries(cam.keyFigures(run, ["c"], { format }).map((f) => [f.label, f.value]));
  assert.deepEqual([figures["Greatest contact force"], figures["Least film h_min"]], [50, 2]);
  assert.ok(Number.isNaN(figures["Time separated"]));
});

test("a roller bearing has the figures of a ball bearing, without an axial load", () => {
  const mean = (value) => ({ mean: value, min: value, max: value });
  const brg = { instants: 3, fx: mean(-3), fy: mean(4), fz: mean(0.1), dx: mean(3e-6), dy: mean(4e-6),
    races: { inner: { Q: mean(7), p_max: mean(1) }, outer: { Q: mean(8), p_max: mean(1) } }, roller_orbit: mean(1) };
  const columnsOf = { dx: [0, 1, 2], roller1_azimuth: [0, 1, 2], roller1_Q_inner: [5, 6, 7] };
  const [run] = runsOf({ machines: { brg: machine("roller_bearing", columnsOf) }, summary: { machines: { brg } } });
  const figures = Object.fromEntries(rollerBearing.keyFigures(run, "brg", { format }).map((f) => [f.label, f.value]));
  assert.deepEqual([figures["Radial load"], figures["Greatest roller load"]], [5, 8]);
  assert.ok(Math.abs(figures.Displacement - 5e-6) < 1e-18);
  assert.ok(!Number.isFinite(figures["Axial load"]));
  assert.deepEqual(rollerBearing.charts([run], "brg")[1].ids, ["machine/brg/roller1_Q_inner"]);
});
