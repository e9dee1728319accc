// The bodies as three.js objects: one group per body, moved frame by frame, with a mesh per surface in the body's
// frame.
import {
  BackSide, BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, FrontSide, Group, InstancedMesh,
  LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry,
} from "three";
import { axisOf, withCaps } from "./caps.js";
import { bodyColours, highlight, worldColour } from "./colours.js";
import { planesUnderPoints, solidsOf } from "./hull.js";

const capped = ["cam", "roller"];

function geometryOf(surface) {
  const geometry = new BufferGeometry(), own = { points: surface.points.data, triangles: surface.triangles.data };
  const { points, triangles } = capped.includes(surface.type) ? withCaps(own.points, own.triangles) : own;
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  geometry.userData.of = surface.points;
  if (surface.type === "roller") geometry.userData.axis = axisOf(own.points, own.triangles);
  return geometry;
}

// A turning body of revolution looks the same at every instant; a pattern that turns with it shows the motion: octants
// on closed surfaces, a stripe along +x on open ones.
function addPattern(material, hollow) {
  const pattern = hollow
    ? "float off = abs(vAt.y) / max(length(vAt.xy), 1e-9); float dark = vAt.x > 0.0 ? 1.0 - smoothstep(0.05, 0.06, " +
      "off) : 0.0;"
    : "vec3 edge = clamp(vAt / max(fwidth(vAt), vec3(1e-9)), -1.0, 1.0); float dark = 0.5 - 0.5 * edge.x * edge.y " +
      "* edge.z;";
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vAt;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvAt = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vAt;")
      .replace("#include <color_fragment>",
        `#include <color_fragment>\n{ ${pattern} diffuseColor.rgb *= 1.0 - ${hollow ? "0.6" : "0.28"} * dark; }`);
  };
  material.customProgramCacheKey = () => (hollow ? "stripe" : "octants");
}

// A hollow surface without an edge, as the pocket of a cage, hides what it holds.
function isShell(surface) {
  if (!surface.hollow) return false;
  const edges = new Set(), triangles = surface.triangles.data, points = surface.points.data.length / 3;
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k], b = triangles[t + ((k + 1) % 3)], key = Math.min(a, b) * points + Math.max(a, b);
      if (!edges.delete(key)) edges.add(key);
    }
  return edges.size === 0;
}

// Does it stand still? A cam turns, though its body is fixed but for its drive.
const isStill = (surface, body) => body.fixed && surface.type !== "cam";

// Fixed bodies, shells and planes under points (`sheet`) are shown so that one sees through them. What stands on a
// sheet lies in one plane with it: the sheet gives way.
function materialOf(surface, colour, fixed, sheet, planes) {
  const clear = fixed || sheet ? 0.42 : isShell(surface) ? 0.25 : 1;
  const material = new MeshStandardMaterial({
    color: colour, roughness: 0.45, metalness: 0.15, side: surface.hollow || fixed || sheet ? DoubleSide : FrontSide,
    clippingPlanes: planes,
    transparent: clear < 1, opacity: clear, depthWrite: clear === 1, forceSinglePass: true,
    polygonOffset: sheet, polygonOffsetFactor: 3, polygonOffsetUnits: 8,
  });
  if (clear === 1) addPattern(material, surface.hollow);
  return material;
}

// A solid with flat faces, its edges, and marks at its points.
function solidParts({ geometry, points }, colour, fixed, planes) {
  const material = new MeshStandardMaterial({
    color: colour, roughness: 0.6, metalness: 0.1, flatShading: true, clippingPlanes: planes,
    // beneath its edges
    transparent: fixed, opacity: fixed ? 0.42 : 1, depthWrite: !fixed, polygonOffset: true, polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const dark = new Color(colour).multiplyScalar(0.15);
  const edges = new LineSegments(new EdgesGeometry(geometry, 5),
    new LineBasicMaterial({ color: dark, clippingPlanes: planes }));
  geometry.computeBoundingSphere();
  const dots = new InstancedMesh(new SphereGeometry(0.03 * geometry.boundingSphere.radius, 12, 8),
    new MeshBasicMaterial({ color: dark, clippingPlanes: planes }), points.length);
  for (const [k, p] of points.entries()) dots.setMatrixAt(k, new Matrix4().setPosition(p));
  return { mesh: new Mesh(geometry, material), extras: [edges, dots] };
}

// The inside of a closed surface in one flat colour: where a section cuts it, it looks filled.
function fillOf(geometry, colour, planes) {
  const material = new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(0.55), side: BackSide,
    clippingPlanes: planes });
  const fill = new Mesh(geometry, material);
  fill.visible = false;
  return fill;
}

// Adds a mesh to a body: as a part that is seen, clicked and highlighted, filled where a section cuts it.
function addMesh(body, index, mesh, { filled, still }, fills, planes) {
  mesh.userData = { body: index, still };
  mesh.renderOrder = still ? 2 : mesh.material.transparent ? 1 : 0;
  body.group.add(mesh);
  body.meshes.push(mesh);
  if (filled && !still) {
    fills.push(fillOf(mesh.geometry, body.colour, planes));
    body.group.add(fills[fills.length - 1]);
  }
  const sphere = mesh.geometry.boundingSphere;
  body.radius = Math.max(body.radius, sphere.center.length() + sphere.radius);
}

function addSurfaces(run, bodies, world, fills, planes) {
  const geometries = new Map(), sheets = planesUnderPoints(run);
  for (const [k, surface] of run.surfaces.entries()) {
    if (!surface.triangles?.data.length) continue;
    const body = bodies[surface.body] ?? world, index = bodies[surface.body] ? surface.body : -1;
    if (!geometries.has(surface.points)) geometries.set(surface.points, geometryOf(surface));
    const still = isStill(surface, body),
      mesh = new Mesh(geometries.get(surface.points), materialOf(surface, body.colour, still, sheets.has(k), planes));
    addMesh(body, index, mesh, { filled: !surface.hollow && !sheets.has(k), still }, fills, planes);
    if (sheets.has(k)) body.sheets.push(mesh);
  }
}

function addSolids(run, bodies, fills, planes) {
  for (const [i, solid] of solidsOf(run)) {
    const { mesh, extras } = solidParts(solid, bodies[i].colour, bodies[i].fixed, planes);
    addMesh(bodies[i], i, mesh, { filled: true, still: bodies[i].fixed }, fills, planes);
    bodies[i].group.add(...extras);
    bodies[i].solid = true;
  }
}

// {group, bodies: [{group, meshes, colour, radius, solid, sheets}], world: Group, setCut(bool),
// setHighlight(index|null), setVisible(index, bool)}; solid: drawn as the hull of its points; sheets: those of its
// meshes that are planes under points.
export function createBodies(run, planes) {
  const group = new Group(), colours = bodyColours(run), fills = [];
  const bodies = run.bodies.names.map((name, i) => {
    const own = { group: new Group(), meshes: [], colour: colours[i], radius: 0, fixed: Boolean(run.bodies.fixed[i]),
      solid: false, sheets: [] };
    group.add(own.group);
    return own;
  });
  const world = { group: new Group(), meshes: [], colour: worldColour, radius: 0, fixed: true, sheets: [] };
  group.add(world.group);
  addSurfaces(run, bodies, world, fills, planes);
  addSolids(run, bodies, fills, planes);
  let lit = null;
  return {
    group, bodies, world,
    meshes: () => [...bodies, world].flatMap((b) => (b.group.visible ? b.meshes : [])),
    // Fillings are needed only while a section shows the inside.
    setCut(on) {
      for (const fill of fills) fill.visible = on;
    },
    setVisible(i, visible) {
      bodies[i].group.visible = visible;
    },
    setHighlight(i) {
      for (const mesh of bodies[lit]?.meshes ?? []) mesh.material.emissive.set(0);
      lit = i;
      for (const mesh of bodies[lit]?.meshes ?? []) mesh.material.emissive.set(highlight).multiplyScalar(0.55);
    },
  };
}
