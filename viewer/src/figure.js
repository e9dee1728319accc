// A chart of numbers that have no time: series of x and y with a title and a legend.

import { watchLook } from "./chart.js";
import { element } from "./dom.js";
import { later } from "./later.js";
import { createPlot } from "./plot.js";

function legendEntry(s) {
  const dotted = s.dots || s.dash?.[0] < 3;
  const mark = element("span", { class: `legend-mark${dotted ? " dots" : s.dash ? " dashed" : ""}` });
  mark.style.borderColor = `var(${s.colour})`;
  return element("span", { class: "legend-item" }, mark, element("span", {}, s.label));
}

// `series` are those of plot.js without time; options: title, note and those of plot.js.
export function createFigure(container, series, { title, note, ...options }, bus) {
  const host = element("div", { class: "chart-plot" });
  const root = element("section", { class: "chart", "data-test": "figure", "aria-label": title },
    element("h3", { class: "chart-title" }, title), host,
    element("div", { class: "chart-legend" }, ...series.map(legendEntry)),
    note ? element("p", { class: "note" }, note) : null);
  container.append(root);
  host.style.minHeight = `${options.height ?? 220}px`;
  let plot = null;
  later(() => root.isConnected && (plot = createPlot(host,
    series.map((s) => ({ xUnit: "", unit: "", time: null, ...s })), { height: 220, ...options })));
  return { element: root, remove: watchLook(host, bus, () => plot?.resize(), () => plot?.redraw()) };
}
