// The pages of cams and pumps, and the section of lubricated contacts.
import assert from "node:assert/strict";
import { complete, open, part } from "./browser.mjs";
import { alone, scrub, seconds, tidy } from "./checks.mjs";
import { example } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

const titles = async (page, where) => page.locator(`${where} .chart-title`).allInnerTexts();
const chart = (page, where, title) => page.locator(`${where} [data-test="chart"]`)
  .filter({ has: page.locator(".chart-title", { hasText: title }) }).first();

async function visit(name, ask) {
  const view = await open(browser, await example(setup, name));
  await complete(view.page);
  await ask(view.page);
  for (const colorScheme of ["light", "dark"]) {
    await view.page.emulateMedia({ colorScheme });
    await tidy(view.page, `${name}, ${colorScheme}`);
  }
  alone(view);
  await view.close();
}

// The ring on the way of a contact goes with the time, and a click on the way goes to its instant.
async function map(page, where) {
  const shown = chart(page, where, "Regimes of lubrication"), ring = shown.locator(".time-ring").first();
  await shown.scrollIntoViewIfNeeded();
  const place = async (at) => {
    await scrub(page, at);
    return ring.getAttribute("style");
  };
  assert.notEqual(await place(0.05), await place(0.3), "the mark does not follow the time");
  assert.match(await shown.innerText(), /isoviscous below, piezoviscous above/);
  const before = await seconds(page), box = await shown.locator(".u-over").boundingBox();
  await shown.locator(".u-over").click({ position: { x: 2, y: box.height / 2 } });
  assert.notEqual(await seconds(page), before, "a click in the map does not move the time");
}

export const showsCam = () =>
  visit("23_cam_roller", async (page) => {
    const where = '[data-type="cam_roller"]', headline = (await part(page, "headline").first().innerText())
      .replace(/\s+/g, " ");
    for (const pattern of [/contact force 7\.57\d kN/, /pressure 1\.90\d GPa/, /h_min \d\d\.\d+ nm/, /λ 0\.\d+/,
      /Loss, mean [\d.]+ W/, /Time separated 0 s/]) assert.match(headline, pattern);
    const shown = await titles(page, where);
    for (const title of ["Contact force", "Contact pressure", "Lift of the follower", "Pressure on the plunger",
      "Film thickness", "Film over roughness λ", "Regimes of lubrication", "Parts of friction",
      "Power lost in contact and bearing", "Surface speeds in the contact",
      "Slip of the roller"]) assert.ok(shown.includes(title), `there is no '${title}': ${shown}`);
    assert.equal(await part(page, "films").count(), 0, "the section repeats what the page of the cam shows");
    assert.match(await chart(page, where, "Contact force").innerText(), /cam angle = /);
    await map(page, where);
    await part(page, "cam-over").selectOption("time");
    await complete(page);
    assert.match(await chart(page, where, "Contact force").innerText(), /\bt = /);
  });

// What the summary says of all cams together, from what it says of each; the page shows these.
async function together(page) {
  const { machines, together: all } = await page.evaluate(() => window.abut.runs[0].summary);
  const { headline, machines: names } = all.cam_roller;
  const shown = (await page.locator('[data-type="cam_roller"] [data-test="headline"]').first().innerText())
    .replace(/\s+/g, " ");
  assert.deepEqual(names, ["unit1", "unit2", "unit3"]);
  assert.ok(headline.length >= 6, `${headline.length} figures`);
  for (const { label, value, machine } of headline) {
    const of = (name) => machines[name].headline.find((c) => c.label === label)?.value;
    const each = names.map(of).filter(Number.isFinite);
    if (/mean$/.test(label)) {
      assert.ok(Math.abs(value - each.reduce((a, b) => a + b, 0)) <= 1e-12 * Math.abs(value), label);
      assert.equal(machine, null);
    } else {
      assert.equal(value, /^(Least|First)/.test(label) ? Math.min(...each) : Math.max(...each), label);
      assert.equal(of(machine), value, `${label}: not of ${machine}`);
    }
    assert.ok(shown.includes(machine === null ? `${label}, of all` : label), `${label} is not shown: ${shown}`);
  }
}

export const showsPump = () =>
  visit("25_pump", async (page) => {
    const where = '[data-type="cam_roller"]';
    await together(page);
    assert.equal(await page.locator(where).count(), 1, "the cams of a pump share a page");
    const legend = () => chart(page, where, "Contact force").locator(".legend-name").allInnerTexts();
    assert.deepEqual(await legend(), ["unit1", "unit2", "unit3"]);
    await part(page, "cam-unit").selectOption("unit2");
    await complete(page);
    assert.deepEqual(await legend(), ["normal force"]);
    assert.ok((await titles(page, where)).includes("Parts of friction"));
    const films = '[data-test="films"]';
    assert.equal(await page.locator(`${films} tbody tr`).count(), 12, "guide pads");
    assert.ok(!(await titles(page, films)).includes("Parts of friction"));
    await part(page, "film-contact").selectOption("left_low1");
    await complete(page);
    assert.ok((await titles(page, films)).includes("Parts of friction"),
      "a single contact does not show the parts of its friction");
  });
