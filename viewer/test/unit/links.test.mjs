// Bars of bodies without surfaces, and the view that suits what is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { bestView } from "../../src/scene/camera.js";
import { createBodies } from "../../src/scene/bodies.js";
import { addAnchors, createLinks, linksOf } from "../../src/scene/links.js";
import { array, runsOf } from "./runs.mjs";

function linkage(type) {
  const [run] = runsOf({
    bodies: { names: ["rod"], fixed: [false] },
    joints: { names: ["hinge"], types: [type], bodies: [[-1, 0]], points: array([0, 0, 0, 0, 0.5, 0], [1, 2, 3]),
      axes: array([0, 0, 1], [1, 3]) },
    forces: { names: ["pull"], types: ["spring"], bodies: [[-1, 0]], points: array([2, 0, 0, 0, -0.5, 0], [1, 2, 3]) },
  });
  const links = linksOf(run), bodies = createBodies(run, []);
  addAnchors(run, links, bodies);
  return { links, bodies, rod: bodies.bodies[0] };
}

test("bars go from the centre of mass to joints and springs", () => {
  const { links, bodies, rod } = linkage("revolute");
  assert.deepEqual(rod.anchors.map((p) => p.toArray()), [[0, 0.5, 0], [0, -0.5, 0]]);
  assert.deepEqual(bodies.world.anchors.map((p) => p.toArray()), [[0, 0, 0], [2, 0, 0]]);
  createLinks(links, bodies, 1, []);
  const bars = rod.meshes.filter((m) => m.geometry.type === "CylinderGeometry");
  assert.deepEqual(bars.map((m) => [m.geometry.parameters.height, m.position.y]), [[0.5, 0.25], [0.5, -0.25]]);
  assert.ok(rod.meshes.every((m) => m.userData.body === 0), "a click on a bar selects its body");
});

test("a joint that slides has no bar", () => {
  assert.deepEqual(linkage("prismatic").rod.anchors.map((p) => p.toArray()), [[0, -0.5, 0]]);
});

test("a spring goes from point to point", () => {
  const { links, bodies, rod } = linkage("revolute");
  const made = createLinks(links, bodies, 1, []), [line] = made.group.children;
  rod.group.position.set(2, 1.5, 0);
  bodies.group.updateMatrixWorld(true);
  made.update();
  assert.deepEqual([line.position.toArray(), line.scale.y], [[2, 0, 0], 1]);
});

test("the view suits what is there", () => {
  const box = (x, y, z) => [new Vector3(), new Vector3(x, y, z)];
  assert.deepEqual(bestView({ points: box(1, 1, 1), weightless: true }).up, [0, 0, 1]);
  assert.deepEqual(bestView({ points: box(1, 0.5, 0), weightless: false }).up, [0, 1, 0]);
  assert.deepEqual(bestView({ points: box(0.1, 0.1, 9), weightless: true }).up, [1, 0, 0]);
  assert.deepEqual(bestView({ points: box(0.1, 0.1, 9), weightless: false }).up, [0, 0, 1]);
  assert.deepEqual(bestView({ points: [], weightless: true }).up, [0, 0, 1]);
});
