// What the page of an identification says, and the numbers behind its charts.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../../src/format.js";
import { identify, leastSoFar } from "../../src/pages/identify.js";
import { caution, chiSquared, parameterNotes, tradeOffs, uncertainty,
  verdict } from "../../src/pages/identify_words.js";
import { histogram, neighbours, normalDensity } from "../../src/statistics.js";

const parameter = (value, half, more = {}) => ({ value, std_error: half / 2, interval: [value - half, value + half],
  unit: "1", start: 1, bounds: [0, 9], at_bound: false, fixed: false, ...more });
const study = (r, half, more = {}) => ({
  kind: "identify", parameters: { a: parameter(2, half), b: parameter(4, half) },
  correlation: { a: { a: 1, b: r }, b: { a: r, b: 1 } },
  acceptance: { pointwise: 0.1, floor: 0.1, share: 0.95, area: 0.12 }, accepted: true,
  curves: [{ experiment: "e", curve: "c", accepted: true }], ...more,
});

test("a valley is told, a well determined answer is not doubted", () => {
  const valley = caution(study(-0.995, 0.4));
  assert.match(valley,
    /^That acceptance is met is not enough here: 'a' and 'b' \(correlation −0\.995\) trade off along a valley/);
  assert.match(valley, /'a' \(±20\s%\) and 'b' \(±10\s%\)/);
  assert.equal(caution(study(0.3, 0.01)), "");
  assert.match(caution(study(0.3, 0.4)), /the data leave 'a'/, "wide intervals alone are a reason");
  assert.match(caution({ ...study(0.95, 0.4), accepted: false }),
    /^Look at the intervals before the values: 'a' and 'b' \(correlation 0\.950\)/);
  const narrow = caution(study(0.95, 0.01));
  assert.match(narrow, /^Acceptance alone would prove little here: 'a' and 'b'/);
  assert.doesNotMatch(narrow, /would decide/, "narrow intervals are doubted");
  const bound = study(null, 0.01);
  bound.parameters.b = { ...parameter(9, 0), std_error: null, interval: [null, null], at_bound: true };
  assert.match(caution(bound), /'b' has no interval at all/);
  assert.deepEqual(parameterNotes(bound, "b"), ["ends at its bound: no interval, the others hold for this value"]);
  assert.ok(Number.isNaN(uncertainty(bound.parameters.b)));
});

test("parameters that trade off say so", () => {
  assert.deepEqual(tradeOffs(study(-0.95, 0.1)), [{ a: "a", b: "b", r: -0.95 }]);
  assert.deepEqual(tradeOffs(study(-0.5, 0.1)), []);
  assert.deepEqual(parameterNotes(study(-0.95, 0.1), "b"), ["trades off with a (−0.950)"]);
});

test("the verdict names its limits and who fails", () => {
  const text = verdict(study(0, 0.1)).replaceAll("\u00a0", " ");
  assert.equal(text,
    "Acceptance is met: 95 % of the points of each curve within 10 % of the measured value (or of 10 % of the " +
    "greatest) and the area of loops within 12 %.");
  assert.match(verdict(study(0, 0.1, { accepted: false, curves: [{ experiment: "e", curve: "c", accepted: false }] })),
    /not met: .* Not so: e\.c\.$/);
  assert.equal(verdict({ accepted: null }), "No acceptance was asked for.");
});

test("chi-squared in words", () => {
  const text = (chi2_reduced) => chiSquared({ chi2_reduced, degrees_of_freedom: 200 });
  assert.match(text(1.2), /as expected/);
  assert.match(text(3), /more than noise/);
  assert.match(text(0.1), /less than noise/);
  assert.match(text(null), /estimated from the residuals/);
});

test("key figures of a study", () => {
  const run = { summary: study(0, 0.1, { points: 9, degrees_of_freedom: 7, chi2_reduced: null, evaluations: 12,
    warnings: ["w"] }) };
  const labels = identify.keyFigures(run, null, { format }).filter((f) => f.text || Number.isFinite(f.value))
    .map((f) => f.label);
  assert.deepEqual(identify.keyFigures({ summary: study(0, 0.1, { curves: undefined, evaluations: 1 }) }, null,
    { format }).map((f) => f.label), ["χ²/(n − p)", "Evaluations"], "starts are no answer");
  assert.deepEqual(labels, ["a", "b", "Points, degrees of freedom", "Acceptance", "Warnings", "Evaluations"]);
  assert.doesNotThrow(() => identify.keyFigures({ summary: { kind: "identify", status: "failed" } }, null,
    { format }));
});

test("a histogram is a density", () => {
  const values = Array.from({ length: 400 }, (_, k) => Math.sin(k * k)), { x, y } = histogram(values);
  let area = 0;
  for (let i = 1; i < x.length; i++) area += ((y[i] + y[i - 1]) / 2) * (x[i] - x[i - 1]);
  assert.ok(Math.abs(area - 1) < 1e-9, `area ${area}`);
  assert.equal(histogram([3, 3, 3]), null);
  assert.ok(Math.abs(normalDensity(-1, 1, 3).y[1] - 0.3989423) < 1e-6);
});

test("a pattern in the residuals is seen", () => {
  assert.ok(neighbours(Array.from({ length: 100 }, (_, k) => Math.sin(k / 10))) > 0.9);
  assert.ok(neighbours([1, -1, 1, -1, 1, -1]) < -0.5);
  assert.equal(neighbours([2, 2]), 0);
});

test("the least cost begins anew with the weights", () => {
  assert.deepEqual(leastSoFar([5, 7, 3, 9, 8], [1, 1, 1, 2, 2]), [5, 5, 3, 9, 8]);
  assert.deepEqual(leastSoFar([Infinity, 2]), [NaN, 2]);
});
