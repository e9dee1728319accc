// Mode shapes as motions: a model that was not run has one row of poses; the rows of a chosen mode are made from its
// shape, so that player, picture and list show it like a run.
import { Quaternion, Vector3 } from "three";
import { element, select } from "./dom.js";
import { number, quantity } from "./format.js";

const periods = 6, framesPerPeriod = 32, rows = periods * framesPerPeriod + 1;
const share = 0.1; // of the size of the model: the greatest displacement
const mostTurn = 0.3; // rad, of bodies that have no size

const rpm = 30 / Math.PI;

export const hasShapes = (run) => run.summary?.kind === "modes" && run.bodies.names.length > 0;

// Speeds whose modes have shapes: [{speed, modes}]; speed null: that of the model.
export function shapeLists({ summary }) {
  const lists = summary.speeds ?? [{ speed: null, modes: summary.modes ?? [] }];
  return lists.filter(({ modes }) => modes.some((m) => m.shape));
}

// ---- sizes ----

const distance = (data, k) => Math.hypot(data[k], data[k + 1], data[k + 2]);

// How far a body reaches from its centre of mass: surfaces, and points where joints and forces hold it.
function radiiOf(run) {
  const radii = run.bodies.names.map(() => 0);
  const add = (body, reach) => {
    if (body >= 0 && reach > radii[body]) radii[body] = reach;
  };
  for (const { body, points } of run.surfaces)
    for (let k = 0; k < (points?.data.length ?? 0); k += 3) add(body, distance(points.data, k));
  for (const { bodies, points } of [run.joints, run.forces])
    if (points)
      bodies.forEach((pair, k) => pair.forEach((body, e) => add(body, distance(points.data, 3 * (2 * k + e)))));
  return radii;
}

// The diagonal of a box about the bodies that move.
function sizeOf(run, radii) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  radii.forEach((radius, b) => {
    if (run.bodies.fixed[b]) return;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], run.bodies.position.data[3 * b + k] - radius);
      high[k] = Math.max(high[k], run.bodies.position.data[3 * b + k] + radius);
    }
  });
  const size = Math.hypot(...high.map((h, k) => h - low[k]));
  return size > 0 && Number.isFinite(size) ? size : 1;
}

const amplitude = (vector) => Math.hypot(...vector.flatMap(({ re, im }) => [re, im]));

// Metres on the page of one metre of the shape.
function factorOf(run, shape, radii, size) {
  let factor = Infinity;
  for (const [name, { translation, rotation }] of Object.entries(shape)) {
    const radius = radii[run.bodies.names.indexOf(name)] ?? 0, turn = amplitude(rotation),
      way = amplitude(translation) + turn * radius;
    if (way > 0) factor = Math.min(factor, (share * size) / way);
    if (turn > 0) factor = Math.min(factor, mostTurn / turn);
  }
  return Number.isFinite(factor) ? factor : 0;
}

// ---- motion ----

// {end, at(t)}: how long it is shown, and the factors of the real and imaginary part of the shape at an instant.
// Oscillations go on undamped; what decays or grows does so for five of its time constants; a free direction goes to
// and fro, once in two seconds.
export function courseOf({ kind, re, im }) {
  if (kind === "oscillation")
    return { end: (2 * Math.PI * periods) / im, at: (t) => [Math.cos(im * t), -Math.sin(im * t)] };
  const end = 5 / Math.abs(re);
  if (kind === "decay") return { end, at: (t) => [Math.exp(re < 0 ? re * t : re * (t - end)), 0] };
  return { end: 2 * periods, at: (t) => [Math.sin(Math.PI * t), 0] };
}

const valueOf = (vector, [a, b], factor, out) =>
  out.set(...vector.map(({ re, im }) => factor * (a * re + b * im)));

// The run gets rows; they are filled by the function that is returned, fill(mode), with {size, shown}: the size of the
// model and the greatest displacement, in metres.
export function createMotion(run) {
  const { bodies } = run, n = bodies.names.length, radii = radiiOf(run), size = sizeOf(run, radii);
  const still = { position: bodies.position.data, quaternion: bodies.quaternion.data };
  run.time = { shape: [rows], data: new Float64Array(rows) };
  bodies.position = { shape: [rows, n, 3], data: new Float32Array(3 * n * rows) };
  bodies.quaternion = { shape: [rows, n, 4], data: new Float32Array(4 * n * rows) };
  const way = new Vector3(), turn = new Vector3(), own = new Quaternion(), more = new Quaternion();
  const place = (row, b, motion, factors, factor) => {
    const p = 3 * (row * n + b), q = 4 * (row * n + b), [w, x, y, z] = still.quaternion.subarray(4 * b, 4 * b + 4);
    way.set(0, 0, 0);
    own.set(x, y, z, w);
    if (motion) {
      valueOf(motion.translation, factors, factor, way);
      const angle = valueOf(motion.rotation, factors, factor, turn).length();
      if (angle > 0) own.premultiply(more.setFromAxisAngle(turn.divideScalar(angle), angle));
    }
    [way.x, way.y, way.z].forEach((d, k) => (bodies.position.data[p + k] = still.position[3 * b + k] + d));
    bodies.quaternion.data.set([own.w, own.x, own.y, own.z], q);
  };
  return function fill(mode) {
    const shape = mode.shape ?? {}, factor = factorOf(run, shape, radii, size), { end, at } = courseOf(mode);
    for (let row = 0; row < rows; row++) {
      run.time.data[row] = (end * row) / (rows - 1);
      const factors = at(run.time.data[row]);
      bodies.names.forEach((name, b) => place(row, b, shape[name], factors, factor));
    }
    const ways = Object.values(shape).map(({ translation }) => factor * amplitude(translation));
    return { size, factor, shown: Math.max(0, ...ways) };
  };
}

// ---- the choice ----

// Without what the accuracy of an equilibrium makes of no damping.
export const visible = (ratio) => (Math.abs(ratio) > 1e-7 ? ratio : 0);

// Over speed a mode is named by its curve, otherwise by its place in the list.
export function modeText(mode, k) {
  const name = mode.curve === undefined ? `${k + 1}: ` : mode.curve === null ? "" : `curve ${mode.curve}: `;
  const growing = mode.unstable ? ", unstable" : "";
  if (mode.kind === "free") return `${name}free direction`;
  if (mode.kind === "decay")
    return `${name}${mode.re > 0 ? "growth" : "decay"}, ${quantity(1 / Math.abs(mode.re), "s")}`;
  return `${name}${quantity(mode.frequency, "Hz", 5)}, ζ ${number(visible(mode.damping_ratio), 3)}` +
    `${mode.whirl === "none" ? "" : `, ${mode.whirl}`}${growing}`;
}

// The same curve at another speed, or the same place in the list.
function sameMode(mode, k, modes) {
  const found = modes.findIndex((m) => m.curve !== null && m.curve !== undefined && m.curve === mode.curve);
  return found >= 0 ? found : Math.min(k, modes.length - 1);
}

// Parts of machines that no mode moves, as the balls of a bearing: others would go through them.
export const idleOf = ({ bodies }, lists) => bodies.names.filter((name, b) => bodies.machine[b] && !bodies.fixed[b]
  && !lists.some(({ modes }) => modes.some((m) => m.shape && name in m.shape)));

// Fields that choose a mode; `changed()` is told when the rows are those of another one. The first shown is the first
// oscillation at the last speed. {element, choose(list, mode), lists,
// choice: {list, mode}, idle: names of bodies to hide}
export function createShapes(run, changed) {
  const lists = shapeLists(run), fill = createMotion(run), choice = { list: Math.max(0, lists.length - 1), mode: 0 };
  const note = element("p", { class: "note", "data-test": "shape-note" }), idle = idleOf(run, lists);
  const modeField = element("select", { "data-test": "mode", "aria-label": "Mode in the picture",
    onchange: () => choose(choice.list, Number(modeField.value)) });
  const speedField = lists.length && lists[0].speed !== null ? select(
    lists.map(({ speed }, k) => [String(k), `${number(speed * rpm, 6)} rpm`]), String(choice.list), (value) => {
      const list = Number(value), { modes } = lists[choice.list];
      choose(list, sameMode(modes[choice.mode], choice.mode, lists[list].modes));
    }, { "data-test": "mode-speed", "aria-label": "Speed of the modes" }) : null;

  function show() {
    const { modes } = lists[choice.list], mode = modes[choice.mode], { factor, shown, size } = fill(mode);
    modeField.replaceChildren(...modes.map((m, k) =>
      element("option", { value: k, selected: k === choice.mode }, modeText(m, k))));
    if (speedField) speedField.value = String(choice.list);
    const hidden = idle.length ? "Parts of machines that have no motion of their own are hidden. " : "";
    note.textContent = `Drawn as shape × ${number(factor, 3)}: points move up to about a tenth of the size of ` +
      `the model, ${quantity(size, "m", 3)}, centres of mass up to ${quantity(shown, "m", 3)}; a mode has no size ` +
      `of its own. ${hidden}${mode.kind === "oscillation" ? "Damping and the spin of driven bodies are not shown."
        : mode.kind === "free" ? "Nothing holds this direction: it is shown to and fro."
          : `It ${mode.re > 0 ? "grows" : "decays"} without swinging.`}`;
  }
  function choose(list, mode) {
    Object.assign(choice, { list, mode });
    show();
    changed();
  }
  const root = element("div", { class: "run-choice shape-choice" },
    speedField ? element("label", { class: "choice" }, "modes at ", speedField) : null,
    element("label", { class: "choice" }, "mode in the picture ", modeField), note);
  if (lists.length) {
    choice.mode = Math.max(0, lists[choice.list].modes.findIndex((m) => m.kind === "oscillation"));
    show();
  } else root.replaceChildren(element("p", { class: "note" }, "There are no modes to show."));
  return { element: root, choose, lists, choice, idle };
}
