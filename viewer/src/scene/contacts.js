// Contacts as arrows of force and ellipses, coloured by pressure. All contacts share three instanced meshes.
import {
  CircleGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial,
  Quaternion, Vector3,
} from "three";
import { createCollisions, mostAtOnce, mostN, mostPressure } from "./collisions.js";
import { highlight, pressureColour } from "./colours.js";
import { createAxisFinder } from "./curvature.js";
import { contactState } from "./motion.js";

const mostVertices = 2e6; // searched in one frame for the directions of ellipses

export function greatest(array) {
  let most = 0;
  for (const value of array?.data ?? []) if (value > most && value < Infinity) most = value;
  return most;
}

// What colours stand for: the pressure, or the normal force where laws give no pressure.
export function colourScale(run) {
  const p = Math.max(greatest(run.contacts.p_max), mostPressure(run));
  if (p > 0) return { key: "p", most: p, unit: "Pa", name: "greatest pressure p_max" };
  return { key: "N", most: Math.max(greatest(run.contacts.N), mostN(run)), unit: "N", name: "normal force N" };
}

function instanced(geometry, count) {
  const material = new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.92, depthTest: false,
    depthWrite: false });
  const mesh = new InstancedMesh(geometry, material, Math.max(1, count));
  mesh.frustumCulled = false;
  mesh.count = 0;
  mesh.renderOrder = 10;
  mesh.setColorAt(0, new Color(1, 1, 1));
  return mesh;
}

// The meshes of both surfaces of a contact, and whether one is a sphere (its centre gives the normal exactly).
function partners(run, bodies, c) {
  return (run.contacts.surfaces[c] ?? []).map((s) => {
    const surface = run.surfaces[s];
    const body = bodies.bodies[surface?.body] ?? bodies.world;
    const mesh = body.meshes.find((m) => surface?.points && m.geometry.userData.of === surface.points) ?? null;
    return { mesh, sphere: surface?.type === "sphere", body: surface?.body ?? -1 };
  });
}

// Direction of a contact's normal: that of the force, or exactly that to the centre of a ball. `tip` is scratch.
function findNormal(pair, point, force, normal, tip) {
  normal.copy(force).normalize();
  const ball = pair.find((p) => p.sphere && p.mesh);
  if (!ball) return;
  tip.copy(ball.mesh.geometry.boundingSphere.center);
  ball.mesh.parent.localToWorld(tip);
  tip.subVectors(point, tip).normalize();
  if (Math.abs(tip.dot(normal)) > 0.5) normal.copy(tip.multiplyScalar(Math.sign(tip.dot(normal))));
}

// Places the ellipse of a contact: place(k, pair, state, point, force, {orient, ellipse, colour}). Without `orient` it
// lies anyhow.
function createDiscs(count) {
  const mesh = instanced(new CircleGeometry(1, 40), count), majorAxis = createAxisFinder();
  const normal = new Vector3(), major = new Vector3(), minor = new Vector3(), tip = new Vector3(),
    matrix = new Matrix4();
  mesh.renderOrder = 9;
  function place(k, pair, state, point, force, { orient, ellipse, colour }) {
    findNormal(pair, point, force, normal, tip);
    if (orient) majorAxis(pair.map((p) => p.mesh), point, normal, major);
    else major.set(normal.y, normal.z, normal.x).cross(normal).normalize();
    minor.crossVectors(normal, major);
    const a = Math.max(0, state.a || 0) * ellipse, b = Math.max(0, state.b || state.a || 0) * ellipse;
    matrix.makeBasis(major.multiplyScalar(a || 1e-12), minor.multiplyScalar(b || 1e-12), normal).setPosition(point);
    mesh.setMatrixAt(k, matrix);
    mesh.setColorAt(k, colour);
  }
  return { mesh, place };
}

const up = new Vector3(0, 1, 0);

// Arrows of a thickness: place(k, point, force, length, thick, colour).
function createArrows(count) {
  const shafts = instanced(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), count);
  const heads = instanced(new ConeGeometry(1, 1, 14).translate(0, 0.5, 0), count);
  const matrix = new Matrix4(), turned = new Quaternion(), along = new Vector3(), start = new Vector3(),
    size = new Vector3();
  function place(k, point, force, length, thick, colour) {
    const head = Math.min(length, 7 * thick), width = thick * (length > 0 ? Math.min(1, length / (7 * thick)) : 1e-6);
    turned.setFromUnitVectors(up, along.copy(force).normalize());
    matrix.compose(point, turned, size.set(width, Math.max(1e-9, length - head), width));
    shafts.setMatrixAt(k, matrix);
    matrix.compose(start.copy(point).addScaledVector(along, length - head), turned,
      size.set(2.6 * width, Math.max(1e-9, head), 2.6 * width));
    heads.setMatrixAt(k, matrix);
    shafts.setColorAt(k, colour);
    heads.setColorAt(k, colour);
  }
  return { meshes: [shafts, heads], place };
}

// The arrow shows the force on the second body, or on the first where only that one can move.
function turnsArrow(bodies, [first, second]) {
  const fixed = (p) => (bodies.bodies[p?.body] ?? bodies.world).fixed;
  return fixed(second) && !fixed(first);
}

const vertices = (pair) => pair.reduce((sum, p) => sum + (p.mesh ? p.mesh.geometry.attributes.position.count : 0), 0);

// Radius of arrows, and length of the longest: small beside the picture and beside the smallest body. Solids have
// several arrows each, which must not hide them.
function arrowSize(bodies, size) {
  const least = (list) => Math.min(...list.filter((b) => !b.fixed && b.radius > 0).map((b) => b.radius), Infinity);
  const any = least(bodies.bodies), solid = least(bodies.bodies.filter((b) => b.solid));
  return { radius: Math.min(0.008 * size, 0.3 * any, 0.035 * solid), length: Math.min(0.32 * size, 2 * solid) };
}

// A function select(at, show) that calls show(k, {c, pair, state, point, force, turn}) for every contact to be seen at
// an instant and returns which those are.
function createSelection(run, bodies, size, planes, options) {
  const pairs = run.contacts.names.map((_, c) => partners(run, bodies, c)),
    turn = pairs.map((pair) => turnsArrow(bodies, pair));
  const point = new Vector3(), force = new Vector3();
  return function select(at, show) {
    const drawn = [];
    for (const [c, pair] of pairs.entries()) {
      if (pair.some((p) => options.hidden(p.body))) continue;
      const state = contactState(run, c, at, point, force);
      if (!state || planes.some((p) => p.distanceToPoint(point) < -1e-3 * size)) continue; // cut away by the section
      show(drawn.length, { c, pair, state, point, force, turn: turn[c] });
      drawn.push(c);
    }
    return drawn;
  };
}

export function createContacts(run, bodies, size, planes) {
  const count = run.contacts.names.length, scale = colourScale(run),
    mostForce = Math.max(greatest(run.contacts.N), mostN(run)), arrow = arrowSize(bodies, size);
  const options = { force: 1, ellipse: 1, selected: -1, through: true, hidden: () => false };
  const discs = createDiscs(count), arrows = createArrows(count + mostAtOnce(run)),
    meshes = [discs.mesh, ...arrows.meshes];
  const select = createSelection(run, bodies, size, planes, options), colour = new Color(), group = new Group(),
    collisions = createCollisions(run);
  group.add(...meshes);
  const lengthOf = (force) => (mostForce > 0 ? (arrow.length * options.force * force.length()) / mostForce : 0);
  // Behind the arrows of contacts with names; returns how many there are then.
  function addCollisions(at, first) {
    let k = first;
    collisions(at, (c) => {
      if (planes.some((p) => p.distanceToPoint(c.point) < -1e-3 * size)) return;
      pressureColour(scale.most > 0 ? c[scale.key] / scale.most : 0, colour);
      arrows.place(k++, c.point, c.force, lengthOf(c.force), 0.6 * arrow.radius, colour);
    });
    return k;
  }
  let drawn = [];
  return {
    group, options, scale, mostForce, pickable: meshes,
    // The contact behind an instance that a ray has hit; -1 for another object.
    contactOf: (object, instance) => (meshes.includes(object) ? drawn[instance] ?? -1 : -1),
    setThrough(on) {
      options.through = on;
      for (const mesh of meshes) {
        mesh.material.depthTest = !on;
        mesh.material.needsUpdate = true;
      }
    },
    update(at) {
      let searched = 0;
      drawn = select(at, (k, { c, pair, state, point, force, turn }) => {
        const chosen = c === options.selected, length = lengthOf(force);
        if (chosen) colour.set(highlight);
        else pressureColour(scale.most > 0 ? state[scale.key] / scale.most : 0, colour);
        searched += vertices(pair);
        discs.place(k, pair, state, point, force,
          { orient: searched < mostVertices, ellipse: options.ellipse, colour });
        arrows.place(k, point, turn ? force.negate() : force, length, (chosen ? 1.6 : 1) * arrow.radius, colour);
      });
      const all = addCollisions(at, drawn.length);
      for (const mesh of meshes) {
        mesh.count = mesh === discs.mesh ? drawn.length : all;
        mesh.instanceMatrix.needsUpdate = true;
        mesh.instanceColor.needsUpdate = true;
        mesh.boundingSphere = null;
      }
    },
  };
}
