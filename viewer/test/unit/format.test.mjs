// Numbers for people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, hours, logLabels, number, quantity, scaleFor, tickLabels } from "../../src/format.js";

test("prefixes suit the size and the unit", () => {
  assert.deepEqual(scaleFor("m", 2.3e-6), { factor: 1e-6, unit: "µm" });
  assert.deepEqual(scaleFor("m", 4200), { factor: 1, unit: "m" }); // no km
  assert.deepEqual(scaleFor("N", 999.96), { factor: 1e3, unit: "kN" }); // would be shown as 1000 N
  assert.deepEqual(scaleFor("Pa", 0.106), { factor: 1, unit: "Pa" }); // no mPa
  assert.deepEqual(scaleFor("rad/s", 1e5), { factor: 1, unit: "rad/s" });
  assert.deepEqual(scaleFor("1", 3), { factor: 1, unit: "" });
  assert.deepEqual(scaleFor("N", 0), { factor: 1, unit: "N" });
  assert.deepEqual(scaleFor("N", NaN), { factor: 1, unit: "N" });
});

test("numbers have their figures", () => {
  assert.equal(number(11.1234), "11.12");
  assert.equal(number(-0.99999), "−1.000");
  assert.equal(number(12345.6, 5), "12\u202f346");
  assert.equal(number(1.5e-7, 3), "1.50\u00a0·\u00a010⁻⁷");
  assert.deepEqual([0, NaN, null, Infinity, -Infinity].map((v) => number(v)), ["0", "–", "–", "∞", "−∞"]);
  assert.equal(count(39747), "39\u202f747");
  assert.equal(quantity(1.112e-5, "m"), "11.12\u00a0µm");
  assert.equal(quantity(NaN, "m"), "–");
});

test("labels of an axis have the same decimals", () => {
  assert.deepEqual(tickLabels([-0.5, 0, 0.25], 0.25), ["−0.50", "0.00", "0.25"]);
  assert.deepEqual(tickLabels([0, 10, null], 10), ["0", "10", ""]);
  assert.deepEqual(logLabels([1e-6, 2e-6, 0.1, 100, 1e4]), ["10⁻⁶", "", "0.1", "100", "10⁴"]);
});

test("a life in years where it takes years", () => {
  assert.deepEqual(hours(30528), { number: "30\u202f528", unit: "h", note: "3.5 years" });
  assert.equal(hours(100).note, "");
  assert.equal(hours(Infinity).number, "∞");
});
