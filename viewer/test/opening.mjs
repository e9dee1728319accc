// How long the page of one second of a bearing takes to open, from the navigation to the first frame of the scene.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { example } from "./runs.mjs";
import { browser, setup } from "./setup.mjs";

// Seconds of processor time of the processes that show pages and draw.
async function used(root) {
  const { processInfo } = await root.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => /renderer|GPU/.test(type)).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

// {wall, work: processor time of page and drawing, thread: that of the page's own thread}, in s
async function measure(file) {
  const root = await browser.newBrowserCDPSession();
  let start, session;
  const view = await open(browser, file, {
    before: async (page) => {
      session = await page.context().newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      start = await used(root);
    },
  });
  const work = (await used(root)) - start;
  const { metrics } = await session.send("Performance.getMetrics");
  await view.close();
  await root.detach();
  return { wall: view.seconds, work, thread: metrics.find(({ name }) => name === "TaskDuration").value };
}

// Two seconds of work: on a machine of its own no page takes longer to open than it has work to do. The clock is
// watched generously, since the machine may be busy with something else. The best of six:
// other work comes and goes.
export async function opensQuickly(t) {
  const file = await example(setup, "13_ball_bearing");
  let best = null;
  for (let i = 0; i < 6 && !(best?.work < 2 && best.thread < 1 && best.wall < 2); i++) {
    const now = await measure(file);
    if (!best || now.work < best.work) best = now;
  }
  const text = Object.entries(best).map(([name, value]) => `${name} ${value.toFixed(2)} s`).join(", ");
  t.diagnostic(`opening: ${text}`);
  assert.ok(best.work < 2 && best.thread < 1 && best.wall < 8, text);
}
