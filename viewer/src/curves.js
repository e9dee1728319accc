// The curves of a report: a searchable list of everything recorded beside any number of charts. The first view suits the
// model; a selected body or contact shows its curves in a chart of its own.

import "./curves.css";
import { createChart, unitsOf } from "./chart.js";
import { button, element } from "./dom.js";
import { allQuantities, chartOf, createPicker, energyCharts, firstCharts, solverCharts } from "./quantities.js";

let lists = 0;

// A field that takes the id of a quantity, with all of them as suggestions; empty means time.
function againstField(all, change) {
  const list = element("datalist", { id: `abut-quantities-${++lists}` });
  const ids = new Set(all.map((q) => q.id));
  const input = element("input", { type: "search", list: list.id, placeholder: "time", "data-test": "against", "aria-label": "Quantity on the x axis" });
  input.addEventListener("focus", () => list.childNodes.length || list.append(...all.map((q) => element("option", { value: q.id }, q.label))), { once: true });
  input.addEventListener("change", () => {
    const value = input.value.trim();
    const known = value === "" || value === "time" || ids.has(value);
    input.setCustomValidity(known ? "" : "no quantity of this name is recorded");
    input.reportValidity();
    if (known) change(value || "time");
  });
  return { input, element: element("label", { class: "against" }, "against ", input, list) };
}

function sideBar(picker, against, add) {
  const active = element("p", { class: "note active-chart" });
  const side = element("aside", { class: "curves-side" }, element("h3", {}, "Quantities"), active, against.element, picker.element);
  const row = element("div", { class: "curves-add" },
    button("New chart", "An empty chart at the end", () => add({ ids: [] }, true), { "data-test": "new-chart" }),
    button("Energy", "Stored energy and energy balance", () => add("energy")),
    button("Solver", "Step size and effort of the solver", () => add("solver")));
  side.insertBefore(row, active);
  side.active = active;
  return side;
}

export function createCurves(container, runs, bus) {
  const all = allQuantities(runs);
  const charts = [];
  let active = null, ofSelection = null;
  const picker = createPicker(all, () => active?.state.choice.ids ?? [], toggle);
  const against = againstField(all, (x) => active?.set({ x }));
  const area = element("div", { class: "charts" });
  const side = sideBar(picker, against, addSome);
  container.append(element("div", { class: "curves" }, side, area));

  function activate(chart) {
    active = chart;
    for (const c of charts) c.element.classList.toggle("active", c === chart);
    side.active.textContent = chart ? `Ticked quantities are in: ${chart.element.querySelector(".chart-title").textContent}` : "";
    against.input.value = !chart || chart.state.choice.x === "time" ? "" : chart.state.choice.x;
    picker.refresh();
  }
  function addChart(choice, show = false) {
    const chart = createChart(area, runs, choice, bus, { onActive: (c) => c !== active && activate(c), onRemove: remove });
    charts.push(chart);
    if (show) {
      chart.draw();
      activate(chart);
      chart.element.scrollIntoView({ block: "nearest" });
    }
    return chart;
  }
  function addSome(what, show = true) {
    const list = what === "energy" ? energyCharts(runs[0]) : what === "solver" ? solverCharts(runs[0]) : [what];
    list.forEach((choice) => addChart(choice, show));
  }
  function remove(chart) {
    chart.remove();
    charts.splice(charts.indexOf(chart), 1);
    if (chart === ofSelection) ofSelection = null;
    if (chart === active) activate(charts[charts.length - 1] ?? null);
  }
  // A quantity of a third unit gets a chart of its own.
  function toggle(id, on) {
    if (id === null) return active && (active.set({ ids: [], title: null, hidden: [] }), activate(active));
    if (!active) return addSome({ ids: [id] });
    const ids = active.state.choice.ids.filter((i) => i !== id);
    if (on && unitsOf(runs, [...ids, id]).length > 2) return addSome({ ids: [id] });
    active.set({ ids: on ? [...ids, id] : ids, title: null });
    activate(active);
  }
  function select(selected) {
    const choice = selected && runs.map((run) => chartOf(run, selected)).find(Boolean);
    if (!choice) {
      if (ofSelection) remove(ofSelection);
      return;
    }
    if (ofSelection) ofSelection.set({ logY: false, hidden: [], x: "time", ...choice });
    else {
      ofSelection = addChart(choice);
      area.prepend(ofSelection.element);
      ofSelection.draw();
    }
    activate(ofSelection);
  }
  for (const choice of firstCharts(runs[0])) addChart(choice);
  if (charts.length) activate(charts[0]);
  bus.on("select", select);
  return { addChart: (choice) => addChart(choice, true), charts, select };
}
