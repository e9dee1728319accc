// The page of a rough surface: map, spectrum, load curve and figures, with the numbers of the answer and its label.
import assert from "node:assert/strict";
import path from "node:path";
import { complete, open, part } from "./browser.mjs";
import { alone, tidy } from "./checks.mjs";
import { abut } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

const made = ["--hurst", "0.8", "--n", "64", "--lx", "1e-3", "--rms-slope", "0.1", "--roll-off", "0.25e-3",
  "--cut-off", "62.5e-6", "--rows", "6"];

export async function showsRough() {
  const out = path.join(setup.work, "rough.out");
  const answer = JSON.parse(await abut(setup.program, ["rough", ...made, "--out", out, "--json"]));
  const view = await open(browser, path.join(out, "report.html"), { wanted: false }), { page } = view;
  await complete(page);
  assert.equal(await part(page, "map").count(), 1, "heights");
  assert.equal(await part(page, "curves").locator(".u-over").count(), 5, "spectrum and four curves of the load");
  assert.match(await part(page, "generated").innerText(), /generated, not measured/);
  const said = await page.locator("body").innerText();
  const [, height] = said.match(/Sq\s+rms height\s+([\d.]+)\s*µm/) ?? [];
  assert.ok(Math.abs(Number(height) * 1e-6 / answer.Sq - 1) < 1e-4, `Sq ${height} um, not ${answer.Sq}`);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(100);
    await tidy(page, colorScheme);
  }
  alone(view);
  await view.close();
}
