// Lubrication: regimes in the plane of Moes' numbers, films of contacts, charts of one contact and of several.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitAxes } from "../../src/plot.js";
import * as format from "../../src/format.js";
import { commonD, filmCharts, filmContacts, filmId, filmTable, regimeMap,
  regimeShares } from "../../src/pages/film.js";
import { numbers } from "../../src/quantities.js";
import { asymptotes, borders, regimeOf, regimePlaces } from "../../src/regimes.js";
import { array, contacts, runsOf } from "./runs.mjs";

const near = (value, wanted) => assert.ok(Math.abs(value / wanted - 1) < 1e-12, `${value} instead of ${wanted}`);

test("asymptotes are those of the program", () => {
  // abut film --contact line --force '2 kN' --length '10 mm' --rho-x '100 1/m' --u-sum '10 m/s' --eta0 '10 mPa.s'
  // --alpha '20 1/GPa' --json
  const line = { RI: 0.22786635759382506, EI: 1.5652323384560913, RP: 6.6863251977053855, EP: 6.063629092626547 };
  for (const [name, value] of Object.entries(asymptotes(13.165611772087663, 11.841682770069864)))
    near(value, line[name]);
  // abut film --contact point --force '200 N' --rho-y '30 1/m' --rho-x '100 1/m' --u-sum '2 m/s' --eta0 '5 mPa.s'
  // --alpha '20 1/GPa' --json
  const point = { RI: 3.5449828976249054e-5, EI: 1.0241397621368453, RP: 4.0270639368083208, EP: 3.0218948581480998 };
  for (const [name, value] of Object.entries(asymptotes(2885.5959519420858, 6.659067581404809, 0.3)))
    near(value, point[name]);
});

test("the regime of a point in the plane", () => {
  assert.deepEqual([regimeOf(0.1, 1), regimeOf(100, 0.5), regimeOf(1.2, 50), regimeOf(100, 10)], [1, 2, 3, 4]);
  assert.equal(regimeOf(100, 0), 2, "a lubricant whose viscosity does not depend on the pressure");
  assert.equal(regimeOf(100, 10, 1), 3);
  assert.equal(regimeOf(0, 5), 0);
  assert.equal(regimeOf(NaN, 5), 0);
});

test("borders part the regimes that they name, and nothing else does", () => {
  const frame = { M: [0.1, 1e4], L: [0.3, 30] };
  for (const D of [0, 0.1, 1]) {
    const [viscous, rigid] = borders(frame, D);
    viscous.x.forEach((M, i) => {
      const L = viscous.y[i];
      if (Number.isFinite(L))
        assert.ok(regimeOf(M, 0.999 * L, D) <= 2 && regimeOf(M, 1.001 * L, D) >= 3, `D = ${D}, M = ${M}`);
    });
    rigid.x.forEach((M, i) => {
      const L = rigid.y[i] * (1 - 1e-6); // three regimes meet at the end
      if (Number.isFinite(L) && Number.isFinite(M))
        assert.ok(regimeOf((1 - 1e-5) * M, L, D) % 2 === 1 && regimeOf((1 + 1e-5) * M, L * (1 - 1e-4), D) % 2 === 0,
          `D = ${D}, M = ${M}, L = ${L}`);
    });
    for (const line of [viscous, rigid])
      assert.ok(line.y.every((L) => Number.isNaN(L) || (L >= 0.3 && L <= 30)), "a border leaves the window");
  }
  assert.equal(borders({ M: [100, 1000], L: [3, 10] }, 0).length, 0, "no border in sight");
});

test("every regime that is in sight has its name within it", () => {
  for (const { x, y, text } of regimePlaces({ M: [0.1, 1000], L: [0.1, 100] })) {
    const [body, lubricant] = text.split(", ");
    assert.equal(regimeOf(x, y), (lubricant === "piezoviscous" ? 3 : 1) + (body === "elastic" ? 1 : 0), text);
  }
  assert.deepEqual(regimePlaces({ M: [100, 1000], L: [3, 10] }).map((p) => p.text), ["elastic, piezoviscous"]);
});

// Two lubricated contacts and a dry one, which carries most.
const films = (columns) => ({ names: ["wet", "oily"],
  ...Object.fromEntries(Object.entries(columns)
    .map(([name, rows]) => [name, array(rows.flat(), [rows.length, 2])])) });
const part = {
  contacts: contacts({ oily: [10, 20, 5], wet: [0, 100, 0.05], dry: [900, 900, 900] }),
  films: films({ h_c: [[0, 1e-7], [2e-7, 1.1e-7], [9e-6, 1.2e-7]], h_min: [[0, 8e-8], [1e-7, 9e-8], [8e-6, 9e-8]],
    M: [[0, 20], [50, 30], [1, 10]], L: [[0, 5], [6, 5], [6, 5]],
    D: [[0, 0.5], [0, 0.5], [0, 0.5]], regime: [[0, 3], [4, 4], [1, 4]], T_fluid: [[0, 1], [2, 1], [0, 1]],
    T_rolling: [[0, 0.1], [0.2, 0.1], [0, 0.1]], loss: [[0, 1], [3, 1], [0, 2]] }),
  summary: { contacts: { wet: { h_min_least: 1e-7, lambda_least: 0, loss_mean: 1, energy_lost: { friction: 4, fluid: 3,
    boundary: 0, rolling: 1 }, regimes: { none: 0, rigid_isoviscous: 0, elastic_isoviscous: 0, rigid_piezoviscous: 0,
    elastic_piezoviscous: 1 } }, oily: { energy_lost: { friction: 4, fluid: 0, boundary: 0, rolling: 0 }, regimes: {
    none: 0.004, rigid_isoviscous: 0, elastic_isoviscous: 0, rigid_piezoviscous: 0.33,
    elastic_piezoviscous: 0.666 } } } },
};
const both = [{ contact: "wet", label: "wet" }, { contact: "oily", label: "oily" }];

test("films of a contact, with gaps where it is free", () => {
  const [run] = runsOf(part);
  assert.deepEqual(filmContacts(run), ["wet", "oily"]);
  assert.deepEqual(filmContacts(run, (name) => name === "wet"), ["oily"]);
  assert.deepEqual([...numbers(run, "contact/wet/M").values], [0, 50, 1], "as recorded");
  assert.deepEqual([...numbers(run, filmId(run, "wet", "M")).values], [NaN, 50, NaN]);
  assert.equal(regimeShares(run, "wet"), "elastic, piezoviscous 100 %");
  assert.equal(regimeShares(run, "oily"), "elastic, piezoviscous 67 %; rigid, piezoviscous 33 %; no film 1 %");
  assert.equal(regimeShares(run, "dry"), "");
});

test("one contact shows the parts of its friction, several a curve each", () => {
  const [run] = runsOf(part), one = filmCharts(run, both.slice(0, 1)), all = filmCharts(run, both);
  assert.deepEqual(Object.values(one.film.names), ["central film", "least film"]);
  assert.deepEqual(one.friction.ids, ["film/wet/T_fluid", "film/wet/T_rolling"], "asperities take no part");
  assert.equal(one.lambda, null, "smooth surfaces");
  assert.equal(one.loss, null, "the parts of the loss were not recorded");
  assert.deepEqual(all.film.ids, ["film/wet/h_min", "film/oily/h_min"]);
  assert.deepEqual(all.loss.ids, ["film/wet/loss", "film/oily/loss"]);
  assert.equal(all.friction, null);
});

test("the map has the borders of the shape of its contacts", () => {
  const [run] = runsOf(part), line = regimeMap(run, both.slice(0, 1)), point = regimeMap(run, both.slice(1)),
    mixed = regimeMap(run, both);
  assert.deepEqual([line.x, line.ids], ["film/wet/M", ["film/wet/L"]]);
  assert.match(line.note, /line contact/);
  assert.match(point.note, /D = 0\.500/);
  assert.equal(commonD(run, ["wet", "oily"]), NaN);
  assert.deepEqual([line.under.length, point.under.length, mixed.under.length, mixed.texts.length], [2, 2, 0, 0]);
});

test("the table tells parts of the loss only where they were recorded", () => {
  const [run] = runsOf(part);
  const [wet, oily] = filmTable(run, ["wet", "oily"], { format, table: (heads, rows) => rows });
  assert.deepEqual(wet.slice(1, 7), ["100\u00a0nm", "–", "1.00\u00a0W", "75.0 %", "0 %", "25.0 %"]);
  assert.deepEqual(oily.slice(4, 7), ["–", "–", "–"]);
});

test("axes reach to levels and to a whole period", () => {
  const series = [{ x: [10, 350], y: [0.2, 0.4], xUnit: "°", unit: "" }];
  const { axes } = fitAxes(series, { levels: [1, 3], period: 360 });
  assert.deepEqual(axes.x.range, [0, 360]);
  assert.ok(axes.y.range[0] < 0.2 && axes.y.range[1] > 3);
});
