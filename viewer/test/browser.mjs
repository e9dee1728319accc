// A browser for the tests and the pictures of the documentation: Chromium without a screen, drawing in software, that
// asks the network for nothing. What a page asks for and what it complains about is written down.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
export const executable = places.find((place) => place && existsSync(place));

const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
  "--disable-quic"];
const drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export function launch() {
  return chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--headless=new", ...drawing, ...quiet],
    ignoreDefaultArgs: ["--hide-scrollbars"], // what a reader sees has them
  });
}

// Everything but the disk and the page itself is refused and noted.
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
export const complaintsOf = (seen) => seen.complaints.filter((text) => !/GPU stall due to ReadPixels|GL Driver Message/.test(text));

// A part of the page by its mark; the canvas of the scene, be the mark on it or around it.
export const part = (page, name) => page.locator(`[data-test="${name}"]`);
export const scene = (page) => page.locator('canvas[data-test="scene"], [data-test="scene"] canvas').first();

// Opens a file; `seconds` is the time until the scene has been drawn once. A page without a scene fails here.
export async function open(browser, file, { width = 1366, height = 768, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  const page = await context.newPage();
  const seen = watch(page);
  await context.route(/^(?!file:|data:|blob:|about:)/, (route) => route.abort());
  const start = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => window.abut?.scene && document.querySelector('[data-test="scene"]'), null, { timeout: 15000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, seen, seconds: (performance.now() - start) / 1000, close: () => context.close() };
}
