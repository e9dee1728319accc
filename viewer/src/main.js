// The report page: reads the data, lays out the page and joins its parts by one bus.
import "./style.css";
import { createBus } from "./bus.js";
import { createCurves } from "./curves.js";
import { load } from "./data.js";
import { element } from "./dom.js";
import { createLayout, isField, isPictured } from "./layout.js";
import { createList } from "./list.js";
import { createPages, keyFigures, keyTables, machineCharts, tools } from "./pages/index.js";
import { createPlayer } from "./player.js";
import { createScene } from "./scene.js";
import { createShapes, hasShapes } from "./shapes.js";
import { createTheme } from "./theme.js";

const root = document.getElementById("abut");

// A part that fails says so in its place; the others go on.
function attempt(place, what, make) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    place.append(element("p", { class: "banner bad", role: "alert" }, `${what} could not be shown: ${error.message}`));
    return null;
  }
}

// The few figures to read first: in boxes, of several runs in a table.
function showKeyFigures(place, runs) {
  if (runs.length > 1) place.append(...keyTables(runs));
  else for (const { figures } of keyFigures(runs[0])) place.append(tools.headline(figures));
}

// Player, list and picture, for one run at a time. The picture takes longest (a browser without a graphics card needs
// a second to start) and is made after the rest of the page can be seen.
function show(parts, run, bus) {
  const makePlayer = () => attempt(parts.player, "The player", () => createPlayer(parts.player, run, bus));
  const list = attempt(parts.list, "The list of bodies", () => createList(parts.list, run, bus));
  const shown = {
    scene: null, player: makePlayer(),
    // The rows are others now: play them.
    again() {
      shown.player?.dispose();
      shown.player = makePlayer();
      bus.emit("select", null);
      bus.emit("motion", null);
      shown.player?.set(run.time.data[0]);
      shown.player?.play();
    },
    ready: afterPaint(() => {
      if (shown.gone) return;
      shown.scene = attempt(parts.stage, "The 3D view", () => createScene(parts.stage, run, bus));
      window.abut.scene = shown.scene;
    }),
    dispose() {
      shown.gone = true;
      [shown.scene, shown.player, list].forEach((part) => part?.dispose?.());
    },
  };
  return shown;
}

function afterPaint(action) {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(action()), 0)));
}

// On paper the picture is an image of what was last seen.
function preparePrint(stage) {
  let image = null;
  addEventListener("beforeprint", () => {
    const address = window.abut.scene?.snapshot?.();
    if (!address) return;
    image = element("img", { class: "print-picture", src: address, alt: "The machine at the shown instant" });
    stage.append(image);
  });
  addEventListener("afterprint", () => image?.remove());
}

function start() {
  const runs = load();
  const bus = createBus();
  let shown = null;
  const change = (k) => {
    const time = shown?.player?.time;
    shown?.dispose();
    bus.emit("select", null);
    shown = show(parts, runs[k], bus);
    Object.assign(window.abut, { scene: null, player: shown.player, ready: shown.ready });
    if (time !== undefined) shown.player?.set(time);
  };
  const again = () => {
    shown?.again();
    window.abut.player = shown?.player;
  };
  const shapes = hasShapes(runs[0]) ? createShapes(runs[0], again) : null;
  const parts = createLayout(root, runs, [createTheme(bus)], change, shapes?.element);
  window.abut = { runs, bus, shapes, scene: null, player: null, ready: Promise.resolve() };
  attempt(parts.keys, "The headline", () => showKeyFigures(parts.keys, runs));
  if (isPictured(runs)) change(0);
  if (shapes) window.abut.ready = shown.ready.then(() =>
    shapes.idle.forEach((name) => bus.emit("hide", { name, hidden: true })));
  if (!shapes && !isField(runs[0]))
    attempt(parts.curves, "The curves", () => createCurves(parts.curves, runs, bus, machineCharts));
  for (const run of runs) {
    if (runs.length > 1)
      parts.figures.append(element("h2", { class: "run-title", title: run.name }, `Run ${run.label}`));
    attempt(parts.figures, "The figures", () => createPages(parts.figures, run, bus));
  }
  preparePrint(parts.stage);
}

try {
  start();
} catch (error) {
  console.error(error);
  root.append(element("p", { class: "banner bad", role: "alert" }, `This page could not be shown: ${error.message}`));
}
