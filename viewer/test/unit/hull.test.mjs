// Bodies of points as solids, the planes under them, and the view of both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Matrix4, Vector3 } from "three";
import { createBodies } from "../../src/scene/bodies.js";
import { findBounds } from "../../src/scene/bounds.js";
import { bestView } from "../../src/scene/camera.js";
import { createContacts } from "../../src/scene/contacts.js";
import { cornersOf, planesUnderPoints, solidsOf } from "../../src/scene/hull.js";
import { addAnchors, createLinks, linksOf } from "../../src/scene/links.js";
import { array, runsOf } from "./runs.mjs";

const feet = [[-1, -2, -0.5], [1, -2, -0.5], [-1, 2, -0.5], [1, 2, -0.5]];
const vectors = (list) => list.map((p) => new Vector3(...p));
const pointAt = (body, p) => ({ name: "foot", body, type: "point", hollow: false, points: array(p, [1, 3]),
  triangles: array([], [0, 3], "u4") });
const square = (body, side) => ({
  name: "plane", body, type: "plane", hollow: false,
  points: array([-side, -side, 0, side, -side, 0, side, side, 0, -side, side, 0], [4, 3]),
  triangles: array([0, 1, 2, 0, 2, 3], [2, 3], "u4"),
});

// A block (or what these points make) on a moving sled with one plane under it.
function sled(points, more = [], contacts = points.map((_, k) => [0, k + 1])) {
  const [run] = runsOf({
    bodies: { names: ["sled", "block"], fixed: [false, false] },
    surfaces: [square(0, 3), ...points.map((p) => pointAt(1, p)), ...more],
    contacts: { names: contacts.map((_, k) => `touch${k}`), surfaces: contacts },
  });
  return run;
}

function volume(geometry) {
  const p = geometry.attributes.position, [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  let sum = 0;
  for (let k = 0; k < p.count; k += 3) {
    for (const [v, i] of [[a, k], [b, k + 1], [c, k + 2]]) v.fromBufferAttribute(p, i);
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

test("four feet in a plane make a block about the centre of mass", () => {
  const { geometry, points } = solidsOf(sled(feet)).get(1);
  assert.ok(Math.abs(volume(geometry) - 2 * 4 * 1) < 1e-6);
  assert.equal(points.length, 4);
  geometry.computeBoundingBox();
  assert.deepEqual([geometry.boundingBox.min.z, geometry.boundingBox.max.z], [-0.5, 0.5]);
});

test("points that span a solid are its corners, those within are not", () => {
  const wedge = [[0, -1, 0], [0, 1, 0], [0, -1, 1], [0, 1, 1], [-1, -1, 0], [-1, 1, 0], [-0.1, 0, 0.1]];
  assert.ok(Math.abs(volume(solidsOf(sled(wedge)).get(1).geometry) - 1) < 1e-6);
  assert.equal(cornersOf(vectors(wedge)).length, wedge.length);
});

test("three feet make a prism; what spans nothing makes no solid", () => {
  assert.equal(cornersOf(vectors([[1, 0, -1], [-1, 1, -1], [-1, -1, -1]])).length, 6);
  assert.equal(cornersOf(vectors([[1, 0, -1], [-1, 0, -1]])), null, "two feet");
  assert.equal(cornersOf(vectors([[0, 0, -1], [1, 0, -1], [2, 0, -1], [3, 0, -1]])), null, "a row");
  assert.equal(cornersOf(vectors([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])), null, "about the centre of mass");
  assert.equal(cornersOf([]), null);
});

test("a body with other surfaces, too, is these", () => {
  assert.equal(solidsOf(sled(feet, [square(1, 1)])).size, 0);
});

test("solids have no bars, are clicked as their body, and mark their points", () => {
  const run = sled(feet), bodies = createBodies(run, []), [, block] = bodies.bodies;
  addAnchors(run, linksOf(run), bodies);
  createLinks(linksOf(run), bodies, 1, []);
  assert.deepEqual(block.meshes.map((m) => [m.geometry.type, m.userData.body]), [["BufferGeometry", 1]]);
  assert.ok(block.group.children.some((child) => child.isInstancedMesh && child.count === 4));
  const bars = sled(feet.slice(0, 2)), barred = createBodies(bars, []);
  addAnchors(bars, linksOf(bars), barred);
  createLinks(linksOf(bars), barred, 1, []);
  assert.equal(barred.bodies[1].meshes.filter((m) => m.geometry.type === "CylinderGeometry").length, 2);
});

test("planes that only points touch let one see through, others do not", () => {
  const [under] = createBodies(sled(feet), []).bodies[0].meshes;
  assert.ok(under.material.transparent && under.material.polygonOffset && !under.material.depthWrite);
  const ball = { ...square(1, 1), type: "sphere" }, both = sled(feet, [ball], [[0, 1], [0, 5]]);
  assert.equal(planesUnderPoints(both).size, 0);
  assert.ok(!createBodies(both, []).bodies[0].meshes[0].material.transparent);
});

test("arrows are no longer than a solid, however wide the picture", () => {
  const run = sled(feet), bodies = createBodies(run, []),
    one = new Array(24).fill(0).map((_, k) => (k % 3 === 2 ? 5 : 0));
  Object.assign(run.contacts, { point: { shape: [2, 4, 3], data: new Float32Array(24) }, force: { shape: [2, 4, 3],
    data: Float32Array.from(one) }, N: { shape: [2, 4], data: new Float32Array(8).fill(5) } });
  const lengthIn = (size) => {
    const contacts = createContacts(run, bodies, size, []), [, shafts, heads] = contacts.pickable,
      [a, b] = [new Matrix4(), new Matrix4()];
    contacts.update({ i: 0, s: 0 });
    shafts.getMatrixAt(0, a);
    heads.getMatrixAt(0, b);
    return new Vector3().setFromMatrixScale(a).y + new Vector3().setFromMatrixScale(b).y;
  };
  assert.ok(Math.abs(lengthIn(2) - 0.64) < 1e-5);
  assert.ok(Math.abs(lengthIn(1000) - 2 * bodies.bodies[1].radius) < 1e-5);
});

test("no plane under points is seen on its edge at first", () => {
  const points = vectors([[0, 0, 0], [1, 1, 1]]), usual = bestView({ points, weightless: false }).from;
  const edge = new Vector3(1, 0, -1).normalize(), { from } = bestView({ points, weightless: false, facings: [edge] });
  assert.ok(Math.abs(edge.dot(new Vector3(...usual).normalize())) < 0.12);
  assert.ok(Math.abs(edge.dot(new Vector3(...from).normalize())) > 0.12);
});

test("a single point is seen with the plane that it runs on", () => {
  const [run] = runsOf({
    bodies: { names: ["belt", "block"], fixed: [true, false], position: array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0, 0],
      [2, 2, 3]), quaternion: array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], [2, 2, 4]) },
    time: [0, 1], surfaces: [square(0, 3), pointAt(1, [0, 0, 0])], contacts: { names: ["touch"], surfaces: [[0, 1]] },
  });
  const bodies = createBodies(run, []);
  addAnchors(run, linksOf(run), bodies);
  const bounds = findBounds(run, bodies);
  assert.ok(Math.abs(bounds.radius - 3 * Math.SQRT2) < 1e-5, `${bounds.radius}`);
  assert.deepEqual(bounds.facings.map((n) => n.toArray()), [[0, 0, 1]]);
});
