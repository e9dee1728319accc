import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, hertz } from "../../src/pages/ehl.js";

test("Hertz beside the solved pressure", () => {
  assert.deepEqual(hertz([-3, 0, 0.6, 1, 2], 1, 5), [0, 5, 4, 0, 0]);
  assert.deepEqual(hertz([1.2e-4], 2e-4, 1e9), [0.8e9]);
});

test("thick films are left out", () => {
  assert.deepEqual(cut([1, 6, 7], 6), [1, 6, NaN]);
});
