import { ACCESS_DAYS } from "../../contracts/subscribers.ts";
import { siteCookie } from "../../platform/cookies.ts";

/** Remembers in a browser whose access was verified. */
export const accessCookie = siteCookie("access", "Lax", ACCESS_DAYS * 86_400);
