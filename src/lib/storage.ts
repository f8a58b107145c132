/** What the browser remembers, for good or until the tab is closed. Storage can be full, switched off or absent: null. */
export function storedText(where: "local" | "session", key: string): string | null {
  try {
    return (where === "local" ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text, or forgets it when it is null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Forgotten at the end of the visit.
  }
}

/** A yes/no choice. */
export function readFlag(key: string): boolean {
  return storedText("local", key) === "true";
}

export function writeFlag(key: string, value: boolean): void {
  writeStored(key, value ? "true" : null);
}
