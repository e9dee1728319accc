// Small helpers to make elements; text goes in as text, never as markup.

// element("p", {class: "note", "data-test": "x", onclick: f}, "text", child, ...): null children are left out.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAll(made, attributes);
  made.append(...children.filter((c) => c !== null && c !== undefined));
  return made;
}

const svgSpace = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(svgSpace, tag);
  setAll(made, attributes);
  made.append(...children.filter((c) => c !== null && c !== undefined));
  return made;
}

function setAll(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
}

export function button(text, title, onclick, attributes = {}) {
  return element("button", { type: "button", title, onclick, ...attributes }, text);
}

// A checkbox with its label; `change` gets true or false.
export function checkbox(text, checked, change, attributes = {}) {
  const input = element("input", { type: "checkbox", checked, onchange: () => change(input.checked), ...attributes });
  const label = element("label", { class: "choice" }, input, text);
  label.input = input;
  return label;
}

// A list of choices; `items` are [value, text].
export function select(items, value, change, attributes = {}) {
  const made = element("select", { onchange: () => change(made.value), ...attributes });
  for (const [key, text] of items) made.append(element("option", { value: key, selected: key === value }, text));
  return made;
}
