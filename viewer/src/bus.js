// A small event emitter that joins the parts of the page: "time" (seconds), "select" ({kind, name} or null),
// "hide" ({name, hidden}), "theme" ("light" or "dark"). Who comes late is told the present time at once.
const kept = ["time"];

export function createBus() {
  const listeners = new Map(), last = new Map();
  return {
    // Calls `listener(value)` at every event `name`; returns a function that ends it.
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name).add(listener);
      if (last.has(name)) listener(last.get(name));
      return () => listeners.get(name).delete(listener);
    },
    emit(name, value) {
      if (kept.includes(name)) last.set(name, value);
      for (const listener of [...(listeners.get(name) ?? [])]) listener(value);
    },
  };
}
