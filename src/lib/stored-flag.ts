/** Yes/no choices kept in the browser. Storage can be full, switched off or absent: then nothing is remembered. */
export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) === "true";
  } catch {
    return false;
  }
}

export function writeFlag(key: string, value: boolean): void {
  try {
    if (value) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Forgotten at the end of the visit.
  }
}
