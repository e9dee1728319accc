// The machine in 3D: bodies as their surfaces, moving as recorded, with contact forces. Draws only when something
// changed.
import { DirectionalLight, HemisphereLight, Plane, Quaternion, Scene, Vector3, WebGLRenderer } from "three";
import { element } from "./dom.js";
import { number, quantity, scaleFor } from "./format.js";
import { createBodies } from "./scene/bodies.js";
import { findBounds } from "./scene/bounds.js";
import { createEye } from "./scene/camera.js";
import { pressureGradient } from "./scene/colours.js";
import { createContacts, greatest } from "./scene/contacts.js";
import { addAnchors, createLinks, linksOf } from "./scene/links.js";
import { frameAt, pose } from "./scene/motion.js";
import { bindClicks } from "./scene/pick.js";
import { createTrails } from "./scene/trails.js";
import { createTriad } from "./scene/triad.js";
import { createLegend, createViewControls } from "./scene/view.js";

function addLights(scene) {
  const key = new DirectionalLight(0xffffff, 2.1), fill = new DirectionalLight(0xffffff, 0.7);
  scene.add(new HemisphereLight(0xffffff, 0x667788, 1.3), key, fill);
  // Light comes over the shoulder of who looks, so that no view is dark.
  return (camera, target) => {
    const toEye = camera.position.clone().sub(target), side = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
      .multiplyScalar(toEye.length());
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

// Ellipses are shown larger where their true size could not be seen: the largest takes 7 % of the view, but stays
// smaller than the smallest moving body.
function suitableEllipse(run, bodies, size) {
  const a = greatest(run.contacts.a), radii = bodies.bodies.filter((b) => !b.fixed && b.radius > 0)
    .map((b) => b.radius);
  const wanted = a > 0 ? Math.min(0.07 * size, 0.5 * Math.min(...radii, Infinity)) / a : 1;
  return wanted <= 1 ? 1 : 10 ** (Math.floor(20 * Math.log10(wanted)) / 20);
}

// Builds the picture in `container`; without WebGL it says so and the rest of the page works.
export function createScene(container, run, bus) {
  const canvas = element("canvas", { "data-test": "scene", tabindex: "0", role: "img",
    "aria-label": `The bodies of ${run.title || run.label} in 3D; drag to turn, wheel to zoom` });
  const holder = element("div", { class: "canvas-holder" }, canvas);
  container.append(holder);
  const context = openContext(canvas);
  if (!context) {
    holder.remove();
    container.append(element("p", { class: "no-scene", role: "note" },
      "The 3D view needs WebGL, which this browser does not offer or has switched off; everything else on this " +
      "page works."));
    return idle;
  }
  return start(container, assemble(holder, canvas, context, run), bus);
}

// Everything that the picture consists of. `state.at` is the instant as {i, s}, see frameAt.
function assemble(holder, canvas, context, run) {
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
  renderer.localClippingEnabled = true;
  renderer.debug.checkShaderErrors = false; // asking for errors waits for every shader
  renderer.setClearColor(0, 0);
  const scene = new Scene(), planes = [], links = linksOf(run), bodies = createBodies(run, planes);
  addAnchors(run, links, bodies);
  const bounds = findBounds(run, bodies);
  const picture = {
    run, holder, canvas, renderer, scene, planes, bodies, bounds,
    plane: new Plane(new Vector3(1, 0, 0), 0), section: { axis: "", place: 0, flip: false }, hidden: new Set(),
    links: createLinks(links, bodies, bounds.radius, planes),
    contacts: createContacts(run, bodies, bounds.radius, planes),
    trails: createTrails(run, bodies.bodies.map((b) => b.colour)),
    light: addLights(scene), triad: createTriad(),
    state: { at: { i: 0, s: 0 }, selected: null, follow: false, dirty: true, width: 1, height: 1, request: 0,
      started: false },
  };
  scene.add(bodies.group, picture.links.group, picture.contacts.group, picture.trails.group);
  picture.contacts.options.hidden = (b) => picture.hidden.has(b);
  picture.contacts.options.ellipse = suitableEllipse(run, bodies, bounds.radius);
  picture.eye = createEye(canvas, bounds, () => touch(picture));
  return picture;
}

// ---- drawing ----

function touch(picture) {
  const { state } = picture;
  state.dirty = true;
  state.request ||= requestAnimationFrame(() => {
    state.request = 0;
    if (state.dirty) draw(picture);
  });
}

function draw({ eye, light, renderer, scene, triad, state }) {
  eye.beforeRender();
  eye.camera.updateMatrixWorld();
  light(eye.camera, eye.controls.target);
  renderer.render(scene, eye.camera);
  triad.update(eye.camera);
  state.dirty = false;
}

function resize(picture) {
  const { holder, renderer, eye, state } = picture;
  const width = Math.max(1, holder.clientWidth), height = Math.max(1, holder.clientHeight);
  if (width === state.width && height === state.height) return;
  Object.assign(state, { width, height });
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
  renderer.setSize(width, height, false);
  eye.setAspect(width / height);
  if (state.started) draw(picture);
}

// ---- what is shown ----

const bodyIndex = ({ run }, choice) => (choice?.kind === "body" ? run.bodies.names.indexOf(choice.name) : -1);

function placeBodies(picture) {
  const { run, bodies, eye, state } = picture;
  const position = new Vector3(), quaternion = new Quaternion(), old = new Vector3(),
    b = bodyIndex(picture, state.selected);
  if (state.follow && b >= 0) old.copy(bodies.bodies[b].group.position);
  for (const [i, body] of bodies.bodies.entries())
    if (pose(run, i, state.at, position, quaternion)) {
      body.group.position.copy(position);
      body.group.quaternion.copy(quaternion);
    }
  bodies.group.updateMatrixWorld(true);
  if (state.follow && b >= 0) eye.follow(old.subVectors(bodies.bodies[b].group.position, old));
  picture.links.update();
  picture.contacts.update(state.at);
  picture.trails.update(state.at);
}

// Contacts follow every change of what is shown.
function refresh(picture) {
  picture.contacts.update(picture.state.at);
  touch(picture);
}

// Cuts by the section plane; returns where it lies, as text.
function cut(picture) {
  const { planes, plane, section, bodies, bounds } = picture;
  planes.length = 0;
  bodies.setCut(section.axis !== "");
  let text = "";
  if (section.axis) {
    const k = "xyz".indexOf(section.axis), fine = 10 ** Math.floor(Math.log10(bounds.radius) - 2);
    const at = fine * Math.round((bounds.centre.getComponent(k) + section.place * bounds.radius) / fine);
    plane.normal.set(0, 0, 0).setComponent(k, section.flip ? 1 : -1);
    plane.constant = section.flip ? -at : at;
    planes.push(plane);
    const scale = scaleFor("m", bounds.radius);
    text = `${section.axis} = ${number(at / scale.factor, 3)} ${scale.unit}`;
  }
  refresh(picture);
  return text;
}

function setHidden(picture, name, gone) {
  const b = picture.run.bodies.names.indexOf(name);
  if (b < 0) return;
  if (gone) picture.hidden.add(b);
  else picture.hidden.delete(b);
  picture.bodies.setVisible(b, !gone);
  refresh(picture);
}

function setSelected(picture, choice) {
  const { run, state, bodies, contacts } = picture, b = bodyIndex(picture, choice);
  if (b !== bodyIndex(picture, state.selected)) state.follow = false;
  state.selected = choice;
  bodies.setHighlight(b >= 0 ? b : null);
  contacts.options.selected = choice?.kind === "contact" ? run.contacts.names.indexOf(choice.name) : -1;
  refresh(picture);
}

// ---- what others may do with it ----

// Of the selected body.
function bodyCommands(picture) {
  const { state, bodies, eye, trails } = picture, chosen = () => bodyIndex(picture, state.selected);
  return {
    chosen: () => (chosen() >= 0 ? { trail: trails.has(chosen()), follow: state.follow } : null),
    toggleTrail() {
      if (chosen() >= 0) trails.toggle(chosen());
      touch(picture);
    },
    setFollow(on) {
      state.follow = on && chosen() >= 0;
      if (state.follow) eye.follow(bodies.bodies[chosen()].group.position.clone().sub(eye.controls.target));
      touch(picture);
    },
  };
}

// Where a body is: on the screen in pixels of the page, in the world in metres; null for a name the run does not have.
function places({ run, canvas, bodies, eye }) {
  const of = (name) => bodies.bodies[run.bodies.names.indexOf(name)]?.group.position ?? null;
  return {
    positionOf: (name) => of(name)?.toArray() ?? null,
    screenOf(name) {
      const box = canvas.getBoundingClientRect(), p = of(name)?.clone().project(eye.camera);
      return p ? { x: box.left + (0.5 + 0.5 * p.x) * box.width, y: box.top + (0.5 - 0.5 * p.y) * box.height } : null;
    },
  };
}

function commands(container, picture, ends) {
  const { canvas, renderer, bodies, contacts, eye, state } = picture;
  return {
    available: true, canvas, ellipseScale: contacts.options.ellipse, colours: bodies.bodies.map((b) => b.colour),
    look: (name) => eye.look(name),
    setOrthographic: (on) => eye.setOrthographic(on),
    setSection: (change) => (Object.assign(picture.section, change), cut(picture)),
    setContacts({ shown, through, ...options }) {
      if (shown !== undefined) contacts.group.visible = shown;
      if (through !== undefined) contacts.setThrough(through);
      Object.assign(contacts.options, options);
      refresh(picture);
    },
    setTime(t) {
      state.at = frameAt(picture.run.time.data, t);
      placeBodies(picture);
      touch(picture);
    },
    ...bodyCommands(picture),
    ...places(picture),
    render: () => draw(picture),
    snapshot() {
      draw(picture);
      return canvas.toDataURL("image/png");
    },
    dispose() {
      cancelAnimationFrame(state.request);
      ends.forEach((end) => end());
      eye.dispose();
      renderer.dispose();
      container.replaceChildren();
    },
  };
}

function start(container, picture, bus) {
  const { canvas, holder, contacts, eye, state } = picture, ends = [];
  const api = commands(container, picture, ends);
  placeBodies(picture);
  const watcher = new ResizeObserver(() => resize(picture));
  watcher.observe(holder);
  bindClicks(picture, bus);
  canvas.addEventListener("webglcontextlost", (e) => e.preventDefault());
  canvas.addEventListener("webglcontextrestored", () => touch(picture));
  ends.push(
    () => watcher.disconnect(),
    bus.on("time", (t) => api.setTime(t)),
    bus.on("hide", ({ name, hidden }) => setHidden(picture, name, hidden)),
    bus.on("select", (choice) => setSelected(picture, choice)),
    bus.on("motion", () => picture.trails.renew()),
    bus.on("theme", () => touch(picture)),
  );
  const legend = createLegend(contacts.scale, contacts.mostForce, pressureGradient(), quantity);
  holder.append(picture.triad.root);
  if (legend) holder.append(legend);
  container.append(createViewControls(api, picture.run, bus));
  resize(picture);
  eye.look("fit");
  state.started = true;
  draw(picture);
  return api;
}
