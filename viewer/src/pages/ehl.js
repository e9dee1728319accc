// The page of a lubricated contact whose film was solved: pressure beside Hertz, film; of a point contact maps and
// sections.

import { createFigure } from "../figure.js";
import { createMap } from "../map.js";

const finite = (value) => typeof value === "number" && Number.isFinite(value);

// ---- figures ----
function keyFigures({ summary: s }) {
  const percent = (error, film) => (finite(error) && film > 0
    ? `± ${((100 * error) / film).toPrecision(2)} % by the grid` : "");
  const plain = (label, value, note) => (
    { label, text: finite(value) ? { number: value.toPrecision(4), unit: "" } : undefined, note });
  return [
    ...(s.units
      ? [{ label: "Central film", value: s.h_c, unit: "m", note: percent(s.H_c_error, s.H_c) },
        { label: "Least film", value: s.h_min, unit: "m", note: percent(s.H_min_error, s.H_min) },
        { label: "Greatest pressure", value: s.p_max, unit: "Pa",
          note: `${(100 * s.p_max_ratio).toFixed(1)} % of Hertz` },
        { label: "Rolling force", value: s.rolling_force, unit: "N",
          note: finite(s.inlet) ? `oil up to ${(1e3 * s.inlet).toPrecision(3)} mm` : "" },
        { label: "Traction", value: s.traction || NaN, unit: "N", note: `μ = ${s.mu.toPrecision(3)}` }]
      : [plain("Central film H_c", s.H_c, percent(s.H_c_error, s.H_c)),
        plain("Least film H_min", s.H_min, percent(s.H_min_error, s.H_min)),
        plain("Greatest pressure over Hertz", s.p_max_ratio)]),
    plain("Share of the film", s.phi, finite(s.lambda_ratio) ? `h_c/σ = ${s.lambda_ratio.toPrecision(3)}` : ""),
  ];
}

// ---- sections ----
const units = ({ units: given }) => (given ? { x: "m", p: "Pa", h: "m" } : { x: "", p: "", h: "" });

// Hertz over a half-width or semi-axis.
export const hertz = (places, half, top) => places.map((x) => top * Math.sqrt(Math.max(0, 1 - (x / half) ** 2)));

// The film is shown where it is thin: up to so many times the central one, else inlet and outlet hide it.
export const cut = (film, most) => film.map((h) => (h > most ? NaN : h));

function profiles(grid, s, fields, along, half, bus) {
  const { x, pressure, film, pressure_film: of_film, pressure_asperities: of_solid } = fields;
  const u = units(s), common = { x, xUnit: u.x }, look = { xName: along, sortedX: true, tightX: true, height: 280 };
  const top = s.units ? s.p_hertz : 1, central = film.reduce((least, h) => Math.min(least, h), Infinity);
  createFigure(grid, [
    { ...common, label: of_film ? "film and asperities" : "solved", y: pressure, unit: u.p, colour: "--series-1" },
    ...(of_film ? [{ ...common, label: "film", y: of_film, unit: u.p, colour: "--series-3" },
      { ...common, label: "asperities", y: of_solid, unit: u.p, colour: "--series-4" }] : []),
    { ...common, label: "Hertz", y: hertz(x, half, top), unit: u.p, colour: "--series-2", dash: [7, 4] },
  ], { title: `Pressure along ${along}`, yName: "pressure", ...look }, bus);
  createFigure(grid, [{ ...common, label: "film", y: cut(film, 6 * central), unit: u.h, colour: "--series-1" }],
    { title: `Film along ${along}`, yName: "film", levels: [0], note: "Shown up to six times the least film.",
      ...look }, bus);
}

// ---- maps ----
function maps(container, s, bus) {
  const f = s.fields, u = units(s), least = f.film.reduce((a, h) => Math.min(a, h), Infinity);
  const common = { rows: f.rows, columns: f.columns, x: [f.from[0], f.to[0]], y: [f.from[1], f.to[1]], xName: "x",
    yName: "y" };
  const note = f.step > 1 ? `One of ${f.step} × ${f.step} nodes is shown.` : "";
  createMap(container, { title: "Pressure", ...common, values: f.pressure, unit: u.p,
    blank: (i) => !(f.pressure[i] > 0),
    blankName: "no pressure", range: [0, f.pressure.reduce((a, p) => Math.max(a, p), 0)], note }, bus);
  createMap(container, { title: "Film", ...common, values: f.film, unit: u.h, blank: (i) => f.film[i] > 6 * least,
    blankName: "above six times the least film", note }, bus);
}

// ---- numbers ----
function numberTable(s, { format, table }) {
  const q = (value, unit) => (unit ? format.quantity(value, unit, 5) : format.number(value, 5));
  const rows = [["Moes' M, L", `${q(s.M)}, ${q(s.L)}`], ["H_c, H_min", `${q(s.H_c)}, ${q(s.H_min)}`],
    ["Cells", format.count(s.n)], ["Residual", format.number(s.residual, 2)],
    ["Newton steps", format.count(s.iterations)]];
  if (s.units) rows.push(["Hertz: greatest pressure", q(s.p_hertz, "Pa")],
    ["Hertz: half-width or semi-axis", q(s.half_width ?? s.a, "m")],
    ["Loss", q(s.loss, "W")], ["Greatest shear stress", q(s.tau_max, "Pa")]);
  if (finite(s.F_asp)) rows.push(["Load of the asperities", q(s.F_asp, "N")],
    ["Their friction", q(s.F_boundary, "N")]);
  return table(["Quantity", "Value"], rows, "The contact");
}

export const ehl = {
  kind: "ehl",
  keyFigures,
  create(container, run, name, bus, tools) {
    const s = run.summary, { element, section } = tools;
    const grid = element("div", { class: "chart-grid", "data-test": "sections" });
    if (s.caution) container.append(element("p", { class: "banner warn", "data-test": "caution" }, s.caution));
    if (s.contact === "point") {
      const plane = element("div", { class: "chart-grid" }), [a, b] = s.fields.semi_axes;
      section(container, "Maps", 2, plane);
      maps(plane, s, bus);
      section(container, "Sections through the middle", 2, grid);
      profiles(grid, s, s.fields.along_x, "x", a, bus);
      profiles(grid, s, s.fields.along_y, "y", b, bus);
    } else {
      section(container, "Along the contact", 2, grid);
      profiles(grid, s, s.fields, "x", s.units ? s.half_width : 1, bus);
    }
    section(container, "Numbers", 2, numberTable(s, tools));
  },
};
