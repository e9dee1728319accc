// Regimes of lubrication in the plane of Moes' numbers M (load) and L (lubricant): the asymptotes of the film
// thickness, which of them rules, and where the borders run. Every asymptote is H = c M^m L^l.

export const regimeNames = ["no film", "rigid, isoviscous", "elastic, isoviscous", "rigid, piezoviscous",
  "elastic, piezoviscous"];

// D = 0: line contact, by Moes; else the ratio of curvatures of a point contact, by Nijenbanning, Venner and Moes.
function powers(D) {
  if (!(D > 0)) return { RI: { c: 3, m: -1, l: 0 }, EI: { c: 2.621, m: -1 / 5, l: 0 },
    RP: { c: 1.287, m: 0, l: 2 / 3 }, EP: { c: 1.311, m: -1 / 8, l: 3 / 4 } };
  const g = 1 + 0.006 * Math.log(D) + 0.63 * D ** (4 / 7);
  return {
    RI: { c: (145 * (1 + 0.796 * D ** (14 / 15)) ** (-15 / 7)) / D, m: -2, l: 0 },
    EI: { c: 3.18 * g ** (-14 / 25) * D ** (-1 / 15), m: -2 / 15, l: 0 },
    RP: { c: 1.29 * (1 + 0.691 * D) ** (-2 / 3), m: 0, l: 2 / 3 },
    EP: { c: 1.48 * g ** (-7 / 20) * D ** (-1 / 24), m: -1 / 12, l: 3 / 4 },
  };
}

const value = ({ c, m, l }, M, L) => c * M ** m * (l ? L ** l : 1);

// {RI, EI, RP, EP}: rigid or elastic, isoviscous or piezoviscous.
export function asymptotes(M, L, D = 0) {
  return Object.fromEntries(Object.entries(powers(D)).map(([name, p]) => [name, value(p, M, L)]));
}

// 1 to 4 as in the results, 0 without a film: of the isoviscous the greater rules, of the piezoviscous the lesser, of
// both the greater.
export function regimeOf(M, L, D = 0) {
  if (!(M > 0) || !(L >= 0)) return 0;
  const { RI, EI, RP, EP } = asymptotes(M, L, D);
  if (Math.min(RP, EP) > Math.max(RI, EI)) return RP < EP ? 3 : 4;
  return RI > EI ? 1 : 2;
}

const samples = 400;

// The L above which the lubricant is piezoviscous.
function onset(p, M) {
  const H = Math.max(value(p.RI, M), value(p.EI, M));
  return Math.max((H / p.RP.c) ** (1 / p.RP.l), (H / value({ ...p.EP, l: 0 }, M)) ** (1 / p.EP.l));
}

// The borders within a window {M: [low, high], L: [low, high]}: [{label, x, y}], NaN outside.
export function borders({ M: [low, high], L: [bottom, top] }, D = 0) {
  const p = powers(D), M = Array.from({ length: samples + 1 }, (_, k) => low * (high / low) ** (k / samples));
  const inside = (L) => (L >= bottom && L <= top ? L : NaN);
  const soft = (p.RI.c / p.EI.c) ** (1 / (p.EI.m - p.RI.m)), start = onset(p, soft); // where RI = EI
  const both = (m) => ((p.RP.c / p.EP.c) * m ** -p.EP.m) ** (1 / (p.EP.l - p.RP.l)); // where RP = EP
  const lines = [
    { label: "isoviscous below, piezoviscous above", x: M, y: M.map((m) => inside(onset(p, m))) },
    { label: "rigid left, elastic right", x: [...M, NaN, soft, soft],
      y: [...M.map((m) => (both(m) > onset(p, m) ? inside(both(m)) : NaN)), NaN,
        ...(soft >= low && soft <= high && start > bottom ? [bottom, Math.min(start, top)] : [NaN, NaN])] },
  ];
  return lines.filter((l) => l.y.some(Number.isFinite));
}

// The middle of what each regime has of the window: [{x, y, text}]; slivers go without a name.
export function regimePlaces({ M, L }, D = 0) {
  const cells = 40, sums = regimeNames.map(() => ({ count: 0, u: 0, v: 0 }));
  const at = ([low, high], share) => low * (high / low) ** share;
  for (let i = 0; i < cells; i++)
    for (let k = 0; k < cells; k++) {
      const u = (i + 0.5) / cells, v = (k + 0.5) / cells, sum = sums[regimeOf(at(M, u), at(L, v), D)];
      sum.count++;
      sum.u += u;
      sum.v += v;
    }
  return sums.flatMap(({ count, u, v }, k) => (k && count > 0.03 * cells * cells
    ? [{ x: at(M, u / count), y: at(L, v / count), text: regimeNames[k] }] : []));
}
