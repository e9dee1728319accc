// What is asked of every page, each as a function that throws with a sentence.
import assert from "node:assert/strict";
import { complaintsOf, part } from "./browser.mjs";
import { layout } from "./layout.mjs";
import { look, shot } from "./pixels.mjs";
import { browser } from "./setup.mjs";

export const label = (page) => part(page, "time").first().textContent();
export const seconds = async (page) => Number((await label(page)).match(/-?[\d.]+(e[-+]?\d+)?/i)?.[0]);

// No request, no complaint.
export function alone({ seen }) {
  assert.deepEqual(seen.requests, [], "the page asks the network");
  assert.deepEqual(complaintsOf(seen), [], "the page complains on the console");
}

// Nothing overlaps, is cut off or is faint.
export async function tidy(page, where) {
  const { mistakes, items } = await layout(page);
  assert.ok(items > 10, `${where}: only ${items} boxes were looked at`);
  assert.deepEqual(mistakes, [], where);
}

export async function drawn(page) {
  const image = await shot(page);
  const { drawn: share, colours } = await look(browser, image);
  assert.ok(share > 0.0002 && colours > 5, `the scene is blank: ${colours} colours, ${(100 * share).toFixed(2)} % drawn`);
}

// More than the share `least` of the scene is unlike the image.
export async function changed(page, image, least, what) {
  const { changed: share } = await look(browser, image, await shot(page));
  assert.ok(share > least, `${what}: ${(100 * share).toFixed(3)} % of the scene changes`);
}

// Moves the slider of time as a hand would: to the share `at` of its length.
export function scrub(page, at) {
  return part(page, "scrub").first().evaluate((input, share) => {
    input.value = String(Number(input.min) + share * (Number(input.max) - Number(input.min)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, at);
}

export async function scrubs(page) {
  await scrub(page, 0);
  const first = await seconds(page);
  await scrub(page, 1);
  const last = await seconds(page);
  assert.ok(last > first, `the time label goes from ${first} to ${last}`);
  assert.match(await label(page), /\d\s*(s|ms|us|µs|μs)(?![a-z])/, "the time has no unit");
}

// `press` starts and stops the motion: the time goes on and the picture changes, then both stand.
export async function plays(page, press) {
  await scrub(page, 0.1);
  const [image, start] = [await shot(page), await label(page)];
  await press();
  const gone = (was) => {
    const slider = document.querySelector('[data-test="scrub"]');
    const share = (slider.value - slider.min) / (slider.max - slider.min);
    return share > 0.13 && document.querySelector('[data-test="time"]').textContent !== was;
  };
  await page.waitForFunction(gone, start, { timeout: 15000 });
  await press();
  await page.waitForTimeout(50);
  const stood = await label(page);
  await page.waitForTimeout(200);
  assert.equal(await label(page), stood, "pause does not hold the time");
  await changed(page, image, 0.00003, "playing"); // beads of a long chain move by a pixel; what stands changes by none
}
