// Bodies that carry nothing but points, as solids: the convex hull of their points. Feet in one plane get mirror
// images beyond the centre of mass, so that a block on four feet looks like a block. Fewer than three feet, or a
// centre of mass between them: no solid.
import { Vector3 } from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";

const isPoint = (surface) => surface?.type === "point" && surface.points?.data.length === 3;
const placeOf = (surface) => new Vector3(...surface.points.data);

// The plane {normal, height} of a triangle as large as the points allow; null if they lie on a line.
function largestPlane(points) {
  const far = (from) => points.reduce((best, p) => (p.distanceTo(from) > best.distanceTo(from) ? p : best), points[0]);
  const a = far(points[0]), b = far(a), normal = new Vector3(), best = new Vector3();
  for (const p of points) {
    normal.subVectors(b, a).cross(p.clone().sub(a));
    if (normal.lengthSq() > best.lengthSq()) best.copy(normal);
  }
  if (!(best.length() > 1e-3 * a.distanceToSquared(b))) return null;
  best.normalize();
  return { normal: best, height: best.dot(a) };
}

// The corners of the solid of these points, seen from the centre of mass; null if they span none.
export function cornersOf(points) {
  const plane = points.length >= 3 ? largestPlane(points) : null;
  if (!plane) return null;
  const size = Math.max(...points.map((p) => p.distanceTo(points[0]))), thin = 1e-3 * size;
  if (points.some((p) => Math.abs(p.dot(plane.normal) - plane.height) > thin)) return points;
  if (Math.abs(plane.height) < thin) return null;
  return [...points, ...points.map((p) => p.clone().addScaledVector(plane.normal, -2 * plane.height))];
}

// Of every body with no other surfaces than points that span a solid: Map from its index to {geometry, points}.
export function solidsOf(run) {
  const solids = new Map();
  for (const body of run.bodies.names.keys()) {
    const own = run.surfaces.filter((surface) => surface.body === body), points = own.every(isPoint)
      ? own.map(placeOf) : [];
    const corners = cornersOf(points);
    if (corners) solids.set(body, { geometry: new ConvexGeometry(corners), points });
  }
  return solids;
}

// Planes that points touch and nothing else: a Set of indices of surfaces.
export function planesUnderPoints(run) {
  const under = new Set(), others = new Set();
  for (const pair of run.contacts.surfaces)
    for (const [k, s] of pair.entries()) (isPoint(run.surfaces[pair[1 - k]]) ? under : others).add(s);
  return new Set([...under].filter((s) => run.surfaces[s]?.type === "plane" && !others.has(s)));
}
