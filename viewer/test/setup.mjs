// What all tests of pages share: the program, a folder for the runs that goes at the end, one browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { launch } from "./browser.mjs";

const work = mkdtempSync(path.join(tmpdir(), "abut-pages-"));
export const setup = { program: path.resolve(process.argv[2]), source: path.resolve(process.argv[3]), work };
export const everything = Boolean(process.env.ABUT_PAGES_ALL);
export const browser = await launch();

after(async () => {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
});
