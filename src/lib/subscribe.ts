import { ACCESS_DAYS, type AccessSource } from "../../worker/contracts/subscribers.ts";
import { ApiError, sendJson } from "./api.ts";
import { storedText, writeStored } from "./storage.ts";

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

interface SignUp {
  email: string;
  /** The visit it is counted for, null where there is no count. Only the landing page tells it: so the form is known. */
  sessionId?: string | null;
}

/**
 * Signs an address up and gives what the server says. Whoever has joined is not invited again.
 * @throws ApiError, TypeError
 */
export async function subscribe(signUp: SignUp): Promise<string> {
  const { message } = await sendJson<{ message: string }>("POST", "/api/subscribe", signUp);
  storeAccess("email subscription");
  return message;
}

/** What a refusal says of the address itself. */
export function emailProblem(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.fields?.["email"] : undefined;
}
