import * as z from "zod/mini";

/** Body of the moderators' login. The length limit keeps a guess from costing a hash of megabytes. */
export const passwordLogin = z.object({
  password: z.string("Please enter the password.").check(z.maxLength(200, "Too long.")),
});

/** Response of POST /api/admin/login/link, whatever the outcome. */
export const LOGIN_LINK_MESSAGE =
  "A login link goes to the site’s contact address, at most three times an hour. It works once, for 10 minutes.";

/** Answer of GET /api/admin/session. */
export interface AdminSession {
  authenticated: boolean;
}

/** Body of the operator's login; an empty password does not count as a guess. */
export const operatorLogin = z.object({
  password: z
    .string("Please enter the password.")
    .check(z.minLength(1, "Please enter the password."), z.maxLength(200, "Too long.")),
});

/** Answer of POST /api/stats/auth. */
export interface OperatorSession {
  /** Sent as `x-stats-session` or `X-Session-ID` where cookies are unavailable. */
  sessionId: string;
}
