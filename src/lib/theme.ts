import { writeStorage } from "./storage.ts";

// The boot script in the page's head applies a stored choice before the first paint.

/** Returns the local storage key from the boot script's attribute. */
function storageKey(): string | undefined {
  return document.querySelector<HTMLScriptElement>("script[data-theme-key]")?.dataset["themeKey"];
}

/** Sets the colour of the browser's toolbar to the colour of the page. */
function colourBars(): void {
  const colour = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute("content", colour);
}

/** Applies the stored choice; without one, the system's setting applies. */
export function applyStoredTheme(): void {
  if (document.documentElement.dataset["theme"]) colourBars();
}

/** Switches between light and dark, and stores the choice. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset["theme"] ?? system) === "dark" ? "light" : "dark";
  root.dataset["theme"] = next;
  colourBars();
  const key = storageKey();
  if (key) writeStorage("local", key, next);
}
