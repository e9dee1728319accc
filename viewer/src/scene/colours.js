// Colours that people with any colour vision tell apart: Okabe and Ito (2008) for kinds, a dark-to-bright scale for
// sizes.
import { Color } from "three";

const kinds = {
  ball: "#b4bfcb", cage: "#009e73", fixed: "#8b939b",
  others: ["#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#e69f00", "#f0e442"],
};

const stem = (name) => name.replace(/\d+$/, "");
const crowd = 10; // so many alike bodies (bead1, bead2 ...) share one colour

// The colour of every body: balls of machines alike, fixed bodies grey, the others in turn.
export function bodyColours(run) {
  const counts = new Map(), given = new Map();
  for (const name of run.bodies.names) counts.set(stem(name), (counts.get(stem(name)) ?? 0) + 1);
  return run.bodies.names.map((name, i) => {
    if (run.bodies.fixed[i]) return kinds.fixed;
    if (/(^|\.)ball\d+$/.test(name)) return kinds.ball;
    if (/(^|\.)cage$/.test(name)) return kinds.cage;
    const key = counts.get(stem(name)) > crowd ? stem(name) : name;
    if (!given.has(key)) given.set(key, kinds.others[given.size % kinds.others.length]);
    return given.get(key);
  });
}

export const worldColour = kinds.fixed;
export const highlight = "#d55e00";

// From dark violet to yellow; brightness grows all along, so that it reads in grey too.
const stops = ["#2c0f8a", "#5c01a6", "#8f0da4", "#b83289", "#d9576b", "#ee7b51", "#fba238",
  "#fdca26"].map((c) => new Color(c));

export function pressureColour(part, out) {
  const x = Math.min(1, Math.max(0, Number.isFinite(part) ? part : 0)) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(x));
  return out.copy(stops[k]).lerp(stops[k + 1], x - k);
}

export function pressureGradient() {
  return `linear-gradient(to right, ${stops.map((c) => `#${c.getHexString()}`).join(", ")})`;
}
