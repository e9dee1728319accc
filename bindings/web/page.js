/* The page: forms whose fields are flags of the commands, answers of the program, drawings of what it answers. `program` is the WebAssembly module. */
import {run} from "./wasi.js";

const flags = {
    point: {
        radii: ["Radii R1a, R2a, R1b, R2b", "5 mm, 5 mm, -5.2 mm, 20 mm", "principal radii of A, then of B; inf is flat, negative is hollow"],
        angle: ["Angle of their directions", ""], force: ["Force", "500 N"], approach: ["or approach", ""],
        "E-a": ["Young's modulus A", "210 GPa"], "nu-a": ["Poisson's ratio A", "0.3"], "E-b": ["Young's modulus B", "210 GPa"], "nu-b": ["Poisson's ratio B", "0.3"],
        law: ["Law", "hertz", "", ["hertz", "volumetric", "volumetric_vilke"]],
    },
    line: {
        length: ["Length", "20 mm"], curvature: ["Curvature 1/Ra + 1/Rb", "100"], force: ["Force", "1 kN"], approach: ["or approach", ""],
        "E-a": ["Young's modulus A", "210 GPa"], "nu-a": ["Poisson's ratio A", "0.3"], "E-b": ["Young's modulus B", "210 GPa"], "nu-b": ["Poisson's ratio B", "0.3"],
        law: ["Law", "strip", "", ["strip", "asymptotic", "paper"]],
    },
    film: {
        contact: ["Contact", "point", "", ["point", "line"]], force: ["Force", "100 N"], "rho-x": ["Curvature along rolling", "250"],
        "rho-y": ["Curvature across", "8"], length: ["Length", "10 mm"], "u-sum": ["Sum of speeds u1 + u2", "5 m/s"], eta0: ["Viscosity", "30 mPa s"],
        alpha: ["Pressure-viscosity", "20 1/GPa"], "E-prime": ["E' = 2 E*", "231 GPa"],
    },
    friction: {
        contact: ["Contact", "line", "", ["point", "line"]], force: ["Force", "1 kN"], "rho-x": ["Curvature along rolling", "100"], "rho-y": ["Curvature across", "8"],
        length: ["Length", "10 mm"], "u-sum": ["Sum of speeds u1 + u2", "2 m/s"], "u-rel": ["Sliding speed u1 - u2", "0.2 m/s"], eta0: ["Viscosity", "30 mPa s"],
        alpha: ["Pressure-viscosity", "20 1/GPa"], "E-prime": ["E' = 2 E*", "231 GPa"], sigma: ["Roughness, r.m.s.", "0.2 um"], "asperity-radius": ["Asperity radius", "10 um"],
        "asperity-density": ["Asperities per area, 1/m^2", "1e10"], "mu-boundary": ["Boundary friction", "0.1"], "tau-eyring": ["Eyring stress", "5 MPa"],
    },
};
const titles = {point: "Point contact", line: "Line contact", film: "Film", friction: "Friction"};
const $ = (selector) => document.querySelector(selector);
let command = "point";

/* What belongs to the other kind of contact is not said. */
const idle = (e) => e.name === {line: "rho-y", point: "length"}[$("form").elements.contact?.value];
const words = () => [...$("form").elements].filter((e) => e.value.trim() && !idle(e)).flatMap((e) => ["--" + e.name, e.name === "radii" ? e.value.replace(/\s*,\s*/g, ",") : e.value.trim()]);
const quoted = (word) => (/^[\w.,=+/-]+$/.test(word) ? word : "'" + word + "'");

function svg(width, height, inside) {
    return `<svg viewBox="0 0 ${width} ${height}" role="img"><title>${titles[command]}</title>${inside}</svg>`;
}
/* Value of an axis in um or mm, three digits. */
const length = (x) => (x < 1e-3 ? (1e6 * x).toPrecision(3) + " um" : (1e3 * x).toPrecision(3) + " mm");
const pressure = (p) => (p < 1e9 ? (1e-6 * p).toPrecision(3) + " MPa" : (1e-9 * p).toPrecision(3) + " GPa");

/* Half-ellipse of pressure over a half-width. */
function profile(x, half, p, name) {
    const top = 30, base = 150, w = 120;
    const arc = `M${x - w} ${base} A${w} ${base - top} 0 0 1 ${x + w} ${base}`;
    return `<path d="${arc} Z" fill="var(--soft)"/><path d="${arc}" fill="none" stroke="var(--ink)" stroke-width="2"/>
        <text x="${x}" y="${top - 8}" text-anchor="middle">${pressure(p)}</text><text x="${x}" y="${base + 16}" text-anchor="middle">${name} = ${length(half)}</text>`;
}
const draw = {
    point(r) {
        const scale = 120 / r.a;
        return svg(620, 190, profile(160, r.a, r.p_max, "a") +
            `<ellipse cx="450" cy="90" rx="120" ry="${Math.max(1, r.b * scale)}" fill="var(--soft)" stroke="var(--ink)" stroke-width="2"/>
            <text x="450" y="166" text-anchor="middle">a = ${length(r.a)}, b = ${length(r.b)}, to scale</text>`);
    },
    line: (r) => svg(320, 190, profile(160, r.half_width, r.p_max, "b")),
    film(r) {
        const scale = 60 / r.h_c, least = 150 - r.h_min * scale, centre = 150 - r.h_c * scale;
        return svg(420, 190, `<path d="M20 ${centre - 70} Q90 ${centre} 150 ${centre} L270 ${centre} Q300 ${centre} 315 ${least} Q330 ${centre - 10} 400 ${centre - 90} L400 150 L20 150 Z" fill="var(--soft)"/>
            <path d="M20 ${centre - 70} Q90 ${centre} 150 ${centre} L270 ${centre} Q300 ${centre} 315 ${least} Q330 ${centre - 10} 400 ${centre - 90}" fill="none" stroke="var(--ink)" stroke-width="2"/><path d="M20 150 H400" stroke="currentColor"/>
            <text x="200" y="168" text-anchor="middle">h_c = ${length(r.h_c)}</text><text x="320" y="182" text-anchor="middle">h_min = ${length(r.h_min)}</text><text x="20" y="168">schematic</text>`);
    },
    friction(r) {
        const share = Math.min(1, Math.max(0, r.phi)), width = 360; // of the load
        return svg(400, 90, `<rect x="20" y="20" width="${width}" height="24" fill="none" stroke="var(--ink)"/><rect x="20" y="20" width="${width * share}" height="24" fill="var(--ink)"/>
            <text x="20" y="64">film carries ${(100 * share).toPrecision(3)} %</text><text x="${20 + width}" y="64" text-anchor="end">mu = ${r.mu.toPrecision(4)}</text>`);
    },
};

/* The table as the program prints it: name, handy value, SI value. */
function table(out) {
    const rows = out.split("\n").map((line) => line.match(/^(\S.*?)\s{2,}(\S.*?)(?:\s{2,}(\S.*))?$/)).filter(Boolean);
    const cell = (text) => `<td>${(text ?? "").replace(/&/g, "&amp;").replace(/</g, "&lt;")}</td>`;
    return "<table>" + rows.map((r) => `<tr>${cell(r[1])}${cell(r[2])}${cell(r[3])}</tr>`).join("") + "</table>";
}

export function start(program) {
    function answer() {
        for (const e of $("form").elements) e.parentElement.hidden = idle(e);
        const given = words(), told = run(program, ["abut", command, ...given]);
        $(".command").textContent = ["abut", command, ...given.map(quoted)].join(" ");
        $(".wrong").textContent = told.status ? told.err.replace(/^abut \w+: /gm, "") : "";
        $(".results").innerHTML = told.status ? "" : table(told.out);
        const json = told.status ? null : JSON.parse(run(program, ["abut", command, ...given, "--json"]).out);
        $(".figure").innerHTML = json ? draw[command](json) : "";
        document.body.dataset.json = json ? JSON.stringify(json) : "";
        history.replaceState(null, "", "#" + command + "?" + new URLSearchParams([...$("form").elements].map((e) => [e.name, e.value])));
    }
    function choose(name, values) {
        command = name;
        for (const b of $("nav").children) b.setAttribute("aria-selected", b.dataset.name === name);
        $("form").replaceChildren(...Object.entries(flags[name]).map(([flag, [title, preset, hint, choices]]) => {
            const label = document.createElement("label"), field = document.createElement(choices ? "select" : "input");
            for (const c of choices ?? []) field.append(new Option(c));
            Object.assign(field, {name: flag, value: values?.get(flag) ?? preset, title: hint ?? ""});
            label.append(title, field);
            return label;
        }));
        answer();
    }
    for (const name of Object.keys(flags)) {
        const button = Object.assign(document.createElement("button"), {type: "button", textContent: titles[name]});
        button.dataset.name = name;
        button.setAttribute("role", "tab");
        button.onclick = () => choose(name);
        $("nav").append(button);
    }
    $("form").oninput = answer;
    $("form").onsubmit = (e) => e.preventDefault();
    $(".version").textContent = run(program, ["abut", "--version"]).out.trim();
    const [name, query] = decodeURI(location.hash.slice(1)).split("?");
    choose(name in flags ? name : "point", query && new URLSearchParams(location.hash.slice(location.hash.indexOf("?") + 1)));
}
