// The controls of the picture: views, section, sizes of arrows and ellipses, trails. Every control calls the scene.
import { button, checkbox, element, select } from "../dom.js";

function slider(text, attributes, input) {
  const value = element("output", {});
  const range = element("input", { type: "range", "aria-label": text, ...attributes });
  const tell = () => {
    value.textContent = input(Number(range.value));
    range.setAttribute("aria-valuetext", value.textContent);
  };
  range.addEventListener("input", tell);
  const label = element("label", { class: "slider" }, text, range, value);
  label.range = range;
  label.tell = tell;
  return label;
}

function group(title, ...children) {
  return element("div", { class: "view-group", role: "group", "aria-label": title }, ...children);
}

function views(scene) {
  const one = (name, text, title) => button(text, title, () => scene.look(name), { "data-test": `view-${name}` });
  return group("View",
    one("fit", "Fit", "Look at the whole machine (reset the view)"),
    one("x", "x", "Look from +x"), one("y", "y", "Look from +y"), one("z", "z", "Look from +z"),
    checkbox("parallel", false, (on) => scene.setOrthographic(on),
      { "data-test": "parallel", title: "Parallel instead of perspective projection" }));
}

function section(scene) {
  const place = slider("at", { min: -1, max: 1, step: 0.01, value: 0, "data-test": "section-place", disabled: true },
    (v) => scene.setSection({ place: v }));
  const flip = checkbox("flip", false, (on) => { scene.setSection({ flip: on }); place.tell(); },
    { disabled: true, title: "Show the other side of the section" });
  const axis = select([["", "none"], ["x", "across x"], ["y", "across y"], ["z", "across z"]], "", (value) => {
    scene.setSection({ axis: value });
    place.range.disabled = flip.input.disabled = !value;
    place.tell();
  }, { "aria-label": "Section plane", "data-test": "section" });
  return group("Section", element("label", { class: "choice" }, "section ", axis), place, flip);
}

function contacts(scene, has) {
  if (!has) return null;
  const times = (v) => `×${v >= 10 ? Math.round(v) : Number(v.toPrecision(2))}`;
  const force = slider("arrows", { min: -1, max: 1, step: 0.05, value: 0, "data-test": "force-scale" }, (v) => {
    scene.setContacts({ force: 10 ** v });
    return times(10 ** v);
  });
  const start = Math.log10(scene.ellipseScale);
  const ellipse = slider("ellipses", { min: 0, max: Math.max(2, Math.ceil(start + 1)), step: 0.05, value: start,
    "data-test": "ellipse-scale" }, (v) => {
    scene.setContacts({ ellipse: 10 ** v });
    return times(10 ** v);
  });
  force.tell();
  ellipse.tell();
  return group("Contacts",
    checkbox("contacts", true, (on) => scene.setContacts({ shown: on }), { "data-test": "contacts-shown" }),
    checkbox("through bodies", true, (on) => scene.setContacts({ through: on }),
      { title: "Show contacts that bodies cover" }),
    force, ellipse);
}

function chosen(scene, bus) {
  const trail = checkbox("trail", false, () => scene.toggleTrail(),
    { disabled: true, title: "Draw the way of the selected body", "data-test": "trail" });
  const follow = checkbox("follow", false, (on) => scene.setFollow(on),
    { disabled: true, title: "Keep the selected body in the middle" });
  bus.on("select", () => {
    const state = scene.chosen();
    trail.input.disabled = follow.input.disabled = !state;
    trail.input.checked = Boolean(state?.trail);
    follow.input.checked = Boolean(state?.follow);
  });
  return group("Selected body", element("span", { class: "muted" }, "selected body:"), trail, follow);
}

export function createViewControls(scene, run, bus) {
  return element("div", { class: "view-controls", role: "toolbar", "aria-label": "Picture" },
    views(scene), section(scene), contacts(scene, run.contacts.names.length > 0 || !!run.collisions),
    chosen(scene, bus));
}

// What colours and arrows mean.
export function createLegend(scale, mostForce, gradient, quantity) {
  if (!(scale.most > 0)) return null;
  const bar = element("span", { class: "legend-bar" });
  bar.style.background = gradient;
  return element("div", { class: "legend", "data-test": "legend" },
    element("div", {}, `contacts: ${scale.name}`),
    element("div", { class: "legend-row" }, element("span", {}, `0`), bar,
      element("span", {}, quantity(scale.most, scale.unit, 3))),
    element("div", { class: "legend-note" },
      `arrows: force on the second (or only moving) body, up to ${quantity(mostForce, "N", 3)}`));
}
