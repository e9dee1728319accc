// A browser for the tests and the pictures of the documentation: Chromium without a screen and without a network. What
// a page asks for and what it complains about is written down.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { ruler } from "./pixels.mjs";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
export const executable = places.find((place) => place && existsSync(place));

const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
  "--disable-quic", "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding"];
// WebGL is drawn in software, as on a machine without a graphics card; all else as simply as possible. Software
// drawing of everything by GL would take several times as long.
const drawing = ["--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader"];

export function launch() {
  return chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--headless=new", ...drawing, ...quiet],
    ignoreDefaultArgs: ["--hide-scrollbars"], // what a reader sees has them
  });
}

// Everything that is not the disk or the page itself is noted.
function watch(page) {
  const seen = { requests: [], complaints: [] };
  const local = (url) => /^(file|data|blob|about):/.test(url);
  page.on("request", (request) => local(request.url()) || seen.requests.push(request.url()));
  page.on("websocket", (socket) => seen.requests.push(socket.url()));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.complaints.push(message.text());
  });
  page.on("pageerror", (error) => seen.complaints.push(error.stack ?? error.message));
  page.on("dialog", (dialog) => {
    seen.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  return seen;
}

// Software drawing says on the console that reading pixels back is slow: of the driver, not of the page.
export const complaintsOf = (seen) => seen.complaints.filter((text) =>
  !/GPU stall due to ReadPixels|GL Driver Message/.test(text));

// A part of the page by its mark; the canvas of the scene, be the mark on it or around it.
export const part = (page, name) => page.locator(`[data-test="${name}"]`);
export const scene = (page) => page.locator('canvas[data-test="scene"], [data-test="scene"] canvas').first();

// Ends when the picture is there and has been shown; the milliseconds since the navigation began.
async function ready() {
  await window.abut.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now();
}

// Opens a file. `seconds` is the time from the navigation to the first frame of the scene; a page without a scene
// fails here, unless `wanted` is false. `before(page)` is called on the empty page.
export async function open(browser, file, { width = 1366, height = 768, wanted = true, before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, offline: true, ...options });
  await context.addInitScript(ruler);
  const page = await context.newPage();
  const seen = watch(page);
  await before?.(page);
  await page.goto(pathToFileURL(file).href, { waitUntil: "commit" });
  await page.waitForFunction(() => window.abut?.ready, null, { timeout: 20000 }).catch((error) => {
    throw new Error(`${file} does not start: ${error.message}\n${seen.complaints.join("\n")}`);
  });
  const seconds = (await page.evaluate(ready)) / 1000;
  const hasScene = await page.evaluate(() => Boolean(window.abut.scene?.available));
  if (wanted && !hasScene) throw new Error(`${file} shows no scene: ${seen.complaints.join("\n")}`);
  return { page, seen, seconds, hasScene, close: () => context.close() };
}

// What the page makes when it has nothing else to do is made now, as it is before printing.
export const complete = (page) =>
  page.evaluate(() => {
    for (const name of ["beforeprint", "afterprint"]) window.dispatchEvent(new Event(name));
  });
