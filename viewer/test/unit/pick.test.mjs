// What a click in the picture selects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceOf, orderOf } from "../../src/scene/pick.js";

const contact = { kind: "contact", name: "touch" }, ball = { kind: "body", name: "ball" },
  far = { kind: "body", name: "far" }, floor = { kind: "body", name: "floor" };
const hits = [{ distance: 1, fixed: true, choice: floor }, { distance: 4, choice: far }, { distance: 2, choice: ball },
  { distance: 3, choice: ball }];

test("arrows seen through bodies come first, fixed bodies last", () => {
  assert.deepEqual(orderOf([{ distance: 9, choice: contact }], hits, true), [contact, ball, far, floor]);
  assert.deepEqual(orderOf([{ distance: 3, choice: contact }], hits, false), [ball, contact, far, floor]);
});

test("clicks at the same place go on to what lies behind", () => {
  const list = [contact, ball, floor];
  assert.equal(choiceOf(list, null, false), contact);
  assert.equal(choiceOf(list, contact, false), contact, "elsewhere a click begins anew");
  assert.equal(choiceOf(list, { ...contact }, true), ball);
  assert.equal(choiceOf(list, ball, true), floor);
  assert.equal(choiceOf(list, floor, true), contact);
  assert.equal(choiceOf(list, null, true), contact);
  assert.equal(choiceOf([], ball, true), null);
});
