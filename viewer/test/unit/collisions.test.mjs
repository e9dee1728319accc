// Contacts that change from frame to frame: each frame shows its own, at the instant nearer to it.
import assert from "node:assert/strict";
import test from "node:test";
import { createCollisions, frameStarts, mostAtOnce, mostN, mostPressure } from "../../src/scene/collisions.js";

const contact = (x, N) => [x, 0, 0, 0, 0, N, N, 10 * N];
const run = { collisions: {
  counts: { data: Uint32Array.of(1, 0, 2) },
  numbers: { data: Float32Array.from([...contact(1, 5), ...contact(2, 7), ...contact(3, 9)]) },
} };

function seen(at) {
  const list = [];
  createCollisions(run)(at, ({ point, force, N, p }) => list.push([point.x, force.z, N, p]));
  return list;
}

test("frames have their own contacts", () => {
  assert.deepEqual(frameStarts(run.collisions.counts.data), [0, 1, 1, 3]);
  assert.deepEqual(seen({ i: 0, s: 0 }), [[1, 5, 5, 50]]);
  assert.deepEqual(seen({ i: 0, s: 0.6 }), []);
  assert.deepEqual(seen({ i: 1, s: 0.6 }), [[2, 7, 7, 70], [3, 9, 9, 90]]);
  assert.deepEqual(seen({ i: 2, s: 0 }).length, 2);
});

test("scales know them", () => {
  assert.equal(mostN(run), 9);
  assert.equal(mostPressure(run), 90);
  assert.equal(mostAtOnce(run), 2);
  assert.equal(mostN({}), 0);
  assert.equal(mostAtOnce({}), 0);
});
