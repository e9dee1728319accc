// What is shown, as files: a chart as PNG with its title and legend, its numbers as CSV in SI units.

import { element } from "./dom.js";

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A file name from any text: letters, digits, dots and dashes stay.
export function fileName(text, ending) {
  const clean = text.replace(/[^\p{L}\p{N}.-]+/gu, "_").replace(/^[_.]+|_+$/g, "").slice(0, 80);
  return `${clean || "chart"}.${ending}`;
}

function field(text) {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

const cell = (value) => (value === undefined || Number.isNaN(value) ? "" : String(value));

// Columns of {x, y, xName, yName} as CSV, only rows with x between the limits. Columns that share their x stand beside
// one x.
export function csvText(columns, limits = [-Infinity, Infinity]) {
  const tables = [];
  for (const c of columns) {
    const same = tables.find((t) => t.x === c.x && t.xName === c.xName);
    if (same) same.columns.push(c);
    else tables.push({ x: c.x, xName: c.xName, columns: [c], rows: [] });
  }
  for (const t of tables)
    t.x.forEach((x, i) => {
      if (x >= limits[0] && x <= limits[1]) t.rows.push(i);
    });
  const head = tables.flatMap((t) => [t.xName, ...t.columns.map((c) => c.yName)]).map(field);
  const lines = [head.join(",")];
  const length = Math.max(0, ...tables.map((t) => t.rows.length));
  for (let r = 0; r < length; r++)
    lines.push(tables.flatMap((t) => {
      const i = t.rows[r];
      return i === undefined ? ["", ...t.columns.map(() => "")]
        : [cell(t.x[i]), ...t.columns.map((c) => cell(c.y[i]))];
    }).join(","));
  return lines.join("\n") + "\n";
}

export function saveCsv(name, columns, limits) {
  download(fileName(name, "csv"), new Blob([csvText(columns, limits)], { type: "text/csv" }));
}

// Draws the legend's entries ({text, colour, dash}) into lines of at most `width` pixels; returns the height used.
function drawLegend(context, entries, width, top, pixel, colour) {
  const line = 20 * pixel, mark = 26 * pixel, gap = 18 * pixel;
  let x = 12 * pixel, y = top + line;
  context.textBaseline = "middle";
  context.textAlign = "left";
  for (const e of entries) {
    const needed = mark + context.measureText(e.text).width + gap;
    if (x + needed > width && x > 12 * pixel) {
      x = 12 * pixel;
      y += line;
    }
    context.strokeStyle = e.colour;
    context.lineWidth = 2 * pixel;
    context.setLineDash((e.dash ?? []).map((d) => d * pixel));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + mark - 6 * pixel, y);
    context.stroke();
    context.fillStyle = colour;
    context.fillText(e.text, x + mark, y);
    x += needed;
  }
  return y - top + line;
}

// A chart's canvas with title above and legend below, on a plain ground.
export function savePng(name, chart, title, entries, colours) {
  const pixel = chart.width / chart.clientWidth || 1;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const font = `${13 * pixel}px system-ui, sans-serif`;
  canvas.width = chart.width;
  canvas.height = 1;
  context.font = font;
  const legendHeight = drawLegend(context, entries, canvas.width, 0, pixel, colours.text);
  const head = 30 * pixel;
  canvas.height = chart.height + head + legendHeight;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colours.text;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `bold ${14 * pixel}px system-ui, sans-serif`;
  context.fillText(title, canvas.width / 2, head / 2);
  context.drawImage(chart, 0, head);
  context.font = font;
  drawLegend(context, entries, canvas.width, head + chart.height, pixel, colours.text);
  canvas.toBlob((blob) => download(fileName(name, "png"), blob), "image/png");
}
