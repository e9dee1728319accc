// The page of a contact on a grid: maps have the colours of their numbers, sections the curve of Hertz, loads theirs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { complete, open, part } from "./browser.mjs";
import { alone, tidy } from "./checks.mjs";
import { abut } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

const ellipse = `title: Ellipse with friction
grid: {nx: 48, ny: 40, lx: 1 mm, ly: 0.8 mm}
gap: {type: quadric, P: 50 1/m, Q: 80 1/m}
loads: [100 N, 300 N, 600 N]
friction: {mu: 0.3, shift: [0.6 um, 0]}
subsurface: {line: {from: [0, 0, 0.05 mm], to: [0, 0, 0.6 mm], points: 12},
  section: {from: [-0.4 mm, 0], to: [0.4 mm, 0], depth: 0.5 mm, points: 20, down: 12}}
`;

// Runs in the page: the colour of a map at shares of its plane, and what the page says when the pointer is there.
function look([k, across, up]) {
  const map = document.querySelectorAll('[data-test="map"]')[k], canvas = map.querySelector("canvas");
  const box = canvas.getBoundingClientRect(), pixel = canvas.width / box.width;
  const width = Math.min(box.width - 162, (430 * 1) / 0.8), height = Math.min(430, 0.8 * width);
  const x = 66 + across * width, y = 10 + (1 - up) * height;
  canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + x, clientY: box.top + y }));
  const spot = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  spot.drawImage(canvas, -Math.round(x * pixel), -Math.round(y * pixel));
  return { colour: [...spot.getImageData(0, 0, 1, 1).data],
    said: map.querySelector('[data-test="map-value"]').textContent };
}

const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

export async function showsDry() {
  const file = path.join(setup.work, "dry.yaml"), out = path.join(setup.work, "dry.out");
  writeFileSync(file, ellipse);
  const answer = JSON.parse(await abut(setup.program, ["dry", file, "--out", out, "--json"]));
  const view = await open(browser, path.join(out, "report.html"), { wanted: false }), { page } = view;
  await complete(page);
  assert.equal(await part(page, "map").count(), 6, "pressure, gap, stick and slip, tractions, two stresses");
  assert.equal(await part(page, "sections").locator(".u-over").count(), 4);
  assert.equal(await part(page, "loads").locator(".u-over").count(), 5);
  const names = await part(page, "sections").locator(".legend-item").allInnerTexts();
  assert.equal(names.filter((n) => /Hertz/.test(n)).length, 2, `${names}`);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(100);
    const middle = await page.evaluate(look, [0, 0.47, 0.47]), edge = await page.evaluate(look, [0, 0.23, 0.5]),
      outside = await page.evaluate(look, [0, 0.03, 0.03]);
    assert.match(middle.said, /: \d.*\sGPa$/);
    const shown = Number(middle.said.match(/: ([\d.]+)/)[1]) * 1e9;
    assert.ok(shown > 0.98 * answer.p_max && shown <= 1.0001 * answer.p_max, `${middle.said}, not ${answer.p_max}`);
    assert.match(outside.said, /: open$/);
    assert.equal(outside.colour[3], 0, "an open cell is painted");
    const brighter = luminance(middle.colour) - luminance(edge.colour);
    assert.ok(colorScheme === "dark" ? brighter > 30 : brighter < -30, `${colorScheme}: ${brighter}`);
    assert.match((await page.evaluate(look, [1, 0.47, 0.47])).said, /: contact$/);
    assert.match((await page.evaluate(look, [2, 0.47, 0.47])).said, /: stick$/);
    assert.match((await page.evaluate(look, [2, 0.03, 0.03])).said, /: open$/);
    await tidy(page, colorScheme);
  }
  await part(page, "load").selectOption("0");
  const less = await page.evaluate(look, [0, 0.47, 0.47]);
  const share = (Number(less.said.match(/: ([\d.]+)/)[1]) * (/\sGPa/.test(less.said) ? 1e9 : 1e6)) / answer.p_max;
  assert.ok(Math.abs(share - (100 / 600) ** (1 / 3)) < 0.03, `the first load: ${less.said}`); // p_max as force^(1/3)
  alone(view);
  await view.close();
}
