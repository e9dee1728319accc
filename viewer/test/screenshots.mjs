// The pictures of the documentation.   node screenshots.mjs PATH-OF-ABUT SOURCE-DIR
// Writes docs/images/*.png: pages of examples as a reader sees them.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { complete, launch, open, part } from "./browser.mjs";
import { abut, comparison, example } from "./runs.mjs";

const [program, source] = process.argv.slice(2).map((word) => path.resolve(word));
const setup = { program, source, work: mkdtempSync(path.join(tmpdir(), "abut-pictures-")) };
const images = path.join(source, "docs", "images");

// Moves the slider of time to the share `at` of the run; an identification has none.
const turnTo = async (page, at) =>
  (await part(page, "scrub").count()) && part(page, "scrub").first().evaluate((input, share) => {
    input.value = String(Number(input.min) + share * (Number(input.max) - Number(input.min)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, at);

const select = (page, name) => page.evaluate((body) => window.abut.bus.emit("select", { kind: "body", name: body }),
  name);

// Scrolls so that the first chart of the kind stands at the top.
const scrollTo = (page, selector) => page.locator(selector).first()
  .evaluate((element) => element.scrollIntoView({ block: "start" }));

async function picture(browser, name, file, { at = 0.5, prepare = async () => {}, ...options } = {}) {
  const { page, close } = await open(browser, file, { width: 1366, height: 900, ...options });
  await complete(page);
  await prepare(page);
  await turnTo(page, at);
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(images, `${name}.png`) });
  await close();
  console.log(`wrote docs/images/${name}.png`);
}

const bearing = await example(setup, "13_ball_bearing");
const linkage = await example(setup, "09_andrews");
const clearance = (value) => ["--t-end", "0.05", "--every", "0.1 ms", "--set", "output.from=0", "--set",
  `machines.brg.clearance=${value}`];
const both = await comparison(setup, "13_ball_bearing", [clearance("-5 um"), clearance("20 um")], ["tight", "loose"]);
const wedge = await example(setup, "20_wedge_cycling"), fit = path.join(setup.work, "fit"),
  cam = await example(setup, "23_cam_roller");
await abut(program, ["identify", path.join(source, "examples", "22_identify_wedge", "study_shear.yaml"), "--quiet",
  "--out", fit]);

const grid = path.join(setup.work, "dry");
await abut(program, ["dry", path.join(source, "examples", "dry", "rough_sphere.yaml"), "--quiet", "--out", grid]);

mkdirSync(images, { recursive: true });
const browser = await launch();
try {
  await picture(browser, "bearing", bearing);
  await picture(browser, "bearing_dark", bearing,
    { colorScheme: "dark", prepare: (page) => select(page, "brg.ball3") });
  await picture(browser, "bearing_charts", bearing, { prepare: (page) => scrollTo(page, '[data-test="polar"]') });
  await picture(browser, "linkage", linkage, { at: 0.35, height: 720 });
  await picture(browser, "wedge", wedge,
    { at: 0.77, height: 1060, prepare: (page) => scrollTo(page, '.page [data-test="chart"]') });
  await picture(browser, "cam", cam, { at: 0.12, height: 1060,
    prepare: (page) => scrollTo(page, '[data-type="cam_roller"] [data-test="chart"]:nth-child(5)') });
  await picture(browser, "identify", path.join(fit, "report.html"), { height: 1240, wanted: false });
  await picture(browser, "dry", path.join(grid, "report.html"), { height: 1060, wanted: false });
  await picture(browser, "comparison", both, { prepare: (page) => scrollTo(page, '[data-test="chart"]') });
} finally {
  await browser.close();
  rmSync(setup.work, { recursive: true, force: true });
}
