import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";
import type { PasskeyAnswer, Role } from "./people.ts";

/** Response to a request for a login link, the same for every outcome. */
export const LOGIN_LINK_MESSAGE =
  "A login link goes to the site’s contact address, at most three times an hour. It works once, for 10 minutes.";

/** How a session was opened. "link" is the login link sent to the site's contact address. */
export type LoginMethod = "password" | "link" | "passkey" | "code" | "invitation";

/** The session of the admin panel, and the person to whom it belongs. */
export interface AdminSession {
  authenticated: boolean;
  role?: Role;
  /** The person of the session; null for the shared password. */
  person?: { id: number; name: string; email: string } | null;
  /** True while there are no people yet. The holder of the password should then become the first operator. */
  needsFirstPerson?: boolean;
  /** True if the shared password is switched off and everyone logs in with their own account. */
  isPasswordOff?: boolean;
}

/** A session in the admin panel. Dates are ISO 8601 UTC. */
export interface StaffSession {
  /** Id of the session, 32 hexadecimal digits that grant no access. */
  id: string;
  /** The person of the session; null for the shared password. */
  person: { id: number; name: string } | null;
  method: LoginMethod;
  /** Browser and system, such as "Firefox on Windows"; empty if unknown. */
  device: string;
  since: string;
  lastSeenAt: string;
  /**
   * True if the session was unused for 30 minutes. An idle session no longer opens the admin panel, but a dashboard
   * that the operator opened from it still works.
   */
  isIdle: boolean;
  /** True for the session of this request. */
  isCurrent: boolean;
}

/** A session of the statistics dashboard. */
interface OperatorSession {
  /** Sent as `x-stats-session` or `X-Session-ID` where cookies are unavailable. */
  sessionId: string;
}

/** The response to a request for a login code. The login sends `request` back together with the code. */
export interface LoginCodeRequested extends DoneWithMessage {
  request: string;
}

/** Logs in to the panel with the shared password; 401 if it is wrong. */
export const logIn = operation("POST", "/api/admin/login", types<{ body: { password: string }; answer: Done }>);
/** Emails a login link to the site's contact address. The response does not reveal whether a link is sent. */
export const requestLoginLink = operation("POST", "/api/admin/login/link", types<{ answer: DoneWithMessage }>);
/** Logs in through the emailed link; 404 `session.invalid_link` for a wrong, used or expired link. */
export const logInByLink = operation("POST", "/api/admin/login/link/:token", types<{ answer: Done }>);
/**
 * Starts a login by passkey. The response is the input of `startAuthentication()` of @simplewebauthn/browser and
 * reveals nothing about any person.
 */
export const startPasskeyLogin = operation(
  "POST",
  "/api/admin/login/passkey/options",
  types<{ answer: PublicKeyCredentialRequestOptionsJSON }>,
);
/** Logs in with the result of `startAuthentication()`; 401 `passkey.refused`. */
export const logInByPasskey = operation(
  "POST",
  "/api/admin/login/passkey/verify",
  types<{
    body: {
      response: PasskeyAnswer<{
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string | null;
      }>;
    };
    answer: Done;
  }>,
);
/** Emails a login code to a person who works here. The response is the same for every email address. */
export const requestLoginCode = operation(
  "POST",
  "/api/admin/login/code",
  types<{ body: { email: string }; answer: LoginCodeRequested }>,
);
/** Logs in with an emailed code; 401 `session.wrong_code`. */
export const logInByCode = operation(
  "POST",
  "/api/admin/login/code/verify",
  types<{ body: { request: string; code: string }; answer: Done }>,
);
export const logOut = operation("POST", "/api/admin/logout", types<{ answer: Done }>);
/** Returns the caller's session. */
export const getSession = operation("GET", "/api/admin/session", types<{ answer: AdminSession }>);
/** Lists the caller's own sessions; for an operator, the sessions of everyone. */
export const listSessions = operation("GET", "/api/admin/sessions", types<{ answer: StaffSession[] }>);
/** Returns one of the sessions in {@link listSessions}. */
export const getListedSession = operation("GET", "/api/admin/sessions/:id", types<{ answer: StaffSession }>);
/** Ends one of the sessions in {@link listSessions} at once. */
export const endSession = operation("DELETE", "/api/admin/sessions/:id", types<{ answer: Done }>);

/** Opens the dashboard with its password. */
export const openDashboard = operation(
  "POST",
  "/api/stats/auth",
  types<{ body: { password: string }; answer: OperatorSession }>,
);
/** Opens the dashboard for the operator who is logged in to the panel. */
export const openDashboardAsPerson = operation("POST", "/api/stats/auth/person", types<{ answer: OperatorSession }>);
export const closeDashboard = operation("POST", "/api/stats/logout", types<{ answer: Done }>);
