// The page of cams with roller followers: figures, what happens in a turn of the cam, lubrication. All cams of a run
// share one page, as a pump has several.

import { select } from "../dom.js";
import { addNumbers, numbers } from "../quantities.js";
import { alive, greatest } from "../views.js";
import { choiceOf, filmCharts, filmTable } from "./film.js";
import { headlineOf, takenOver } from "./machine.js";

const type = "cam_roller", degrees = 180 / Math.PI;

const id = (name, column) => `machine/${name}/${column}`;
const cams = (runs) =>
  [...new Set(runs.flatMap((run) => Object.keys(run.machines).filter((name) => run.machines[name].type === type)))];

// The contact of cam and roller.
export const contactOf = (run, name) => run.contacts.names.find((c, k) => run.contacts.machine[k] === name)
  ?? `${name}.contact`;

// Is it a contact that this page shows?
export const isCamContact = (run, contact) => cams([run]).some((name) => contactOf(run, name) === contact);

// ---- what is computed from the columns ----

// The cam angle in degrees: within a turn, or going on from turn to turn.
export function angleId(run, name, goesOn) {
  const made = `cam/${name}/${goesOn ? "turns" : "angle"}`, from = numbers(run, id(name, "cam_angle"));
  if (!from || numbers(run, made)) return made;
  let turns = 0;
  const values = from.values.map((v, i) => {
    const step = i ? v - from.values[i - 1] : 0;
    if (goesOn && Math.abs(step) > Math.PI) turns -= Math.sign(step);
    return (v + 2 * Math.PI * turns) * degrees;
  });
  return addNumbers(run, made, { time: from.time, values, unit: "°", label: "cam angle" });
}

// Speed of the cam's surface or the roller's along the contact; the sum of both is that of the film.
export function surfaceSpeed(run, name, sign) {
  const made = `cam/${name}/${sign > 0 ? "cam_speed" : "roller_speed"}`, slip = numbers(run, id(name, "slip")),
    sum = numbers(run, `contact/${contactOf(run, name)}/u_sum`);
  if (slip && sum && !numbers(run, made))
    addNumbers(run, made, { ...slip, values: slip.values.map((v, i) => (Math.abs(sum.values[i]) + sign * v) / 2),
      label: `${name} surface speed` });
  return made;
}

// ---- figures ----

// The headline figures of a cam, or of all together as the summary has them: sums, and extremes with the cam that has
// them.
function headlineFigures(run, names, { format }) {
  if (names.length === 1) return headlineOf(run, names[0]).map(format.card);
  return (run.summary?.together?.[type]?.headline ?? []).map((card) => (card.machine
    ? { ...format.card(card), note: card.machine } : { ...format.card(card), label: `${card.label}, of all` }));
}

function unitTable(run, names, { format, table }) {
  const labels = [...new Set(names.flatMap((name) => headlineOf(run, name).map((c) => c.label)))];
  const text = (card) => (card ? format.quantity(card.value, card.unit) : "–");
  const rows = names.map((name) => [name, ...labels.map((label) => text(headlineOf(run, name)
    .find((c) => c.label === label)))]);
  return table(["Cam", ...labels], rows, "Cams of this run");
}

// ---- charts ----

// One curve per cam; of a single cam, one per column: [[column, words]].
function machineChart(run, names, title, columns, more) {
  const of = names.length > 1 ? columns.slice(0, 1) : columns;
  return choiceOf(run, title,
    names.flatMap((name) => of.map(([column, text]) => ({ id: id(name, column), label: names.length > 1 ? name : text,
      owner: name }))), more);
}

function speedChart(run, names) {
  const both = names.length > 1 ? [[1, ""]] : [[1, "cam"], [-1, "roller"]];
  return choiceOf(run, names.length > 1 ? "Speed of the cam's surface in the contact"
    : "Surface speeds in the contact", names.flatMap((name) =>
      both.map(([sign, text]) => ({ id: surfaceSpeed(run, name, sign), label: text || name, owner: name }))));
}

// All charts of some cams, in reading order.
export function camCharts(run, names) {
  const films = run.films.names.length ? filmCharts(run,
    names.map((name) => ({ contact: contactOf(run, name), label: name }))) : {};
  const chart = (...words) => machineChart(run, names, ...words);
  return [
    chart("Contact force", [["N", "normal force"]]), chart("Contact pressure", [["p_max", "greatest pressure"]]),
    chart("Lift of the follower", [["lift", "lift"], ["velocity", "velocity"]]),
    chart("Pressure on the plunger", [["plunger_pressure", "pressure"]]), films.film, films.lambda, films.map,
    films.share, films.friction,
    chart("Power lost in contact and bearing", [["loss", "loss"]]),
    films.loss && { ...films.loss, title: "Power lost by friction of the contact" },
    speedChart(run, names), chart("Slip of the roller", [["slip", "cam's surface over the roller's"]],
      { note: "Above 0 the roller lags behind the cam." }), chart("Moment on the cam", [["cam_torque", "moment"]]),
  ].filter(Boolean);
}

const abscissae = [["angle", "cam angle, turn by turn"], ["turns", "cam angle, going on"], ["time", "time"]];

// The same chart over the angle of each curve's own cam; the map of regimes has an x of its own.
export function over(run, choice, kind) {
  if (kind === "time" || choice.xOf) return choice;
  const nameOf = (owner) => (run.machines[owner] ? owner : cams([run]).find((name) => contactOf(run, name) === owner));
  const xOf =
    Object.fromEntries(choice.ids.map((i, k) => [i, angleId(run, nameOf(choice.owners[k]), kind === "turns")]));
  return { ...choice, x: xOf[choice.ids[0]], xOf, xName: "cam angle",
    ...(kind === "angle" ? { period: 360 } : { tightX: true }) };
}

function chartsPart(container, run, names, bus, { chart, element, section }) {
  const grid = element("div", { class: "chart-grid" }),
    shown = { kind: alive([run], [id(names[0], "cam_angle")]).length ? "angle" : "time", unit: names.length > 1 ? ""
      : names[0] };
  let made = [];
  const show = (change) => {
    Object.assign(shown, change);
    made.forEach((c) => c.remove());
    made = camCharts(run, shown.unit ? [shown.unit] : names)
      .map((choice) => chart(grid, run, over(run, choice, shown.kind), bus));
  };
  const labelled = (text, list) => element("label", { class: "choice" }, text, list);
  const choices = element("div", { class: "page-choices" },
    labelled("Curves over ", select(abscissae, shown.kind, (kind) => show({ kind }), { "data-test": "cam-over" })));
  if (names.length > 1)
    choices.append(labelled("of ", select([["", "all cams"], ...names.map((n) => [n, n])], "",
      (unit) => show({ unit }), { "data-test": "cam-unit" })));
  section(container, "The cycle", 3, choices, grid);
  show({});
}

export const cam = {
  type,
  together: true,
  keyFigures: (run, names, tools) => headlineFigures(run, names, tools),
  // Those of all cams stand with the first.
  charts(runs, name) {
    const names = cams(runs), all = (column) => alive(runs, names.map((n) => id(n, column)));
    if (name !== names[0]) return [];
    return [{ title: names.length > 1 ? "Contact forces of cams and rollers" : `${name}: contact force`,
      ids: all("N") }, { title: names.length > 1 ? "Least films of cams and rollers" : `${name}: least film`,
        ids: all("h_min") }];
  },
  create(container, run, names, bus, tools) {
    const part = tools.section(container, names.length > 1 ? `Cams ${names.join(", ")}` : `Cam and roller ${names[0]}`,
      2, tools.headline(headlineFigures(run, names, tools)));
    const own = run.summary?.machines?.[names[0]];
    part.append(tools.element("p", { class: "note" },
      own?.instants
        ? `${takenOver(own, tools.format)}.`
        : "The run left no summary of these cams; the curves show what was recorded."));
    if (names.length > 1) part.append(unitTable(run, names, tools));
    chartsPart(container, run, names, bus, tools);
    const contacts = names.map((name) => contactOf(run, name))
      .filter((c) => run.films.names.includes(c) && greatest([run], `contact/${c}/h_c`) > 0);
    if (contacts.length) tools.section(container, "Lubrication", 3, filmTable(run, contacts, tools));
  },
};
