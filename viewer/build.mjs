// Makes the page of a report: bundles src/main.js with its styles into one HTML file that asks for nothing else.
//   node build.mjs [--out FILE] [--data FILE.json]
// Without --data the file is the template with the mark where the program puts the data; with it, a page to open.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const mark = "@@DATA@@";

function option(name, fallback) {
  const at = process.argv.indexOf(name);
  return at > 0 && at + 1 < process.argv.length ? process.argv[at + 1] : fallback;
}

// Text that stands between <script> tags: no "<", no line separators that end a JavaScript line.
function inline(json) {
  return json.replace(/</g, "\\u003c").replace(/\u2028/g, "\\u2028").replace(/\u2029/g, "\\u2029");
}

async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: ["src/main.js"],
    outdir: "out",
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2020"],
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    loader: { ".svg": "text" },
  });
  const text = (ending) => result.outputFiles.filter((f) => f.path.endsWith(ending)).map((f) => f.text.trim())
    .join("\n");
  return { script: text(".js"), style: text(".css") };
}

async function licences() {
  const names = ["three", "uplot"];
  const texts = await Promise.all(names.map((n) => readFile(path.join(here, "node_modules", n, "LICENSE"), "utf8")));
  return names.map((n, i) => `${n}: ${texts[i].trim().replace(/--/g, "- -")}`).join("\n\n");
}

function page({ script, style }, notices) {
  return `<!doctype html>
<!-- Parts of this page are made from these libraries:
${notices}
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>abut report</title>
<style>${style}</style>
</head>
<body>
<noscript>This page shows a simulation and needs JavaScript to do so.</noscript>
<main id="abut"></main>
<script id="abut-data" type="application/json">${mark}</script>
<script>${script}</script>
</body>
</html>
`;
}

const parts = await bundle();
for (const bad of [mark, "</script", "<!--"])
  if (parts.script.toLowerCase().includes(bad.toLowerCase())) throw new Error(`the bundle contains ${bad}`);
if (/<\/style/i.test(parts.style)) throw new Error("the styles contain </style");
let html = page(parts, await licences());
const data = option("--data", null);
if (data) {
  const json = inline(await readFile(data, "utf8"));
  html = html.replace(mark, () => json);
}
await writeFile(option("--out", "page.html"), html);
