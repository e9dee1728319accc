// What contact points do over time: a row per point, coloured by open, stick and slip. The height of a bar says the
// same as its colour, for those who print in grey.

import { element, svg } from "./dom.js";
import { quantity } from "./format.js";
import { nearest } from "./plot.js";
import { numbers } from "./quantities.js";

const width = 1000, rowHeight = 16;
const modes = [
  { name: "open", value: 0, height: 2 }, { name: "stick", value: 1, height: 13 },
  { name: "slip", value: 2, height: 7 },
];

// Times in which the mode stays the same: [{mode, from, to}]. It changes halfway between two rows; rows without a mode
// are gaps.
export function spans(time, values) {
  const list = [], last = values.length - 1;
  const border = (i) => (time[i - 1] + time[i]) / 2;
  for (let i = 0, first = 0; i <= last; i++) {
    if (i < last && values[i + 1] === values[i]) continue;
    if (modes.some((m) => m.value === values[i]))
      list.push({ mode: values[i], from: first > 0 ? border(first) : time[0], to: i < last ? border(i + 1)
        : time[last] });
    first = i + 1;
  }
  return list;
}

function bars(rows, first, span) {
  const paths = modes.map(() => "");
  rows.forEach(({ spans: list }, k) => {
    for (const { mode, from, to } of list) {
      const { height } = modes[mode], top = k * rowHeight + (rowHeight - height) / 2;
      const [x1, x2] = [from, to].map((t) => (((t - first) / span) * width).toFixed(2));
      paths[mode] += `M${x1} ${top}H${x2}V${top + height}H${x1}Z`;
    }
  });
  return paths.map((d, k) => svg("path", { d, class: `mode-${modes[k].name}` }));
}

// 37 %, and below one half "< 1 %" where there is something.
function percent(share) {
  if (!Number.isFinite(share)) return "–";
  return share > 0 && share < 0.005 ? "< 1 %" : `${Math.round(100 * share)} %`;
}

function legend() {
  const entry = ({ name, height }) => {
    const mark = element("span", { class: `mode-mark mode-${name}` });
    mark.style.height = `${height}px`;
    return element("span", { class: "legend-item" }, mark, element("span", {}, name));
  };
  return element("div", { class: "chart-legend" }, ...modes.map(entry));
}

const ticks = 6;

function axis(first, span) {
  const times = Array.from({ length: ticks }, (_, k) => first + (k * span) / (ticks - 1));
  return element("div", { class: "modes-axis" }, ...times.map((t) => element("span", {}, quantity(t, "s", 3))));
}

// Parts of the time of each mode as the summary has them, {open, stick, slip}: lists over the points; null without.
export const sharesOf = (run, name, { part, columns: [column] }) =>
  run.summary?.machines?.[name]?.parts?.[part]?.[column] ?? null;

// `points` are [{label, id}], ids of columns with the modes, `shares` their parts of the time. Null if none was
// recorded. A click goes to that instant.
export function createModes(container, run, name, points, shares, bus) {
  const time = run.time.data, first = time[0], span = time[time.length - 1] - first,
    start = run.summary?.machines?.[name]?.from;
  const rows = points.map((p, k) => ({ ...p, index: k, values: numbers(run, p.id)?.values })).filter((r) => r.values);
  if (!rows.length || !(span > 0)) return null;
  for (const row of rows) row.spans = spans(time, row.values);
  const height = rows.length * rowHeight;
  const now = element("div", { class: "time-line" });
  const look = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img",
    "aria-label": "Modes of the points over time: open, stick or slip" };
  const picture = svg("svg", look, ...bars(rows, first, span));
  picture.style.height = `${height}px`;
  const plane = element("div", { class: "modes-plane", onclick: (e) => {
    const box = plane.getBoundingClientRect();
    bus.emit("time", first + span * Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)));
  } }, picture, now);
  const texts = (make) => element("div", { class: "modes-texts" }, ...rows.map((r) => element("span", {}, make(r))));
  const share = texts((r) => (shares
    ? [shares.stick, shares.slip].map((list) => percent(list[r.index])).join(" · ") : "–"));
  const caption = element("p", { class: "note", "data-test": "modes-now" });
  container.append(element("figure", { class: "modes chart", "data-test": "modes" }, legend(),
    element("div", { class: "modes-grid" }, element("span", {}), element("span", {}),
      element("span", { class: "modes-head" }, "stick · slip"), texts((r) => r.label), plane, share,
      element("span", {}), axis(first, span)),
    caption));
  const show = (t) => {
    const row = nearest(time, t), counts = modes.map((m) => rows.filter((r) => r.values[row] === m.value).length);
    now.style.left = `calc(${(100 * (time[row] - first)) / span}% - 1px)`;
    caption.textContent =
      `t = ${quantity(time[row], "s")}: ${modes.map((m, k) => `${counts[k]} ${m.name}`).join(", ")}.` +
      (shares && Number.isFinite(start) ? ` Shares of the time count from ${quantity(start, "s")} on.` : "");
  };
  show(first);
  return { element: plane, remove: bus.on("time", show) };
}
