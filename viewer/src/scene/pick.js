// What a click means. Under one point of the screen may lie several things: arrows and ellipses of contacts, bodies,
// and others behind them. The first click takes the foremost; further clicks at the same place go on to what lies
// behind it.
import { Raycaster, Vector2 } from "three";

const same = (a, b) => a !== null && b !== null && a.kind === b.kind && a.name === b.name;

// Contacts and bodies that a ray has hit, as choices in the order of clicks. Hits are {distance, choice}, of bodies
// with `fixed`. Contacts seen through bodies lie before all of them, fixed bodies (which one sees through) behind all.
export function orderOf(contacts, bodies, through) {
  const near = (a, b) => a.distance - b.distance;
  const moving = bodies.filter((hit) => !hit.fixed), fixed = bodies.filter((hit) => hit.fixed).sort(near);
  const front = through ? [...contacts.slice().sort(near), ...moving.sort(near)] : [...contacts, ...moving].sort(near);
  const list = [];
  for (const { choice } of [...front, ...fixed]) if (!list.some((known) => same(known, choice))) list.push(choice);
  return list;
}

// The choice of a click: the first of the list, or at the place of the last click the one behind what is selected.
export function choiceOf(list, selected, again) {
  const at = again ? list.findIndex((choice) => same(choice, selected)) : -1;
  return list[(at + 1) % list.length] ?? null;
}

// Everything under a point of the page, in the order of clicks.
export function choicesAt(picture, x, y) {
  const { canvas, eye, planes, bodies, contacts, run } = picture;
  const box = canvas.getBoundingClientRect(), ray = new Raycaster();
  ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height),
    eye.camera);
  const seen = (hit) => planes.every((p) => p.distanceToPoint(hit.point) >= 0);
  const touched = contacts.group.visible ? ray.intersectObjects(contacts.pickable, false).filter(seen) : [];
  const ofContacts =
    touched.map((hit) => ({ distance: hit.distance, contact: contacts.contactOf(hit.object, hit.instanceId) }))
    .filter((hit) => hit.contact >= 0).map(
      (hit) => ({ distance: hit.distance, choice: { kind: "contact", name: run.contacts.names[hit.contact] } }));
  const ofBodies = ray.intersectObjects(bodies.meshes(), false)
    .filter((hit) => seen(hit) && hit.object.userData.body >= 0).map((hit) => {
    const b = hit.object.userData.body;
    return { distance: hit.distance, fixed: bodies.bodies[b].fixed,
      choice: { kind: "body", name: run.bodies.names[b] } };
  });
  return orderOf(ofContacts, ofBodies, contacts.options.through);
}

// Clicks of the canvas select; a drag turns the view and selects nothing.
export function bindClicks(picture, bus) {
  const { canvas, state } = picture;
  let down = null, last = null;
  const away = (from, e) => (from ? Math.hypot(e.clientX - from[0], e.clientY - from[1]) : Infinity);
  canvas.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
  canvas.addEventListener("pointerup", (e) => {
    if (e.button === 0 && away(down, e) < 4) {
      bus.emit("select", choiceOf(choicesAt(picture, e.clientX, e.clientY), state.selected, away(last, e) < 4));
      last = [e.clientX, e.clientY];
    }
    down = null;
  });
}
