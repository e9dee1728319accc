// The page of every example.
import { open, part } from "./browser.mjs";
import { alone, drawn, placed, plays, scrubs, tidy } from "./checks.mjs";
import { example } from "./runs.mjs";
import { browser, everything, setup } from "./setup.mjs";

// Shares of the scene that must be drawn, change between 0.1 and 0.47 of the run, and change while three hundredths
// of it are played: half of what a right page has, or less. Thin pictures have numbers of their own.
const usual = { drawn: 0.05, moved: 0.01, played: 0.002 };
const own = {
  "03_slide_to_roll": { drawn: 0.1, moved: 0.003, played: 0.0015 }, // a small ball on a wide plane
  // a hundred beads in a line; they shift by some pixels
  "05_bead_chain": { drawn: 0.007, moved: 0.001, played: 0.0004 },
  "07_pendulum": { drawn: 0.0015, moved: 0.0025, played: 0.0025 }, // one thin rod
  "08_four_bar": { drawn: 0.008, moved: 0.015, played: 0.01 }, // three such
  "09_andrews": { drawn: 0.01, moved: 0.01, played: 0.001 }, // seven such
  "11_incline": { drawn: 0.1, moved: 0.008, played: 0.0008 }, // a small ball that starts at rest
  // rests nearly to the end: its arrows lean over
  "16_block_on_incline": { drawn: 0.05, moved: 0.002, played: 0.0001 },
  // four wedges two metres apart and the planes that they touch
  "21_bogie_shear": { drawn: 0.015, moved: 0.01, played: 0.002 },
  // 40 us: balls shift by a hundredth of their size
  "28_oblique_impact": { drawn: 0.05, moved: 0.0018, played: 0.0003 },
  // a joint that gives way by micrometres: the picture stands still
  "31_rough_joint": { drawn: 0.05, moved: -1, played: -1 },
  "34_parallel_cylinders": { drawn: 0.05, moved: -1, played: -1 }, // and rollers that do
  "36_spindle_pair": { drawn: 0.017, moved: 0.01, played: 0.002 }, // three bearings far apart on a thin axis
};

const closely = (name) => everything || /^(02|08)_/.test(name); // 13: bearing.mjs

// Pages that other tests open, and those that show nothing which no other page shows: only with ABUT_PAGES_ALL=1.
const elsewhere = /^(13|20|21|23|25)_/; // bearing.mjs, wedges.mjs, cams.mjs
// spheres: 05; balls on planes: 24; rods: 08; bearings: 13; rollers: 32
const alike = /^(01|03|04|07|09|11|12|14|15|16|17|18|19|22|27|28|31|34)_/;
export const isLookedAt = (name) => everything || !(elsewhere.test(name) || alike.test(name));

const small = { width: 960, height: 600 }; // takes less time to draw; beads would be lost

export async function inspectExample(t, name) {
  const limits = own[name] ?? usual;
  const view = await open(browser, await example(setup, name), closely(name) || name === "05_bead_chain" ? {} : small);
  const { page } = view;
  await t.test("draws", () => drawn(page, limits.drawn));
  await t.test("scrubs", () => scrubs(page, limits.moved));
  await t.test("bodies are where they were", () => placed(page));
  if (closely(name)) await t.test("plays", () => plays(page, () => part(page, "play").first().click(), limits.played));
  for (const [width, height] of closely(name) ? [[1366, 768], [1920, 1080]] : [])
    await t.test(`is tidy at ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await tidy(page, name);
    });
  await t.test("stays alone and content", () => alone(view));
  await view.close();
}
