/** What the browser remembers. Storage can be full, switched off or absent: then nothing is. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
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
  return readStored(key) === "true";
}

export function writeFlag(key: string, value: boolean): void {
  writeStored(key, value ? "true" : null);
}
