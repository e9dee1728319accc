// Residuals looked at as noise: their histogram beside the normal density, how they depend on each other.

const normal = (s) => Math.exp((-s * s) / 2) / Math.sqrt(2 * Math.PI);

// The outline of a histogram of `values` as a density: {x, y}. Bins as wide as the rule of Freedman and Diaconis says.
export function histogram(values) {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).sort(), n = sorted.length;
  if (n < 2 || !(sorted[n - 1] > sorted[0])) return null;
  const quartile = (q) => sorted[Math.min(n - 1, Math.floor(q * n))];
  const range = sorted[n - 1] - sorted[0], wanted = (2 * (quartile(0.75) - quartile(0.25))) / Math.cbrt(n);
  const bins = Math.min(60, Math.max(5, Math.ceil(range / (wanted > 0 ? wanted : range)))), width = range / bins;
  const counts = new Array(bins).fill(0);
  for (const v of sorted) counts[Math.min(bins - 1, Math.floor((v - sorted[0]) / width))]++;
  const x = [sorted[0]], y = [0];
  counts.forEach((c, k) => {
    x.push(sorted[0] + k * width, sorted[0] + (k + 1) * width);
    y.push(c / (n * width), c / (n * width));
  });
  return { x: [...x, sorted[n - 1]], y: [...y, 0] };
}

export function normalDensity(least, most, count = 81) {
  const x = Array.from({ length: count }, (_, k) => least + ((most - least) * k) / (count - 1));
  return { x, y: x.map(normal) };
}

// Correlation of neighbouring values: 0 for noise, near 1 for a pattern.
export function neighbours(values) {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  let squares = 0, products = 0;
  for (let i = 0; i < values.length; i++) {
    squares += (values[i] - mean) ** 2;
    if (i) products += (values[i] - mean) * (values[i - 1] - mean);
  }
  return squares > 0 ? products / squares : 0;
}
