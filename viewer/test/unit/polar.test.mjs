// Loads around a bearing, without the start-up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope } from "../../src/polar.js";
import { settledRow } from "../../src/quantities.js";
import { machine, runsOf } from "./runs.mjs";

const degree = Math.PI / 180;

test("the greatest load of each sector", () => {
  const balls = [{ azimuth: [1, 1, 182].map((d) => d * degree), Q: [50, 7, 9] },
    { azimuth: [-178, 3, NaN].map((d) => d * degree), Q: [1, 8, 99] }];
  const whole = envelope(balls, "Q");
  assert.equal(whole.length, 72);
  assert.deepEqual([whole[0], whole[36], whole[10]], [50, 9, null]);
  assert.equal(envelope(balls, "Q", 1)[0], 8, "the first row is the start-up");
});

test("rows before the summary's begin do not count", () => {
  const columns = { ball1_Q_inner: [500, 2, 4] };
  const [run] = runsOf({ machines: { brg: machine("ball_bearing", columns) },
    summary: { machines: { brg: { from: 1 } } } });
  assert.equal(settledRow(run, "brg"), 1);
  const [open] = runsOf({ machines: { brg: machine("ball_bearing", columns) },
    summary: { machines: { brg: { from: null } } } });
  assert.equal(settledRow(open, "brg"), 0);
});
