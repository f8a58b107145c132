import type { SubscriptionCheck } from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";

/** @throws ApiError (429 if called too often), TypeError */
export async function verifySubscription(email: string): Promise<SubscriptionCheck> {
  return sendJson<SubscriptionCheck>("POST", "/api/verify-subscription", { email });
}

/** Mails a code to an address with access. @returns the server's message @throws ApiError, TypeError */
export async function requestCode(email: string): Promise<string> {
  const { message } = await sendJson<{ message: string }>("POST", "/api/access/request-code", { email });
  return message;
}

/** @throws ApiError (401 for a wrong code), TypeError */
export async function verifyCode(email: string, code: string): Promise<SubscriptionCheck> {
  return sendJson<SubscriptionCheck>("POST", "/api/access/verify-code", { email, code });
}

/** The access that the server remembers for this browser. @throws ApiError, TypeError */
export async function accessSession(): Promise<SubscriptionCheck> {
  return getJson<SubscriptionCheck>("/api/access/session");
}
