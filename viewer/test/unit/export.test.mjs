// What is saved as files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText, fileName } from "../../src/export.js";

test("file names are plain", () => {
  assert.equal(fileName("brg: load / Größe", "csv"), "brg_load_Größe.csv");
  assert.equal(fileName("../../etc", "png"), "etc.png");
  assert.equal(fileName("???", "png"), "chart.png");
});

test("curves with the same x share its column", () => {
  const x = [0, 1, 2];
  const text = csvText([{ x, y: [1, NaN, 3], xName: "time [s]", yName: "a [N]" },
    { x, y: [4, 5, 6], xName: "time [s]", yName: 'b, "c" [m]' }]);
  assert.equal(text, 'time [s],a [N],"b, ""c"" [m]"\n0,1,4\n1,,5\n2,3,6\n');
});

test("two runs stand side by side, cut to what is shown", () => {
  const text = csvText([{ x: [0, 1, 2, 3], y: [0, 10, 20, 30], xName: "t", yName: "a" },
    { x: [0.5, 1.5], y: [5, 15], xName: "u", yName: "b" }], [1, 3]);
  assert.equal(text, "t,a,u,b\n1,10,1.5,15\n2,20,,\n3,30,,\n");
});
