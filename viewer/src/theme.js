// Light or dark: as the system says until somebody chooses. The choice is kept where the browser lets a page keep
// something.
import { button } from "./dom.js";

const key = "abut-theme";

function kept() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A page opened from a mail may not store anything; the choice then lasts as long as the page.
  }
}

// Sets data-theme of the document and emits "theme"; returns the button that switches.
export function createTheme(bus) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = ["light", "dark"].includes(kept()) ? kept() : null;
  const current = () => chosen ?? (dark.matches ? "dark" : "light");
  const switcher = button("", "Switch between light and dark", () => {
    chosen = current() === "dark" ? "light" : "dark";
    keep(chosen);
    apply();
  }, { "data-test": "theme" });
  function apply() {
    document.documentElement.dataset.theme = current();
    switcher.textContent = current() === "dark" ? "☀ light" : "☾ dark";
    bus.emit("theme", current());
  }
  dark.addEventListener("change", apply);
  apply();
  return switcher;
}
