import { DAY_MS } from "../../worker/contracts/days.ts";
import type { BodyOf } from "../../worker/contracts/operation.ts";
import {
  ACCESS_DAYS,
  type AccessSource,
  createSubscription,
  SIGN_UP_KEY_HEADER,
} from "../../worker/contracts/subscribers.ts";
import { ApiError, call } from "./api.ts";
import { readStorage, writeStorage } from "./storage.ts";

/** Local storage key. The stored value suppresses the invitations, and gives no access to anything. */
const ACCESS_KEY = "marketplace_access";
const ACCESS_MS = ACCESS_DAYS * DAY_MS;

interface StoredAccess {
  source: AccessSource;
  /** Milliseconds since 1970. */
  since: number;
}

function isStoredAccess(value: unknown): value is StoredAccess {
  return typeof value === "object" && value !== null && "since" in value && typeof value.since === "number";
}

/** Returns whether stored access has not expired. @param now milliseconds since 1970 */
export function isValidAccess(text: string, now: number): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isStoredAccess(value) && now - value.since < ACCESS_MS;
  } catch {
    return false;
  }
}

/** Returns whether this browser has access; an invalid or expired entry is removed. */
export function hasStoredAccess(): boolean {
  const text = readStorage("local", ACCESS_KEY);
  if (text === null) return false;
  const isValid = isValidAccess(text, Date.now());
  if (!isValid) writeStorage("local", ACCESS_KEY, null);
  return isValid;
}

/** Returns whether a VIP has signed in here. Only VIPs see the features for VIPs. */
export const isVipBrowser = (): boolean =>
  hasStoredAccess() && readStorage("local", ACCESS_KEY)?.includes("VIP subscription") === true;

export function storeAccess(source: AccessSource): void {
  const access: StoredAccess = { source, since: Date.now() };
  writeStorage("local", ACCESS_KEY, JSON.stringify(access));
  // Hides the form from visitors who have joined (sign-up.css). On later pages the boot script sets this mark.
  document.documentElement.dataset["known"] = "";
}

let keyOfPage: string | null = null;

/** Returns the secret of this page's sign-ups: 128 random bits. */
export const signUpKey = () =>
  (keyOfPage ??= [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(""));

/**
 * Subscribes an email address, and stops invitations in this browser.
 * @returns the server's message
 * @throws ApiError, TypeError
 */
export async function subscribe(signUp: BodyOf<typeof createSubscription>): Promise<string> {
  const { message } = await call(
    createSubscription,
    { body: signUp },
    { headers: { [SIGN_UP_KEY_HEADER]: signUpKey() } },
  );
  storeAccess("email subscription");
  return message;
}

/** Returns the error for the email field in a refused request. */
export function emailProblem(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.fields?.["email"] : undefined;
}
