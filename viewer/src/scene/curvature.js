// Which way a contact ellipse lies. The results hold its semi-axes, not their directions; those follow from the
// surfaces: the major axis lies where the gap opens slowest, along the least curvature of the gap (Johnson, Contact
// Mechanics, 1985, section 4.1). The curvature is read from the meshes: a paraboloid fitted to the neighbours of the
// vertex nearest to the contact. A roller touches along its axis.
import { Quaternion, Vector3 } from "three";

function neighbours(triangles, count) {
  const lists = Array.from({ length: count }, () => new Set());
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      lists[triangles[t + k]].add(triangles[t + ((k + 1) % 3)]);
      lists[triangles[t + k]].add(triangles[t + ((k + 2) % 3)]);
    }
  return lists;
}

function nearest(points, at) {
  let best = -1, least = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const d = (points[i] - at.x) ** 2 + (points[i + 1] - at.y) ** 2 + (points[i + 2] - at.z) ** 2;
    if (d < least) [least, best] = [d, i / 3];
  }
  return best;
}

// Solves the symmetric system of least squares by elimination; null if it is singular.
function solve(matrix, right) {
  const n = right.length, rows = matrix.map((row, i) => [...row, right[i]]);
  const scale = Math.max(...rows.map((row, i) => Math.abs(row[i])));
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let j = i + 1; j < n; j++) if (Math.abs(rows[j][i]) > Math.abs(rows[pivot][i])) pivot = j;
    if (!(Math.abs(rows[pivot][i]) > 1e-9 * scale)) return null;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let j = i + 1; j < n; j++) {
      const f = rows[j][i] / rows[i][i];
      for (let k = i; k <= n; k++) rows[j][k] -= f * rows[i][k];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--)
    x[i] = (rows[i][n] - rows[i].slice(i + 1, n).reduce((s, v, k) => s + v * x[i + 1 + k], 0)) / rows[i][i];
  return x;
}

// h = c1 x + c2 y + (kxx x² + 2 kxy x y + kyy y²)/2 over the tangent plane (u, v) with normal n: [kxx, kxy, kyy],
// lengths in units of `size`; zeros for a flat or too coarse mesh.
function fit(points, members, origin, u, v, n, size) {
  const matrix = Array.from({ length: 5 }, () => new Array(5).fill(0)), right = new Array(5).fill(0),
    d = new Vector3();
  for (const m of members) {
    d.set(points[3 * m], points[3 * m + 1], points[3 * m + 2]).sub(origin).divideScalar(size);
    const x = d.dot(u), y = d.dot(v), h = d.dot(n), row = [x, y, 0.5 * x * x, x * y, 0.5 * y * y];
    for (let i = 0; i < 5; i++) {
      right[i] += row[i] * h;
      for (let j = 0; j < 5; j++) matrix[i][j] += row[i] * row[j];
    }
  }
  const c = solve(matrix, right);
  return c ? [c[2] / size, c[3] / size, c[4] / size] : [0, 0, 0];
}

function surfaceCurvature(store, mesh, at, u, v, n) {
  const points = mesh.geometry.attributes.position.array;
  if (points.length < 18) return [0, 0, 0];
  if (!store.has(mesh.geometry)) store.set(mesh.geometry, neighbours(mesh.geometry.index.array, points.length / 3));
  const lists = store.get(mesh.geometry), centre = nearest(points, at);
  const members = new Set();
  for (const m of lists[centre]) for (const k of lists[m]) members.add(k);
  for (const m of lists[centre]) members.add(m);
  members.delete(centre);
  const origin = new Vector3(points[3 * centre], points[3 * centre + 1], points[3 * centre + 2]);
  let size = 0;
  for (const m of members)
    size = Math.max(size, origin.distanceTo(new Vector3(points[3 * m], points[3 * m + 1], points[3 * m + 2])));
  return size > 0 ? fit(points, members, origin, u, v, n, size) : [0, 0, 0];
}

// The axis of a roller among the meshes, as far as it lies in the plane across `normal`; false if there is none.
function alongRoller(meshes, normal, out) {
  const roller = meshes.find((mesh) => mesh?.geometry.userData.axis);
  if (!roller) return false;
  out.fromArray(roller.geometry.userData.axis).applyQuaternion(roller.parent.quaternion);
  return out.addScaledVector(normal, -out.dot(normal)).normalize().lengthSq() > 0;
}

// A finder of the major axis: direction(meshes, point, normal, out), `normal` from the first surface to the second.
export function createAxisFinder() {
  const store = new Map(), u = new Vector3(), v = new Vector3(), at = new Vector3();
  const turned = [new Vector3(), new Vector3(), new Vector3()], back = new Quaternion();
  return function majorAxis(meshes, point, normal, out) {
    if (alongRoller(meshes, normal, out)) return out;
    u.set(0, 0, 1).addScaledVector(normal, -normal.z);
    if (u.lengthSq() < 0.1) u.set(0, 1, 0).addScaledVector(normal, -normal.y);
    u.normalize();
    v.crossVectors(normal, u);
    const k = [0, 0, 0];
    for (const [side, mesh] of meshes.entries()) {
      if (!mesh) continue;
      mesh.parent.worldToLocal(at.copy(point));
      back.copy(mesh.parent.quaternion).invert();
      const [a, b, c] = [u, v, normal].map((axis, i) => turned[i].copy(axis).applyQuaternion(back));
      surfaceCurvature(store, mesh, at, a, b, c).forEach((value, i) => (k[i] += side ? value : -value));
    }
    // Principal direction of the smaller eigenvalue of [[k0, k1], [k1, k2]]; a round contact takes u.
    const angle = 0.5 * Math.atan2(2 * k[1], k[0] - k[2]) + Math.PI / 2;
    const spread = Math.hypot(k[0] - k[2], 2 * k[1]);
    if (!(spread > 1e-9 * (Math.abs(k[0]) + Math.abs(k[2])))) return out.copy(u);
    return out.copy(u).multiplyScalar(Math.cos(angle)).addScaledVector(v, Math.sin(angle));
  };
}
