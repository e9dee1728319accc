// The runs whose pages are looked at: every example, shortened, and the cases that go wrong on purpose.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

// What makes an example short where it is not short by itself; the bearing lasts the second that is asked of its page.
const shorter = {
  "05_bead_chain": ["--t-end", "30", "--every", "0.5"],
  "13_ball_bearing": ["--t-end", "1"],
  "15_bearing_fault": ["--t-end", "0.06"],
  "25_pump": ["--t-end", "0.02"],
  "26_roller_bearing": ["--t-end", "0.005"],
};

export function examples(source) {
  const folder = path.join(source, "examples");
  return readdirSync(folder).filter((name) => /^\d/.test(name) && existsSync(path.join(folder, name, "model.yaml")))
    .sort();
}

// Runs the program; ends when it has ended with the status `wanted`.
export function abut(program, words, wanted = 0, cwd = undefined) {
  return new Promise((done, fail) =>
    execFile(program, words, { cwd, encoding: "utf8" }, (error, out, err) => {
      const status = error ? error.code : 0;
      if (status === wanted) done(out + err);
      else fail(new Error(`abut ${words.join(" ")}: status ${status} instead of ${wanted}: ${err}${out}`));
    }));
}

// Runs a model into WORK/NAME; the path of its page.
export async function run({ program, work }, name, model, words = [], wanted = 0) {
  const out = path.join(work, name);
  await abut(program, ["run", model, "--quiet", "--out", out, ...words], wanted);
  return path.join(out, "report.html");
}

const made = new Map();
export function example(setup, name) {
  if (!made.has(name))
    made.set(name, run(setup, name, path.join(setup.source, "examples", name, "model.yaml"), shorter[name]));
  return made.get(name);
}

// Two runs of an example on one page.
export async function comparison(setup, name, words, folders = ["first", "second"]) {
  const model = path.join(setup.source, "examples", name, "model.yaml");
  await Promise.all([0, 1].map((k) => run(setup, folders[k], model, [...words[k], "--no-report"])));
  const page = path.join(setup.work, "comparison.html");
  // named as given: without the way to them
  await abut(setup.program, ["report", ...folders, "-o", page], 0, setup.work);
  return page;
}

// A rocker that is driven past the point where the linkage can follow.
export function failed(setup) {
  const model = path.join(setup.source, "examples", "08_four_bar", "model.yaml");
  return run(setup, "failed", model, ["--set", "joints.C.drive={speed: 4 rad/s}"], 1);
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A run ended by Ctrl-C when it has gone on for a while.
export async function stopped(setup) {
  const out = path.join(setup.work, "stopped");
  const model = path.join(setup.source, "examples", "13_ball_bearing", "model.yaml");
  const words = ["run", model, "--out", out, "--t-end", "1000", "--every", "0.1 ms", "--quiet"];
  const child = spawn(setup.program, words, { stdio: "ignore" });
  const ended = new Promise((done) => child.on("exit", done));
  const file = path.join(out, "results.h5"), running = () => child.exitCode === null;
  while (!existsSync(file) && running()) await wait(20);
  await wait(1500); // rows are written in blocks, so the file does not tell how many there are
  child.kill("SIGINT");
  const status = await ended;
  if (status !== 1) throw new Error(`a stopped run ends with status ${status}`);
  return path.join(out, "report.html");
}

// A run that was ended from outside: it has left rows, but no summary.
export async function killed(setup) {
  const out = path.join(setup.work, "killed"), name = "13_ball_bearing";
  const model = path.join(setup.source, "examples", name, "model.yaml");
  await abut(setup.program, ["run", model, "--quiet", "--no-report", "--out", out, "--t-end", "0.05",
    "--every", "0.1 ms", "--set", "output.from=0.02"]);
  rmSync(path.join(out, "summary.json"));
  await abut(setup.program, ["report", out]);
  return path.join(out, "report.html");
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
  - {name: ${text(
    hostile.surface)}, body: ${text(hostile.body)}, shape: {type: sphere, radius: 5 cm}, material: rubber}
contacts:
  - {name: ${text(hostile.contact)}, between: [floor, ${text(hostile.surface)}], friction: 0.3}
solver: {t_end: 0.5 s}
`);
  return run(setup, "hostile", model);
}
