// What is asked of every page, each as a function that throws with a sentence.
import assert from "node:assert/strict";
import { complaintsOf, complete, part } from "./browser.mjs";
import { layout } from "./layout.mjs";
import { changedShare, drawnShare, keep, onScreen } from "./pixels.mjs";

export const label = (page) => part(page, "time").first().textContent();
export const seconds = async (page) => Number((await label(page)).match(/-?[\d.]+(e[-+]?\d+)?/i)?.[0]);
const percent = (share) => `${(100 * share).toFixed(3)} %`;

// No request, no complaint.
export function alone({ seen }) {
  assert.deepEqual(seen.requests, [], "the page asks the network");
  assert.deepEqual(complaintsOf(seen), [], "the page complains on the console");
}

// Nothing overlaps, is cut off or is faint.
export async function tidy(page, where) {
  await complete(page);
  const { mistakes, items } = await layout(page);
  assert.ok(items > 10, `${where}: only ${items} boxes were looked at`);
  assert.deepEqual(mistakes, [], where);
}

// More than the share `least` of the scene is drawn, and the screen shows it.
export async function drawn(page, least) {
  const share = await drawnShare(page), shown = await onScreen(page);
  assert.ok(share > least, `${percent(share)} of the scene is drawn, expected ${percent(least)}`);
  assert.ok(shown.share > least && shown.colours > 20,
    `the screen shows ${percent(shown.share)} of the scene in ${shown.colours} colours`);
}

// More than the share `least` of the scene is unlike the kept picture.
export async function changed(page, least, what) {
  const share = await changedShare(page);
  assert.ok(share > least, `${what}: ${percent(share)} of the scene changes, expected ${percent(least)}`);
}

// Moves the slider of time as a hand would: to the share `at` of its length.
export function scrub(page, at) {
  return part(page, "scrub").first().evaluate((input, share) => {
    input.value = String(Number(input.min) + share * (Number(input.max) - Number(input.min)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, at);
}

// The slider moves time and picture: more than the share `least` of it.
export async function scrubs(page, least) {
  await scrub(page, 0.1);
  const first = await seconds(page);
  await keep(page);
  await scrub(page, 0.47);
  const last = await seconds(page);
  assert.ok(last > first, `the time label goes from ${first} to ${last}`);
  assert.match(await label(page), /\d\s*(s|ms|us|µs|μs)(?![a-z])/, "the time has no unit");
  await changed(page, least, "moving the slider");
}

// Runs in the page: at some recorded instants, the greatest distance of a body from where the run has it, and the
// moving bodies whose middle is not painted. The middle of a ring is empty: only points and balls are asked for.
async function misplaced(share) {
  const { runs: [run], scene, player } = window.abut, { names, fixed, position } = run.bodies, time = run.time.data;
  const row = Math.round(share * (time.length - 1)), box = scene.canvas.getBoundingClientRect();
  player.set(time[row]);
  const { data, width } = await window.ruler.read(), scale = width / box.width;
  const solid = names.map((_, b) => run.surfaces.filter((s) => s.body === b)
    .every((s) => /^(sphere|ellipsoid)$/.test(s.type) && !s.hollow));
  let most = 0;
  const unpainted = [];
  for (const [b, name] of names.entries()) {
    if (fixed[b]) continue;
    const from = 3 * (row * names.length + b);
    most = Math.max(most, Math.hypot(...scene.positionOf(name).map((x, k) => x - position.data[from + k])));
    const { x, y } = scene.screenOf(name);
    const pixel = 4 * (Math.round(scale * (y - box.top)) * width + Math.round(scale * (x - box.left)));
    if (solid[b] && !(data[pixel + 3] > 0)) unpainted.push(name);
  }
  return { most, unpainted };
}

export async function placed(page) {
  for (const share of [0, 0.37, 1]) {
    const { most, unpainted } = await page.evaluate(misplaced, share);
    assert.ok(most < 1e-6, `a body is ${most} m away from where it was recorded, at ${share} of the run`);
    assert.deepEqual(unpainted, [], `bodies that are not painted where they are, at ${share} of the run`);
  }
}

// `press` starts and stops the motion: the time goes on and more than the share `least` of the picture changes, then
// both stand.
export async function plays(page, press, least) {
  await scrub(page, 0.1);
  await keep(page);
  const start = await label(page);
  await press();
  const gone = (was) => {
    const slider = document.querySelector('[data-test="scrub"]');
    const share = (slider.value - slider.min) / (slider.max - slider.min);
    return share > 0.13 && document.querySelector('[data-test="time"]').textContent !== was;
  };
  await page.waitForFunction(gone, start, { timeout: 20000 });
  await press();
  await changed(page, least, "playing");
  const stood = await label(page);
  await page.waitForTimeout(100);
  assert.equal(await label(page), stood, "pause does not hold the time");
}
