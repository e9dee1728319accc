/* The calculators in WebAssembly against those of the program: what is printed must be equal in every digit, sentences included; numbers of --json to rounding. Then the
 * page in Chromium, opened from disk: what stands in it is what the program prints.
 *
 * usage: node run.mjs PATH-OF-ABUT FOLDER (with abut.wasm and calculators.html) */
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {run} from "../../bindings/web/wasi.js";

const [program, folder] = process.argv.slice(2).map((a) => resolve(a));
const wasm = new WebAssembly.Module(readFileSync(join(folder, "abut.wasm")));
let passed = 0, failed = 0, skipped = 0, worst = 0, numbers = 0;
function check(good, text) {
    if (good) passed++;
    else {
        failed++;
        console.log("FAIL " + text);
    }
}

/* Lists of words, from all combinations of the values. */
function* combined(command, values) {
    const names = Object.keys(values);
    const of = names.map((n) => [values[n]].flat());
    const total = of.reduce((product, v) => product * v.length, 1);
    for (let k = 0; k < total; k++) {
        let rest = k;
        const words = [command];
        names.forEach((n, i) => {
            const v = of[i][rest % of[i].length];
            rest = Math.floor(rest / of[i].length);
            if (v !== "") words.push("--" + n, v);
        });
        yield words;
    }
}
const film = {"u-sum": ["1e-3", "2 m/s", "40 m/s"], eta0: ["8 mPa s", "0.4"], alpha: ["12 1/GPa", "2.2e-8"], "E-prime": "231 GPa"};
const rough = {"u-rel": ["0", "30 mm/s", "2"], sigma: ["0", "0.3 um"], "asperity-radius": "10 um", "asperity-density": "1e10", "mu-boundary": "0.11", "tau-eyring": ["0", "5 MPa"]};
const cases = [
    ...combined("point", {radii: ["5mm,5mm,-5.2mm,20mm", "10mm,20mm,inf,inf", "1,1,inf,inf"], angle: ["", "30 deg"], force: ["1 uN", "500 N", "2e4"], law: ["hertz", "volumetric", "volumetric_vilke"]}),
    ...combined("point", {P: ["1e-6", "3"], Q: "80", approach: ["0", "1 nm", "30 um"], "E-a": ["70 GPa", "inf"], "nu-b": ["0", "0.5"]}),
    ...combined("line", {length: ["1 mm", "0.2"], curvature: ["5", "400"], force: ["3 N", "1 kN", "2e5"], law: ["strip", "asymptotic", "paper"]}),
    ...combined("line", {length: "10 mm", curvature: "100", approach: ["1e-8", "5 um"]}),
    ...combined("film", {contact: "point", force: ["0.5 N", "100"], "rho-x": "250", "rho-y": ["8", "250"], ...film}),
    ...combined("film", {contact: "line", force: ["50 N", "1 kN"], "rho-x": "100", length: "10 mm", ...film}),
    ...combined("friction", {contact: "line", force: ["100 N", "3 kN"], "rho-x": "100", length: "10 mm", ...film, ...rough}),
    ...combined("friction", {contact: "point", force: "80 N", "rho-x": "250", "rho-y": "8", ...film, ...rough}),
    // what is refused
    ["point", "--P", "10 mm"], ["point", "--P", "1", "--Q", "2", "--approach", "5 kg"], ["point", "--P", "1", "--Q", "2", "--force", "1", "--law", "herz"],
    ["film", "--contact", "area"], ["line", "--length", "-1"], ["friction", "--sigm", "1"], ["point", "--radii", "1,2,3", "--force", "1"], ["point", "--help"],
];
for (const words of cases) {
    const native = spawnSync(program, words, {encoding: "utf8"}), ours = run(wasm, ["abut", ...words]);
    check(native.status === ours.status && native.stdout === ours.out && native.stderr === ours.err, `${words.join(" ")}\n--- program\n${native.stdout}${native.stderr}--- browser\n${ours.out}${ours.err}`);
    if (native.status || words.includes("--help")) continue;
    const a = JSON.parse(execFileSync(program, [...words, "--json"], {encoding: "utf8"})), b = JSON.parse(run(wasm, ["abut", ...words, "--json"]).out);
    const compare = (x, y) => {
        if (typeof x === "object" && x) return Object.keys(x).forEach((k) => compare(x[k], y[k]));
        if (typeof x !== "number") return check(x === y, `${words.join(" ")}: ${x} and ${y}`);
        numbers++;
        worst = Math.max(worst, x === y ? 0 : Math.abs(x - y) / Math.max(Math.abs(x), Math.abs(y)));
    };
    compare(a, b);
}
console.log(`${cases.length} commands, ${numbers} numbers: 17 digits differ by at most ${worst.toExponential(1)}`);
check(worst < 1e-11, `numbers differ by ${worst}`);

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (existsSync(chromium)) {
    const profile = mkdtempSync(join(tmpdir(), "abut-web-"));
    const page = (hash) => execFileSync(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--no-first-run", "--user-data-dir=" + profile, "--virtual-time-budget=10000", "--dump-dom", pathToFileURL(join(folder, "calculators.html")).href + hash],
    {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26}).replace(/<script[^]*?<\/script>/g, "");
    for (const words of [["point", "--radii", "5mm,5mm,-5.2mm,20mm", "--force", "321 N"], ["film", "--contact", "line", "--force", "1 kN", "--rho-x", "100", "--length", "10 mm", "--u-sum", "3", "--eta0", "0.02",
        "--alpha", "2e-8", "--E-prime", "231 GPa"]]) {
        const query = new URLSearchParams();
        for (let i = 1; i < words.length; i += 2) query.set(words[i].slice(2), words[i + 1]);
        const dom = page(`#${words[0]}?${query}`);
        const printed = execFileSync(program, words, {encoding: "utf8"}).split("\n").map((line) => line.match(/^(\S.*?)\s{2,}(\S.*?)(?:\s{2,}(\S.*))?$/)).filter((row) => row && row[1] !== "quantity");
        check(printed.length > 10, `${words[0]}: the program prints ${printed.length} rows`);
        for (const row of printed) check(dom.includes(`<td>${row[1]}</td><td>${row[2]}</td><td>${row[3] ?? ""}</td>`), `page of ${words[0]}: no row ${row.slice(1).join(" | ")}`);
        check(dom.includes("<svg"), `page of ${words[0]}: nothing is drawn`);
    }
    const wrong = page("#point?radii=" + encodeURIComponent("1 kg,1,1,1") + "&force=1");
    check(wrong.includes("expected a length, got '1 kg'"), "page: the sentence of a wrong unit");
    rmSync(profile, {recursive: true, force: true});
} else skipped++;
console.log(`${passed} passed, ${failed} failed` + (skipped ? `, ${skipped} skipped` : ""));
process.exitCode = failed ? 1 : 0;
