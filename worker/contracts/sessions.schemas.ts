import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import { loginCodeAnswer, loginCodeRequest, passkeyAssertion } from "./people.schemas.ts";
import * as sessions from "./sessions.ts";
import { emailProblem } from "./text.schemas.ts";

/** The moderators' login. The length limit keeps a guess from making the server hash megabytes. */
const passwordLogin = z.object({
  password: z.string("Please enter the password.").check(z.maxLength(200, "Too long.")),
});

/** The operator's login; an empty password does not count as a guess. */
const operatorLogin = z.object({
  password: z
    .string("Please enter the password.")
    .check(z.minLength(1, "Please enter the password."), z.maxLength(200, "Too long.")),
});

/** Login and logout always work, so that moderators who banned their own network can lift the ban. */
const OPEN = { access: "public", worksWhenBanned: true } as const;

export const sessionRules = declare(sessions, {
  logIn: { ...OPEN, body: json(passwordLogin) },
  requestLoginLink: OPEN,
  logInByLink: OPEN,
  startPasskeyLogin: { ...OPEN, limit: "passkey_logins" },
  logInByPasskey: { ...OPEN, limit: "passkey_logins", body: json(passkeyAssertion) },
  requestLoginCode: { ...OPEN, limit: "login_codes", body: json(loginCodeRequest, { error: emailProblem }) },
  logInByCode: { ...OPEN, limit: "login_code_tries", body: json(loginCodeAnswer) },
  logOut: OPEN,
  getSession: { access: "public" },
  listSessions: { access: "reader" },
  getListedSession: { access: "reader" },
  endSession: { access: "reader" },
  openDashboard: { ...OPEN, body: json(operatorLogin) },
  openDashboardAsPerson: { access: "operator" },
  closeDashboard: OPEN,
});
