// What the camera is fitted to: the way of all moving bodies, and fixed surfaces only if they are of the same size, or
// if what moves has no size itself. A plane that goes on for ever does not decide the view.
import { Box3, Quaternion, Vector3 } from "three";
import { pose } from "./motion.js";

function sampled(length, most) {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, k) => (count > 1 ? Math.round((k * (length - 1)) / (count - 1)) : 0));
}

const mostPoints = 24; // of a mesh, per instant

// Some points of a mesh in the frame of its body.
function outline(mesh) {
  const { array, count } = mesh.geometry.attributes.position;
  return sampled(count, mostPoints).map((i) => new Vector3(array[3 * i], array[3 * i + 1], array[3 * i + 2]));
}

// Points of the surfaces of a body, each for itself, and of its bars from the centre of mass.
const outlinesOf = (body) => [
  ...body.meshes.map((mesh) => ({ fixed: mesh.userData.still, sheet: body.sheets.includes(mesh),
    points: outline(mesh) })),
  ...(body.anchors.length ? [{ fixed: body.fixed, sheet: false, points: [new Vector3(), ...body.anchors] }] : []),
];

// What bodies reach, at some instants: [{fixed, points}], of planes under points with `sheet`.
function reach(run, bodies) {
  const position = new Vector3(), quaternion = new Quaternion(), list = [];
  const instants = sampled(run.time.data.length,
    Math.max(2, Math.min(60, Math.ceil(1200 / (bodies.bodies.length + 1)))));
  for (const [b, body] of bodies.bodies.entries()) {
    const outlines = outlinesOf(body);
    for (const i of body.fixed && outlines.every((o) => o.fixed) ? [0] : instants) {
      const known = pose(run, b, { i, s: 0 }, position.set(0, 0, 0), quaternion.identity());
      if (!known && !body.fixed) continue;
      if (outlines.length === 0 && !body.fixed) list.push({ fixed: false, points: [position.clone()] });
      for (const { fixed, sheet, points } of outlines)
        list.push({ fixed, sheet, points: points.map((p) => p.clone().applyQuaternion(quaternion).add(position)) });
    }
  }
  for (const mesh of bodies.world.meshes)
    list.push({ fixed: true, sheet: bodies.world.sheets.includes(mesh), points: outline(mesh) });
  // what moves hangs on them
  if (bodies.world.anchors.length) list.push({ fixed: false, points: bodies.world.anchors });
  return list;
}

function around(list) {
  const box = new Box3(), centre = new Vector3(), points = list.flatMap((part) => part.points);
  box.setFromPoints(points);
  if (box.isEmpty()) return { centre, radius: 1, points };
  box.getCenter(centre);
  const radius = points.reduce((most, p) => Math.max(most, p.distanceTo(centre)), 0);
  return { centre, radius: radius > 0 ? radius : 1, points };
}

// Without gravity no direction is up.
function isWeightless(run) {
  const column = run.energy?.names.indexOf("gravity") ?? -1;
  return column >= 0 && run.energy.data.data.every((v, k) => k % run.energy.names.length !== column || v === 0);
}

// Which way the planes under points face at the start.
function facings(run, bodies) {
  const position = new Vector3(), quaternion = new Quaternion();
  return [...bodies.bodies, bodies.world].flatMap((body, b) => {
    const known = body !== bodies.world && pose(run, b, { i: 0, s: 0 }, position, quaternion);
    return body.sheets.map((mesh) => {
      const normal = new Vector3().fromBufferAttribute(mesh.geometry.attributes.normal, 0);
      return known ? normal.applyQuaternion(quaternion) : normal;
    });
  });
}

// {centre, radius, points, weightless, facings}
export function findBounds(run, bodies) {
  return { ...findBox(run, bodies), weightless: isWeightless(run), facings: facings(run, bodies) };
}

function findBox(run, bodies) {
  const list = reach(run, bodies), moving = list.filter((part) => !part.fixed);
  if (moving.length === 0) return around(list);
  const first = around(moving);
  const tiny = moving.every((part) => part.points.every((p) => p.distanceTo(part.points[0]) < 1e-6 * first.radius));
  const near = (part) => (tiny && part.sheet)
    || part.points.every((p) => p.distanceTo(first.centre) < 1.7 * first.radius);
  const alike = list.filter((part) => part.fixed && near(part));
  return alike.length ? around([...moving, ...alike]) : first;
}
