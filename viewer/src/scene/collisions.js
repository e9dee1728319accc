// Contacts of groups that collide: a set that changes from frame to frame, as arrows of force at the nearer frame.
import { Vector3 } from "three";

const width = 8; // numbers of a contact: point, force, N, p_max

// Where the contacts of each frame begin, and beyond the last.
export function frameStarts(counts) {
  const starts = [0];
  for (const count of counts) starts.push(starts[starts.length - 1] + count);
  return starts;
}

export function greatestCollision(run, place) {
  const data = run.collisions?.numbers.data ?? [];
  let most = 0;
  for (let k = place; k < data.length; k += width) if (data[k] > most && data[k] < Infinity) most = data[k];
  return most;
}

export const mostN = (run) => greatestCollision(run, 6);
export const mostPressure = (run) => greatestCollision(run, 7);

// How many arrows one frame may need.
export const mostAtOnce = (run) => (run.collisions ? Math.max(0, ...run.collisions.counts.data) : 0);

// each(at, show): show({point, force, N, p}) for the contacts of the frame that is nearer to the instant `at`.
export function createCollisions(run) {
  if (!run.collisions) return () => {};
  const { counts, numbers } = run.collisions, starts = frameStarts(counts.data);
  const point = new Vector3(), force = new Vector3();
  return function each(at, show) {
    const frame = Math.min(at.i + (at.s >= 0.5 ? 1 : 0), counts.data.length - 1);
    for (let k = starts[frame]; k < starts[frame + 1]; k++) {
      point.fromArray(numbers.data, width * k);
      force.fromArray(numbers.data, width * k + 3);
      show({ point, force, N: numbers.data[width * k + 6], p: numbers.data[width * k + 7] });
    }
  };
}
