// Building blocks of pages: headline figures, tables, titled sections.

import { element } from "../dom.js";
import { parts } from "../format.js";

// Figures as [{label, value, unit, note, figures, text}]; `text` ({number, unit}) stands in for value and unit. A
// figure whose value is not a finite number is left out.
export function headline(figures) {
  const list = element("dl", { class: "headline", "data-test": "headline" });
  for (const f of figures) {
    if (!f.text && !Number.isFinite(f.value)) continue;
    const shown = f.text ?? parts(f.value, f.unit, f.figures ?? 4);
    const value = element("dd", {}, element("span", { class: "headline-number" }, shown.number),
      shown.unit ? ` ${shown.unit}` : null);
    if (f.note) value.append(element("span", { class: "headline-note" }, f.note));
    list.append(element("div", { class: "headline-figure" }, element("dt", {}, f.label), value));
  }
  return list;
}

// A figure in one line; a dash for none.
export function figureText(figure) {
  if (!figure) return "–";
  const shown = figure.text ?? parts(figure.value, figure.unit, figure.figures ?? 4);
  return [shown.number, shown.unit].filter(Boolean).join("\u00a0");
}

// A part of a page with a heading; `level` 2 or 3.
export function section(container, title, level = 3, ...children) {
  const made = element("section", { class: "page-part" }, element(`h${level}`, {}, title), ...children);
  container.append(made);
  return made;
}

// A table of texts: heads as texts or [text, unit]; the first cell of a row names it.
export function table(heads, rows, caption) {
  const head = element("tr", {}, ...heads.map((h) => {
    const [text, unit] = Array.isArray(h) ? h : [h, ""];
    return element("th", { scope: "col" }, text, unit ? element("span", { class: "unit" }, unit) : null);
  }));
  const body = rows.map((cells) => element("tr", {},
    ...cells.map((c, k) => element(k ? "td" : "th", k ? {} : { scope: "row" }, c))));
  const made = element("table", { class: "figures" }, caption ? element("caption", {}, caption) : null,
    element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table-wrap", tabindex: "0", role: "region", "aria-label": caption ?? "table" },
    made);
}
