// Modes: curves and orders of the Campbell diagram, shapes as rows of a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { curvesOf, mergedOrders, orderLine, whirlOf } from "../../src/pages/modes.js";
import { courseOf, createMotion, idleOf, modeText, shapeLists } from "../../src/shapes.js";

const mode = (curve, frequency, whirl, more = {}) => ({ kind: "oscillation", curve, frequency, damping_ratio: 0.01,
  re: -1, im: 2 * Math.PI * frequency, whirl, unstable: false, ...more });

test("curves over speed", () => {
  const speeds = [{ speed: 0, modes: [mode(1, 10, "none"), mode(2, 11, "none")] },
    { speed: 5, modes: [mode(2, 12, "forward", { damping_ratio: 1e-9 }), mode(1, 9, "backward"),
      { kind: "decay", curve: null, frequency: 0, whirl: "none" }] },
    { speed: 9, modes: [mode(2, 13, "forward")] }];
  const [first, second] = curvesOf({ speeds });
  assert.equal(curvesOf({ speeds }).length, 2);
  assert.deepEqual(first.frequency, [10, 9, NaN], "a curve that ends is a gap");
  assert.deepEqual([first.whirl, second.whirl], ["backward", "forward"]);
  assert.deepEqual(second.frequency, [11, 12, 13]);
  assert.deepEqual(second.damping, [0.01, 0, 0.01], "what rounding makes of no damping is 0");
  assert.equal(whirlOf([mode(1, 1, "forward"), mode(1, 1, "backward")]), "mixed");
});

test("orders that agree are one line, which ends at the top or at the right", () => {
  const orders = mergedOrders([{ name: "1x", order: 1 }, { name: "a cage", order: 0.4 },
    { name: "b cage", order: 0.401 }]);
  assert.deepEqual(orders, [{ name: "1x", order: 1 }, { name: "a cage, b cage", order: 0.4 }]);
  assert.deepEqual(orderLine({ name: "1x", order: 1 }, 0, 6000, 200), { name: "1x", x: [0, 6000], y: [0, 100] });
  assert.deepEqual(orderLine({ name: "2x", order: 2 }, 0, 6000, 100), { name: "2x", x: [0, 3000], y: [0, 100] });
});

const complex = (...pairs) => pairs.map(([re, im]) => ({ re, im }));
const none = complex([0, 0], [0, 0], [0, 0]);

// A ball of radius 1 at (0, 0, 5), turned by a right angle about x, a fixed one, and a part that nothing moves.
function model() {
  const root = Math.SQRT1_2;
  return {
    summary: { kind: "modes", modes: [] }, joints: { bodies: [] }, forces: { bodies: [] },
    surfaces: [{ body: 1, points: { data: new Float32Array([1, 0, 0, 0, 1, 0]) } }],
    bodies: { names: ["ground", "ball", "b.ball1"], fixed: [true, false, false], machine: [null, null, "b"],
      position: { data: new Float32Array([0, 0, 0, 0, 0, 5, 0, 0, 5]) },
      quaternion: { data: new Float32Array([1, 0, 0, 0, root, root, 0, 0, 1, 0, 0, 0]) } },
  };
}

test("an oscillation becomes rows about the equilibrium", () => {
  const run = model(), shape = { ball: { translation: complex([2, 0], [0, -2], [0, 0]), rotation: none, share: 1 } };
  const { factor, size } = createMotion(run)(mode(1, 50, "forward", { shape }));
  const { time, bodies: { position, quaternion } } = run, n = time.data.length, period = 32;
  assert.ok(Math.abs(size - Math.sqrt(12)) < 1e-12, "the box about the ball");
  assert.ok(Math.abs(factor * Math.sqrt(8) - 0.1 * size) < 1e-12, "a tenth of the model");
  assert.equal(n, 6 * period + 1);
  assert.ok(Math.abs(time.data[period] - 1 / 50) < 1e-15, "a period");
  const at = (row) => [...position.data.subarray(3 * (3 * row + 1), 3 * (3 * row + 1) + 3)];
  const near = (found, wanted) => found.forEach((x, k) => assert.ok(Math.abs(x - wanted[k]) < 1e-6, `${found}`));
  near(at(0), [2 * factor, 0, 5]);
  near(at(period / 4), [0, 2 * factor, 5]); // Re(-2i exp(i pi/2)) = 2: forward in a circle
  near(at(period / 2), [-2 * factor, 0, 5]);
  near([...position.data.subarray(9 * 7, 9 * 7 + 3)], [0, 0, 0]);
  near([...quaternion.data.subarray(4, 8)], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]);
});

test("rotations are about axes of the world", () => {
  const run = model(), shape = { ball: { translation: none, rotation: complex([0, 0], [0, 0], [3, 0]), share: 1 } };
  const { factor } = createMotion(run)(mode(1, 50, "none", { shape }));
  assert.ok(Math.abs(3 * factor - 0.3) < 1e-12, "at most 0.3 rad, here less than a tenth of the model");
  const c = Math.cos(0.15), s = Math.sin(0.15), half = Math.SQRT1_2;
  const wanted = [c * half, c * half, s * half, s * half]; // (c, 0, 0, s)(h, h, 0, 0)
  wanted.forEach((q, k) => assert.ok(Math.abs(run.bodies.quaternion.data[4 + k] - q) < 1e-6, `part ${k}`));
});

test("decays, growth and free directions", () => {
  const decay = courseOf({ kind: "decay", re: -2, im: 0 }), growth = courseOf({ kind: "decay", re: 2, im: 0 });
  assert.deepEqual([decay.end, decay.at(0)[0], growth.at(2.5)[0]], [2.5, 1, 1]);
  assert.ok(Math.abs(decay.at(0.5)[0] - Math.exp(-1)) < 1e-15 && growth.at(0)[0] < 0.01);
  assert.ok(Math.abs(courseOf({ kind: "free", re: 0, im: 0 }).at(0.5)[0] - 1) < 1e-15);
  assert.match(modeText({ kind: "decay", re: 2 }, 0), /^1: growth, 500/);
  assert.match(modeText(mode(3, 50, "forward"), 1), /^curve 3: 50.*Hz, ζ 0.0100, forward$/);
  assert.match(modeText(mode(undefined, 50, "none"), 1), /^2: 50.*Hz, ζ 0.0100$/);
});

test("speeds with shapes, and parts that no mode moves", () => {
  const shape = { ball: { translation: none, rotation: none, share: 1 } }, run = model();
  run.summary.speeds = [{ speed: 0, modes: [mode(1, 5, "none", { shape })] },
    { speed: 1, modes: [mode(1, 5, "none")] }];
  assert.deepEqual(shapeLists(run).map((l) => l.speed), [0]);
  assert.deepEqual(idleOf(run, shapeLists(run)), ["b.ball1"]);
});
