// Numbers for people: engineering prefixes (µm, kN, MPa), a fixed number of figures, and the prefix that suits a whole
// axis.

const prefixes = [
  [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"], [1e-12, "p"],
];

// Units that take a prefix, with the least and greatest factor in use: nobody reads km of displacement or Tm/s.
const limits = {
  m: [1e-12, 1], s: [1e-9, 1], N: [1e-6, 1e6], Pa: [1, 1e9], J: [1e-12, 1e6], W: [1e-9, 1e6], Hz: [1, 1],
  "m/s": [1e-9, 1], "N m": [1e-9, 1e6], rad: [1e-9, 1], "m/s^2": [1, 1], "N/m": [1, 1e9],
};

const shownUnits = { "N m": "N\u00a0m", "m/s^2": "m/s²", "1": "", "-": "" };

// "1" and "-" are ways to write that a number has no unit.
export function unitText(unit) {
  return shownUnits[unit] ?? unit ?? "";
}

// The factor and the unit in which `magnitude` (in SI) is shown: 2.3e-6 m gives {factor: 1e-6, unit: "µm"}.
export function scaleFor(unit, magnitude) {
  const [least, greatest] = limits[unit] ?? [1, 1];
  const size = Math.abs(magnitude);
  if (!(size > 0) || !Number.isFinite(size)) return { factor: 1, unit: unitText(unit) };
  // 0.9995 of a prefix rounds to it: 999.96 N is shown as 1 kN.
  for (const [factor, prefix] of prefixes)
    if (factor <= greatest && factor >= least && (size >= 0.9995 * factor || factor === least))
      return { factor, unit: prefix + unitText(unit) };
  return { factor: least, unit: unitText(unit) };
}

const exponentDigits = { "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷",
  "8": "⁸", "9": "⁹" };

export function powerOfTen(exponent) {
  return "10" + [...String(exponent)].map((c) => exponentDigits[c]).join("");
}

// A number with `figures` significant figures; very large and very small ones with a power of ten; minus as a minus
// sign.
export function number(value, figures = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  let text;
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(figures - 1).split("e");
    text = `${mantissa}\u00a0·\u00a0${powerOfTen(Number(exponent))}`;
  } else {
    // The exponent after rounding: 0.99999 is 1.000, not 1.0000.
    const exponent = Number(value.toExponential(figures - 1).split("e")[1]);
    const digits = Math.max(0, figures - 1 - exponent);
    text = value.toFixed(Math.min(digits, 20));
    if (size >= 1e4) text = text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  }
  return text.replace("-", "−");
}

// A count, all its digits: 39 747.
export function count(value) {
  return String(value).replace("-", "−").replace(/\B(?=(\d{3})+$)/g, Math.abs(value) >= 1e4 ? "\u202f" : "");
}

// A value with its unit, in parts: {number: "11.12", unit: "µm"}.
export function parts(value, unit, figures = 4) {
  const { factor, unit: shown } = scaleFor(unit, value ?? NaN);
  return { number: number(value === null || value === undefined ? NaN : value / factor, figures), unit: shown };
}

// "11.12 µm"; a value without unit is the number alone.
export function quantity(value, unit, figures = 4) {
  const p = parts(value, unit, figures);
  return p.unit && p.number !== "–" ? `${p.number}\u00a0${p.unit}` : p.number;
}

// Decimals that a step needs: 0.25 needs two.
function decimalsOf(step) {
  let decimals = 0;
  while (decimals < 12 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) decimals++;
  return decimals;
}

// The labels of an axis: as many decimals as its step needs, the same for all.
export function tickLabels(values, step) {
  const decimals = step > 0 ? decimalsOf(step) : 0;
  const largest = Math.max(...values.map((v) => Math.abs(v ?? 0)));
  return values.map((v) => {
    if (v === null || v === undefined) return "";
    if (largest >= 1e6 || (largest > 0 && largest < 1e-4)) return number(v, 3);
    return v.toFixed(decimals).replace(/^-(?=0*\.?0*$)/, "").replace("-", "−");
  });
}

// Labels of a logarithmic axis: only powers of ten carry one.
export function logLabels(values) {
  return values.map((v) => {
    if (!(v > 0)) return "";
    const exponent = Math.round(Math.log10(v));
    if (Math.abs(Math.log10(v) - exponent) > 1e-6) return "";
    return exponent >= -2 && exponent <= 3 ? String(10 ** exponent).slice(0, 6) : powerOfTen(exponent);
  });
}

// Hours as people say them: 30 528 h (3.5 years).
export function hours(value) {
  if (!Number.isFinite(value)) return { number: value > 0 ? "∞" : "–", unit: "h", note: "" };
  const years = value / 8766;
  return { number: number(value, value >= 1e4 ? 5 : 4), unit: "h",
    note: years >= 1 ? `${number(years, 2)} years` : "" };
}

const perUnit = { "rad/s": { unit: "rpm", factor: 30 / Math.PI }, rad: { unit: "deg", factor: 180 / Math.PI } };

// A headline figure of the summary, {label, value, unit}, in units that people read.
export function card({ label, value, unit }) {
  if (unit === "h") {
    const { note, ...text } = hours(value);
    return { label, value, text, note };
  }
  const other = perUnit[unit];
  if (!other || unit === "rad" && Math.abs(value) < 1e-3) return { label, value, unit };
  return { label, value, text: { number: number(value * other.factor), unit: other.unit },
    note: unit === "rad" ? "" : `${number(value)} ${unit}` };
}
