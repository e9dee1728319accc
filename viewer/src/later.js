// Work that may wait until the page is there: done piece by piece when the browser is idle, and at once before
// printing.

const queue = [];
let asked = false;

const idle = globalThis.requestIdleCallback ? (work) => requestIdleCallback(work, { timeout: 400 })
  : (work) => setTimeout(work, 10);

function one() {
  asked = false;
  queue.shift()?.();
  ask();
}

function ask() {
  if (asked || !queue.length) return;
  asked = true;
  idle(one);
}

// Calls `work` soon; returns a function that does it at once, if it was not done yet.
export function later(work) {
  queue.push(work);
  ask();
  return () => {
    const at = queue.indexOf(work);
    if (at >= 0) queue.splice(at, 1)[0]();
  };
}

export function finish() {
  while (queue.length) queue.shift()();
}

// Tests without a browser have neither.
globalThis.addEventListener?.("beforeprint", finish);
globalThis.matchMedia?.("print").addEventListener("change", finish);
