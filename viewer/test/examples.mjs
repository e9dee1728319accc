// The page of every example.
import assert from "node:assert/strict";
import { cpus, loadavg } from "node:os";
import { test } from "node:test";
import { open, part } from "./browser.mjs";
import { alone, drawn, plays, scrubs, tidy } from "./checks.mjs";
import { example, examples } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// Two seconds on a machine of one's own; on one that is busy with something else, as much longer as its load says. The
// best of three.
const limit = () => 2 * Math.max(1, loadavg()[0] / cpus().length);
async function quick(file, first) {
  let best = first;
  for (let i = 0; i < 2 && best >= 2; i++) {
    const again = await open(browser, file);
    best = Math.min(best, again.seconds);
    await again.close();
  }
  assert.ok(best < limit(), `opens in ${best.toFixed(2)} s, limit ${limit().toFixed(2)} s`);
}

// A browser that draws in software takes its time: everything is looked at for three of them, and for all of them with
// ABUT_PAGES_ALL=1 (./dev test full).
const closely = (name) => process.env.ABUT_PAGES_ALL || /^(02|08|13)_/.test(name);

async function inspect(t, name) {
  const file = example(setup, name);
  const view = await open(browser, file);
  const { page } = view;
  await t.test("opens in two seconds", () => quick(file, view.seconds));
  await t.test("draws", () => drawn(page));
  await t.test("scrubs", () => scrubs(page));
  if (closely(name)) await t.test("plays", () => plays(page, () => part(page, "play").first().click()));
  for (const [width, height] of closely(name) ? [[1366, 768], [1920, 1080]] : [])
    await t.test(`is tidy at ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      await tidy(page, name);
    });
  await t.test("stays alone and content", () => alone(view));
  await view.close();
}

test("examples", async (t) => {
  const names = examples(setup.source);
  assert.ok(names.length >= 15);
  for (const name of names) await t.test(name, (u) => inspect(u, name));
});
