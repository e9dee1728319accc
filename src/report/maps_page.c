/* See maps_page.h. Maps are shown with at most SHOWN pictures points each way, each the mean of its cells; sections are those of the grid. */
#include "maps_page.h"

#include <math.h>
#include <string.h>

#include "encode.h"

enum { SHOWN = 360 };

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>abut</title>\n<style>\n"
    "body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #222; background: #fff }\n"
    "h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: .3rem 0 }\n"
    ".row { display: flex; flex-wrap: wrap; gap: 1.5rem } figure { margin: 0 }\n"
    "canvas { image-rendering: pixelated; border: 1px solid #bbb; width: 360px }\n"
    "svg { border: 1px solid #bbb; background: #fff } td { padding: 0 .8rem 0 0 } td + td { font-variant-numeric: "
    "tabular-nums }\n"
    "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } svg { background: #eee } }\n"
    "</style>\n</head>\n<body>\n<h1></h1>\n<div id=\"maps\" class=\"row\"></div>\n<div id=\"curves\" "
    "class=\"row\"></div>\n"
    "<table id=\"figures\"></table>\n<script type=\"application/json\" id=\"data\">";

static const char page_tail[] =
    "</script>\n<script>\n"
    "const data = JSON.parse(document.getElementById('data').textContent)\n"
    "const make = (name, parent, text) => { const e = document.createElement(name); if (text !== undefined) "
    "e.textContent = text;\n"
    "  parent.append(e); return e }\n"
    "const say = x => x === null ? '-' : Number(x.toPrecision(5)).toString()\n"
    "document.title = data.title; document.querySelector('h1').textContent = data.title\n"
    "const stops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]]\n"
    "const colour = t => { const s = Math.min(Math.max(t, 0), 1) * 4, k = Math.min(Math.floor(s), 3)\n"
    "  return stops[k].map((v, i) => Math.round(v + (stops[k + 1][i] - v) * (s - k))) }\n"
    "function map(f) {\n"
    "  const figure = make('figure', document.getElementById('maps')); make('h2', figure, f.meaning)\n"
    "  const canvas = make('canvas', figure); canvas.width = data.width; canvas.height = data.height\n"
    "  canvas.style.height = Math.min(360 * data.ly / data.lx, 900) + 'px'\n"
    "  const c = canvas.getContext('2d'), image = c.createImageData(data.width, data.height)\n"
    "  const known = f.map.filter(v => v !== null), low = Math.min(...f.range), high = Math.max(...f.range)\n"
    "  f.map.forEach((v, k) => { const i = k % data.width, j = data.height - 1 - Math.floor(k / data.width)\n"
    "    const rgb = v === null ? [255, 255, 255] : colour(high > low ? (v - low) / (high - low) : 0)\n"
    "    image.data.set([...rgb, 255], 4 * (j * data.width + i)) })\n"
    "  c.putImageData(image, 0, 0)\n"
    "  make('div', figure, `${say(low)} to ${say(high)} ${f.unit}; window ${say(data.lx)} x ${say(data.ly)} m` +\n"
    "    (known.length < f.map.length ? '; white: no body' : ''))\n}\n"
    "function curve(title, xs, ys, xlabel, ylabel) {\n"
    "  const pairs = xs.map((x, k) => [x, ys[k]]).filter(p => p[0] !== null && p[1] !== null); if (pairs.length < 2) "
    "return\n"
    "  const figure = make('figure', document.getElementById('curves')); make('h2', figure, title)\n"
    "  const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'), W = 420, H = 240\n"
    "  svg.setAttribute('width', W); svg.setAttribute('height', H); figure.append(svg)\n"
    "  const ends = k => [Math.min(...pairs.map(p => p[k])), Math.max(...pairs.map(p => p[k]))]\n"
    "  const [x0, x1] = ends(0), [y0, y1] = ends(1), X = x => 12 + (W - 24) * (x - x0) / (x1 - x0 || 1)\n"
    "  const Y = y => H - 12 - (H - 24) * (y - y0) / (y1 - y0 || 1), line = document.createElementNS(ns, 'polyline')\n"
    "  line.setAttribute('points', pairs.map(p => X(p[0]).toFixed(1) + ',' + Y(p[1]).toFixed(1)).join(' '))\n"
    "  line.setAttribute('fill', 'none'); line.setAttribute('stroke', '#21618c'); line.setAttribute('stroke-width', "
    "1.5); svg.append(line)\n"
    "  make('div', figure, `${xlabel}: ${say(x0)} to ${say(x1)}; ${ylabel}: ${say(y0)} to ${say(y1)}`)\n}\n"
    "data.fields.forEach(map)\n"
    "data.sections.forEach(s => s.fields.slice(0, 2).forEach((f, k) => curve(`${data.fields[k].meaning} along ${s.along}`, s.at, "
    "f, s.along + ' m',\n"
    "  data.fields[k].name + ' ' + data.fields[k].unit)))\n"
    "data.tables.forEach(t => t.columns.slice(1).forEach(c => curve(`${c.meaning} over ${t.columns[0].meaning}`, "
    "t.columns[0].values,\n"
    "  c.values, t.columns[0].name + ' ' + t.columns[0].unit, c.name + ' ' + c.unit)))\n"
    "for (const [key, value] of Object.entries(data.summary || {})) {\n"
    "  if (value === null || (typeof value === 'object' && value.length > 3)) continue\n"
    "  const row = make('tr', document.getElementById('figures')); make('td', row, key)\n"
    "  make('td', row, typeof value === 'number' ? say(value) : Array.isArray(value) ? value.map(v => typeof v === "
    "'number' ? say(v) : v).join(', ')\n"
    "    : String(value)) }\n"
    "</script>\n</body>\n</html>\n";

static void put_number(FILE *to, double v, const char *before) {
    if (isfinite(v))
        (void)fprintf(to, "%s%.6g", before, v);
    else
        (void)fprintf(to, "%snull", before);
}

static void put_numbers(FILE *to, const double *v, size_t count, size_t step) {
    (void)fputc('[', to);
    for (size_t k = 0; k < count; k++) put_number(to, v[k * step], k ? "," : "");
    (void)fputc(']', to);
}

/* The mean of the cells behind one point of the picture; the body need not be everywhere. */
static double mean_of(const map_set *m, const double *v, int i0, int i1, int j0, int j1) {
    double sum = 0;
    long count = 0;
    for (int j = j0; j < j1; j++)
        for (int i = i0; i < i1; i++) {
            double x = v[(size_t)j * (size_t)m->nx + (size_t)i];
            if (isfinite(x)) sum += x, count++;
        }
    return count ? sum / (double)count : INFINITY;
}

static void put_field(FILE *to, const map_set *m, const map_field *f, int width, int height) {
    double low = INFINITY, high = -INFINITY;
    for (size_t c = 0, n = (size_t)m->nx * (size_t)m->ny; c < n; c++)
        if (isfinite(f->value[c])) low = fmin(low, f->value[c]), high = fmax(high, f->value[c]);
    (void)fprintf(to, "{\"name\":");
    encode_text(to, f->name);
    (void)fprintf(to, ",\"unit\":");
    encode_text(to, f->unit);
    (void)fprintf(to, ",\"meaning\":");
    encode_text(to, f->meaning);
    put_number(to, low, ",\"range\":[");
    put_number(to, high, ",");
    (void)fprintf(to, "],\"map\":[");
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            long i0 = (long)i * m->nx / width, i1 = (long)(i + 1) * m->nx / width, j0 = (long)j * m->ny / height,
                 j1 = (long)(j + 1) * m->ny / height;
            put_number(to, mean_of(m, f->value, (int)i0, (int)i1, (int)j0, (int)j1), i || j ? "," : "");
        }
    (void)fprintf(to, "]}");
}

static void put_section(FILE *to, const map_set *m, int along, int i, int j) {
    int count = along ? m->ny : m->nx;
    (void)fprintf(to, "{\"along\":\"%s\",\"at\":[", along ? "y" : "x");
    for (int k = 0; k < count; k++) put_number(to, along ? map_y(m, k) : map_x(m, k), k ? "," : "");
    (void)fprintf(to, "],\"fields\":[");
    for (int f = 0; f < m->fields; f++) {
        const double *first = m->field[f].value + (along ? (size_t)i : (size_t)j * (size_t)m->nx);
        if (f) (void)fputc(',', to);
        put_numbers(to, first, (size_t)count, along ? (size_t)m->nx : 1);
    }
    (void)fprintf(to, "]}");
}

static void put_table(FILE *to, const h5_table *t) {
    (void)fprintf(to, "{\"columns\":[");
    for (int c = 0; c < t->columns; c++) {
        (void)fprintf(to, "%s{\"name\":", c ? "," : "");
        encode_text(to, t->column[c].name);
        (void)fprintf(to, ",\"unit\":");
        encode_text(to, t->column[c].unit);
        (void)fprintf(to, ",\"meaning\":");
        encode_text(to, t->column[c].meaning);
        (void)fprintf(to, ",\"values\":");
        put_numbers(to, t->column[c].values, (size_t)t->rows, 1);
        (void)fprintf(to, "}");
    }
    (void)fprintf(to, "]}");
}

abut_status maps_page(const run_folder *folder, const char *title, const char *summary, const map_set *m, int i, int j,
                      const h5_table *more, int count, abut_message *message) {
    FILE *to = folder_begin(folder, "report.html", message);
    if (!to) return ABUT_BAD_FILE;
    int width = m->nx < SHOWN ? m->nx : SHOWN, height = m->ny < SHOWN ? m->ny : SHOWN;
    (void)fputs(page_head, to);
    (void)fprintf(to, "{\"title\":");
    encode_text(to, title ? title : "dry contact on a grid");
    (void)fprintf(to, ",\"width\":%d,\"height\":%d,\"lx\":%.9g,\"ly\":%.9g,\"fields\":[", width, height, m->lx, m->ly);
    for (int f = 0; f < m->fields; f++) {
        if (f) (void)fputc(',', to);
        put_field(to, m, &m->field[f], width, height);
    }
    (void)fprintf(to, "],\"sections\":[");
    put_section(to, m, 0, i, j);
    (void)fputc(',', to);
    put_section(to, m, 1, i, j);
    (void)fprintf(to, "],\"tables\":[");
    for (int t = 0; t < count; t++) {
        if (t) (void)fputc(',', to);
        put_table(to, &more[t]);
    }
    (void)fprintf(to, "],\"summary\":");
    if (summary)
        encode_json(to, summary, strlen(summary));
    else
        (void)fputs("null", to);
    (void)fputc('}', to);
    (void)fputs(page_tail, to);
    return folder_end(folder, "report.html", to, message);
}
