import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type Done, type DoneWithMessage, operation, types } from "./operation.ts";
import type { PasskeyAnswer, Role } from "./people.ts";

/** The message when somebody asks for a login link, whatever the outcome. */
export const LOGIN_LINK_MESSAGE =
  "A login link goes to the site’s contact address, at most three times an hour. It works once, for 10 minutes.";

/** How a session was opened; "link" is the login link to the site's contact address. */
export type LoginMethod = "password" | "link" | "passkey" | "code" | "invitation";

/** The session of the panel and the person it belongs to. */
export interface AdminSession {
  authenticated: boolean;
  role?: Role;
  /** Null for the shared password. */
  person?: { id: number; name: string; email: string } | null;
  /** True if nobody is named yet, so that whoever has the password should become the first operator. */
  needsFirstPerson?: boolean;
  /** True if the shared password is switched off, so that everybody logs in as themselves. */
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
  /** True if it is the one that asks. */
  isCurrent: boolean;
}

/** A session of the dashboard. */
interface OperatorSession {
  /** Sent as `x-stats-session` or `X-Session-ID` where cookies are unavailable. */
  sessionId: string;
}

/** A request for a login code, which the code answers. */
export interface LoginCodeRequested extends DoneWithMessage {
  request: string;
}

/** Logs in to the panel by the shared password; 401 if it is wrong. */
export const logIn = operation("POST", "/api/admin/login", types<{ body: { password: string }; answer: Done }>);
/** Mails a login link to the site's contact address; the answer is the same whether or not one is sent. */
export const requestLoginLink = operation("POST", "/api/admin/login/link", types<{ answer: DoneWithMessage }>);
/** 404 `session.invalid_link` for a wrong, used or expired link. */
export const logInByLink = operation("POST", "/api/admin/login/link/:token", types<{ answer: Done }>);
/** Begins a login by passkey; the answer, for `startAuthentication()` of @simplewebauthn/browser, tells nothing of anybody. */
export const startPasskeyLogin = operation(
  "POST",
  "/api/admin/login/passkey/options",
  types<{ answer: PublicKeyCredentialRequestOptionsJSON }>,
);
/** Logs in by what `startAuthentication()` gives; 401 `passkey.refused`. */
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
/** Mails a code to whoever works here; the answer is the same for every address. */
export const requestLoginCode = operation(
  "POST",
  "/api/admin/login/code",
  types<{ body: { email: string }; answer: LoginCodeRequested }>,
);
/** 401 `session.wrong_code`. */
export const logInByCode = operation(
  "POST",
  "/api/admin/login/code/verify",
  types<{ body: { request: string; code: string }; answer: Done }>,
);
export const logOut = operation("POST", "/api/admin/logout", types<{ answer: Done }>);
/** The session of whoever asks. */
export const getSession = operation("GET", "/api/admin/session", types<{ answer: AdminSession }>);
/** Lists one's own sessions, and to an operator everybody's. */
export const listSessions = operation("GET", "/api/admin/sessions", types<{ answer: StaffSession[] }>);
/** One of {@link listSessions}. */
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
