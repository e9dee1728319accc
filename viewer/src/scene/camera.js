// The eye: a perspective and an orthographic camera that share place and target, turned with the mouse, fitted to what
// moves.
import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const angle = 32;
const views = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], "-x": [-1, 0, 0], "-y": [0, -1, 0], "-z": [0, 0, -1] };

const obliquely = [[0.8, -1.1, 0.95], [1.1, -0.7, 0.5], [0.35, -1.1, 0.95]];

// The first of these directions from which no plane under points is seen on its edge.
function besideEdges(facings) {
  const clear = (from) => facings.every((normal) => Math.abs(normal.dot(new Vector3(...from).normalize())) > 0.12);
  return obliquely.find(clear) ?? obliquely[0];
}

// From where the whole is best seen, and which way is up: z, but for what lies in a plane (a linkage), which is looked
// at from its front, and for a long row along z without gravity, which is laid across the screen.
export function bestView({ points, weightless, facings = [] }) {
  const low = new Vector3(Infinity, Infinity, Infinity), high = low.clone().negate();
  for (const p of points) {
    low.min(p);
    high.max(p);
  }
  const e = high.sub(low).toArray(), most = Math.max(...e, 0);
  const flat = [0, 1, 2].filter((k) => e[k] < 0.06 * most), wide = e.filter((v) => v > 0.3 * most).length;
  if (flat.length === 1 && wide === 2 && facings.length === 0)
    return [{ up: [0, 0, 1], from: [1, 0.35, 0.3] }, { up: [0, 0, 1], from: [0.35, -1, 0.3] },
      { up: [0, 1, 0], from: [0.3, 0.3, 1] }][flat[0]];
  if (weightless && e[2] > 6 * Math.max(e[0], e[1])) return { up: [1, 0, 0], from: [0.35, 1, 0] };
  return { up: [0, 0, 1], from: besideEdges(facings) };
}

export function createEye(canvas, bounds, changed) {
  const best = bestView(bounds);
  const perspective = new PerspectiveCamera(angle, 1, 0.01, 100), orthographic = new OrthographicCamera(-1, 1, 1, -1,
    0.01, 100);
  for (const camera of [perspective, orthographic]) camera.up.set(...best.up);
  let camera = perspective, aspect = 1, fitted = ""; // the view that was fitted last, until a hand moves the eye
  const controls = new OrbitControls(camera, canvas);
  controls.addEventListener("change", changed);
  controls.addEventListener("start", () => (fitted = ""));
  controls.zoomToCursor = true;

  const distance = () => camera.position.distanceTo(controls.target);

  function shape() {
    const d = distance() || bounds.radius * 3, half = d * Math.tan((angle * Math.PI) / 360);
    for (const c of [perspective, orthographic]) {
      c.near = c === perspective ? Math.max(d - 40 * bounds.radius, d / 500) : -60 * bounds.radius;
      c.far = d + 60 * bounds.radius;
    }
    perspective.aspect = aspect;
    Object.assign(orthographic, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    perspective.updateProjectionMatrix();
    orthographic.updateProjectionMatrix();
  }

  // From how far everything is seen: each point must lie within the cone of view, upwards and sideways.
  function farEnough(direction) {
    const side = new Vector3().crossVectors(camera.up, direction), above = new Vector3(), p = new Vector3();
    if (side.lengthSq() < 1e-6) side.set(best.up[0] ? 0 : 1, best.up[0] ? 1 : 0, 0);
    above.crossVectors(direction, side.normalize());
    const steep = Math.tan((angle * Math.PI) / 360), wide = steep * aspect;
    let d = 0;
    for (const point of bounds.points) {
      p.subVectors(point, bounds.centre);
      d = Math.max(d, p.dot(direction) + Math.max(Math.abs(p.dot(above)) / steep, Math.abs(p.dot(side)) / wide));
    }
    return 1.12 * Math.max(d, 0.2 * bounds.radius);
  }

  function look(name) {
    const direction = new Vector3(...(name === "fit" ? best.from : views[name])).normalize(), d = farEnough(direction);
    controls.target.copy(bounds.centre);
    camera.position.copy(bounds.centre).addScaledVector(direction, d);
    orthographic.zoom = 1;
    fitted = name;
    shape();
    controls.update();
    changed();
  }

  return {
    look,
    controls,
    get camera() {
      return camera;
    },
    get isOrthographic() {
      return camera === orthographic;
    },
    setOrthographic(on) {
      const next = on ? orthographic : perspective;
      if (next === camera) return;
      // The size on the screen stays: zoom of one is distance of the other.
      const away = camera.position.clone().sub(controls.target);
      if (!on) away.divideScalar(orthographic.zoom);
      orthographic.zoom = 1;
      next.position.copy(controls.target).add(away);
      camera = next;
      controls.object = next;
      shape();
      controls.update();
      changed();
    },
    setAspect(value) {
      aspect = value;
      if (fitted) look(fitted);
      else shape();
    },
    beforeRender() {
      if (camera === perspective) shape();
    },
    // Moves eye and target together.
    follow(offset) {
      fitted = "";
      controls.target.add(offset);
      camera.position.add(offset);
      controls.update();
    },
    dispose: () => controls.dispose(),
  };
}
