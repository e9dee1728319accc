// Where bodies and contacts are between the recorded frames.
import { Quaternion, Vector3 } from "three";

// The frame at or before `t` and the part of the way to the next: {i, s} with 0 <= s < 1; at the ends s is 0.
export function frameAt(time, t) {
  const last = time.length - 1;
  if (last < 0 || !(t > time[0])) return { i: 0, s: 0 };
  if (t >= time[last]) return { i: last, s: 0 };
  let low = 0, high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  return { i: low, s: (t - time[low]) / (time[low + 1] - time[low]) };
}

const vector = (array, k) => new Vector3(array.data[k], array.data[k + 1], array.data[k + 2]);

// Cubic Hermite polynomial where the velocities explain the way between two frames, a straight line where they do not
// (an impact between the frames).
function place(bodies, from, to, s, dt, out) {
  const p0 = vector(bodies.position, from), p1 = vector(bodies.position, to);
  const way = p1.clone().sub(p0);
  out.copy(p0).addScaledVector(way, s);
  if (!bodies.velocity || s === 0) return;
  const v0 = vector(bodies.velocity, from).multiplyScalar(dt), v1 = vector(bodies.velocity, to).multiplyScalar(dt);
  const unexplained = v0.clone().add(v1).multiplyScalar(0.5).sub(way).length();
  if (!(unexplained < 0.15 * Math.max(v0.length(), v1.length()))) return;
  const s2 = s * s, s3 = s2 * s;
  out.copy(p0).multiplyScalar(2 * s3 - 3 * s2 + 1).addScaledVector(p1, 3 * s2 - 2 * s3);
  out.addScaledVector(v0, s3 - 2 * s2 + s).addScaledVector(v1, s3 - s2);
}

const quaternionOf = (array, k) => new Quaternion(array.data[k + 1], array.data[k + 2], array.data[k + 3],
  array.data[k]).normalize();

// Turns at a constant rate between two frames. Two orientations tell the turn but for whole revolutions; the recorded
// angular velocities (body axes) tell how many there were.
function turn(bodies, body, row, count, s, dt, out) {
  const q0 = quaternionOf(bodies.quaternion, 4 * (row * count + body));
  out.copy(q0);
  if (s === 0) return;
  const relative = q0.clone().invert().multiply(quaternionOf(bodies.quaternion, 4 * ((row + 1) * count + body)));
  if (relative.w < 0) relative.set(-relative.x, -relative.y, -relative.z, -relative.w);
  const axis = new Vector3(relative.x, relative.y, relative.z);
  let angle = 2 * Math.atan2(axis.length(), relative.w);
  if (axis.length() < 1e-12) {
    if (!bodies.angular_velocity) return;
    axis.copy(vector(bodies.angular_velocity, 3 * (row * count + body)));
    if (axis.length() === 0) return;
  }
  axis.normalize();
  if (bodies.angular_velocity) {
    const w = vector(bodies.angular_velocity, 3 * (row * count + body));
    w.add(vector(bodies.angular_velocity, 3 * ((row + 1) * count + body)));
    const turns = Math.round((0.5 * dt * w.dot(axis) - angle) / (2 * Math.PI));
    if (Number.isFinite(turns)) angle += 2 * Math.PI * turns;
  }
  out.multiply(new Quaternion().setFromAxisAngle(axis, angle * s));
}

// Position and orientation of one body; false where the file has none.
export function pose(run, body, at, position, quaternion) {
  const { bodies, time } = run, count = bodies.names.length;
  if (!bodies.position || !bodies.quaternion || time.data.length === 0) return false;
  const from = 3 * (at.i * count + body);
  const dt = at.s > 0 ? time.data[at.i + 1] - time.data[at.i] : 0;
  place(bodies, from, at.s > 0 ? from + 3 * count : from, at.s, dt, position);
  turn(bodies, body, at.i, count, at.s, dt, quaternion);
  return Number.isFinite(position.x + position.y + position.z + quaternion.w);
}

// What one contact does: {touching, N, p, a, b} with point and force filled in; null where it is apart or not
// recorded.
export function contactState(run, c, at, point, force) {
  const set = run.contacts, count = set.names.length;
  if (!set.point || !set.force) return null;
  const row = at.i * count + c, next = at.s > 0 ? row + count : row;
  if (set.touching && !set.touching.data[row]) return null;
  // A contact that ends before the next frame stays as it was last seen.
  const s = at.s > 0 && (!set.touching || set.touching.data[next]) ? at.s : 0;
  point.copy(vector(set.point, 3 * row)).lerp(vector(set.point, 3 * next), s);
  force.copy(vector(set.force, 3 * row)).lerp(vector(set.force, 3 * next), s);
  const mix = (array) => (array ? array.data[row] + s * (array.data[next] - array.data[row]) : NaN);
  const state = { N: mix(set.N), p: mix(set.p_max), a: mix(set.a), b: mix(set.b) };
  if (!Number.isFinite(point.x + point.y + point.z + force.length()) || force.length() === 0) return null;
  return state;
}
