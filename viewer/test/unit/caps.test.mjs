// Ends of rollers and cams, and the line along which a roller touches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { createBodies } from "../../src/scene/bodies.js";
import { findBounds } from "../../src/scene/bounds.js";
import { axisOf, loopsOf, withCaps } from "../../src/scene/caps.js";
import { createAxisFinder } from "../../src/scene/curvature.js";
import { array, runsOf } from "./runs.mjs";

// A tube of four sides about z, 2 m high and open at both ends.
const corners = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const points = [-1, 1].flatMap((z) => corners.flatMap(([x, y]) => [x, y, z]));
const triangles = corners.flatMap((_, k) => [k, (k + 1) % 4, 4 + ((k + 1) % 4), k, 4 + ((k + 1) % 4), 4 + k]);
const tube = (type, body) => ({ name: type, body, type, hollow: false, points: array(points, [8, 3]),
  triangles: array(triangles, [8, 3], "u4") });

function volume({ points: p, triangles: t }) {
  const at = (i) => new Vector3(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
  let sum = 0;
  for (let k = 0; k < t.length; k += 3) sum += at(t[k]).dot(at(t[k + 1]).cross(at(t[k + 2]))) / 6;
  return sum;
}

test("open ends are filled and face outwards", () => {
  assert.deepEqual(loopsOf(triangles).map((l) => l.length), [4, 4]);
  const closed = withCaps(points, triangles);
  assert.ok(Math.abs(volume(closed) - 4) < 1e-6, `volume ${volume(closed)}`);
  assert.deepEqual([...closed.points.slice(0, 24)], points);
  assert.equal(loopsOf(closed.triangles).length, 4, "the edge is sharp: sides and ends share no point");
  assert.deepEqual(axisOf(points, triangles), [0, 0, 1]);
  assert.equal(axisOf(points.slice(0, 9), [0, 1, 2]), null, "no tube");
});

test("a roller touches along its axis; a cam that turns is drawn as what moves", () => {
  const identity = [1, 0, 0, 0], tilted = [Math.SQRT1_2, Math.SQRT1_2, 0, 0]; // z of the roller is -y of the world
  const [run] = runsOf({
    time: [0, 1], surfaces: [tube("cam", 0), tube("roller", 1), tube("cylinder", 0)],
    bodies: { names: ["shaft", "wheel"], fixed: [true, false], position: array([0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 0],
      [2, 2, 3]), quaternion: array([...identity, ...tilted, ...identity, ...tilted], [2, 2, 4]) },
  });
  const bodies = createBodies(run, []), [cam, cylinder] = bodies.bodies[0].meshes, [roller] = bodies.bodies[1].meshes;
  assert.deepEqual([cam.material.transparent, cylinder.material.transparent], [false, true]);
  bodies.bodies[1].group.quaternion.set(tilted[1], 0, 0, tilted[0]);
  const major = createAxisFinder()([cam, roller], new Vector3(1, 0, 0), new Vector3(1, 0, 0), new Vector3());
  assert.ok(Math.abs(Math.abs(major.y) - 1) < 1e-6, `the line lies along ${major.toArray()}`);
  for (const body of [...bodies.bodies, bodies.world]) body.anchors = [];
  const { centre } = findBounds(run, bodies);
  assert.ok(Math.abs(centre.x - 1.5) < 1e-6, "the view is fitted to the roller and the cam");
});
