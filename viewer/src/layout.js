// The frame of the page: head with status, then the sections in reading order. Returns the places that the parts fill.
import { element, select } from "./dom.js";
import { count, quantity } from "./format.js";
import { hasShapes } from "./shapes.js";

const states = {
  done: ["✓ done", "good"], stopped: ["■ stopped", "warn"], failed: ["✕ failed", "bad"],
  running: ["… not finished", "warn"], limit: ["● limit reached", "warn"],
};

// Is there anything to draw in 3D? A study has only tables.
export const isPictured = (runs) => runs.some((run) => run.bodies.names.length > 0 || run.time.data.length > 0);

// A contact on a grid is maps and loads, without curves to choose from.
export const isField = (run) => Boolean(run.field) || ["dry", "ehl", "rough"].includes(run.summary?.kind);

// The answer of a command, all of it on the page.
const isAnswer = (run) => ["ehl", "rough"].includes(run.summary?.kind);

function reached(run) {
  const s = run.summary;
  if (isAnswer(run)) return "solved";
  if (isField(run)) {
    const done = s?.loads_done ?? run.tables.loads?.columns?.[0]?.values?.data.length ?? 0;
    const many = s?.loads_wanted ?? done;
    return `${count(done)}${done < many ? ` of ${count(many)}` : ""} load${many === 1 ? "" : "s"}`;
  }
  if (hasShapes(run)) return run.summary.speeds ? `modes at ${count(run.summary.speeds.length)} speeds` : "modes";
  if (!isPictured([run])) return Number.isFinite(run.summary?.evaluations)
    ? `${count(run.summary.evaluations)} evaluation${run.summary.evaluations === 1 ? "" : "s"}`
      : "nothing was recorded";
  const end = s?.t_reached ?? run.time.data[run.time.data.length - 1];
  if (!Number.isFinite(end)) return "nothing was recorded";
  const whole = Number.isFinite(s?.t_end) && s.t_end > end ? ` of ${quantity(s.t_end, "s", 4)}` : "";
  return `simulated ${quantity(end, "s", 4)}${whole}`;
}

function sentence(text) {
  const clean = (text ?? "").trim();
  return clean ? `${clean[0].toUpperCase()}${clean.slice(1)}${/[.!?]$/.test(clean) ? "" : "."} ` : "";
}

// What happened, for runs that did not end as they should: the first thing to read.
function banner(run, many) {
  if (run.status === "done" && !run.message) return null;
  const name = many ? `${run.label}: ` : "";
  const what = {
    done: "The run is complete", stopped: "The run was stopped before its end", failed: "The run failed",
    running: "The run did not finish: it is still going on, or its program ended early",
    limit: "The limit of evaluations was reached: this is the best so far",
  }[run.status] ?? `The run has the state "${run.status}"`;
  const bad = run.status === "failed";
  return element("div", { class: `banner ${bad ? "bad" : run.status === "done" ? "good" : "warn"}`,
    role: bad ? "alert" : "status", "data-test": "banner" },
    element("strong", {}, `${name}${what}`), ` (${reached(run)}). `, sentence(run.message),
    "The page shows what was recorded.");
}

// What the run itself finds doubtful.
function doubts(run, many) {
  const list = run.summary?.warnings ?? [], heading = list.length === 1 ? "Warning" : `${list.length} warnings`;
  return list.length ? element("div", { class: "banner warn", role: "status", "data-test": "warnings" },
    element("strong", {}, many ? `${run.label}: ${heading}` : heading),
    element("ul", {}, ...list.map((w) => element("li", {}, w.path ? `${w.path}: ${w.message}` : w.message)))) : null;
}

function chip(run, many) {
  const [text, kind] = states[run.status] ?? [run.status, "warn"];
  return element("span", { class: `chip ${kind}`, "data-test": "status", title: run.name },
    many ? `${run.label}: ${text}` : text);
}

function head(runs, extras) {
  const first = runs[0], many = runs.length > 1;
  const title = [...new Set(runs.map((r) => r.title || r.label))].join(" | ");
  document.title = `${title} – abut`;
  const curves = ["Curves", "#curves"], figures = ["Figures", "#figures"];
  const sections = isField(first) ? [] : hasShapes(first) ? [figures, ["3D", "#scene"]]
    : isPictured(runs) ? [["3D", "#scene"], curves, figures] : [figures, curves];
  const nav = element("nav", { "aria-label": "Sections" },
    ...sections.map(([text, href]) => element("a", { href }, text)));
  return element("header", { class: "top" },
    element("div", { class: "top-title" }, element("h1", {}, title), ...runs.map((r) => chip(r, many)),
      element("span", { class: "muted" }, [many ? "" : reached(first), many ? "" : first.label,
        runs.version ? `abut ${runs.version}` : ""].filter(Boolean).join(" · "))),
    element("div", { class: "top-tools" }, nav, ...extras));
}

// {root, stage, player, list, curves, figures, keys, runSelect}; `shapes`: fields above the picture.
export function createLayout(root, runs, extras, changeRun, shapes = null) {
  const many = runs.length > 1;
  const place = (name, attributes = {}) => element("div", { class: name, ...attributes });
  const parts = { stage: place("stage"), player: place("player-place"),
    list: element("aside", { class: "list", "aria-label": "Bodies and contacts" }), keys: place("keys"),
    curves: place("curves-place"), figures: place("figures-place") };
  const choose = many ? select(runs.map((r, i) => [String(i), r.label]), "0", (v) => changeRun(Number(v)),
    { "aria-label": "Run in the picture", "data-test": "run" }) : null;
  const notes = runs.filter((r) => r.note)
    .map((r) => element("p", { class: "note" }, many ? `${r.label}: ${r.note}` : r.note));
  const scene = element("section", { id: "scene", class: "scene-section", "aria-label": "The machine in 3D" },
    shapes ? element("h2", {}, "Shapes") : "",
    choose ? element("label", { class: "choice run-choice" }, "run in the picture ", choose) : shapes ?? "",
    element("div", { class: "scene-grid" }, element("div", { class: "scene-left" }, parts.stage, parts.player),
      parts.list), ...notes,
    element("p", { class: "note keys-help" },
      "Keys: space plays and pauses, ← → step (with shift ten frames), home and end go to the ends, escape clears " +
      "the selection. Drag turns, wheel zooms, right drag shifts, a click selects."));
  const curves = element("section", { id: "curves", "aria-label": "Curves" }, element("h2", {}, "Curves"),
    parts.curves);
  const figures = element("section", { id: "figures", "aria-label": "Figures" }, parts.figures);
  root.append(
    head(runs, extras),
    ...runs.map((r) => banner(r, many)).filter(Boolean),
    ...runs.map((r) => doubts(r, many)).filter(Boolean),
    parts.keys,
    ...(shapes ? [figures, scene] : isPictured(runs) ? [scene, curves, figures]
      : [...notes, figures, ...(isField(runs[0]) ? [] : [curves])]),
    element("footer", { class: "note" }, `Made by abut ${runs.version ?? ""}; numbers in SI units` +
      (shapes || isAnswer(runs[0]) ? "."
        : `, all ${isField(runs[0]) ? "maps" : "recorded rows"} are in results.h5.`)));
  return parts;
}
