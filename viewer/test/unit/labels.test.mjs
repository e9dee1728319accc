// Short names of runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { labelsOf } from "../../src/labels.js";
import { runsOf } from "./runs.mjs";

test("the folder that differs is the name", () => {
  assert.deepEqual(labelsOf(["/home/anna/hertz", "/home/anna/volumetric/"]), ["hertz", "volumetric"]);
  assert.deepEqual(labelsOf(["/a/hertz/model.out", "/a/volumetric/model.out"]), ["hertz", "volumetric"]);
  assert.deepEqual(labelsOf(["C:\\runs\\one", "C:\\runs\\two"]), ["one", "two"]);
  assert.deepEqual(labelsOf(["/home/anna/fine.out"]), ["fine.out"]);
});

test("names stay different", () => {
  assert.deepEqual(labelsOf(["out", "old/out"]), ["out", "old/out"]);
  assert.deepEqual(labelsOf(["a/x", "b/x", "b/y"]), ["a/x", "b/x", "b/y"]);
  assert.deepEqual(labelsOf(["same", "same"]), ["same (1)", "same (2)"]);
  assert.deepEqual(labelsOf([".", "."]), [". (1)", ". (2)"]);
  assert.deepEqual(labelsOf([]), []);
});

test("runs carry their label and keep their path", () => {
  const runs = runsOf({ name: "/r/a/out" }, { name: "/r/b/out" });
  assert.deepEqual(runs.map((r) => [r.label, r.name]), [["a", "/r/a/out"], ["b", "/r/b/out"]]);
});
