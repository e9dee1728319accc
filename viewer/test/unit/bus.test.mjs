// Events between the parts of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBus } from "../../src/bus.js";

test("a part made late is told the present time, and nothing else of the past", () => {
  const bus = createBus(), heard = [];
  bus.on("time", (t) => heard.push(["early", t]));
  bus.emit("time", 0.25);
  bus.emit("select", { kind: "body", name: "a" });
  const end = bus.on("time", (t) => heard.push(["late", t]));
  bus.on("select", (choice) => heard.push(["select", choice]));
  bus.emit("time", 0.5);
  end();
  bus.emit("time", 0.75);
  assert.deepEqual(heard, [["early", 0.25], ["late", 0.25], ["early", 0.5], ["late", 0.5], ["early", 0.75]]);
});
