import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";
import type { PasskeyAnswer, Role } from "./people.ts";

/** Response to a request for a login link, whatever the outcome. */
export const LOGIN_LINK_MESSAGE =
  "A login link goes to the site’s contact address, at most three times an hour. It works once, for 10 minutes.";

/** The way in which a session was opened; "link" is the login link to the site's contact address. */
export type LoginMethod = "password" | "link" | "passkey" | "code" | "invitation";

/** The session of the panel and the person it belongs to. */
export interface AdminSession {
  authenticated: boolean;
  role?: Role;
  /** Null for the shared password. */
  person?: { id: number; name: string; email: string } | null;
  /** True if there is no person yet, so that the holder of the password should become the first operator. */
  needsFirstPerson?: boolean;
  /** True if the shared password is switched off, so that everybody logs in as themselves. */
  isPasswordOff?: boolean;
}

/** A session in the panel; dates are ISO 8601 UTC. */
export interface StaffSession {
  /** 32 hexadecimal digits, which give no access. */
  id: string;
  /** Null for the shared password. */
  person: { id: number; name: string } | null;
  method: LoginMethod;
  /** Such as "Firefox on Windows"; empty if unknown. */
  device: string;
  since: string;
  lastSeenAt: string;
  /**
   * True if unused for 30 minutes: it no longer opens the panel, only a dashboard that this operator opened from it.
   */
  isIdle: boolean;
  /** True if it is the session of this request. */
  isCurrent: boolean;
}

/** A session of the dashboard. */
interface OperatorSession {
  /** Sent as `x-stats-session` or `X-Session-ID` where cookies are unavailable. */
  sessionId: string;
}

/** A request for a login code, to be answered with the code. */
export interface LoginCodeRequested extends DoneWithMessage {
  request: string;
}

/** Logs in to the panel with the shared password; 401 if it is wrong. */
export const logIn = operation("POST", "/api/admin/login", types<{ body: { password: string }; answer: Done }>);
/** Mails a login link to the site's contact address; the answer is the same whether or not one is sent. */
export const requestLoginLink = operation("POST", "/api/admin/login/link", types<{ answer: DoneWithMessage }>);
/** Logs in by the mailed link; 404 `session.invalid_link` for a wrong, used or expired link. */
export const logInByLink = operation("POST", "/api/admin/login/link/:token", types<{ answer: Done }>);
/**
 * Starts a login by passkey; the answer, for `startAuthentication()` of @simplewebauthn/browser, reveals nothing about
 * anybody.
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
/** Mails a login code to a person who works here; the answer is the same for every address. */
export const requestLoginCode = operation(
  "POST",
  "/api/admin/login/code",
  types<{ body: { email: string }; answer: LoginCodeRequested }>,
);
/** Logs in with a mailed code; 401 `session.wrong_code`. */
export const logInByCode = operation(
  "POST",
  "/api/admin/login/code/verify",
  types<{ body: { request: string; code: string }; answer: Done }>,
);
export const logOut = operation("POST", "/api/admin/logout", types<{ answer: Done }>);
/** Returns the caller's session. */
export const getSession = operation("GET", "/api/admin/session", types<{ answer: AdminSession }>);
/** Lists the caller's own sessions, or everybody's for an operator. */
export const listSessions = operation("GET", "/api/admin/sessions", types<{ answer: StaffSession[] }>);
/** Reads one of {@link listSessions}. */
export const getListedSession = operation("GET", "/api/admin/sessions/:id", types<{ answer: StaffSession }>);
/** Ends one of {@link listSessions} at once. */
export const endSession = operation("DELETE", "/api/admin/sessions/:id", types<{ answer: Done }>);

/** Opens the dashboard by its password. */
export const openDashboard = operation(
  "POST",
  "/api/stats/auth",
  types<{ body: { password: string }; answer: OperatorSession }>,
);
/** Opens the dashboard for the operator who is logged in to the panel. */
export const openDashboardAsPerson = operation("POST", "/api/stats/auth/person", types<{ answer: OperatorSession }>);
export const closeDashboard = operation("POST", "/api/stats/logout", types<{ answer: Done }>);
