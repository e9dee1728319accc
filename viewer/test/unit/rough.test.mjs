import assert from "node:assert/strict";
import { test } from "node:test";
import { selfAffine } from "../../src/pages/rough.js";

test("the line of a self-affine spectrum is that spectrum", () => {
  const bands = [1e3, 1e4, 1e5].map((q) => ({ q, C: 3 * q ** -3.6 }));
  selfAffine(bands, 0.8).forEach((C, i) => assert.ok(Math.abs(C / bands[i].C - 1) < 1e-9));
});

test("no line without an exponent, empty bands are left out", () => {
  assert.equal(selfAffine([{ q: 1, C: 1 }, { q: 2, C: 1 }], null), null);
  assert.equal(selfAffine([{ q: 1, C: 0 }, { q: 2, C: 1 }], 0.5), null);
});
