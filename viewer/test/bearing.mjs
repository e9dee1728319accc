// The page of a bearing, used as a reader would: list, scene, curves, keys, dark, paper.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { complete, open, part, scene } from "./browser.mjs";
import { alone, changed, plays, scrub, seconds, tidy } from "./checks.mjs";
import { layout } from "./layout.mjs";
import { changedShare, keep } from "./pixels.mjs";
import { example } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// Events of the page since `listen`, as [name, value].
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    for (const name of ["select", "hide"]) window.abut.bus.on(name, (value) => window.heard.push([name, value]));
  });
const heard = (page, name) => page.evaluate((wanted) => window.heard.filter(([kind]) => kind === wanted)
  .map(([, v]) => v), name);

// Runs in the page: simulated times of some frames of playing, drawn at the times (ms) of a clock of its own.
function played(stamps) {
  const { player, bus } = window.abut, { requestAnimationFrame, cancelAnimationFrame } = window;
  const real = performance.now, drawn = [];
  let clock = 0; // goes on when the player has drawn, whoever else asks for frames
  window.requestAnimationFrame = (frame) => setTimeout(() => frame(clock = stamps[drawn.length - 1] ?? clock));
  window.cancelAnimationFrame = clearTimeout;
  performance.now = () => clock;
  return new Promise((done) => {
    player.set(0);
    const end = bus.on("time", (t) => { // tells the present time at once
      drawn.push(t);
      if (drawn.length <= stamps.length) return;
      end();
      player.pause();
      Object.assign(window, { requestAnimationFrame, cancelAnimationFrame });
      performance.now = real;
      done(drawn.slice(1));
    });
    player.play();
  });
}

// The chosen speed is that of the motion. A frame stands for a quarter of a second at most: a machine that draws more
// slowly plays more slowly.
async function speeds(page) {
  for (const speed of [0.005, 0.05]) {
    await part(page, "speed").first().selectOption(String(speed));
    const drawn = await page.evaluate(played, [20, 40, 100, 200, 2200, 2220]);
    const wanted = [20, 40, 100, 200, 450, 470].map((ms) => speed * ms / 1000);
    drawn.forEach((t, k) => assert.ok(Math.abs(t - wanted[k]) < 1e-9,
      `frame ${k} at a speed of ${speed}: t = ${t} s, not ${wanted[k]} s`));
  }
}

async function hides(page) {
  await scrub(page, 0.3);
  const box = part(page, "body-item").filter({ hasText: "ball1" }).locator('[data-test="hide"]').first();
  await keep(page);
  await box.click();
  assert.deepEqual((await heard(page, "hide")).at(-1), { name: "brg.ball1", hidden: true });
  await changed(page, 0.005, "hiding a ball");
  await box.click();
  assert.deepEqual((await heard(page, "hide")).at(-1), { name: "brg.ball1", hidden: false },
    "the ball does not come back");
  assert.equal(await changedShare(page), 0, "the ball comes back changed");
}

async function selectsInList(page) {
  await keep(page);
  const item = part(page, "body-item").filter({ hasText: "ball2" }).first();
  await item.getByText("ball2").first().click();
  assert.deepEqual((await heard(page, "select")).at(-1), { kind: "body", name: "brg.ball2" });
  await changed(page, 0.005, "selecting a ball");
}

// A click on the ball in front, lowest on the screen, selects it, or a contact of it that lies before it.
async function selectsInScene(page) {
  const { name, x, y } = await page.evaluate(() => {
    const balls = window.abut.runs[0].bodies.names.filter((body) => /ball\d$/.test(body));
    return balls.map((ball) => ({ name: ball, ...window.abut.scene.screenOf(ball) })).sort((a, b) => b.y - a.y)[0];
  });
  await page.mouse.click(x, y);
  const chosen = (await heard(page, "select")).at(-1)?.name ?? "nothing";
  assert.ok(chosen === name || chosen.startsWith(`${name}.`), `a click on ${name} selects ${chosen}`);
  await page.keyboard.press("Escape");
  assert.equal((await heard(page, "select")).at(-1), null, "escape does not clear the selection");
}

async function orbits(page) {
  await keep(page);
  const box = await scene(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 40, { steps: 4 });
  await page.mouse.up();
  await changed(page, 0.05, "turning the view");
}

async function cuts(page) {
  await keep(page);
  await part(page, "section").first().selectOption("z");
  await changed(page, 0.03, "a section");
  await part(page, "section").first().selectOption("");
}

// The numbers of a chart as a file: a heading with units, a row for each instant.
async function exports(page) {
  for (const [name, ending, start] of [["csv", "csv", /^.*\[s\].*\n/], ["png", "png", /^\x89PNG/]]) {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 30000 }),
      part(page, name).first().click()]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${ending}$`));
    const content = readFileSync(await download.path(), "latin1");
    assert.match(content, start, `the ${name} begins with ${content.slice(0, 80)}`);
    if (name === "csv") assert.ok(content.trim().split("\n").length > 100, "the table is short");
  }
}

// A drag across a chart of curves shows a part of the time, a double click all of it again.
async function zooms(page) {
  const chart = part(page, "chart").filter({ has: page.locator(".u-over") }).first();
  const over = chart.locator(".u-over").first();
  await over.scrollIntoViewIfNeeded();
  const picture = async () => {
    await page.mouse.move(1, 1);
    await scrub(page, 0.5); // a click in the chart has moved the time
    return (await chart.locator(".chart-plot").screenshot()).toString("base64");
  };
  const before = await picture(), box = await over.boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height, { steps: 5 });
  await page.mouse.up();
  assert.ok((await picture()) !== before, "a drag does not zoom");
  await over.dblclick();
  assert.ok((await picture()) === before, "a double click does not show all again");
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
  await plays(page, () => page.keyboard.press("Space"), 0.01);
  await part(page, "scrub").first().focus();
  await scrub(page, 0.5);
  const start = await seconds(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  assert.ok((await seconds(page)) > start, "the right arrow does not move the time");
  await page.locator("a, button").first().focus();
  await page.evaluate(() => {
    window.reached = [];
    addEventListener("focusin", (event) => window.reached.push(event.target.closest("[data-test]")?.dataset.test));
  });
  for (let i = 0; i < 60; i++) await page.keyboard.press("Tab");
  const reached = await page.evaluate(() => window.reached);
  for (const name of ["play", "scrub", "speed", "hide"])
    assert.ok(reached.includes(name), `Tab does not reach '${name}': ${reached}`);
}

async function playsBalls(page) {
  await scrub(page, 0.1);
  const place = () => page.evaluate(() => window.abut.scene.positionOf("brg.ball1"));
  const [x, y] = await place();
  await plays(page, () => part(page, "play").first().click(), 0.01);
  const [u, v] = await place();
  assert.ok(Math.hypot(u - x, v - y) > 1e-4, "the ball stands");
  assert.ok(Math.abs(Math.hypot(u, v) - 19.25e-3) < 0.1e-3, "the ball has left its orbit");
}

async function headline(page) {
  const text = (await part(page, "headline").allInnerTexts()).join("\n");
  for (const [what, pattern] of [["loads", /\d\s*k?N\b/], ["speed", /rpm|rad\/s/], ["pressure", /\d\s*[MG]Pa\b/],
    ["frequencies", /\d\s*k?Hz\b/],
    ["life", /life/i]])
    assert.match(text, pattern, `the headline has no ${what}: ${text}`);
}

// Every headline figure of summary.json stands on the page with its number, those at the top as well.
async function agrees(page, file) {
  const { machines: { brg } } = JSON.parse(readFileSync(file.replace(/[^/]*$/, "summary.json"), "utf8"));
  const shown = await page.locator(".headline-figure").evaluateAll((list) => list.map((f) => [
    f.querySelector("dt").textContent, f.querySelector(".headline-number").textContent,
    f.querySelector("dd").childNodes[1]?.textContent.trim() ?? ""]));
  const sizes = { "": 1, k: 1e3, M: 1e6, G: 1e9, m: 1e-3, "µ": 1e-6, n: 1e-9 };
  const compared = new Set();
  for (const [label, number, unit] of shown) {
    const card = brg.headline.find((c) => c.label === label);
    if (!card || !["N", "Pa", "Hz", "W", "N m", "m"].includes(card.unit)) continue;
    const value = Number(number.replace("−", "-")) * sizes[unit.slice(0, unit.length - card.unit.length)];
    assert.ok(Math.abs(value - card.value) <= 6e-4 * Math.abs(card.value),
      `${label}: ${number} ${unit}, ${card.value}`);
    compared.add(label);
  }
  for (const label of ["Greatest ball load", "Greatest pressure", "Friction moment", "Outer race (BPFO), nominal",
    "Outer race (BPFO), found"])
    assert.ok(compared.has(label), `'${label}' is not on the page: ${[...compared]}`);
  assert.equal(brg.headline.find((c) => c.label === "Greatest ball load").value,
    Math.max(brg.races.inner.Q.max, brg.races.outer.Q.max));
}

async function themes(page) {
  const seen = async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
    return layout(page);
  };
  const light = await seen("light"), dark = await seen("dark");
  assert.ok(light.ground > 0.7, `light: the ground has a luminance of ${light.ground.toFixed(2)}`);
  assert.ok(dark.ground < 0.15, `dark: the ground has a luminance of ${dark.ground.toFixed(2)}`);
  assert.deepEqual(light.mistakes, [], "light");
  assert.deepEqual(dark.mistakes, [], "dark");
  await page.emulateMedia({ colorScheme: "light" });
}

async function prints(page) {
  await page.emulateMedia({ media: "print" });
  await page.waitForFunction(() => matchMedia("print").matches);
  await tidy(page, "on paper");
  assert.equal(await part(page, "play").first().isVisible(), false, "the play button is printed");
  await page.emulateMedia({ media: "screen" });
  const paper = await page.pdf({ format: "A4" });
  assert.ok(paper.length > 10000, `a print of ${paper.length} bytes`);
}

// A row per race, and curves that are drawn; the tables behind them are not repeated on the general page.
async function damages(page) {
  const shown = part(page, "damage").first();
  await shown.scrollIntoViewIfNeeded();
  assert.deepEqual(await shown.locator("tbody th").allTextContents(), ["inner", "outer"]);
  await page.waitForFunction(() => document.querySelectorAll('[data-test="damage"] canvas').length === 3);
  const titles = await page.locator('[data-type="general"] h3').allTextContents();
  assert.ok(!titles.some((title) => title.includes("brg_")), titles.join(", "));
}

export async function useBearing(t) {
  const file = await example(setup, "13_ball_bearing");
  await t.test("one second takes at most 5 MB", () => {
    const { size } = statSync(file);
    assert.ok(size <= 5e6, `${(size / 1e6).toFixed(2)} MB`);
  });
  const view = await open(browser, file);
  const { page } = view;
  await complete(page);
  await listen(page);
  const uses = {
    "headline figures have units": headline, "numbers are those of the summary": (p) => agrees(p, file),
    "play moves the balls": playsBalls, speed: speeds, hiding: hides,
    "selecting in the list": selectsInList,
    "selecting in the scene": selectsInScene, "turning the view": orbits, "a section": cuts, quantities: chooses,
    "zooming a chart": zooms,
    "saving a chart": exports, "damage of the races": damages, keys, "light and dark": themes, paper: prints,
  };
  for (const [name, use] of Object.entries(uses)) await t.test(name, () => use(page));
  await t.test("stays alone and content", () => alone(view));
  await view.close();
}
