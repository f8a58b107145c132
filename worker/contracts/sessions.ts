import * as z from "zod/mini";
import type { Role } from "./people.ts";

/** Body of the moderators' login. The length limit keeps a guess from costing a hash of megabytes. */
export const passwordLogin = z.object({
  password: z.string("Please enter the password.").check(z.maxLength(200, "Too long.")),
});

/** Response of POST /api/admin/login/link, whatever the outcome. */
export const LOGIN_LINK_MESSAGE =
  "A login link goes to the site’s contact address, at most three times an hour. It works once, for 10 minutes.";

/** How a session was opened; "link" is the login link to the site's contact address. */
export type LoginMethod = "password" | "link" | "passkey" | "code" | "invitation";

/** Answer of GET /api/admin/session. */
export interface AdminSession {
  authenticated: boolean;
  role?: Role;
  /** Null for the shared password. */
  person?: { id: number; name: string; email: string } | null;
  /** Whether nobody is named yet, so that whoever has the password should become the first operator. */
  needsFirstPerson?: boolean;
  /** Whether the shared password is switched off, so that everybody logs in as themselves. */
  isPasswordOff?: boolean;
}

/** A session in the panel; dates are ISO 8601 UTC. */
export interface StaffSession {
  /** 32 hexadecimal digits, which open nothing. */
  id: string;
  /** Null for the shared password. */
  person: { id: number; name: string } | null;
  method: LoginMethod;
  /** Such as "Firefox on Windows"; empty when unknown. */
  device: string;
  since: string;
  lastSeenAt: string;
  /** Unused for 30 minutes: it no longer opens the panel, only a dashboard that this operator opened from it. */
  isIdle: boolean;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** Body of the operator's login; an empty password does not count as a guess. */
export const operatorLogin = z.object({
  password: z
    .string("Please enter the password.")
    .check(z.minLength(1, "Please enter the password."), z.maxLength(200, "Too long.")),
});

/** Answer of POST /api/stats/auth and /api/stats/auth/person. */
export interface OperatorSession {
  /** Sent as `x-stats-session` or `X-Session-ID` where cookies are unavailable. */
  sessionId: string;
}
