// The page of a bearing in Firefox, where it is installed (FIREFOX=path names another one) and everything is asked
// for: it opens, complains of nothing, and time moves what is shown. Without a display Firefox has no WebGL; the page
// must then say so.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import playwright from "playwright-core";
import { complete, open, part } from "./browser.mjs";
import { alone, placed, scrub, seconds } from "./checks.mjs";
import { example } from "./runs.mjs";
import { everything, setup } from "./setup.mjs";

const places = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];
const executablePath = places.find((place) => place && existsSync(place));

async function inspect(view) {
  const { page, hasScene } = view;
  await complete(page);
  assert.ok((await part(page, "chart").locator("canvas").count()) > 2, "there are no charts");
  await scrub(page, 0.5);
  assert.ok((await seconds(page)) > 0.2, "the slider does not move the time");
  if (hasScene) await placed(page);
  else assert.match(await page.locator(".no-scene").innerText(), /needs WebGL/);
  alone(view);
  await page.evaluate(() => console.error("heard"));
  await page.waitForTimeout(200);
  assert.throws(() => alone(view), "complaints are not heard");
}

export async function inspectFirefox(t) {
  if (!everything) return t.skip("with ABUT_PAGES_ALL=1 only");
  if (!executablePath) return t.skip("there is no Firefox");
  const browser = await playwright._bidiFirefox.launch({ executablePath, headless: !process.env.DISPLAY });
  try {
    const view = await open(browser, await example(setup, "13_ball_bearing"), { wanted: false, offline: undefined });
    t.diagnostic(
      `Firefox ${browser.version()}: opens in ${view.seconds.toFixed(2)} s, ${view.hasScene ? "with" : "without"} ` +
      `WebGL`);
    await inspect(view);
  } finally {
    await browser.close();
  }
}
