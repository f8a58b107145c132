/** What the browser remembers, for good or until the tab is closed. Storage can be full, switched off or absent: null. */
export function storedText(where: "local" | "session", key: string): string | null {
  try {
    return (where === "local" ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text, or forgets it when it is null. Where nothing can be stored, it is forgotten with the page. */
export function writeStored(where: "local" | "session", key: string, value: string | null): void {
  try {
    const storage = where === "local" ? localStorage : sessionStorage;
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Full or switched off.
  }
}

/** A yes/no choice. */
export function readFlag(key: string): boolean {
  return storedText("local", key) === "true";
}

export function writeFlag(key: string, value: boolean): void {
  writeStored("local", key, value ? "true" : null);
}
