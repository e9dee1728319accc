// The page of a solved film: curves of a line, maps and sections of a point contact, with the numbers of the answer.
import assert from "node:assert/strict";
import path from "node:path";
import { complete, open, part } from "./browser.mjs";
import { alone, tidy } from "./checks.mjs";
import { abut } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

const units = ["--rho-x", "100", "--u-sum", "1", "--eta0", "0.02", "--alpha", "1.5e-8"];
const line = ["line", "--force", "300", ...units, "--length", "0.01", "--n", "200", "--sigma", "1e-7",
  "--asperity-radius", "2e-5", "--asperity-density", "4e10", "--slide-roll", "0.1", "--tau-eyring", "5e6"];
const point = ["point", "--force", "2", ...units, "--rho-y", "60", "--n", "128"];

// "12.3 nm" of a figure at the top as a number.
const powers = { nm: 1e-9, "µm": 1e-6, um: 1e-6, GPa: 1e9, MPa: 1e6 };
function read(text) {
  const [, value, unit] = text.match(/([\d.]+)\s*(nm|µm|um|GPa|MPa)/);
  return Number(value) * powers[unit];
}

async function shows(args, check) {
  const file = path.join(setup.work, `ehl_${args[0]}.html`);
  const answer = JSON.parse(await abut(setup.program, ["ehl", ...args, "--report", file, "--json"]));
  const view = await open(browser, file, { wanted: false }), { page } = view;
  await complete(page);
  const said = await page.locator("body").innerText();
  const figure = (label) => read(said.slice(said.toLowerCase().indexOf(label)));
  for (const [label, value] of [["central film", answer.h_c], ["least film", answer.h_min],
    ["greatest pressure", answer.p_max]])
    assert.ok(Math.abs(figure(label) / value - 1) < 1e-3, `${label}: ${figure(label)}, not ${value}`);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(100);
    await tidy(page, colorScheme);
  }
  await check(page, answer);
  alone(view);
  await view.close();
}

export async function showsFilm() {
  await shows(line, async (page, answer) => {
    assert.ok(answer.phi > 0 && answer.phi < 1);
    assert.equal(await part(page, "sections").locator(".u-over").count(), 2);
    const names = await part(page, "sections").locator(".legend-item").allInnerTexts();
    assert.deepEqual(names, ["film and asperities", "film", "asperities", "Hertz", "film"]);
  });
  await shows(point, async (page) => {
    assert.equal(await part(page, "map").count(), 2, "pressure and film");
    assert.equal(await part(page, "sections").locator(".u-over").count(), 4);
  });
}
