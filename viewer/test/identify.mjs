// The page of an identification: what it says, that names in it are text, that it has no empty picture.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { complete, open, part } from "./browser.mjs";
import { alone, tidy } from "./checks.mjs";
import { abut } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// The study of the example, changed by `change(text)`, into WORK/NAME; the path of its page.
export async function study({ program, source, work }, name, change = (text) => text, words = []) {
  const folder = path.join(work, `${name}_study`), out = path.join(work, name);
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(source, "examples", "19_identify"), folder, { recursive: true });
  const file = path.join(folder, "study.yaml");
  writeFileSync(file, change(readFileSync(file, "utf8")));
  await abut(program, ["identify", file, "--quiet", "--out", out, ...words]);
  return path.join(out, "report.html");
}

async function visit(file, ask) {
  const view = await open(browser, await file, { wanted: false });
  await complete(view.page);
  await ask(view.page);
  for (const colorScheme of ["light", "dark"]) {
    await view.page.emulateMedia({ colorScheme });
    await tidy(view.page, colorScheme);
  }
  alone(view);
  await view.close();
}

const text = (page) => page.evaluate(() => document.body.innerText.replace(/\s+/g, " "));

const saysWhatWasFound = () =>
  visit(study(setup, "fit"), async (page) => {
    assert.equal(await page.locator("#scene").count(), 0, "there is a picture of nothing");
    const all = await text(page);
    for (const words of ["6.18883", "MPa", "6.14122 … 6.23680", "Acceptance is met", "No warnings",
      "drop.force.shift"]) assert.ok(all.includes(words), `'${words}' is not on the page`);
    assert.equal(await part(page, "correlation").locator("td").count(), 9);
    assert.equal(await part(page, "caution").count(), 0, "a well determined answer is doubted");
    assert.equal(await part(page, "fitted").count(), 2);
    for (const fitted of await part(page, "fitted").all())
      assert.equal(await fitted.locator(".u-over").count(), 3, "a chart is not drawn");
    assert.match(await part(page, "figure").last().innerText(), /Cost over evaluations/);
  });

// Young's modulus and Poisson's ratio act together: only E/(1 - nu^2) can be found.
const hostile = "<img src=x onerror='window.hacked = 1'>";
const valley = (t) =>
  t.replace(/^title:.*$/m, `title: ${JSON.stringify(hostile)}`).replace(/^ {2}- \{name: chi.*$/m,
    (line) => `  - {name: "<b>nu", path: materials.rubber.nu, start: 0.3, bounds: [0, 0.49]}\n${line}`);

const warnsOfValleys = () =>
  visit(study(setup, "valley", valley), async (page) => {
    assert.equal(await page.evaluate(() => window.hacked), undefined, "a title was executed");
    assert.equal(await page.locator("#abut img, #abut b").count(), 0, "a name became an element");
    const all = await text(page);
    for (const words of [hostile, "<b>nu"]) assert.ok(all.includes(words), `'${words}' is not shown`);
    assert.match(await part(page, "caution").innerText(),
      /(not enough here|before the values): .*(valley|open|no interval)/);
    assert.ok((await part(page, "warnings").locator("li").count()) > 0, "there are no warnings");
  });

const showsLimit = () =>
  visit(study(setup, "limit", undefined, ["--method", "random", "--max-evaluations", "9"]), async (page) =>
    assert.match(await part(page, "banner").innerText(), /limit of evaluations was reached/));

async function leavesOut() {
  assert.equal(existsSync(await study(setup, "bare", undefined, ["--no-report"])), false, "--no-report writes a page");
}

export const identifications = {
  "an identification says what was found": saysWhatWasFound,
  "an identification tells of valleys": warnsOfValleys,
  "an identification at its limit": showsLimit,
  "an identification without a page": leavesOut,
};
