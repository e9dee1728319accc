// Flat ends for surfaces that are open where a solid body ends: rollers, and cams, which the run knows without end.

// Directed edges that only one triangle has, as {from: to}.
function rim(triangles) {
  const edges = new Map();
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k], b = triangles[t + ((k + 1) % 3)];
      if (edges.get(b)?.delete(a)) continue;
      if (!edges.has(a)) edges.set(a, new Set());
      edges.get(a).add(b);
    }
  return new Map([...edges].filter(([, to]) => to.size).map(([from, to]) => [from, [...to][0]]));
}

// The loops of the rim, each a list of points in the order of its edges.
export function loopsOf(triangles) {
  const next = rim(triangles), loops = [];
  for (const start of next.keys()) {
    const loop = [];
    for (let at = start; next.has(at); ) {
      loop.push(at);
      const to = next.get(at);
      next.delete(at);
      at = to;
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

function middleOf(points, loop) {
  const middle = [0, 0, 0];
  for (const p of loop) for (let k = 0; k < 3; k++) middle[k] += points[3 * p + k] / loop.length;
  return middle;
}

// The direction from one end of a tube to the other, null if it has not two.
export function axisOf(points, triangles) {
  const [a, b] = loopsOf(triangles).map((loop) => middleOf(points, loop));
  if (!b) return null;
  const d = b.map((v, k) => v - a[k]), length = Math.hypot(...d);
  return length > 0 ? d.map((v) => v / length) : null;
}

// {points, triangles} with every loop filled from its middle; points on the rim stand twice, so that the edge stays
// sharp.
export function withCaps(points, triangles) {
  const more = [], corners = [], first = points.length / 3;
  for (const loop of loopsOf(triangles)) {
    const base = first + more.length / 3;
    for (const p of loop) more.push(...points.slice(3 * p, 3 * p + 3));
    more.push(...middleOf(points, loop));
    loop.forEach((_, i) => corners.push(base + ((i + 1) % loop.length), base + i, base + loop.length));
  }
  return { points: Float32Array.from([...points, ...more]), triangles: Uint32Array.from([...triangles, ...corners]) };
}
