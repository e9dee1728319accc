// The picture of the scene as numbers: how much of it is drawn, how much has changed, what is drawn where.
import { scene } from "./browser.mjs";

// Runs in every page before its own program: `window.ruler` reads the pixels of the scene. Where nothing is drawn they
// are clear.
export function ruler() {
  const differs = (a, b, i) => Math.max(...[0, 1, 2, 3].map((k) => Math.abs(a[i + k] - b[i + k]))) > 16;
  let kept = null;
  async function read() {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { canvas } = window.abut.scene;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, canvas.width, canvas.height);
  }
  const share = ({ data }, counts) => {
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (counts(data, i)) count++;
    return (4 * count) / data.length;
  };
  window.ruler = {
    read,
    keep: async () => void (kept = await read()),
    drawn: async () => share(await read(), (data, i) => data[i + 3] > 0),
    changed: async () => share(await read(), (data, i) => differs(data, kept.data, i)),
  };
}

// Keeps the picture to compare later ones with.
export const keep = (page) => page.evaluate(() => window.ruler.keep());
// The share of the scene that is drawn; that is unlike the kept picture.
export const drawnShare = (page) => page.evaluate(() => window.ruler.drawn());
export const changedShare = (page) => page.evaluate(() => window.ruler.changed());

const alone = `* { visibility: hidden !important; transition: none !important }
canvas[data-test="scene"], [data-test="scene"] canvas { visibility: visible !important }`;

// Runs in the page: the share of an image that is not of its commonest colour.
async function uncommon(image) {
  const bytes = Uint8Array.from(atob(image), (c) => c.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(bitmap, 0, 0);
  const colours = new Map(), pixels = new Uint32Array(copy.getImageData(0, 0, bitmap.width, bitmap.height)
    .data.buffer);
  for (const pixel of pixels) colours.set(pixel, (colours.get(pixel) ?? 0) + 1);
  return { colours: colours.size, share: 1 - Math.max(...colours.values()) / pixels.length };
}

// What the screen shows of the scene by itself: {colours, share of pixels that are not the ground}.
export async function onScreen(page) {
  const image = await scene(page).screenshot({ style: alone, type: "png" });
  return page.evaluate(uncommon, image.toString("base64"));
}
