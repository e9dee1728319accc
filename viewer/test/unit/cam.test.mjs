// Pages of cams, alone and as a pump, and of roller bearings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seriesOf } from "../../src/chart.js";
import * as format from "../../src/format.js";
import { angleId, cam, camCharts, contactOf, isCamContact, over, surfaceSpeed } from "../../src/pages/cam.js";
import { keyFigures } from "../../src/pages/index.js";
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
const card = (label, value, unit) => ({ group: "Cam and roller", label, value, unit, top: true });
const summary = (max_N, least_h_min) => ({ type: "cam_roller", instants: 5, from: 0, to: 4, headline: [
  card("Greatest contact force", max_N, "N"), card("Least film h_min", least_h_min, "m"), card("Loss, mean", 2, "W"),
  card("Time separated", max_N > 60 ? 0.1 : 0, "s")] });

// As the summary has it, whatever the figures of each cam are: the page does not compute it.
const together = (names) => ({ cam_roller: { machines: names, headline: [
  { ...card("Greatest contact force", 71, "N"), machine: "two" }, { ...card("Least film h_min", 1e-8, "m"),
    machine: "one" }, { ...card("Loss, mean", 5, "W"), machine: null }] } });

function pump(names) {
  const machines = Object.fromEntries(names.map((n) => [n, machine("cam_roller", columns)]));
  const [run] = runsOf({ time, machines, contacts: contacts(names), films: films(names.map((n) => `${n}.contact`)),
    summary: { machines: Object.fromEntries(names.map((n, k) => [n, summary(50 + 20 * k, k ? 2e-8 : 3e-8)])),
      together: together(names) } });
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
  assert.deepEqual(figures["Greatest contact force"], [71, "two"]);
  assert.deepEqual(figures["Least film h_min"], [1e-8, "one"]);
  assert.equal(figures["Loss, mean, of all"][0], 5);
  assert.deepEqual([cam.charts([run], "one")[0].ids, cam.charts([run], "two")],
    [["machine/one/N", "machine/two/N"], []]);
});

test("without a summary there are no figures", () => {
  const [run] = runsOf({ time, machines: { c: machine("cam_roller", columns) }, contacts: contacts(["c"]) });
  assert.deepEqual(cam.keyFigures(run, ["c"], { format }), []);
});
