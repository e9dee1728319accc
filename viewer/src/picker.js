// The list of everything recorded, to choose what a chart shows: in groups, found by words.

import { button, checkbox, element } from "./dom.js";
import { unitText } from "./format.js";
import { later } from "./later.js";
import { groupNames, search } from "./quantities.js";

function row(q, picker) {
  const unit = unitText(q.unit);
  const choice = checkbox(q.owner ? `${q.owner} · ${q.name}` : q.name, picker.chosen().includes(q.id),
    (on) => picker.toggle(q.id, on), {
    "data-id": q.id,
  });
  choice.classList.add("quantity");
  choice.title = q.meaning ?? "";
  choice.append(element("span", { class: "unit" }, unit));
  return choice;
}

// Items are made when their group is opened, or when the page has time for it.
const mostAhead = 400;

function folder(title, items, fill, open = false) {
  const body = element("div", { class: "quantity-items" });
  const made = element("details", { class: "quantity-group", open },
    element("summary", {}, `${title} (${items.length})`), body);
  let filled = false;
  const show = () => {
    if (!filled) fill(body, items);
    filled = true;
  };
  made.addEventListener("toggle", () => made.open && show());
  if (open) show();
  else if (items.length <= mostAhead) later(show);
  return made;
}

function byOwner(items, picker) {
  const owners = new Map();
  for (const q of items) owners.set(q.owner, [...(owners.get(q.owner) ?? []), q]);
  const rows = (body, list) => body.append(...list.map((q) => row(q, picker)));
  return (body) => {
    for (const [owner, list] of owners)
      if (owner === null || owners.size === 1) rows(body, list);
      else body.append(folder(owner, list, rows));
  };
}

const mostFound = 300; // by a search

// A searchable list of quantities with a checkbox each. `chosen()` gives the ids of the chart in work, `toggle(id,
// on)` is told.
export function createPicker(list, chosen, toggle) {
  const picker = { chosen, toggle, refresh, element: null };
  const results = element("div", { class: "quantity-list", role: "group", "aria-label": "Recorded quantities",
    "data-test": "quantity" });
  const input = element("input", {
    type: "search", placeholder: "Search: ball1 Q, shaft x, p_max …", "aria-label": "Search quantities", oninput: fill,
    "data-test": "quantity-search",
  });
  function fill() {
    results.replaceChildren();
    if (input.value.trim()) {
      const found = search(list, input.value);
      results.append(...found.slice(0, mostFound).map((q) => row(q, picker)));
      if (!found.length) results.append(element("p", { class: "note" }, "nothing recorded under these words"));
      if (found.length > mostFound)
        results.append(element("p", { class: "note" }, `and ${found.length - mostFound} more: give another word`));
      return;
    }
    for (const [group, title] of Object.entries(groupNames)) {
      const items = list.filter((q) => q.group === group);
      if (items.length) results.append(folder(title, items, byOwner(items, picker)));
    }
  }
  function refresh() {
    const ids = new Set(chosen());
    for (const box of results.querySelectorAll("input[data-id]")) box.checked = ids.has(box.dataset.id);
  }
  const clear = button("Clear", "Take all curves out of the active chart", () => picker.toggle(null, false));
  picker.element = element("div", { class: "picker" },
    element("div", { class: "picker-head" }, input, clear), results);
  fill();
  return picker;
}
