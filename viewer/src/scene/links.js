// Joints and forces as bars: a body without surfaces is drawn from its centre of mass to the points where it is held
// or touches, with a pin at each joint; springs are lines between their two points.
import { BoxGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, OctahedronGeometry, SphereGeometry,
  Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { worldColour } from "./colours.js";

const holding = ["revolute", "spherical", "fixed"]; // joints whose point stays where it is in both bodies
const pinColour = "#565d66", lineColour = "#7b828b";

const pointOf = (array, k) => new Vector3(array.data[3 * k], array.data[3 * k + 1], array.data[3 * k + 2]);

// [{kind, type, ends: [{body, point}, {body, point}], axis}] of joints and forces; axis in the frame of the second
// body.
export function linksOf(run) {
  const list = (kind, set) => set.bodies.map((pair, k) => ({
    kind, type: set.types[k], ends: pair.map((body, e) => ({ body, point: pointOf(set.points, 2 * k + e) })),
    axis: set.axes ? pointOf(set.axes, k) : null,
  }));
  return [...(run.joints.points ? list("joint", run.joints) : []),
    ...(run.forces.points ? list("force", run.forces) : [])];
}

// Points of every body that bars go to, as body.anchors. A body with surfaces gets a bar to joints outside of them
// only.
export function addAnchors(run, links, bodies) {
  for (const body of [...bodies.bodies, bodies.world]) body.anchors = [];
  for (const { body, points, triangles } of run.surfaces) // one that is a single point
    if (points?.data.length === 3 && !triangles?.data.length && bodies.bodies[body]?.solid === false)
      bodies.bodies[body].anchors.push(pointOf(points, 0));
  for (const { kind, type, ends } of links)
    for (const { body: index, point } of ends) {
      const body = bodies.bodies[index] ?? bodies.world, bare = body.meshes.length === 0;
      const held = kind === "joint" ? holding.includes(type) : type === "spring";
      if (held && (bare || (kind === "joint" && !body.fixed && point.length() > 1.05 * body.radius)))
        body.anchors.push(point);
    }
}

function material(colour, planes) {
  return new MeshStandardMaterial({ color: colour, roughness: 0.5, metalness: 0.15, clippingPlanes: planes });
}

const up = new Vector3(0, 1, 0);

function barTo(point, radius, colour, planes) {
  const mesh = new Mesh(new CylinderGeometry(radius, radius, point.length(), 16), material(colour, planes));
  mesh.position.copy(point).multiplyScalar(0.5);
  mesh.quaternion.setFromUnitVectors(up, point.clone().normalize());
  return mesh;
}

// The mark of a body without surfaces: a hub where its bars meet, or alone.
function hub(body, size, planes) {
  const geometry = body.anchors.length ? new SphereGeometry(0.022 * size, 24, 16)
    : new OctahedronGeometry(0.035 * size);
  return new Mesh(geometry, material(body.colour, planes));
}

function addBars(bodies, size, planes) {
  for (const [i, body] of bodies.bodies.entries()) {
    if (body.fixed) continue;
    const made = body.anchors.filter((p) => p.length() > 0.005 * size)
      .map((p) => barTo(p, 0.011 * size, body.colour, planes));
    if (!body.meshes.length) made.push(hub(body, size, planes));
    for (const mesh of made) {
      mesh.userData = { body: i };
      body.group.add(mesh);
      body.meshes.push(mesh);
    }
  }
}

const of = (bodies, end) => bodies.bodies[end.body] ?? bodies.world;

// A pin along the axis of a hinge, a ball for other joints.
function addPins(links, bodies, size, planes) {
  for (const { type, ends, axis } of links.filter((link) => link.kind === "joint")) {
    const hinge = type === "revolute";
    const pin = new Mesh(hinge ? new CylinderGeometry(0.014 * size, 0.014 * size, 0.06 * size, 16)
      : new SphereGeometry(0.02 * size, 16, 12), material(pinColour, planes));
    pin.position.copy(ends[1].point);
    if (axis) pin.quaternion.setFromUnitVectors(up, axis);
    of(bodies, ends[1]).group.add(pin);
  }
}

// A block where something is held by what is fixed.
function addBlocks(links, bodies, size, planes) {
  for (const { kind, ends } of links)
    for (const end of ends.filter((e) => of(bodies, e).fixed)) {
      const side = (kind === "joint" ? 0.05 : 0.035) * size;
      const block = new Mesh(new BoxGeometry(side, side, side), material(worldColour, planes));
      block.position.copy(end.point);
      of(bodies, end).group.add(block);
    }
}

// A line from (0, 0, 0) to (0, 1, 0); of a spring with turns in between.
function linePoints(type) {
  if (type !== "spring") return [0, 0, 0, 0, 1, 0];
  const turns = 8, points = [0, 0, 0];
  for (let k = 0; k <= 2 * turns; k++)
    points.push(k === 0 || k === 2 * turns ? 0 : k % 2 ? 1 : -1, 0.15 + (0.7 * k) / (2 * turns), 0);
  return [...points, 0, 1, 0];
}

// {group, update()}; bars and pins go into the groups of the bodies.
export function createLinks(links, bodies, size, planes) {
  const barred = links.filter(({ ends }) => ends.some((end) => of(bodies, end).anchors.includes(end.point)));
  addBars(bodies, size, planes);
  addPins(barred, bodies, size, planes);
  addBlocks(barred, bodies, size, planes);
  const group = new Group(), from = new Vector3(), to = new Vector3();
  const lines = links.filter((link) => link.kind === "force").map(({ type, ends }) => {
    const line = new Line2(new LineGeometry(),
      new LineMaterial({ color: lineColour, linewidth: 2.5, clippingPlanes: planes }));
    line.geometry.setPositions(linePoints(type));
    line.frustumCulled = false;
    group.add(line);
    return { line, ends };
  });
  const place = (end, out) => of(bodies, end).group.localToWorld(out.copy(end.point));
  return {
    group,
    update() {
      for (const { line, ends } of lines) {
        place(ends[0], from);
        place(ends[1], to).sub(from);
        const length = to.length();
        line.visible = length > 1e-3 * size;
        if (!line.visible) continue;
        line.position.copy(from);
        line.quaternion.setFromUnitVectors(up, to.divideScalar(length));
        line.scale.set(0.02 * size, length, 0.02 * size);
      }
    },
  };
}
