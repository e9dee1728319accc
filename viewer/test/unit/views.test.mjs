// Charts to begin with, and pages of machines that have none of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../../src/format.js";
import { columnGroups, flatten, machine as page, machineCharts } from "../../src/pages/machine.js";
import { column, quantities } from "../../src/data.js";
import { alive, chartOf, firstCharts, largestContacts } from "../../src/views.js";
import { array, contacts, machine, runsOf } from "./runs.mjs";

const none = () => [];

test("charts show what either run has", () => {
  const runs = runsOf({ contacts: contacts({ a: [1, 2, 3] }) },
    { contacts: contacts({ a: [1, 9, 1], b: [5, 5, 5] }) });
  assert.deepEqual(largestContacts(runs), ["contact/a/N", "contact/b/N"]);
  const chart = firstCharts(runs, none).find((c) => c.title === "Largest contact forces");
  assert.deepEqual(chart.ids, ["contact/a/N", "contact/b/N"]);
  assert.deepEqual(chartOf(runs, { kind: "contact", name: "b" }).ids, ["contact/b/N"]);
  assert.equal(chartOf(runs, { kind: "contact", name: "c" }), null);
});

test("noise is left out", () => {
  const [run] = runsOf({ machines: { m: machine("wedge", { x: [1, 2, 3], y: [1e-12, 0, 0] }) } });
  assert.deepEqual(alive([run], ["machine/m/x", "machine/m/y", "machine/m/none"]), ["machine/m/x"]);
});

test("an unknown machine shows its table", () => {
  const [run] =
    runsOf({ machines: { bogie: machine("bogie",
      { speed: [1, 2, 3], sway: [-4, 2, 2], wheel1_N: [5, 5, 5], wheel12_N: [6, 6, 6] }) } });
  assert.deepEqual(columnGroups(run.machines.bogie).map((g) => [g.title, g.part, g.columns.length]),
    [["speed", null, 1], ["sway", null, 1], ["wheel N", "wheel", 2]]);
  assert.deepEqual(machineCharts([run], "bogie").map((c) => c.ids),
    [["machine/bogie/speed", "machine/bogie/sway"], ["machine/bogie/wheel1_N", "machine/bogie/wheel12_N"]]);
  assert.deepEqual(page.keyFigures(run, "bogie", { format }), [], "figures are those of the summary");
  assert.deepEqual(firstCharts([run], page.charts)[0].title, "bogie: speed, sway");
});

test("a summary of any shape is a list", () => {
  const rows = flatten({ wheels: 4, force: { mean: 1.5, max: null }, how: "steady", list: [1, 2] }, format);
  assert.deepEqual(rows, [["wheels", "4"], ["force mean", "1.500"], ["how", "steady"], ["list 0", "1"],
    ["list 1", "2"]]);
});

test("tables with a time of their own are curves", () => {
  const part = (name, numbers) => ({ name, unit: "m", meaning: "", values: array(numbers, [numbers.length], "f8") });
  const [run] = runsOf({ tables: { measured: { columns: [part("time", [0, 0.1]), part("x", [1, 2])] },
    fit: { columns: [part("cost", [3])] } } });
  assert.deepEqual(quantities(run).map((q) => q.id), ["table/measured/x"]);
  const { time, values } = column(run, "table/measured/x");
  assert.deepEqual([[...time], [...values]], [[0, 0.1], [1, 2]]);
});
