// The runs whose pages are looked at: every example, shortened, and the cases that go wrong on purpose.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

// What makes an example short where it is not short by itself.
const shorter = {
  "05_bead_chain": ["--t-end", "30", "--every", "0.5"],
  "15_bearing_fault": ["--t-end", "0.06"],
};

export function examples(source) {
  const folder = path.join(source, "examples");
  return readdirSync(folder).filter((name) => /^\d/.test(name) && existsSync(path.join(folder, name, "model.yaml"))).sort();
}

export function abut(program, words, wanted = 0, cwd = undefined) {
  const done = spawnSync(program, words, { encoding: "utf8", cwd });
  if (done.status !== wanted)
    throw new Error(`abut ${words.join(" ")}: status ${done.status} instead of ${wanted}: ${done.stderr}${done.stdout}`);
  return done.stdout + done.stderr;
}

// Runs a model into WORK/NAME and returns the path of its page.
export function run({ program, work }, name, model, words = [], wanted = 0) {
  const out = path.join(work, name);
  abut(program, ["run", model, "--out", out, ...words], wanted);
  const page = path.join(out, "report.html");
  if (!existsSync(page)) abut(program, ["report", out]);
  return page;
}

export function example(setup, name, words = shorter[name] ?? [], folder = name) {
  return run(setup, folder, path.join(setup.source, "examples", name, "model.yaml"), words);
}

// Two runs of an example on one page.
export function comparison(setup, name, words, folders = ["first", "second"]) {
  const model = path.join(setup.source, "examples", name, "model.yaml");
  for (const k of [0, 1]) run(setup, folders[k], model, words[k]);
  const page = path.join(setup.work, "comparison.html");
  abut(setup.program, ["report", ...folders, "-o", page], 0, setup.work); // named as given: without the way to them
  return page;
}

// A rocker that is driven past the point where the linkage can follow.
export function failed(setup) {
  const model = path.join(setup.source, "examples", "08_four_bar", "model.yaml");
  return run(setup, "failed", model, ["--set", "joints.C.drive={speed: 4 rad/s}"], 1);
}

// A run ended by Ctrl-C when it has written some rows.
export async function stopped(setup) {
  const out = path.join(setup.work, "stopped");
  const model = path.join(setup.source, "examples", "13_ball_bearing", "model.yaml");
  const child = spawn(setup.program, ["run", model, "--out", out, "--t-end", "1000", "--quiet"], { stdio: "ignore" });
  const ended = new Promise((done) => child.on("exit", done));
  await new Promise((done) => setTimeout(done, 1500));
  child.kill("SIGINT");
  const status = await ended;
  if (status !== 1) throw new Error(`a stopped run ends with status ${status}`);
  const page = path.join(out, "report.html");
  if (!existsSync(page)) abut(setup.program, ["report", out]);
  return page;
}

// Names and texts that are programs if they are not taken as text.
export const hostile = {
  title: "Title </script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>",
  body: "<script>window.hacked = 3",
  surface: "<img src=x onerror=window.hacked=4>",
  contact: "<svg onload=window.hacked=5> & 'touch' \"it\"",
  comment: "</script><script>window.hacked = 6</script><!-- <script>",
};

export function hostilePage(setup) {
  mkdirSync(setup.work, { recursive: true });
  const model = path.join(setup.work, "hostile.yaml");
  const text = (value) => JSON.stringify(value);
  writeFileSync(model, `abut: 1
title: ${text(hostile.title)}   # ${hostile.comment}
gravity: [0, 0, -9.81]
materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}
bodies:
  - {name: ground, fixed: true}
  - {name: ${text(hostile.body)}, position: [0, 0, 0.1]}
surfaces:
  - {name: floor, body: ground, shape: plane, material: stone}
  - {name: ${text(hostile.surface)}, body: ${text(hostile.body)}, shape: {type: sphere, radius: 5 cm}, material: rubber}
contacts:
  - {name: ${text(hostile.contact)}, between: [floor, ${text(hostile.surface)}], friction: 0.3}
solver: {t_end: 0.5 s}
`);
  return run(setup, "hostile", model);
}
