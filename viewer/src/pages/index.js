// The pages of a report: the general one for every run, and one per machine. A page is one file that exports
// {type, create(container, run, name, bus, tools)} and may offer keyFigures(run, name, tools), shown at the top; a new machine adds its import and its entry in the list below.

import { createChart } from "../chart.js";
import { element } from "../dom.js";
import * as format from "../format.js";
import { later } from "../later.js";
import { createPolar } from "../polar.js";
import { createSpectrum } from "../spectrum.js";
import { headline, section, table } from "./parts.js";
import { ballBearing } from "./ball_bearing.js";
import { general } from "./general.js";

export const pages = [ballBearing];

// What a page builds with. chart(container, run, choice, bus) takes {title, ids, x, logX, logY, height}.
export const tools = {
  element, format, headline, section, table,
  polar: createPolar,
  spectrum: createSpectrum,
  chart: (container, run, choice, bus, options) => createChart(container, [run], choice, bus, options),
};

export function pageFor(type) {
  return pages.find((p) => p.type === type) ?? null;
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
      made.append(element("p", { class: "banner bad", role: "alert" }, `This part could not be shown: ${error.message}`));
    }
  });
}

// The pages of one run, in reading order: its machines first, then what every run has.
export function createPages(container, run, bus) {
  for (const [name, machine] of Object.entries(run.machines)) {
    const page = pageFor(machine.type);
    if (page) place(container, machine.type, (made) => page.create(made, run, name, bus, tools));
  }
  place(container, "general", (made) => general.create(made, run, null, bus, tools));
}
