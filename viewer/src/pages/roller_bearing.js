// The page of a roller bearing: that of a ball bearing, with what rollers have of their own.

import { bearingPage } from "./ball_bearing.js";

const charts = [
  ["Q_inner", "Load on the inner race"], ["Q_outer", "Load on the outer race"],
  ["p_max_inner", "Pressure on the inner race"], ["q_max_inner", "Greatest load per length, inner race"],
  ["tilt", "Tilt of the rollers"], ["skew", "Skew of the rollers"], ["orbit", "Orbital speed"],
  ["spin", "Spin of the rollers"], ["slip_inner", "Sliding speed at the inner race"],
];

const table = [
  ["Q inner, mean", "Q_inner", "mean", "N"], ["Q inner, max", "Q_inner", "max", "N"],
  ["Q outer, mean", "Q_outer", "mean", "N"], ["Q outer, max", "Q_outer", "max", "N"],
  ["p inner, max", "p_max_inner", "max", "Pa"], ["p outer, max", "p_max_outer", "max", "Pa"],
  ["q inner, max", "q_max_inner", "max", "N/m"],
  ["Orbit, mean", "orbit", "mean", "rad/s"], ["Spin, mean", "spin", "mean", "rad/s"],
  ["Slip inner, max", "slip_inner", "max", "m/s"],
];

// The figures under the names that a ball bearing has for them; the rings of a roller bearing do not hold each other
// along the axis.
export function summary(s) {
  return { ...s, reaction: { x: s.fx, y: s.fy }, displacement: { x: s.dx, y: s.dy, z: { mean: 0 } },
    orbit: s.roller_orbit };
}

export const rollerBearing = bearingPage({ type: "roller_bearing", title: "Roller bearing", part: "roller", charts,
  table, summary });
