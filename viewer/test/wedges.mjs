// The pages of a friction wedge and of a bogie.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { complete, open, part } from "./browser.mjs";
import { alone, scrub, seconds, tidy } from "./checks.mjs";
import { example } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

const titles = (page) => page.locator(".page .chart-title").allInnerTexts();
const headline = async (page) => (await part(page, "headline").first().innerText()).replace(/\s+/g, " ");

// A row per point, and a click goes to that time.
async function modes(page, points) {
  const strip = part(page, "modes"), plane = strip.locator(".modes-plane");
  assert.equal(await strip.locator(".modes-texts").first().locator("span").count(), points);
  for (const mode of ["stick", "slip"])
    assert.ok((await strip.locator(`path.mode-${mode}`).getAttribute("d")).length > 20,
      `no point is shown to ${mode}`);
  await scrub(page, 0);
  const before = await part(page, "modes-now").innerText();
  await plane.scrollIntoViewIfNeeded();
  const { width } = await plane.boundingBox();
  await plane.click({ position: { x: 0.5 * width, y: 20 } });
  const [first, last] = await page.evaluate(() => [window.abut.runs[0].time.data[0],
    window.abut.runs[0].time.data.at(-1)]);
  assert.ok(Math.abs((await seconds(page)) - (first + last) / 2) < 0.02 * (last - first),
    "a click in the strip does not move the time");
  assert.notEqual(await part(page, "modes-now").innerText(), before);
}

async function visit(name, ask) {
  const file = await example(setup, name);
  assert.ok(statSync(file).size < 5e6, `the page of ${name} takes ${(statSync(file).size / 1e6).toFixed(2)} MB`);
  const view = await open(browser, file);
  await complete(view.page);
  await ask(view.page);
  for (const colorScheme of ["light", "dark"]) {
    await view.page.emulateMedia({ colorScheme });
    await tidy(view.page, `${name}, ${colorScheme}`);
  }
  alone(view);
  await view.close();
}

export const showsWedge = () =>
  visit("20_wedge_cycling", async (page) => {
    const text = await headline(page);
    // of the rigid wedge 3.0811 and 0.5619 of P less the weight; means over the travel have the reversals, too. The
    // loop area is that of the example
    for (const pattern of [/N₁\/P going down 3\.0[4-8]/, /N₁\/P going up 0\.5[56]/, /∮Q dz 1\.034 kJ/,
      /Toe angle 2\.000 deg/, /force of a point 3\d\.\d+ kN/]) assert.match(text, pattern);
    const shown = await titles(page);
    for (const title of ["Column friction over travel", "Normal forces of the column over travel",
      "Spring force over travel"]) assert.ok(shown.includes(title), `there is no '${title}': ${shown}`);
    await modes(page, 8);
  });

export const showsBogie = () =>
  visit("21_bogie_shear", async (page) => {
    const text = await headline(page);
    for (const pattern of [/moment M 10\.\d+ kN m/, /∮M dφ 40\d\.\d J/, /Vertical load Q, mean 44\d\.\d kN/])
      assert.match(text, pattern);
    const shown = await titles(page);
    for (const title of ["Moment over yaw", "Moment over yaw, wedge by wedge"])
      assert.ok(shown.includes(title), `there is no '${title}': ${shown}`);
    assert.ok(!shown.includes("Force on the bolster over travel"), "a loop over a travel that stands still");
    await modes(page, 32);
  });
