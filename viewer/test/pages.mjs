// Looks at the pages of runs in a real browser.   node pages.mjs PATH-OF-ABUT SOURCE-DIR
// The page of an example opens alone, draws, and shows bodies where the run has them: one of each kind, some of them
// played and looked at for words that overlap; all of them, in all ways, with ABUT_PAGES_ALL=1. The page of one
// bearing is used as a reader would, and must open quickly; the runs that went wrong must say so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBearing } from "./bearing.mjs";
import { showsCam, showsPump } from "./cams.mjs";
import { cases } from "./cases.mjs";
import { showsDry } from "./dry.mjs";
import { showsFilm } from "./ehl.mjs";
import { inspectExample, isLookedAt } from "./examples.mjs";
import { inspectFirefox } from "./firefox.mjs";
import { identifications } from "./identify.mjs";
import { showsModes, showsStabilityLimit } from "./modes.mjs";
import { opensQuickly } from "./opening.mjs";
import { showsRough } from "./rough.mjs";
import { examples } from "./runs.mjs";
import { setup } from "./setup.mjs";
import { showsBogie, showsWedge } from "./wedges.mjs";

test("a bearing opens nearly as quickly as a ball", opensQuickly);

test("pages", { concurrency: 2 }, async (t) => {
  const names = examples(setup.source);
  assert.ok(names.length >= 15);
  await Promise.all([
    t.test("use of a bearing", useBearing),
    t.test("Firefox", inspectFirefox),
    t.test("a wedge shows its loops", showsWedge),
    t.test("a bogie shows its loops", showsBogie),
    t.test("a cam shows its cycle", showsCam),
    t.test("a pump shows its units", showsPump),
    t.test("a contact on a grid shows its maps", showsDry),
    t.test("a solved film shows its curves and maps", showsFilm),
    t.test("a rough surface shows its map and load curve", showsRough),
    t.test("modes over speed move by their shapes", showsModes),
    t.test("an unstable rotor has its limit on the page", showsStabilityLimit),
    ...Object.entries({ ...cases, ...identifications }).map(([name, ask]) => t.test(name, ask)),
    ...names.filter(isLookedAt).map((name) => t.test(name, (u) => inspectExample(u, name))),
  ]);
});
