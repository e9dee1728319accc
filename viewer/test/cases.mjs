// Runs that ended badly, names that are programs, two runs on one page.
import assert from "node:assert/strict";
import { complete, open, part } from "./browser.mjs";
import { alone, drawn, placed, scrub, scrubs, seconds, tidy } from "./checks.mjs";
import { comparison, example, failed, hostile, hostilePage, killed, stopped } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// Opens a page, asks what every page must do, then what this one must.
async function visit(file, ask, { least = 0.02, moved = 0.01 } = {}) {
  const view = await open(browser, await file);
  await complete(view.page);
  await ask(view.page);
  await drawn(view.page, least);
  await scrubs(view.page, moved);
  await placed(view.page);
  await tidy(view.page, "the page");
  alone(view);
  await view.close();
}

// The short word in the head, and the sentences below it.
const status = async (page) => {
  for (const name of ["status", "banner"])
    assert.ok(await part(page, name).first().isVisible(), `there is no '${name}'`);
  return `${await part(page, "status").first().innerText()}\n${await part(page, "banner").first().innerText()}`;
};

const saysWhy = () =>
  visit(failed(setup), async (page) => {
    const text = await status(page);
    assert.match(text, /fail/i);
    assert.match(text, /no progress at t = 0\.17/);
  }, { least: 0.008, moved: 0.005 }); // three thin rods

const saysStopped = () => visit(stopped(setup), async (page) => assert.match(await status(page), /stopped/i));

// Without a summary the figures are those of the rows: the page says so, and they are those that the rows have.
const countsRows = () =>
  visit(killed(setup), async (page) => {
    assert.match(await part(page, "taken-over").first().innerText(), /Taken over 301 output rows from 20/);
    assert.match(await part(page, "greatest-of").first().innerText(), /those of its output rows/);
    const { said, shown, loads } = await page.evaluate(() => {
      const [run] = window.abut.runs, { N, names } = run.contacts;
      const late = [...run.time.data].map((t) => t >= 0.02 - 1e-9);
      const counted = N.data.filter((_, i) => late[Math.floor(i / names.length)]);
      const around = run.summary.machines.brg.around.ball;
      return { said: run.summary.greatest.contact_force, shown: counted.reduce((a, b) => Math.max(a, b), 0),
        loads: Math.max(...around.Q_inner, ...around.Q_outer) };
    });
    assert.ok(Math.abs(said - shown) < 1e-6 * shown, `greatest force ${said}, in the rows ${shown}`);
    assert.ok(Math.abs(loads - shown) < 1e-6 * shown, `around the axis ${loads}, in the rows ${shown}`);
    const paths = page.locator(".polar-envelope");
    assert.equal(await paths.count(), 2);
    assert.ok((await paths.first().getAttribute("d")).length > 20, "the greatest loads are not drawn");
  });

const staysText = () =>
  visit(hostilePage(setup), async (page) => {
    assert.equal(await page.evaluate(() => window.hacked), undefined, "a name was executed");
    assert.equal(await page.locator("img, svg[onload]").count(), 0, "a name became an element");
    const text = await page.evaluate(() => document.body.innerText);
    for (const name of [hostile.title, hostile.body]) assert.ok(text.includes(name), `'${name}' is not shown`);
    const all = await page.evaluate(() => document.getElementById("abut").textContent);
    for (const name of [hostile.contact, hostile.comment])
      assert.ok(all.includes(name), `'${name}' is not in the page`);
    assert.ok((await page.title()).includes("Title </script>"), "the title of the page");
  });

function compares() {
  const short = ["--t-end", "0.02", "--every", "0.1 ms", "--set", "output.from=0"];
  const file = comparison(setup, "13_ball_bearing",
    [short, [...short, "--set", "machines.brg.contact={normal: volumetric}"]]);
  return visit(file, async (page) => {
    assert.equal(await page.evaluate(() => window.abut.runs.length), 2);
    const text = await page.evaluate(() => document.body.innerText);
    for (const name of ["first", "second"]) assert.ok(text.includes(name), `the run '${name}' is not named`);
    const [a, b] = await page.evaluate(() =>
      window.abut.runs.map((run) => run.contacts.N.data.reduce((sum, N) => sum + N, 0)));
    assert.ok(a !== b, "both runs have the same forces");
  });
}

// A browser without WebGL: the page says so, and the rest works.
async function goesWithout() {
  const before = (page) =>
    page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...words) {
        return /webgl/.test(kind) ? null : getContext.call(this, kind, ...words);
      };
    });
  const view = await open(browser, await example(setup, "02_tilted_ellipsoid"), { wanted: false, before });
  const { page } = view;
  assert.match(await page.locator(".no-scene").innerText(), /needs WebGL/);
  await scrub(page, 0.5);
  assert.ok((await seconds(page)) > 0, "the slider does not move the time");
  await tidy(page, "without WebGL");
  alone(view);
  await view.close();
}

export const cases = {
  "a failed run says why": saysWhy,
  "a stopped run says so": saysStopped,
  "a killed run has the figures of its rows": countsRows,
  "names are text, never programs": staysText,
  "two runs on one page": compares,
  "a browser without WebGL": goesWithout,
};
