// What an identification says in words: notes on parameters, whether the acceptance is met and what that is worth.
// Texts only.

import { number } from "../format.js";

const strong = 0.9; // correlation from which two parameters count as trading off
const wide = 0.05; // half an interval, as part of the value, that acceptance does not excuse

export const percent = (share, figures = 3) => `${number(100 * share, figures)}\u00a0%`;
const limit = (share) => `${Number((100 * share).toPrecision(3))}\u00a0%`; // as somebody has written it
const list = (texts) => (texts.length < 2 ? texts.join("")
  : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`);

// Half the interval as part of the value; NaN without an interval.
export function uncertainty({ value, interval }) {
  const [low, high] = interval ?? [];
  return Number.isFinite(low) && Number.isFinite(high) && value ? (high - low) / 2 / Math.abs(value) : NaN;
}

// Pairs of parameters that the data hardly tell apart, strongest first: [{a, b, r}].
export function tradeOffs(summary, least = strong) {
  const names = Object.keys(summary.correlation ?? {}), pairs = [];
  names.forEach((a, i) =>
    names.slice(i + 1).forEach((b) => {
      const r = summary.correlation[a]?.[b];
      if (Math.abs(r) >= least) pairs.push({ a, b, r });
    }));
  return pairs.sort((p, q) => Math.abs(q.r) - Math.abs(p.r));
}

// The notes on one parameter.
export function parameterNotes(summary, name) {
  const p = summary.parameters[name], notes = [];
  if (p.fixed) notes.push("no influence on the curves: kept at its start");
  else if (p.at_bound) notes.push("ends at its bound: no interval, the others hold for this value");
  else if (!Number.isFinite(p.std_error)) notes.push("not determined by the data");
  else if (uncertainty(p) > 0.5) notes.push("poorly determined");
  for (const { a, b, r } of tradeOffs(summary))
    if (a === name || b === name) notes.push(`trades off with ${a === name ? b : a} (${number(r, 3)})`);
  return notes;
}

// "Acceptance is met: 90 % of the points within 10 % …"
export function verdict(summary) {
  const a = summary.acceptance;
  if (!a || typeof summary.accepted !== "boolean") return "No acceptance was asked for.";
  const wanted =
    [`${limit(a.share)} of the points of each curve within ${limit(a.pointwise)} of the measured value (or of ` +
    `${limit(a.floor)} of the greatest)`];
  if (a.area > 0) wanted.push(`the area of loops within ${limit(a.area)}`);
  if (a.largest > 0) wanted.push(`no point farther off than ${limit(a.largest)} of the greatest`);
  const failed = (summary.curves ?? []).filter((c) => c.accepted === false).map((c) => `${c.experiment}.${c.curve}`);
  return `Acceptance is ${summary.accepted ? "met" : "not met"}: ` +
    `${list(wanted)}.${failed.length ? ` Not so: ${list(failed)}.` : ""}`;
}

const pairsText = (pairs) => {
  const named = pairs.slice(0, 3).map(({ a, b, r }) => `'${a}' and '${b}' (correlation ${number(r, 3)})`);
  return `${named.join("; ")}${pairs.length > 3 ? `; and ${pairs.length - 3} more pairs` : ""} trade off along a ` +
    `valley in which the curves hardly change`;
};

// Why curves that are near enough do not prove the parameters; "" where intervals and correlations give no reason to
// say so.
export function caution(summary) {
  const parameters = Object.entries(summary.parameters ?? {}), pairs = tradeOffs(summary);
  const open = parameters.filter(([, p]) => p.fixed || p.at_bound || !Number.isFinite(p.std_error))
    .map(([name]) => `'${name}'`);
  const loose = parameters.filter(([, p]) => uncertainty(p) > wide)
    .map(([name, p]) => `'${name}' (±${percent(uncertainty(p), 2)})`);
  const reasons = pairs.length ? [pairsText(pairs)] : [];
  if (loose.length) reasons.push(`the data leave ${list(loose)} open`);
  if (open.length) reasons.push(`${list(open)} ${open.length > 1 ? "have" : "has"} no interval at all`);
  if (!reasons.length) return "";
  if (!loose.length && !open.length)
    return `Acceptance alone would prove little here: ${reasons[0]}, so that values outside their intervals may be ` +
      `near enough, too. It is the intervals that count, and these only if the residuals are noise.`;
  const head = summary.accepted === true ? "That acceptance is met is not enough here"
    : "Look at the intervals before the values";
  return `${head}: ${reasons.join("; ")}. Other values give curves as near as these; other measurements, or a ` +
    `value from elsewhere for one of them, would decide.`;
}

// What chi-squared says.
export function chiSquared(summary) {
  const dof = summary.degrees_of_freedom;
  if (!Number.isFinite(summary.chi2_reduced))
    return "The noise was estimated from the residuals, so that χ²/(n − p) is 1 by construction and says nothing " +
      "about the model.";
  const off = (summary.chi2_reduced - 1) / Math.sqrt(2 / dof);
  const size = "noise of the given size",
    more = `more than ${size}: the model does not follow the data, or sigma is too small`,
    less = `less than ${size}: sigma is too large`;
  const text = Math.abs(off) < 5 ? `as expected of ${size}` : off > 0 ? more : less;
  return `χ²/(n − p) = ${number(summary.chi2_reduced, 4)} with n − p = ${dof}: ${text}.`;
}
