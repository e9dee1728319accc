// Contacts as arrows of force and ellipses, coloured by pressure. All contacts share three instanced meshes.
import {
  CircleGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3,
} from "three";
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
  const p = greatest(run.contacts.p_max);
  if (p > 0) return { key: "p", most: p, unit: "Pa", name: "greatest pressure p_max" };
  return { key: "N", most: greatest(run.contacts.N), unit: "N", name: "normal force N" };
}

function instanced(geometry, count) {
  const material = new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.92, depthTest: false, depthWrite: false });
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
    const mesh = body.meshes.find((m) => m.geometry.attributes.position.array === surface?.points?.data) ?? null;
    return { mesh, sphere: surface?.type === "sphere", body: surface?.body ?? -1 };
  });
}

const up = new Vector3(0, 1, 0), zero = new Vector3(), one = new Vector3();

export function createContacts(run, bodies, size, planes) {
  const count = run.contacts.names.length, scale = colourScale(run), mostForce = greatest(run.contacts.N);
  const group = new Group();
  const discs = instanced(new CircleGeometry(1, 40), count);
  const shafts = instanced(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), count);
  const heads = instanced(new ConeGeometry(1, 1, 14).translate(0, 0.5, 0), count);
  discs.renderOrder = 9;
  group.add(discs, shafts, heads);
  const pairs = run.contacts.names.map((_, c) => partners(run, bodies, c));
  const majorAxis = createAxisFinder();
  const options = { force: 1, ellipse: 1, selected: -1, hidden: () => false };
  const radii = bodies.bodies.filter((b) => !b.fixed && b.radius > 0).map((b) => b.radius);
  const slim = Math.min(0.008 * size, 0.3 * Math.min(...radii, Infinity)); // radius of arrows
  let drawn = [];

  const point = new Vector3(), force = new Vector3(), normal = new Vector3(), major = new Vector3(), minor = new Vector3();
  const place = new Matrix4(), turned = new Quaternion(), colour = new Color(), tip = new Vector3();

  function findNormal(pair) {
    normal.copy(force).normalize();
    const ball = pair.find((p) => p.sphere && p.mesh);
    if (!ball) return;
    tip.copy(ball.mesh.geometry.boundingSphere.center);
    ball.mesh.parent.localToWorld(tip);
    tip.subVectors(point, tip).normalize();
    if (Math.abs(tip.dot(normal)) > 0.5) normal.copy(tip.multiplyScalar(Math.sign(tip.dot(normal))));
  }

  function addDisc(k, pair, state, orient) {
    findNormal(pair);
    if (orient) majorAxis(pair.map((p) => p.mesh), point, normal, major);
    else major.set(normal.y, normal.z, normal.x).cross(normal).normalize();
    minor.crossVectors(normal, major);
    const a = Math.max(0, state.a || 0) * options.ellipse, b = Math.max(0, state.b || state.a || 0) * options.ellipse;
    place.makeBasis(major.multiplyScalar(a || 1e-12), minor.multiplyScalar(b || 1e-12), normal).setPosition(point);
    discs.setMatrixAt(k, place);
    discs.setColorAt(k, colour);
  }

  function addArrow(k, chosen) {
    const length = mostForce > 0 ? (0.32 * size * options.force * force.length()) / mostForce : 0;
    const thick = (chosen ? 1.6 : 1) * slim, head = Math.min(length, 7 * thick);
    const width = length > 0 ? Math.min(1, length / (7 * thick)) : 1e-6;
    turned.setFromUnitVectors(up, tip.copy(force).normalize());
    place.compose(point, turned, one.set(thick * width, Math.max(1e-9, length - head), thick * width));
    shafts.setMatrixAt(k, place);
    place.compose(zero.copy(point).addScaledVector(tip, length - head), turned, one.set(2.6 * thick * width, Math.max(1e-9, head), 2.6 * thick * width));
    heads.setMatrixAt(k, place);
    shafts.setColorAt(k, colour);
    heads.setColorAt(k, colour);
  }

  // The arrow shows the force on the second body, or on the first where only that one can move.
  const fixed = (p) => (bodies.bodies[p?.body] ?? bodies.world).fixed;
  const turnArrow = pairs.map(([first, second]) => fixed(second) && !fixed(first));

  function vertices(pair) {
    return pair.reduce((sum, p) => sum + (p.mesh ? p.mesh.geometry.attributes.position.count : 0), 0);
  }

  return {
    group, options, scale, mostForce,
    // The contact behind an instance that a ray has hit; -1 for another object.
    contactOf: (object, instance) => ([discs, shafts, heads].includes(object) ? drawn[instance] ?? -1 : -1),
    pickable: [discs, shafts, heads],
    setThrough(on) {
      for (const mesh of [discs, shafts, heads]) {
        mesh.material.depthTest = !on;
        mesh.material.needsUpdate = true;
      }
    },
    update(at) {
      let k = 0, searched = 0;
      drawn = [];
      for (let c = 0; c < count; c++) {
        if (pairs[c].some((p) => options.hidden(p.body))) continue;
        const state = contactState(run, c, at, point, force);
        if (!state || planes.some((p) => p.distanceToPoint(point) < -1e-3 * size)) continue; // cut away by the section
        const chosen = c === options.selected;
        if (chosen) colour.set(highlight);
        else pressureColour(scale.most > 0 ? state[scale.key] / scale.most : 0, colour);
        searched += vertices(pairs[c]);
        addDisc(k, pairs[c], state, searched < mostVertices);
        if (turnArrow[c]) force.negate();
        addArrow(k, chosen);
        drawn.push(c);
        k++;
      }
      for (const mesh of [discs, shafts, heads]) {
        mesh.count = k;
        mesh.instanceMatrix.needsUpdate = true;
        mesh.instanceColor.needsUpdate = true;
        mesh.boundingSphere = null;
      }
    },
  };
}
