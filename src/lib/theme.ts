import { writeStored } from "./storage.ts";

// The visitor's earlier choice is read by the script in the page's head, before the first paint; it is written here.

/** Name of the stored choice: an attribute of that script, so that both use the same. */
function storageKey(): string | undefined {
  return document.querySelector<HTMLScriptElement>("script[data-theme-key]")?.dataset["themeKey"];
}

/** Gives the browser's own bars the colour of the page. */
function colourBars(): void {
  const colour = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute("content", colour);
}

/** Completes an earlier choice; without one the system's setting rules. */
export function continueStoredTheme(): void {
  if (document.documentElement.dataset["theme"]) colourBars();
}

/** Changes to the other theme than the one on screen, and remembers it. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset["theme"] ?? system) === "dark" ? "light" : "dark";
  root.dataset["theme"] = next;
  colourBars();
  const key = storageKey();
  if (key) writeStored("local", key, next);
}
