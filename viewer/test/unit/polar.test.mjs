// Loads around a bearing: the greatest at each place are those of the summary.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelopes } from "../../src/polar.js";
import { machine, runsOf } from "./runs.mjs";

const figure = { part: "ball", columns: ["Q_inner", "Q_outer"] };

test("the greatest load of each sector is that of the summary", () => {
  const machines = { brg: machine("ball_bearing", { ball1_Q_inner: [500, 2, 4] }) };
  const around = { ball: { Q_inner: [5, null, 7], Q_outer: [1, null, 2] } };
  const [run, bare] = runsOf({ machines, summary: { machines: { brg: { from: 1, around } } } }, { machines });
  assert.deepEqual(envelopes(run, "brg", figure), [[5, null, 7], [1, null, 2]]);
  assert.deepEqual(envelopes(bare, "brg", figure), [[], []], "nothing is made up without a summary");
});
