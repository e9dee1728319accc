// The machine in 3D: bodies as their surfaces, moving as recorded, with contact forces. Draws only when something changed.
import {
  DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial, OctahedronGeometry, Plane, Quaternion, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { element } from "./dom.js";
import { number, quantity, scaleFor } from "./format.js";
import { createBodies } from "./scene/bodies.js";
import { findBounds } from "./scene/bounds.js";
import { createEye } from "./scene/camera.js";
import { pressureGradient } from "./scene/colours.js";
import { createContacts, greatest } from "./scene/contacts.js";
import { frameAt, pose } from "./scene/motion.js";
import { createTrails } from "./scene/trails.js";
import { createTriad } from "./scene/triad.js";
import { createLegend, createViewControls } from "./scene/view.js";

// A body without surfaces is shown as a small octahedron at its centre of mass.
function addMarkers(bodies, bounds) {
  for (const [i, body] of bodies.bodies.entries()) {
    if (body.meshes.length || body.fixed) continue;
    const geometry = new OctahedronGeometry(0.035 * bounds.radius);
    geometry.computeBoundingSphere();
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: body.colour, flatShading: true }));
    mesh.userData = { body: i };
    body.group.add(mesh);
    body.meshes.push(mesh);
  }
}

function addLights(scene) {
  const key = new DirectionalLight(0xffffff, 2.1), fill = new DirectionalLight(0xffffff, 0.7);
  scene.add(new HemisphereLight(0xffffff, 0x667788, 1.3), key, fill);
  // Light comes over the shoulder of who looks, so that no view is dark.
  return (camera, target) => {
    const toEye = camera.position.clone().sub(target), side = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(toEye.length());
    const above = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1).multiplyScalar(toEye.length());
    key.position.copy(toEye).addScaledVector(side, -0.6).addScaledVector(above, 0.9);
    fill.position.copy(toEye).addScaledVector(side, 0.9).addScaledVector(above, -0.3);
  };
}

function openContext(canvas) {
  try {
    return canvas.getContext("webgl2", { antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch {
    return null;
  }
}

const idle = {
  look() {}, setTime() {}, dispose() {}, render() {}, snapshot: () => null, available: false, screenOf: () => null,
};

// Ellipses are shown larger where their true size could not be seen: the largest takes 7 % of the view, but stays smaller than the
// smallest moving body.
function suitableEllipse(run, bodies, size) {
  const a = greatest(run.contacts.a), radii = bodies.bodies.filter((b) => !b.fixed && b.radius > 0).map((b) => b.radius);
  const wanted = a > 0 ? Math.min(0.07 * size, 0.5 * Math.min(...radii, Infinity)) / a : 1;
  return wanted <= 1 ? 1 : 10 ** (Math.floor(20 * Math.log10(wanted)) / 20);
}

// Builds the picture in `container`; without WebGL it says so and the rest of the page works.
export function createScene(container, run, bus) {
  const canvas = element("canvas", { "data-test": "scene", tabindex: "0", role: "img", "aria-label": `The bodies of ${run.title || run.name} in 3D; drag to turn, wheel to zoom` });
  const holder = element("div", { class: "canvas-holder" }, canvas);
  container.append(holder);
  const context = openContext(canvas);
  if (!context) {
    holder.remove();
    container.append(element("p", { class: "no-scene", role: "note" },
      "The 3D view needs WebGL, which this browser does not offer or has switched off; everything else on this page works."));
    return idle;
  }
  return start(container, holder, canvas, context, run, bus);
}

function start(container, holder, canvas, context, run, bus) {
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
  renderer.localClippingEnabled = true;
  renderer.debug.checkShaderErrors = false; // asking for errors waits for every shader
  renderer.setClearColor(0, 0);
  const scene = new Scene(), planes = [], plane = new Plane(new Vector3(1, 0, 0), 0);
  const bodies = createBodies(run, planes), bounds = findBounds(run, bodies);
  addMarkers(bodies, bounds);
  const contacts = createContacts(run, bodies, bounds.radius, planes);
  const trails = createTrails(run, bodies.bodies.map((b) => b.colour));
  scene.add(bodies.group, contacts.group, trails.group);
  const light = addLights(scene), triad = createTriad();
  const hidden = new Set(), ends = [], section = { axis: "", place: 0, flip: false };
  const state = { at: { i: 0, s: 0 }, selected: null, follow: false, dirty: true, width: 1, height: 1, request: 0, started: false };
  contacts.options.hidden = (b) => hidden.has(b);
  contacts.options.ellipse = suitableEllipse(run, bodies, bounds.radius);

  const touch = () => {
    state.dirty = true;
    if (!state.request) state.request = requestAnimationFrame(frame);
  };
  const eye = createEye(canvas, bounds, touch);
  const indexOf = (choice) => (choice?.kind === "body" ? run.bodies.names.indexOf(choice.name) : -1);

  function placeBodies() {
    const position = new Vector3(), quaternion = new Quaternion(), old = new Vector3(), b = indexOf(state.selected);
    if (state.follow && b >= 0) old.copy(bodies.bodies[b].group.position);
    for (const [i, body] of bodies.bodies.entries())
      if (pose(run, i, state.at, position, quaternion)) {
        body.group.position.copy(position);
        body.group.quaternion.copy(quaternion);
      }
    bodies.group.updateMatrixWorld(true);
    if (state.follow && b >= 0) eye.follow(old.subVectors(bodies.bodies[b].group.position, old));
    contacts.update(state.at);
    trails.update(state.at);
  }

  function draw() {
    eye.beforeRender();
    const camera = eye.camera;
    camera.updateMatrixWorld();
    light(camera, eye.controls.target);
    renderer.render(scene, camera);
    triad.update(camera);
    state.dirty = false;
  }

  function frame() {
    state.request = 0;
    if (state.dirty) draw();
  }

  function resize() {
    const width = Math.max(1, holder.clientWidth), height = Math.max(1, holder.clientHeight);
    if (width === state.width && height === state.height) return;
    Object.assign(state, { width, height });
    renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    renderer.setSize(width, height, false);
    eye.setAspect(width / height);
    if (state.started) draw();
  }

  function cut() {
    planes.length = 0;
    bodies.setCut(section.axis !== "");
    if (!section.axis) {
      contacts.update(state.at);
      touch();
      return "";
    }
    const k = "xyz".indexOf(section.axis), fine = 10 ** Math.floor(Math.log10(bounds.radius) - 2);
    const at = fine * Math.round((bounds.centre.getComponent(k) + section.place * bounds.radius) / fine);
    plane.normal.set(0, 0, 0).setComponent(k, section.flip ? 1 : -1);
    plane.constant = section.flip ? -at : at;
    planes.push(plane);
    contacts.update(state.at);
    touch();
    const scale = scaleFor("m", bounds.radius);
    return `${section.axis} = ${number(at / scale.factor, 3)} ${scale.unit}`;
  }

  // What is under a point of the screen: contacts first, then moving bodies, then fixed ones.
  function pick(x, y) {
    const box = canvas.getBoundingClientRect(), ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), eye.camera);
    const seen = (hit) => planes.every((p) => p.distanceToPoint(hit.point) >= 0);
    if (contacts.group.visible)
      for (const hit of ray.intersectObjects(contacts.pickable, false).filter(seen)) {
        const c = contacts.contactOf(hit.object, hit.instanceId);
        if (c >= 0) return { kind: "contact", name: run.contacts.names[c] };
      }
    const hits = ray.intersectObjects(bodies.meshes(), false).filter((hit) => seen(hit) && hit.object.userData.body >= 0);
    const best = hits.find((hit) => !bodies.bodies[hit.object.userData.body].fixed) ?? hits[0];
    return best ? { kind: "body", name: run.bodies.names[best.object.userData.body] } : null;
  }

  let down = null;
  canvas.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
  canvas.addEventListener("pointerup", (e) => {
    if (e.button === 0 && down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4) bus.emit("select", pick(e.clientX, e.clientY));
    down = null;
  });
  canvas.addEventListener("webglcontextlost", (e) => e.preventDefault());
  canvas.addEventListener("webglcontextrestored", touch);

  const api = {
    available: true, canvas, ellipseScale: contacts.options.ellipse, colours: bodies.bodies.map((b) => b.colour),
    look: (name) => { eye.look(name); },
    setOrthographic: (on) => eye.setOrthographic(on),
    setSection(change) {
      Object.assign(section, change);
      return cut();
    },
    setContacts({ shown, through, ...options }) {
      if (shown !== undefined) contacts.group.visible = shown;
      if (through !== undefined) contacts.setThrough(through);
      Object.assign(contacts.options, options);
      contacts.update(state.at);
      touch();
    },
    chosen() {
      const b = indexOf(state.selected);
      return b >= 0 ? { trail: trails.has(b), follow: state.follow } : null;
    },
    toggleTrail() {
      const b = indexOf(state.selected);
      if (b >= 0) trails.toggle(b);
      touch();
    },
    setFollow(on) {
      const b = indexOf(state.selected);
      state.follow = on && b >= 0;
      if (state.follow) eye.follow(bodies.bodies[b].group.position.clone().sub(eye.controls.target));
      touch();
    },
    setTime(t) {
      state.at = frameAt(run.time.data, t);
      placeBodies();
      touch();
    },
    // Where a body is on the screen, in pixels of the page; null for a name the run does not have.
    screenOf(name) {
      const b = run.bodies.names.indexOf(name), box = canvas.getBoundingClientRect();
      if (b < 0) return null;
      const p = bodies.bodies[b].group.position.clone().project(eye.camera);
      return { x: box.left + (0.5 + 0.5 * p.x) * box.width, y: box.top + (0.5 - 0.5 * p.y) * box.height };
    },
    positionOf(name) {
      const b = run.bodies.names.indexOf(name);
      return b < 0 ? null : bodies.bodies[b].group.position.toArray();
    },
    render: draw,
    snapshot() {
      draw();
      return canvas.toDataURL("image/png");
    },
    dispose() {
      cancelAnimationFrame(state.request);
      ends.forEach((end) => end());
      watcher.disconnect();
      eye.dispose();
      renderer.dispose();
      container.replaceChildren();
    },
  };

  const watcher = new ResizeObserver(resize);
  watcher.observe(holder);
  ends.push(
    bus.on("time", (t) => api.setTime(t)),
    bus.on("hide", ({ name, hidden: gone }) => {
      const b = run.bodies.names.indexOf(name);
      if (b < 0) return;
      if (gone) hidden.add(b);
      else hidden.delete(b);
      bodies.setVisible(b, !gone);
      contacts.update(state.at);
      touch();
    }),
    bus.on("select", (choice) => {
      if (indexOf(choice) !== indexOf(state.selected)) state.follow = false;
      state.selected = choice;
      const b = indexOf(choice);
      bodies.setHighlight(b >= 0 ? b : null);
      contacts.options.selected = choice?.kind === "contact" ? run.contacts.names.indexOf(choice.name) : -1;
      contacts.update(state.at);
      touch();
    }),
    bus.on("theme", touch),
  );
  const legend = createLegend(contacts.scale, contacts.mostForce, pressureGradient(), quantity);
  holder.append(triad.root);
  if (legend) holder.append(legend);
  container.append(createViewControls(api, run, bus));
  placeBodies();
  resize();
  eye.look("fit");
  state.started = true;
  draw();
  return api;
}
