type Theme = "light" | "dark";

const STORAGE_KEY = "theme";

function isTheme(value: unknown): value is Theme {
  return value === "light" || value === "dark";
}

/** Storage may be switched off or full; the choice then lasts as long as the page. */
function readStored(): Theme | null {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return isTheme(value) ? value : null;
  } catch {
    return null;
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // See readStored.
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const colour = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute("content", colour);
}

/** Applies the visitor's earlier choice; without one the system's setting rules. */
export function applyStoredTheme(): void {
  const theme = readStored();
  if (theme) apply(theme);
}

/** Changes to the other theme than the one on screen, and remembers it. */
export function toggleTheme(): void {
  const chosen = document.documentElement.dataset["theme"];
  const current = isTheme(chosen) ? chosen : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = current === "dark" ? "light" : "dark";
  apply(next);
  store(next);
}
