// The curves of a report: a searchable list of everything recorded beside any number of charts. The first view suits
// the model; a selected body or contact shows its curves in a chart of its own.

import "./curves.css";
import { createChart, unitsOf } from "./chart.js";
import { button, element } from "./dom.js";
import { createPicker } from "./picker.js";
import { allQuantities } from "./quantities.js";
import { chartOf, energyCharts, firstCharts, solverCharts } from "./views.js";

let lists = 0;

// A field that takes the id of a quantity, with all of them as suggestions; empty means time.
function againstField(all, change) {
  const list = element("datalist", { id: `abut-quantities-${++lists}` });
  const ids = new Set(all.map((q) => q.id));
  const input = element("input", { type: "search", list: list.id, placeholder: "time", "data-test": "against",
    "aria-label": "Quantity on the x axis" });
  input.addEventListener("focus", () => list.childNodes.length
    || list.append(...all.map((q) => element("option", { value: q.id }, q.label))), { once: true });
  input.addEventListener("change", () => {
    const value = input.value.trim();
    const known = value === "" || value === "time" || ids.has(value);
    input.setCustomValidity(known ? "" : "no quantity of this name is recorded");
    input.reportValidity();
    if (known) change(value || "time");
  });
  return { input, element: element("label", { class: "against" }, "against ", input, list) };
}

// `has(kind)`: is there anything to draw of "energy" or "solver"?
function sideBar(picker, against, add, has) {
  const active = element("p", { class: "note active-chart" });
  const side = element("aside", { class: "curves-side" }, element("h3", {}, "Quantities"), active, against.element,
    picker.element);
  const row = element("div", { class: "curves-add" },
    button("New chart", "An empty chart at the end", () => add({ ids: [] }, true), { "data-test": "new-chart" }),
    has("energy") ? button("Energy", "Stored energy and energy balance", () => add("energy")) : null,
    has("solver") ? button("Solver", "Step size and effort of the solver", () => add("solver")) : null);
  side.insertBefore(row, active);
  side.active = active;
  return side;
}

// `machineCharts(runs, name)` gives the charts that the page of a machine wants to begin with.
export function createCurves(container, runs, bus, machineCharts) {
  const all = allQuantities(runs);
  const charts = [];
  let active = null, ofSelection = null;
  const picker = createPicker(all, () => active?.state.choice.ids ?? [], toggle);
  const against = againstField(all, (x) => active?.set({ x }));
  const area = element("div", { class: "charts" });
  const side = sideBar(picker, against, addSome, (kind) => chartsOf(kind).length > 0);
  container.append(element("div", { class: "curves" }, side, area));

  function activate(chart) {
    active = chart;
    for (const c of charts) c.element.classList.toggle("active", c === chart);
    side.active.textContent = chart
      ? `Ticked quantities are in: ${chart.element.querySelector(".chart-title").textContent}` : "";
    against.input.value = !chart || chart.state.choice.x === "time" ? "" : chart.state.choice.x;
    picker.refresh();
  }
  function addChart(choice, show = false) {
    const chart = createChart(area, runs, choice, bus,
      { onActive: (c) => c !== active && activate(c), onRemove: remove });
    charts.push(chart);
    if (show) {
      chart.draw();
      activate(chart);
      chart.element.scrollIntoView({ block: "nearest" });
    }
    return chart;
  }
  function chartsOf(what) {
    return what === "energy" ? energyCharts(runs) : what === "solver" ? solverCharts(runs) : [what];
  }
  function addSome(what, show = true) {
    chartsOf(what).forEach((choice) => addChart(choice, show));
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
    const choice = selected && chartOf(runs, selected);
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
  for (const choice of firstCharts(runs, machineCharts)) addChart(choice);
  if (charts.length) activate(charts[0]);
  bus.on("select", select);
  return { addChart: (choice) => addChart(choice, true), charts, select };
}
