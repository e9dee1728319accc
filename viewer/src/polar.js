// Loads of parts around an axis: balls or rollers at their azimuth at the shown time with the loads of both races, and
// around them the greatest load at each place, which the summary has. x to the right, y up.

import { element, svg } from "./dom.js";
import { number, quantity, scaleFor } from "./format.js";
import { numbers } from "./quantities.js";
import { nearest } from "./plot.js";

const size = 440, centre = size / 2, outer = 150, inner = 40;
const colours = ["--series-1", "--series-2", "--series-3", "--series-4"];

const place = (angle, radius) => [centre + radius * Math.cos(angle), centre - radius * Math.sin(angle)];

// The loads that a figure shows: side by side, the first one on the left of the ray of a part.
const loadsOf = ({ columns, names }) => columns.map((key, k) => ({ key, name: names[k] ?? key, colour: colours[k],
  shift: 2 * k - columns.length + 1 }));

// The parts' columns: [{azimuth, Q_inner, Q_outer}], each an array over time; `part` is how the columns call them.
function ballsOf(run, name, { part, x, columns }) {
  const balls = [];
  for (let k = 1; numbers(run, `machine/${name}/${part}${k}_${x}`); k++) {
    const get = (column) => numbers(run, `machine/${name}/${part}${k}_${column}`)?.values ?? [];
    balls.push({ azimuth: get(x), ...Object.fromEntries(columns.map((c) => [c, get(c)])) });
  }
  return balls;
}

// The greatest load at each place, for every load of the figure: equal sectors from 0 on, null where no part passed.
export const envelopes = (run, name, { part, columns }) =>
  columns.map((column) => run.summary?.machines?.[name]?.around?.[part]?.[column] ?? []);

const largest = (values) => values.reduce((most, v) => (v > most ? v : most), 0);

// A round step so that three or four rings reach the greatest value.
function ringStep(most) {
  const raw = most / 3.5, power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
}

function grid(most) {
  const group = svg("g", { class: "polar-grid" }), labels = svg("g");
  const { factor, unit } = scaleFor("N", most);
  const step = most > 0 ? ringStep(most) : 1;
  const top = Math.max(step, Math.ceil(most / step - 1e-9) * step);
  const radius = (q) => inner + (outer - inner) * Math.min(1, q / top); // the start-up may go beyond
  for (let q = 0; q <= top * 1.001; q += step) {
    group.append(svg("circle", { cx: centre, cy: centre, r: radius(q) }));
    const [x, y] = place((112.5 * Math.PI) / 180, radius(q) - 9);
    if (q > 0) labels.append(svg("text", { x, y: y + 4, "text-anchor": "middle", class: "polar-ring-label" },
      `${number(q / factor, 3).replace(/\.(\d*?)0+$/, ".$1").replace(/\.$/, "")} ${unit}`));
  }
  for (let d = 0; d < 360; d += 45) {
    const a = (d * Math.PI) / 180;
    const [x1, y1] = place(a, inner), [x2, y2] = place(a, outer), [tx, ty] = place(a, outer + 46);
    group.append(svg("line", { x1, y1, x2, y2 }));
    const name = { 0: "0° (x)", 90: "90° (y)" }[d] ?? `${d}°`;
    group.append(svg("text", { x: tx, y: ty + 4, "text-anchor": "middle" }, name));
  }
  return { group, labels, radius };
}

function envelopePath(most, radius) {
  const sectors = most.length;
  let path = "", down = false;
  for (let s = 0; sectors && s <= sectors; s++) {
    const q = most[s % sectors];
    if (q === null) {
      down = false;
      continue;
    }
    const [x, y] = place(((s + 0.5) / sectors) * 2 * Math.PI, radius(q));
    path += `${down ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`;
    down = true;
  }
  return path;
}

function legend(races, most, since) {
  const entry = (race, text, kind) => {
    const mark = element("span", { class: `legend-mark ${kind}` });
    mark.style.borderColor = `var(${race.colour})`;
    return element("span", { class: "legend-item" }, mark, element("span", {}, text));
  };
  return element("div", { class: "chart-legend" },
    ...races.flatMap((r, k) => [entry(r, `${r.name}, shown time`, "thick"),
      ...(most[k].length ? [entry(r, `${r.name}, greatest ${since}`, "dashed")] : [])]));
}

function drawBalls(group, races, balls, row, radius) {
  group.replaceChildren();
  balls.forEach((ball, k) => {
    const angle = ball.azimuth[row];
    if (!Number.isFinite(angle)) return;
    for (const race of races) {
      // The two bars of a ball stand side by side, 4.5 px from its ray.
      const [nx, ny] = [Math.sin(angle) * 4.5 * race.shift, Math.cos(angle) * 4.5 * race.shift];
      const [x1, y1] = place(angle, inner), [x2, y2] = place(angle, radius(Math.max(0, ball[race.key][row] || 0)));
      const bar = svg("line", { x1: x1 + nx, y1: y1 + ny, x2: x2 + nx, y2: y2 + ny, class: "polar-bar" });
      bar.style.stroke = `var(${race.colour})`;
      group.append(bar);
    }
    const [bx, by] = place(angle, outer + 13);
    group.append(svg("circle", { cx: bx, cy: by, r: 10, class: "polar-ball" }),
      svg("text", { x: bx, y: by + 4, "text-anchor": "middle", class: "polar-ball-label" }, String(k + 1)));
  });
}

// `figure` is {part, x (their azimuth), columns (loads), names}.
export function createPolar(container, run, name, figure, bus) {
  const { part } = figure, races = loadsOf(figure), balls = ballsOf(run, name, figure);
  if (!balls.length) return null;
  const { from, of } = run.summary?.machines?.[name] ?? {}, most = envelopes(run, name, figure);
  const shown = races.flatMap(({ key }) => balls.map((ball) => largest(ball[key]))); // without a summary
  const { group, labels, radius } = grid(largest(most.some((m) => m.length) ? most.flat() : shown));
  const moving = svg("g");
  const picture = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "polar", role: "img",
    "aria-label": `Loads of the ${part}s around the axis` }, group);
  races.forEach((race, k) => {
    const path = svg("path", { d: envelopePath(most[k], radius), class: "polar-envelope" });
    path.style.stroke = `var(${race.colour})`;
    picture.append(path);
  });
  picture.append(moving, labels);
  const caption = element("p", { class: "note" });
  container.append(element("figure", { class: "polar-figure", "data-test": "polar" }, picture,
    legend(races, most, (from > 0 ? `from ${quantity(from, "s", 3)} on` : "over time") + (of ? `, of ${of}` : "")),
    caption));
  const show = (time) => {
    const row = nearest(run.time.data, time);
    if (row < 0) return;
    drawBalls(moving, races, balls, row, radius);
    const loaded = balls.filter((b) => races.every(({ key }) => b[key][row] > 0)).length;
    const top = Math.max(...balls.flatMap((b) => races.map(({ key }) => b[key][row] || 0)));
    caption.textContent =
      `t = ${quantity(run.time.data[row], "s")}: ${loaded} of ${balls.length} ${part}s carry, ` +
      `greatest load then ${quantity(top, "N")}`;
  };
  show(run.time.data[0]);
  const stop = bus.on("time", show);
  return { element: picture, remove: stop };
}
