// The directions x, y, z in a corner of the picture, drawn over it.
import { Vector3 } from "three";
import { svg } from "../dom.js";

const side = 96, middle = side / 2, reach = 30;

// {root, update(camera)}
export function createTriad() {
  const root = svg("svg", { class: "triad", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  const axes = ["x", "y", "z"].map((name, k) => {
    const line = svg("line", { x1: middle, y1: middle });
    const text = svg("text", { "text-anchor": "middle", "dominant-baseline": "central" }, name);
    const group = svg("g", { class: `axis axis-${name}` }, line, text);
    root.append(group);
    return { direction: new Vector3().setComponent(k, 1), line, text, group };
  });
  const right = new Vector3(), up = new Vector3(), out = new Vector3();
  return {
    root,
    update(camera) {
      camera.matrixWorld.extractBasis(right, up, out);
      for (const axis of axes) {
        const x = axis.direction.dot(right), y = axis.direction.dot(up);
        axis.line.setAttribute("x2", (middle + reach * x).toFixed(1));
        axis.line.setAttribute("y2", (middle - reach * y).toFixed(1));
        axis.text.setAttribute("x", (middle + (reach + 9) * x).toFixed(1));
        axis.text.setAttribute("y", (middle - (reach + 9) * y).toFixed(1));
        // An axis that points away stands behind.
        axis.group.setAttribute("opacity", axis.direction.dot(out) < -0.2 ? 0.55 : 1);
      }
      const far = [...axes].sort((a, b) => a.direction.dot(out) - b.direction.dot(out));
      if (far.some((axis, k) => root.childNodes[k] !== axis.group)) root.append(...far.map((axis) => axis.group));
    },
  };
}
