// Pictures of the scene as numbers: whether anything is drawn, and how much of it has changed. The browser decodes them.
import { scene } from "./browser.mjs";

const alone = `* { visibility: hidden !important; transition: none !important }
canvas[data-test="scene"], [data-test="scene"] canvas { visibility: visible !important }`;

// The scene by itself: nothing that lies over it is in the picture.
export async function shot(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return scene(page).screenshot({ style: alone, type: "png" });
}

// Runs in a page of its own: the images are data, compared with the first.
async function measure(images) {
  const data = [];
  for (const image of images) {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const draw = canvas.getContext("2d");
    draw.drawImage(bitmap, 0, 0);
    data.push(draw.getImageData(0, 0, bitmap.width, bitmap.height).data);
  }
  const [first, second] = data;
  const count = first.length / 4;
  const colours = new Map();
  let changed = 0;
  for (let i = 0; i < first.length; i += 4) {
    const key = (first[i] >> 3) * 1024 + (first[i + 1] >> 3) * 32 + (first[i + 2] >> 3);
    colours.set(key, (colours.get(key) ?? 0) + 1);
    if (!second) continue;
    const away = Math.max(...[0, 1, 2].map((k) => Math.abs(first[i + k] - second[i + k])));
    if (away > 16) changed++;
  }
  return { count, colours: colours.size, drawn: 1 - Math.max(...colours.values()) / count, changed: changed / count };
}

let rulers = new WeakMap();
async function ruler(browser) {
  if (!rulers.has(browser)) rulers.set(browser, await (await browser.newContext()).newPage());
  return rulers.get(browser);
}

// {count, colours, drawn: share of pixels that are not the commonest colour, changed: share unlike the second image}
export async function look(browser, ...images) {
  return (await ruler(browser)).evaluate(measure, images.map((image) => image.toString("base64")));
}
