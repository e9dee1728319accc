// The page of a bearing, used as a reader would: list, scene, curves, keys, dark, paper.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { open, part, scene } from "./browser.mjs";
import { alone, changed, plays, scrub, seconds, tidy } from "./checks.mjs";
import { layout } from "./layout.mjs";
import { shot } from "./pixels.mjs";
import { example } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// Events of the page since `listen`, as [name, value].
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    for (const name of ["select", "hide"]) window.abut.bus.on(name, (value) => window.heard.push([name, value]));
  });
const heard = (page, name) => page.evaluate((wanted) => window.heard.filter(([kind]) => kind === wanted).map(([, v]) => v), name);

// Ten times the speed covers more time in the same while.
async function speeds(page) {
  const way = async (speed) => {
    await part(page, "speed").first().selectOption(speed);
    await scrub(page, 0);
    await part(page, "play").first().click();
    await page.waitForTimeout(400);
    await part(page, "play").first().click();
    return seconds(page);
  };
  const [short, long] = [await way("0.005"), await way("0.05")];
  assert.ok(short > 0 && long > 3 * short, `${short} s, and at ten times the speed ${long} s`);
}

async function hides(page) {
  await scrub(page, 0.3);
  const item = part(page, "body-item").filter({ hasText: "ball1" }).first();
  const image = await shot(page);
  const box = item.locator('[data-test="hide"]').or(part(page, "hide").nth(0)).first();
  await box.click();
  assert.ok((await heard(page, "hide")).length > 0, "no event 'hide'");
  await changed(page, image, 0.0005, "hiding a ball");
  await box.click();
  const back = await heard(page, "hide");
  assert.equal(back.at(-1).hidden, false, "the ball does not come back");
}

async function selectsInList(page) {
  const image = await shot(page);
  const item = part(page, "body-item").filter({ hasText: "ball2" }).first();
  await item.getByText("ball2").first().click();
  const last = (await heard(page, "select")).at(-1);
  assert.equal(last?.kind, "body");
  assert.match(last.name, /ball2/);
  await changed(page, image, 0.0002, "selecting a ball");
}

// Somewhere in the middle of the scene there is a part of the bearing under the pointer.
async function selectsInScene(page) {
  await page.evaluate(() => (window.heard.length = 0));
  const box = await scene(page).boundingBox();
  for (const [x, y] of [[0.5, 0.3], [0.4, 0.4], [0.6, 0.6], [0.5, 0.7], [0.35, 0.5], [0.65, 0.5], [0.45, 0.25]]) {
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    if ((await heard(page, "select")).some((value) => value)) return;
  }
  assert.fail("no click in the scene selects anything");
}

async function orbits(page) {
  const image = await shot(page);
  const box = await scene(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 40, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  await changed(page, image, 0.01, "turning the view");
}

async function cuts(page) {
  const image = await shot(page);
  await part(page, "section").first().selectOption("z");
  await changed(page, image, 0.01, "a section");
  await part(page, "section").first().selectOption("");
}

// The numbers of a chart as a file: a heading with units, a row for each instant.
async function exports(page) {
  for (const [name, ending, start] of [["csv", "csv", /^.*\[s\].*\n/], ["png", "png", /^\x89PNG/]]) {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 5000 }), part(page, name).first().click()]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${ending}$`));
    const content = readFileSync(await download.path(), "latin1");
    assert.match(content, start, `the ${name} begins with ${content.slice(0, 80)}`);
    if (name === "csv") assert.ok(content.trim().split("\n").length > 100, "the table is short");
  }
}

// A drag across a chart of curves shows a part of the time; the picture of its axis changes.
async function zooms(page) {
  const chart = part(page, "chart").filter({ has: page.locator(".u-over") }).first();
  const over = chart.locator(".u-over").first();
  await over.scrollIntoViewIfNeeded();
  const before = await chart.screenshot();
  const box = await over.boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(1, 1);
  await page.waitForTimeout(200);
  const zoomed = await chart.screenshot();
  assert.ok(!before.equals(zoomed), "a drag does not zoom");
  await over.dblclick();
  await page.mouse.move(1, 1);
  await page.waitForTimeout(200);
  assert.ok(!zoomed.equals(await chart.screenshot()), "a double click does not show all again");
}

// A quantity that is found and chosen appears in the chart in work, with its value and unit.
async function chooses(page) {
  const chart = part(page, "chart").first();
  await chart.click({ position: { x: 5, y: 5 } });
  await part(page, "quantity-search").first().fill("body/brg.ball5/vz");
  const choice = part(page, "quantity").first().locator("input").first();
  await choice.check();
  assert.match(await chart.innerText(), /brg\.ball5 vz/, "what is chosen is not drawn");
  assert.match(await chart.innerText(), /m\/s/, "the unit is missing");
  await choice.uncheck();
  assert.doesNotMatch(await chart.innerText(), /brg\.ball5 vz/);
}

async function keys(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await plays(page, () => page.keyboard.press("Space"));
  await part(page, "scrub").first().focus();
  await scrub(page, 0.5);
  const start = await seconds(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  assert.ok((await seconds(page)) > start, "the right arrow does not move the time");
  await page.locator("a, button").first().focus();
  const reached = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.closest("[data-test]")?.dataset.test ?? ""));
  }
  for (const name of ["play", "scrub", "speed", "hide"]) assert.ok(reached.has(name), `Tab does not reach '${name}': ${[...reached]}`);
}

async function headline(page) {
  const text = (await part(page, "headline").allInnerTexts()).join("\n");
  for (const [what, pattern] of [["loads", /\d\s*k?N\b/], ["speed", /rpm|rad\/s/], ["pressure", /\d\s*[MG]Pa\b/], ["frequencies", /\d\s*k?Hz\b/],
    ["life", /life/i]])
    assert.match(text, pattern, `the headline has no ${what}: ${text}`);
}

async function themes(page) {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await layout(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(200);
  const dark = await layout(page);
  assert.ok(light.ground > 0.7, `light: the ground has a luminance of ${light.ground.toFixed(2)}`);
  assert.ok(dark.ground < 0.15, `dark: the ground has a luminance of ${dark.ground.toFixed(2)}`);
  assert.deepEqual(dark.mistakes, [], "dark");
  await page.emulateMedia({ colorScheme: "light" });
}

async function prints(page) {
  await page.emulateMedia({ media: "print" });
  await page.waitForTimeout(200);
  await tidy(page, "on paper");
  assert.equal(await part(page, "play").first().isVisible(), false, "the play button is printed");
  await page.emulateMedia({ media: "screen" });
  const paper = await page.pdf({ format: "A4" });
  assert.ok(paper.length > 10000, `a print of ${paper.length} bytes`);
}

test("bearing", async (t) => {
  const file = example(setup, "13_ball_bearing", ["--t-end", "1", "--every", "0.5 ms"], "bearing");
  await t.test("one second takes at most 5 MB", () => {
    const { size } = statSync(file);
    assert.ok(size <= 5e6, `${(size / 1e6).toFixed(2)} MB`);
  });
  const view = await open(browser, file);
  const { page } = view;
  await listen(page);
  await t.test("headline figures have units", () => headline(page));
  await t.test("play moves the balls", async () => {
    await scrub(page, 0);
    const place = () => page.evaluate(() => window.abut.scene.positionOf("brg.ball1"));
    const [x, y] = await place();
    await plays(page, () => part(page, "play").first().click());
    const [u, v] = await place();
    assert.ok(Math.hypot(u - x, v - y) > 1e-4, "the ball stands");
    assert.ok(Math.abs(Math.hypot(u, v) - 19.25e-3) < 0.1e-3, "the ball has left its orbit");
  });
  await t.test("speed", () => speeds(page));
  await t.test("hiding", () => hides(page));
  await t.test("selecting in the list", () => selectsInList(page));
  await t.test("selecting in the scene", () => selectsInScene(page));
  await t.test("turning the view", () => orbits(page));
  await t.test("a section", () => cuts(page));
  await t.test("quantities", () => chooses(page));
  await t.test("zooming a chart", () => zooms(page));
  await t.test("saving a chart", () => exports(page));
  await t.test("keys", () => keys(page));
  await t.test("light and dark", () => themes(page));
  await t.test("paper", () => prints(page));
  await t.test("stays alone and content", () => alone(view));
  await view.close();
});
