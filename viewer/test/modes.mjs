// The page of modes over speed: as many curves as the answer has, and a body that moves by the shape of the chosen
// mode.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { complete, open, part } from "./browser.mjs";
import { alone, drawn, plays, tidy } from "./checks.mjs";
import { abut } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// A rotor on an overhung support: swaying and tilting go together, round with the rotation or against it.
const rotor = `abut: 1
title: Rotor on an overhung support
materials: {steel: {E: 206 GPa, nu: 0.3}}
bodies:
  - {name: ground, fixed: true}
  - {name: rotor, mass: 8, inertia: [0.02, 0.02, 0.03], position: [0, 0, 0.1], drive: {speed: 3000 rpm}}
points:
  - {name: seat, body: ground, position: [0, 0, 0]}
  - {name: foot, body: rotor, position: [0, 0, -0.1]}
surfaces:
  - {name: disc, body: rotor, shape: {type: ellipsoid, a: 8 cm, b: 8 cm, c: 2 cm}, material: steel}
forces:
  - {name: support, type: bushing, between: [seat, foot], stiffness: 1e7, torsion: [4e5, 4e5, 0], damping: 200}
`;

// A disc with damping that turns with it: stable up to sqrt(k/m) (1 + 300/200) = 2500 rad/s.
const whirling = `abut: 1
title: Disc with rotating damping
bodies:
  - {name: ground, fixed: true}
  - {name: rotor, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: 3000 rpm}}
forces:
  - {type: bushing, between: [ground, rotor], stiffness: 1e7, torsion: [4e5, 4e5, 0], damping: 300,
     torsion_damping: [50, 50, 0]}
  - {type: bushing, between: [rotor, ground], damping: 200}
`;

// A number in words, whatever stands between its digits.
const digits = (text) => text.replace(/[^\d.]/g, "").replace(/\.$/, "");

async function make(name, text, speeds) {
  const model = path.join(setup.work, `${name}.yaml`), file = path.join(setup.work, `${name}.html`);
  writeFileSync(model, text);
  const said = await abut(setup.program, ["modes", model, "--speeds", speeds, "--json", "--report", file]);
  return { file, answer: JSON.parse(said) };
}

// Runs in the page: where the rotor is in the picture, at shares of a period of the shown mode.
function places(shares) {
  const { runs: [run], scene, player } = window.abut, period = run.time.data[32];
  player.pause();
  return shares.map((share) => {
    player.set(share * period);
    return scene.positionOf("rotor");
  });
}

// Forward and backward, the rotor goes round as (re + i im) exp(i t) says, and by the same factor.
async function follows(page, whirl) {
  const { found, shape } = await page.evaluate((wanted) => {
    const { shapes } = window.abut, list = shapes.lists.length - 1;
    const mode = shapes.lists[list].modes.findIndex((m) => m.whirl === wanted);
    shapes.choose(list, mode);
    return { found: mode, shape: shapes.lists[list].modes[mode].shape.rotor.translation };
  }, whirl);
  assert.equal(await part(page, "mode").inputValue(), String(found), "the field shows another mode");
  assert.match(await part(page, "mode").locator("option:checked").innerText(), new RegExp(whirl));
  const factor = Number((await part(page, "shape-note").innerText()).match(/shape × ([\d.]+)/)[1]);
  const [first, quarter] = await page.evaluate(places, [0, 0.25]);
  shape.forEach(({ re, im }, k) => {
    const still = k === 2 ? 0.1 : 0, near = 0.01 * factor * Math.hypot(...shape.flatMap((c) => [c.re, c.im]));
    assert.ok(Math.abs(first[k] - still - factor * re) < near, `${whirl}, part ${k} at the start: ${first[k]}`);
    assert.ok(Math.abs(quarter[k] - still + factor * im) < near, `${whirl}, part ${k} after a quarter: ${quarter[k]}`);
  });
  const sense = Math.sign(first[0] * quarter[1] - first[1] * quarter[0]);
  assert.equal(sense, whirl === "forward" ? 1 : -1, `${whirl}: the rotor goes round the wrong way`);
}

export async function showsModes() {
  const { file, answer } = await make("modes", rotor, "0:24000:4000rpm");
  const view = await open(browser, file), { page } = view;
  await complete(page);
  const curves = new Set(answer.speeds.flatMap((s) => s.modes.map((m) => m.curve)).filter((c) => c !== null));
  assert.ok(curves.size >= 4 && answer.crossings.length > 0);
  const figures = part(page, "campbell").locator('[data-test="figure"]');
  assert.equal(await figures.count(), 2);
  for (const figure of await figures.all()) {
    const names = await figure.locator(".legend-item").allInnerTexts();
    assert.equal(names.filter((n) => /^\d+ (forward|backward|to and fro)/.test(n)).length, curves.size, `${names}`);
    assert.equal(await figure.locator(".u-over").count(), 1, "a chart is not drawn");
  }
  assert.equal(await page.locator("table.figures tbody tr").count(), answer.crossings.length);
  await drawn(page, 0.01);
  await follows(page, "forward");
  await follows(page, "backward");
  await plays(page, () => part(page, "play").click(), 0.005);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await tidy(page, colorScheme);
  }
  alone(view);
  await view.close();
}

// Runs in the page before it starts: keeps dashed lines that go straight up, and words, as they are drawn on a canvas.
function listen() {
  const { prototype } = CanvasRenderingContext2D, { moveTo, lineTo, fillText } = prototype;
  window.drawings = { lines: [], words: [] };
  prototype.moveTo = function (x, y) {
    this.from = x;
    moveTo.call(this, x, y);
  };
  prototype.lineTo = function (x, y) {
    if (x === this.from && this.getLineDash().length) window.drawings.lines.push({ canvas: this.canvas, x });
    lineTo.call(this, x, y);
  };
  prototype.fillText = function (text, ...place) {
    window.drawings.words.push({ canvas: this.canvas, text });
    fillText.call(this, text, ...place);
  };
}

// Runs in the page: of every chart the speeds (rpm) at which it has such a line, on an axis from 0 to `most`; and what
// is written there.
const lines = (most) =>
  [...document.querySelectorAll('[data-test="campbell"] [data-test="figure"]')].map((figure) => {
    const canvas = figure.querySelector("canvas"), over = figure.querySelector(".u-over");
    const frame = canvas.getBoundingClientRect(), box = over.getBoundingClientRect();
    const scale = canvas.width / frame.width;
    const at = ({ x }) => (most * (x / scale - (box.left - frame.left))) / box.width;
    const mine = (d) => d.canvas === canvas;
    return { at: window.drawings.lines.filter(mine).map(at),
      words: window.drawings.words.filter(mine).map((w) => w.text).filter((t) => /unstable/.test(t)) };
  });

// An unstable model: both charts have the line at the limit known in closed form, figure and note say it.
export async function showsStabilityLimit() {
  const { file, answer } = await make("whirl", whirling, "0:3500:500rad/s");
  const limit = (2500 * 30) / Math.PI, most = (3500 * 30) / Math.PI;
  assert.ok(Math.abs(answer.stability_limit / 2500 - 1) < 1e-5, `${answer.stability_limit}`);
  const view = await open(browser, file, { before: (page) => page.addInitScript(listen) }), { page } = view;
  await complete(page);
  const charts = await page.evaluate(lines, most);
  assert.equal(charts.length, 2);
  for (const { at, words } of charts) {
    assert.ok(at.length > 0 && at.every((x) => Math.abs(x - limit) < 0.003 * most), `${at}, not ${limit} rpm`);
    assert.ok(words.length > 0 && words.every((text) => digits(text) === "23873"), `${words}`);
  }
  assert.equal(digits(await part(page, "stability").innerText()), "23873.2");
  const figure = page.locator(".headline-figure").filter({ hasText: "Stability limit" });
  assert.equal(digits((await figure.first().innerText()).replace(/^[^\d]*/, "")), "23873");
  await tidy(page, "unstable");
  alone(view);
  await view.close();
}
