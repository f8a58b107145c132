import type { SubscriptionCheck } from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";

/** Whether an address is subscribed. @throws ApiError (429 after too many), TypeError */
export async function verifySubscription(email: string): Promise<SubscriptionCheck> {
  return sendJson<SubscriptionCheck>("POST", "/api/verify-subscription", { email });
}

/** Has a code mailed to an address, if it has access, and gives what the server says. @throws ApiError, TypeError */
export async function requestCode(email: string): Promise<string> {
  const { message } = await sendJson<{ message: string }>("POST", "/api/access/request-code", { email });
  return message;
}

/** @throws ApiError (401 for a wrong code), TypeError */
export async function verifyCode(email: string, code: string): Promise<SubscriptionCheck> {
  return sendJson<SubscriptionCheck>("POST", "/api/access/verify-code", { email, code });
}

/** What the server remembers of this browser. @throws ApiError, TypeError */
export async function accessSession(): Promise<SubscriptionCheck> {
  return getJson<SubscriptionCheck>("/api/access/session");
}
