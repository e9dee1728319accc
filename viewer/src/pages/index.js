// The pages of a report: the general one for every run, one per machine, one for a run of a special kind. A page is
// one file that exports {type or kind, create(container, run, name, bus, tools)} and stands in the list below. `type`
// is that of a machine, `kind` that of the summary of a run. It may offer keyFigures(run, name, tools), shown at the
// top, and charts(runs, name), the charts to begin with. Machines without a page of their own get the one of
// machine.js. A page with `together` is one for all machines of its type: it gets a list of their names.

import { createChart } from "../chart.js";
import { element } from "../dom.js";
import * as format from "../format.js";
import { later } from "../later.js";
import { createPolar } from "../polar.js";
import { createSpectrum } from "../spectrum.js";
import { figureText, headline, section, table } from "./parts.js";
import { cam, isCamContact } from "./cam.js";
import { damagePart } from "./damage.js";
import { dry } from "./dry.js";
import { ehl } from "./ehl.js";
import { filmContacts, filmSection } from "./film.js";
import { general } from "./general.js";
import { identify } from "./identify.js";
import { machine } from "./machine.js";
import { modes } from "./modes.js";
import { rough } from "./rough.js";

export const pages = [cam, dry, ehl, identify, modes, rough];

// What a page builds with. chart(container, run, choice, bus) takes {title, ids, x, logX, logY, height}.
export const tools = {
  element, format, headline, section, table,
  polar: createPolar,
  spectrum: createSpectrum,
  chart: (container, run, choice, bus, options) => createChart(container, [run], choice, bus, options),
};

const pageOf = (type) => pages.find((p) => p.type !== undefined && p.type === type) ?? machine;
// A contact on a grid that was killed has maps but no summary.
const kindOf = (run) => run.summary?.kind ?? (run.field ? dry.kind : undefined);
const pageOfKind = (run) => pages.find((p) => p.kind !== undefined && p.kind === kindOf(run));

// The pages of the machines of a run: [{page, type, names}].
function machinePages(run) {
  const list = [];
  for (const [name, { type }] of Object.entries(run.machines)) {
    const page = pageOf(type), same = page.together && list.find((l) => l.page === page);
    if (same) same.names.push(name);
    else list.push({ page, type, names: [name] });
  }
  return list.map((l) => ({ ...l, subject: l.page.together ? l.names : l.names[0] }));
}

const isFigure = (f) => Boolean(f.text) || Number.isFinite(f.value);

// The few figures to read first: [{name, figures}], by the pages that offer some, else by the general one.
export function keyFigures(run) {
  const from = (page, subject, name = subject) => (
    { name, figures: (page?.keyFigures?.(run, subject, tools) ?? []).filter(isFigure) });
  const list = [from(pageOfKind(run), ""),
    ...machinePages(run).map(({ page, subject, names }) => from(page, subject, names.join(", ")))];
  const known = list.filter((l) => l.figures.length);
  return known.length ? known : [from(general, "")].filter((l) => l.figures.length);
}

// The same of several runs: a table per machine, with a row per run.
export function keyTables(runs) {
  const lists = runs.map((run) => keyFigures(run)), names = new Set(lists.flat().map((l) => l.name));
  return [...names].map((name) => {
    const figures = lists.map((list) => list.find((l) => l.name === name)?.figures ?? []);
    const labels = [...new Set(figures.flat().map((f) => f.label))];
    const cell = (own, label) => figureText(own.find((f) => f.label === label));
    return table([name || "Run", ...labels],
      runs.map((run, r) => [run.label, ...labels.map((label) => cell(figures[r], label))]));
  });
}

// The charts that a machine of one of the runs begins with.
export function machineCharts(runs, name) {
  const type = runs.map((run) => run.machines[name]?.type).find(Boolean);
  return pageOf(type).charts?.(runs, name) ?? [];
}

// A page is made when the browser has time, so that the picture comes first; one that fails says so in its place.
function place(container, type, make) {
  const made = element("article", { class: "page", "data-test": "page", "data-type": type });
  container.append(made);
  later(() => {
    try {
      make(made);
    } catch (error) {
      console.error(error);
      made.append(element("p", { class: "banner bad", role: "alert" },
        `This part could not be shown: ${error.message}`));
    }
  });
}

// The pages of one run, in reading order: what its kind is about, its machines, then what every run has that has rows.
export function createPages(container, run, bus) {
  const special = pageOfKind(run);
  if (special) place(container, special.kind, (made) => special.create(made, run, null, bus, tools));
  for (const { page, type, names, subject } of machinePages(run))
    place(container, type, (made) => {
      page.create(made, run, subject, bus, tools);
      for (const name of names) damagePart(made, run, name, bus, tools);
    });
  const films = filmContacts(run, (contact) => isCamContact(run, contact));
  if (films.length) place(container, "films", (made) => filmSection(made, run, films, bus, tools));
  if (!special || run.shown) place(container, "general", (made) => general.create(made, run, null, bus, tools));
}
