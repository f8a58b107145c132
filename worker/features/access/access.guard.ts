import type { Context } from "hono";
import { ACCESS_DAYS } from "../../contracts/subscribers.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { AppError } from "../../platform/errors.ts";
import type { AppEnv } from "../../platform/http.ts";
import { subscriberOfCookie } from "./access.service.ts";

/** Remembers in a browser whose access was verified. */
export const accessCookie = siteCookie("access", "Lax", ACCESS_DAYS * 86_400);

/**
 * The id of the subscriber whose access a browser has verified.
 * @throws AppError `access.required` without access
 */
export async function requireAccess(c: Context<AppEnv>): Promise<number> {
  const subscriber = await subscriberOfCookie(c.var.deps, accessCookie.read(c));
  if (!subscriber) throw new AppError("access.required");
  return subscriber.id;
}
