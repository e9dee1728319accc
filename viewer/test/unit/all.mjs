// All unit tests of the page in one process; they need no browser.   node all.mjs
import { readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
for (const name of readdirSync(here).filter((n) => n.endsWith(".test.mjs")).sort()) await import(new URL(name, here));
