// Time on the page: play, pause, speed, scrub, and the keys for them. Tells every part by the event "time" and listens
// to it, so that a click in a chart moves the player too.
import { button, element, select } from "./dom.js";
import { frameAt } from "./scene/motion.js";

const speeds = [];
for (let decade = -6; decade <= 1; decade++) for (const digit of [1, 2, 5]) speeds.push(Number(`${digit}e${decade}`));

// The speed at which the whole run takes about ten seconds, but never faster than true.
function suitableSpeed(duration) {
  const wanted = Math.min(1, duration / 10);
  return speeds.reduce((best, s) => (s <= wanted * 1.001 ? s : best), speeds[0]);
}

function speedText(speed) {
  if (speed === 1) return "true speed";
  if (speed > 1) return `${speed} × faster`;
  const slower = Math.round(1 / speed);
  return `1/${String(slower).replace(/\B(?=(\d{3})+$)/g, "\u202f")} of true speed`;
}

function decimalsFor(time) {
  const n = time.length, step = n > 1 ? (time[n - 1] - time[0]) / (n - 1) : 1;
  return step > 0 ? Math.min(9, Math.max(1, Math.ceil(-Math.log10(step)) + 1)) : 3;
}

// Keys that a control of the page needs for itself.
function takesKey(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.matches("select, textarea, [contenteditable], summary")) return true;
  if (target.matches("input[type=range]")) return key !== " " && target.dataset.test !== "scrub";
  if (target.matches("input[type=checkbox], input[type=radio], button, a")) return key === " " || key === "Enter";
  return target.matches("input");
}

export function createPlayer(container, run, bus) {
  const time = run.time.data, first = time[0] ?? 0, last = time[time.length - 1] ?? 0;
  const decimals = decimalsFor(time);
  const state = { t: first, playing: false, speed: suitableSpeed(last - first), stamp: 0, request: 0 };
  const toggle = button("▶", "Play or pause (space)", () => (state.playing ? pause() : play()),
    { "data-test": "play", class: "play", "aria-label": "Play" });
  const back = button("❙◀", "One frame back (left arrow)", () => stepBy(-1),
    { "aria-label": "One frame back", "data-test": "step-back" });
  const ahead = button("▶❙", "One frame ahead (right arrow)", () => stepBy(1),
    { "aria-label": "One frame ahead", "data-test": "step-ahead" });
  const scrub = element("input", { type: "range", min: first, max: last, step: "any", value: first, class: "scrub",
    "data-test": "scrub", "aria-label": "Time" });
  const label = element("output", { class: "time", "data-test": "time", "aria-live": "off" });
  const speed = select(speeds.map((s) => [String(s), speedText(s)]), String(state.speed),
    (value) => (state.speed = Number(value)), {
    "data-test": "speed", "aria-label": "Speed of the animation",
  });
  scrub.addEventListener("input", () => set(Number(scrub.value)));
  const still = time.length < 2;
  for (const control of [toggle, back, ahead, scrub, speed]) control.disabled = still;
  container.append(element("div", { class: "player", role: "group", "aria-label": "Animation" }, toggle, back, ahead,
    scrub, label, speed));

  function show() {
    scrub.value = state.t;
    label.textContent = time.length ? `t = ${state.t.toFixed(decimals)} s` : "no instants recorded";
    scrub.setAttribute("aria-valuetext", `${state.t.toFixed(decimals)} s`);
  }
  function set(t) {
    bus.emit("time", Math.min(last, Math.max(first, t)));
  }
  function stepBy(frames) {
    pause();
    const { i, s } = frameAt(time, state.t);
    const from = frames < 0 && s > 1e-6 ? i + 1 : i;
    set(time[Math.min(time.length - 1, Math.max(0, from + frames))]);
  }
  function tick(now) {
    state.request = requestAnimationFrame(tick);
    const passed = Math.min(0.25, (now - state.stamp) / 1000) * state.speed;
    state.stamp = now;
    set(state.t >= last ? first : state.t + passed);
  }
  function mark(playing) {
    state.playing = playing;
    toggle.textContent = playing ? "❚❚" : "▶";
    toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
  }
  function play() {
    if (still || state.playing) return;
    mark(true);
    state.stamp = performance.now();
    state.request = requestAnimationFrame(tick);
  }
  function pause() {
    cancelAnimationFrame(state.request);
    mark(false);
  }
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || takesKey(event.target, event.key))
      return;
    const many = event.shiftKey ? 10 : 1;
    const action = {
      " ": () => (state.playing ? pause() : play()), ArrowLeft: () => stepBy(-many), ArrowRight: () => stepBy(many),
      Home: () => set(first), End: () => set(last), Escape: () => bus.emit("select", null),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  document.addEventListener("keydown", key);
  const end = bus.on("time", (t) => {
    state.t = Math.min(last, Math.max(first, t)); // another run may last longer
    show();
  });
  show();
  return {
    play, pause, set, stepBy,
    get time() {
      return state.t;
    },
    get playing() {
      return state.playing;
    },
    dispose() {
      pause();
      end();
      document.removeEventListener("keydown", key);
      container.replaceChildren();
    },
  };
}
