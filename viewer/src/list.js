// The bodies and contacts of a run as a list beside the picture: find, select, hide; below it what the selected one
// does now.
import { button, element } from "./dom.js";
import { quantity, scaleFor } from "./format.js";
import { column } from "./data.js";
import { bodyColours } from "./scene/colours.js";
import { frameAt } from "./scene/motion.js";

const mostShown = 200;

function bodyRow(run, i, colour, hidden, bus) {
  const name = run.bodies.names[i];
  const box = element("input", { type: "checkbox", "data-test": "hide", "aria-label": `Show ${name}`,
    title: "Show or hide" });
  box.checked = !hidden.has(name);
  box.addEventListener("change", () => bus.emit("hide", { name, hidden: !box.checked }));
  const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = colour;
  const choose = button(name, `Select ${name}`, () => bus.emit("select", { kind: "body", name }),
    { class: "name", "aria-pressed": "false" });
  const row = element("li", { "data-test": "body-item", "data-kind": "body" }, box, swatch, choose,
    run.bodies.fixed[i] ? element("span", { class: "muted tag" }, "fixed") : null);
  row.dataset.name = name;
  return row;
}

function contactRow(run, c, bus) {
  const name = run.contacts.names[c];
  const choose = button(name, `Select ${name}`, () => bus.emit("select", { kind: "contact", name }),
    { class: "name", "aria-pressed": "false" });
  const row = element("li", { "data-test": "contact-item", "data-kind": "contact" }, choose,
    element("span", { class: "muted value" }));
  row.dataset.name = name;
  row.dataset.index = c;
  return row;
}

// Names that contain all words; the rest is counted.
function matching(names, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return names.map((n, i) => [n, i]).filter(([n]) => words.every((w) => n.toLowerCase().includes(w)))
    .map(([, i]) => i);
}

const vectors = [["position", ["x", "y", "z"]], ["velocity", ["vx", "vy", "vz"]],
  ["spin, body axes,", ["wx", "wy", "wz"]]];
const forces = [["force on the second", ["fx", "fy", "fz"]]];
const numbersOfContact = [
  ["normal force", ["N"]], ["greatest pressure", ["p_max"]], ["approach", ["approach"]], ["semi-axis a", ["a"]],
  ["semi-axis b", ["b"]],
  ["sliding speed", ["slip"]], ["central film", ["h_c"]], ["least film", ["h_min"]],
  ["film over roughness", ["lambda"]],
];
const modes = ["open", "stick", "slip"];

function greatestOf(columns) {
  let most = 0;
  for (const { values } of columns) for (const v of values) if (Math.abs(v) > most) most = Math.abs(v);
  return most;
}

// One row of the readout: a name with its unit, the same at all instants, and one or three numbers.
function readoutRow(run, choice, [label, ids], cells) {
  const columns = ids.map((id) => column(run, `${choice.kind}/${choice.name}/${id}`)).filter(Boolean);
  if (columns.length === 0) return null;
  const most = greatestOf(columns), scale = scaleFor(columns[0].unit, most);
  // As many decimals as give the greatest value four figures: the number does not jump about while it runs.
  const decimals = most > 0 ? Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(most / scale.factor)))) : 0;
  const text = (v) => (Number.isFinite(v) ? (v / scale.factor).toFixed(decimals).replace(/^-(?=0*\.?0*$)/, "")
    .replace("-", "−") : "–");
  const numbers = columns.map(({ values }) => {
    const cell = element("td", { colspan: columns.length === 1 ? 3 : 1 });
    cells.push({ cell, text: (i) => text(values[i]) });
    return cell;
  });
  return element("tr", {}, element("th", { scope: "row" }, label, scale.unit ? ` in ${scale.unit}` : ""), ...numbers);
}

// The rows of the readout of a choice, and its cells with what they tell of a row.
function readoutRows(run, choice) {
  const cells = [], axes = element("tr", {},
    ...["", "x", "y", "z"].map((text) => element("th", { scope: "col", class: "axis-name" }, text)));
  const rows = (list) => list.map((entry) => readoutRow(run, choice, entry, cells)).filter(Boolean);
  if (choice.kind === "body") return { rows: [axes, ...rows(vectors)], cells };
  const made = [...rows(numbersOfContact), axes, ...rows(forces)], mode = column(run, `contact/${choice.name}/mode`);
  if (mode) {
    const cell = element("td", { colspan: 3 });
    cells.push({ cell, text: (i) => modes[mode.values[i]] ?? "–" });
    made.unshift(element("tr", {}, element("th", { scope: "row" }, "state"), cell));
  }
  return { rows: made, cells };
}

// Numbers of the selected body or contact at the present instant.
function createReadout(run, bus) {
  const body = element("tbody"), title = element("h3");
  const root = element("div", { class: "readout", "data-test": "readout", hidden: true }, title,
    element("table", {}, body));
  let cells = [], now = run.time.data[0] ?? 0;

  function fill() {
    const { i, s } = frameAt(run.time.data, now), row = s > 0.5 ? i + 1 : i;
    for (const { cell, text } of cells) cell.textContent = text(row);
  }
  function show(choice) {
    const made = choice ? readoutRows(run, choice) : { rows: [], cells: [] };
    cells = made.cells;
    body.replaceChildren(...made.rows);
    root.hidden = !choice;
    title.textContent = choice?.name ?? "";
    fill();
  }
  const ends = [bus.on("select", show), bus.on("time", (t) => { now = t; fill(); })];
  return { root, dispose: () => ends.forEach((end) => end()) };
}

function fillRows(list, indices, make) {
  list.replaceChildren(...indices.slice(0, mostShown).map(make));
  if (indices.length > mostShown)
    list.append(element("li", { class: "muted" }, `and ${indices.length - mostShown} more: use the search above`));
}

// The chosen row among those shown.
function markChosen(container, chosen) {
  for (const row of container.querySelectorAll("li[data-kind]")) {
    const on = chosen !== null && chosen.kind === row.dataset.kind && chosen.name === row.dataset.name;
    row.classList.toggle("selected", on);
    row.querySelector(".name").setAttribute("aria-pressed", String(on));
  }
}

// What every shown contact carries at the instant.
function showForces(run, contacts, time) {
  if (!run.contacts.N) return;
  const { i } = frameAt(run.time.data, time), count = run.contacts.names.length;
  for (const row of contacts.querySelectorAll("li[data-index]")) {
    const k = i * count + Number(row.dataset.index);
    row.lastChild.textContent = run.contacts.touching && !run.contacts.touching.data[k] ? "apart"
      : quantity(run.contacts.N.data[k], "N", 3);
  }
}

// The elements of the list: {find, bodies, contacts, folder}.
function buildList(container, run, readout, showAll) {
  const bodies = element("ul", { class: "rows", "aria-label": "Bodies" }),
    contacts = element("ul", { class: "rows", "aria-label": "Contacts" });
  const find = element("input", { type: "search", placeholder: "Find …", "aria-label": "Find a body or contact",
    "data-test": "find" });
  const title = (text, names) => element("summary", {}, `${text} (${names.length})`);
  const folder = element("details", { open: run.contacts.names.length <= 60 },
    title("Contacts", run.contacts.names), contacts);
  container.append(
    element("div", { class: "list-head" }, find,
      button("Show all", "Show every hidden body", showAll, { "data-test": "show-all" })),
    element("div", { class: "list-body" },
      element("details", { open: true }, title("Bodies", run.bodies.names), bodies),
      run.contacts.names.length ? folder : ""),
    readout.root);
  return { find, bodies, contacts, folder };
}

export function createList(container, run, bus) {
  const colours = bodyColours(run), hidden = new Set(), readout = createReadout(run, bus);
  const { find, bodies, contacts, folder } = buildList(container, run, readout,
    () => [...hidden].forEach((name) => bus.emit("hide", { name, hidden: false })));
  let chosen = null, now = run.time.data[0] ?? 0;
  const values = () => folder.open && showForces(run, contacts, now);

  function fill() {
    fillRows(bodies, matching(run.bodies.names, find.value), (i) => bodyRow(run, i, colours[i], hidden, bus));
    fillRows(contacts, matching(run.contacts.names, find.value), (c) => contactRow(run, c, bus));
    markChosen(container, chosen);
    values();
  }
  find.addEventListener("input", fill);
  folder.addEventListener("toggle", values);
  fill();
  const ends = [
    bus.on("select", (choice) => {
      chosen = choice;
      markChosen(container, chosen);
      container.querySelector("li.selected")?.scrollIntoView({ block: "nearest" });
    }),
    bus.on("hide", ({ name, hidden: gone }) => {
      if (gone) hidden.add(name);
      else hidden.delete(name);
      for (const row of bodies.querySelectorAll("li[data-kind]"))
        row.firstChild.checked = !hidden.has(row.dataset.name);
    }),
    bus.on("time", (t) => {
      now = t;
      values();
    }),
  ];
  return {
    dispose() {
      ends.forEach((end) => end());
      readout.dispose();
      container.replaceChildren();
    },
  };
}
