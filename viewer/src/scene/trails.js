// The ways of chosen bodies up to the present instant.
import { Group, Quaternion, Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { pose } from "./motion.js";

const perFrame = 4; // points between two frames, for curved ways

function way(run, body) {
  const position = new Vector3(), quaternion = new Quaternion(), points = [], frames = run.time.data.length;
  for (let i = 0; i < frames; i++)
    for (let k = 0; k < (i + 1 < frames ? perFrame : 1); k++)
      if (pose(run, body, { i, s: k / perFrame }, position, quaternion))
        points.push(position.x, position.y, position.z);
  return points;
}

export function createTrails(run, colours) {
  const group = new Group(), lines = new Map();
  let now = { i: 0, s: 0 };

  function show(line) {
    line.visible = now.i + now.s > 0;
    line.geometry.instanceCount = Math.max(1, Math.floor((now.i + now.s) * perFrame));
  }

  return {
    group,
    has: (body) => lines.has(body),
    toggle(body) {
      if (lines.has(body)) {
        group.remove(lines.get(body));
        lines.get(body).geometry.dispose();
        lines.delete(body);
        return;
      }
      const points = way(run, body);
      if (points.length < 6) return;
      const line = new Line2(new LineGeometry(), new LineMaterial({ color: colours[body], linewidth: 2.5 }));
      line.geometry.setPositions(points);
      line.frustumCulled = false;
      line.renderOrder = 1;
      lines.set(body, line);
      group.add(line);
      show(line);
    },
    // The bodies move otherwise now.
    renew() {
      for (const body of [...lines.keys()]) for (let k = 0; k < 2; k++) this.toggle(body);
    },
    update(at) {
      now = at;
      for (const line of lines.values()) show(line);
    },
  };
}
