/** Reads a text; null if it is missing or storage is unavailable. */
export function readStorage(where: "local" | "session", key: string): string | null {
  try {
    return (where === "local" ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it if null. */
export function writeStorage(where: "local" | "session", key: string, value: string | null): void {
  try {
    const storage = where === "local" ? localStorage : sessionStorage;
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Nothing is stored if storage is full or disabled.
  }
}

export function readFlag(key: string): boolean {
  return readStorage("local", key) === "true";
}

export function writeFlag(key: string, value: boolean): void {
  writeStorage("local", key, value ? "true" : null);
}
