import { ACCESS_DAYS, type AccessSource } from "../../../worker/contracts/subscribers.ts";
import { storedText, writeStored } from "../../lib/storage.ts";

/** Name in local storage. It silences the invitations and opens nothing: nothing is withheld. */
const ACCESS_KEY = "marketplace_access";
const ACCESS_MS = ACCESS_DAYS * 86_400_000;

interface StoredAccess {
  source: AccessSource;
  /** Milliseconds since 1970. */
  since: number;
}

function isStoredAccess(value: unknown): value is StoredAccess {
  return typeof value === "object" && value !== null && "since" in value && typeof value.since === "number";
}

/** Whether a stored text grants access still. @param now milliseconds since 1970 */
export function isValidAccess(text: string, now: number): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isStoredAccess(value) && now - value.since < ACCESS_MS;
  } catch {
    return false;
  }
}

/** Whether this browser has access; what has expired, or cannot be read, is removed. */
export function hasStoredAccess(): boolean {
  const text = storedText("local", ACCESS_KEY);
  if (text === null) return false;
  const isValid = isValidAccess(text, Date.now());
  if (!isValid) writeStored("local", ACCESS_KEY, null);
  return isValid;
}

/** Remembers access from now on. */
export function storeAccess(source: AccessSource): void {
  const access: StoredAccess = { source, since: Date.now() };
  writeStored("local", ACCESS_KEY, JSON.stringify(access));
}
